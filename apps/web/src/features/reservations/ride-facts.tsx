import type { ReactNode } from 'react'
import type { OwnRide } from '@samtur/contract/reservations'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Tag } from '#ui/badge'
import { StatusBadge } from '#ui/status-badge'
import { Icon, type IconName } from '#ui/icon'
import { TimeRange } from '#ui/time-range'
import { Plate } from './contact-block.tsx'

interface RideFactsProps {
  ride: OwnRide
  /** The ride is over: seats left are no good news any more. */
  over?: boolean
}

/** When, in which car, for how much, and how many seats are left. */
export function RideFacts({ ride, over = false }: RideFactsProps) {
  const t = useT()
  const format = useFormat()
  const { departure_time: departure, arrival_time: arrival, contact } = ride
  const departureTime = (
    <time dateTime={departure} className="font-semibold">
      {format.time(departure)}
    </time>
  )
  const arrivalTime = <time dateTime={arrival}>{format.time(arrival)}</time>
  const otherDay = format.date(departure) !== format.date(arrival)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <Line icon="calendar">
          <span className="font-semibold">{format.date(departure)}</span>{' '}
          {otherDay ? (
            <>
              {departureTime} – {format.date(arrival)} {arrivalTime}
            </>
          ) : (
            <TimeRange>
              {departureTime} – {arrivalTime}
            </TimeRange>
          )}{' '}
          {format.zone(departure)}
        </Line>
        <Line icon="car">
          <bdi>
            {ride.car_make} {ride.car_model}
          </bdi>
          {' · '}
          <bdi>{contact.car_color}</bdi>
          <span className="ms-2 inline-block">
            <Plate plate={contact.license_plate} />
          </span>
        </Line>
        <Line icon="wallet">
          <bdi>{format.price(ride.price, ride.currency).text}</bdi> {t('reservations.per_person')}
        </Line>
      </div>
      <div className="flex flex-wrap gap-2">
        {ride.status === 'cancelled' ? (
          <StatusBadge status="cancelled">{t('reservations.ride_cancelled')}</StatusBadge>
        ) : (
          <Tag icon="seat" tone={ride.available_seats > 0 && !over ? 'brand' : 'neutral'}>
            {t('reservations.free_of_total', { free: ride.available_seats, total: ride.total_seats })}
          </Tag>
        )}
        {ride.waiting > 0 && !over && <Tag icon="people">{t('requests.waiting', { count: ride.waiting })}</Tag>}
        {ride.series_id && !over && <Tag icon="refresh">{t('reservations.in_series')}</Tag>}
      </div>
      {ride.held_seats > 0 && !over && (
        <p className="text-sm text-soft">{t('requests.held', { count: ride.held_seats })}</p>
      )}
    </div>
  )
}

function Line({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2.5">
      <Icon name={icon} size={18} className="mt-0.75 text-soft" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}
