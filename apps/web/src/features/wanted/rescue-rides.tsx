import { useId } from 'react'
import { firstName } from '@samtur/contract/names'
import type { Ride } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { T, useT } from '#lib/i18n'
import { Tag } from '#ui/badge'
import { CardLink } from '#ui/card'
import { Icon } from '#ui/icon'
import { Price } from '#ui/price'
import { RouteRow } from '#ui/route-row'
import { TimeRange } from '#ui/time-range'
import { partPath } from '../rides/detours.ts'
import type { LostTrip } from './model.ts'
import { shiftOf, type Shift } from './shift.ts'

interface RescueRidesProps {
  rides: readonly Ride[]
  trip: LostTrip
}

/** Rides in place of a lost one, each a row that opens it. */
export function RescueRides({ rides, trip }: RescueRidesProps) {
  const t = useT()
  const labelId = useId()
  return (
    <div>
      <p id={labelId} className="font-semibold">
        {t('rescue.rides')}
      </p>
      <ul aria-labelledby={labelId} className="mt-2 flex flex-col divide-y divide-line border-y border-line">
        {rides.map((ride) => (
          <li key={ride.id} className="relative flex min-h-15 items-center gap-3 py-3 hover:bg-sunk/60">
            <RescueRide ride={ride} trip={trip} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Leads by how the departure differs. Names the places only where they differ. */
function RescueRide({ ride, trip }: { ride: Ride; trip: LostTrip }) {
  const t = useT()
  const format = useFormat()
  const { section, currency } = ride
  const { start_location: from, end_location: to, departure_time, arrival_time } = section
  const price = format.price(section.price, currency)
  const isSameWay = from === trip.start_location && to === trip.end_location
  return (
    <>
      <div className="min-w-0 flex-1">
        <CardLink to={partPath(ride)} className="flex flex-col items-start gap-1.5">
          <ShiftTag shift={shiftOf(trip.departure_time, departure_time)} />
          {isSameWay ? (
            <span className="sr-only">{t('rides.from_to', { from, to })}</span>
          ) : (
            <span className="font-semibold wrap-anywhere">
              <RouteRow from={from} to={to} toLabel={t('core.to')} />
            </span>
          )}
          <span className={`tabular ${isSameWay ? 'font-semibold' : ''}`}>
            <span className="whitespace-nowrap">{format.date(departure_time)}</span>{' '}
            <TimeRange>
              {format.time(departure_time)}–{format.time(arrival_time)}
            </TimeRange>
          </span>
        </CardLink>
        <RideFacts ride={ride} />
      </div>
      <Price amount={price.amount} unit={price.unit} size="md" className="shrink-0" />
      <Icon name="chevron-end" className="shrink-0 text-soft" />
    </>
  )
}

function RideFacts({ ride: { driver, section, detour } }: { ride: Ride }) {
  const t = useT()
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-soft">
      <bdi>{firstName(driver.full_name) || t('core.deleted_user')}</bdi>
      <span className="inline-flex items-center gap-1">
        <Icon name="seat" size={16} className="shrink-0" />
        {t('rides.seats_left', { count: section.available_seats })}
      </span>
      {detour && <span>{t('rescue.detour', { minutes: detour.minutes })}</span>}
    </p>
  )
}

/** '1 t senere'. The same time is no near miss, so that it has the brand's colour. */
function ShiftTag({ shift }: { shift: Shift }) {
  const t = useT()
  if (shift.way === 'same') {
    return (
      <Tag tone="brand" icon="clock">
        {t('rescue.same_time')}
      </Tag>
    )
  }
  return (
    <Tag tone="info" icon="clock">
      <span className="font-semibold">
        <ShiftWords shift={shift} />
      </span>
    </Tag>
  )
}

function ShiftWords({ shift: { way, hours, minutes } }: { shift: Shift }) {
  const t = useT()
  const { number } = useFormat()
  const time =
    hours === 0
      ? t('rescue.minutes', { minutes: number(minutes) })
      : minutes === 0
        ? t('rescue.hours', { hours: number(hours) })
        : t('rescue.hours_minutes', { hours: number(hours), minutes: number(minutes) })
  const components = [<bdi key="time" className="whitespace-nowrap" />]
  return way === 'later' ? (
    <T id="rescue.later" values={{ time }} components={components} />
  ) : (
    <T id="rescue.earlier" values={{ time }} components={components} />
  )
}
