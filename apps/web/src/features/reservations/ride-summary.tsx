import type { ReactNode } from 'react'
import type { Ride } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { PersonName } from '#lib/person-name'
import { RouteLine } from '#ui/route-line'
import { DetourNotice } from '../rides/detour-notice.tsx'
import { sectionStops } from './model.ts'
import { SectionPoints } from './points.tsx'

/** The ride that is about to be reserved: stops, times, driver, car and price. */
export function RideSummary({ ride }: { ride: Ride }) {
  const t = useT()
  const format = useFormat()
  const { driver, section } = ride
  return (
    <div className="flex flex-col gap-4">
      <DetourNotice ride={ride} />
      <SectionRoute ride={ride} endsOnly />
      <SectionPoints ride={ride} />
      <dl className="grid grid-cols-2 gap-x-5 gap-y-3 border-t border-line pt-4">
        <Fact label={t('reservations.departure')}>
          <time dateTime={section.departure_time}>
            {ride.detour
              ? [format.date(section.departure_time), t('rides.circa'), format.zonedTime(section.departure_time)].join(
                  ' ',
                )
              : format.dateTime(section.departure_time)}
          </time>
        </Fact>
        <Fact label={t('reservations.price_each')}>
          <bdi className="tabular">{format.price(section.price, ride.currency).text}</bdi>
        </Fact>
        <Fact label={t('reservations.driver')}>
          <PersonName name={driver.full_name} />
        </Fact>
        <Fact label={t('reservations.car')}>
          <bdi>
            {ride.car_make} {ride.car_model}
          </bdi>
        </Fact>
      </dl>
    </div>
  )
}

/** The reserved part of the ride as a line with its times. */
export function SectionRoute({ ride, endsOnly = false }: { ride: Ride; endsOnly?: boolean }) {
  const t = useT()
  const { time, list } = useFormat()
  const stops = sectionStops(ride).filter(({ kind }) => !endsOnly || kind !== 'via')
  const items = stops.map((stop) => ({
    id: String(stop.position),
    label: list(stop.places),
    kind: stop.kind,
    dashed: stop.dashed,
    ...(stop.time && { time: time(stop.time), dateTime: stop.time }),
    ...(stop.time && stop.estimated && { about: t('rides.circa') }),
  }))
  return <RouteLine items={items} />
}

interface FactProps {
  label: string
  className?: string
  children: ReactNode
}

/** One entry of a list of facts. */
export function Fact({ label, className = '', children }: FactProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
