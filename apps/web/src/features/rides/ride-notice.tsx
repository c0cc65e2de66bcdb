import { queryOptions, useQuery } from '@tanstack/react-query'
import { paths } from '@samtur/contract/paths'
import type { RideDetail } from '@samtur/contract/rides'
import { api } from '#lib/api'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Alert, type AlertProps } from '#ui/alert'
import { ArrowLink } from '#ui/link'
import { hasDeparted, samePartPath } from './model.ts'
import { rideState } from './ride-state.ts'
import { WaitingNotice } from './waiting-parts.ts'

/** Whether the driver has changed the trip so that the passenger has to confirm it again. */
const changedTripQuery = (rideId: string) =>
  queryOptions({
    queryKey: ['reservations', 'changed', rideId],
    queryFn: ({ signal }) => api.reservations.mine({ query: {} }, { signal }),
    select: ({ items }) =>
      items.some((own) => own.ride_id === rideId && own.status === 'accepted' && own.change !== null),
  })

/** Says at the top of the page that the ride is cancelled, departed, own, unavailable, requested, reserved, waited for or full. */
export function RideNotice({ ride }: { ride: RideDetail }) {
  switch (rideState(ride)) {
    case 'cancelled':
      return <Cancelled ride={ride} />
    case 'departed':
      return <Departed ride={ride} />
    case 'own':
      return <Own ride={ride} />
    case 'unavailable':
      return <Unavailable ride={ride} />
    case 'accepted':
      return <Accepted ride={ride} />
    case 'pending':
      return <Pending />
    case 'waiting':
      return <WaitingNotice ride={ride} />
    case 'full':
      return <Full ride={ride} />
    default:
      return null
  }
}

const Notice = (props: AlertProps) => <Alert {...props} className="mb-5" />

function FindAnother({ ride: { section } }: { ride: RideDetail }) {
  const t = useT()
  return <ArrowLink to={samePartPath(section)}>{t('ride.find_another')}</ArrowLink>
}

function ToReservations() {
  const t = useT()
  return <ArrowLink to={paths.reservations}>{t('ride.to_reservations')}</ArrowLink>
}

function Cancelled({ ride }: { ride: RideDetail }) {
  const t = useT()
  const format = useFormat()
  const own = ride.viewer === 'driver'
  const { at = null, reason = null } = ride.cancellation ?? {}
  return (
    <Notice tone="danger" icon="block" title={t('ride.cancelled_title')} action={!own && <FindAnother ride={ride} />}>
      <p>
        {own ? t('ride.cancelled_own_text') : t('ride.cancelled_text')}{' '}
        {at && (
          <time suppressHydrationWarning dateTime={at}>
            {t('ride.cancelled_at', { time: format.dateTime(at) })}
          </time>
        )}
      </p>
      {reason && (
        <figure className="mt-2.5 border-s-2 border-danger ps-3">
          <figcaption className="text-sm text-soft">
            {own ? t('ride.cancelled_own_reason') : t('ride.cancelled_reason')}
          </figcaption>
          <blockquote dir="auto" className="whitespace-pre-line wrap-anywhere">
            {reason}
          </blockquote>
        </figure>
      )}
    </Notice>
  )
}

function Departed({ ride }: { ride: RideDetail }) {
  const t = useT()
  const over = hasDeparted({ departure_time: ride.arrival_time })
  const along = ride.viewer === 'driver' || ride.reservation?.status === 'accepted'
  return (
    <Notice
      tone="info"
      icon="clock"
      title={over ? t('ride.over_title') : t('ride.departed_title')}
      action={along ? ride.viewer !== 'driver' && <ToReservations /> : <FindAnother ride={ride} />}
    >
      {along ? ride.viewer !== 'driver' && t('ride.on_the_way_text') : t('ride.departed_text')}
    </Notice>
  )
}

function Own({ ride }: { ride: RideDetail }) {
  const t = useT()
  return (
    <Notice tone="success" icon="car" title={t('rides.own_ride')}>
      {t('ride.own_ride_text')} {ride.series_id && t('ride.series_text')}
    </Notice>
  )
}

/** Says in neutral words that the driver cannot drive; the reason is private. */
function Unavailable({ ride }: { ride: RideDetail }) {
  const t = useT()
  const { status } = ride.reservation ?? {}
  const waits = status === 'accepted' || status === 'pending'
  return (
    <Notice tone="warning" title={t('ride.unavailable_title')} action={<FindAnother ride={ride} />}>
      {waits ? t('ride.unavailable_passenger_text') : t('ride.unavailable_text')}
    </Notice>
  )
}

function Accepted({ ride }: { ride: RideDetail }) {
  const t = useT()
  const { data: changed } = useQuery(changedTripQuery(ride.id))
  if (changed) {
    return (
      <Notice
        tone="warning"
        title={t('ride.changed_title')}
        action={<ArrowLink to={`${paths.myRides}?tab=reservations`}>{t('ride.see_change')}</ArrowLink>}
      >
        {t('ride.changed_text')}
      </Notice>
    )
  }
  return (
    <Notice tone="success" title={t('ride.accepted_title')} action={<ToReservations />}>
      {t('ride.accepted_text')}
    </Notice>
  )
}

function Pending() {
  const t = useT()
  return (
    <Notice tone="warning" icon="clock-pending" title={t('ride.pending_title')} action={<ToReservations />}>
      {t('ride.pending_text')}
    </Notice>
  )
}

function Full({ ride }: { ride: RideDetail }) {
  const t = useT()
  const text = !ride.section.whole
    ? t('ride.full_part_text')
    : ride.route.length > 2
      ? t('ride.full_whole_text')
      : t('ride.full_text')
  return (
    <Notice tone="info" title={t('ride.full_title')} action={<FindAnother ride={ride} />}>
      {text} {ride.can_wait && t('ride.full_wait_text')}
    </Notice>
  )
}
