import { paths, searchPath } from '@samtur/contract/paths'
import type { RideDetail } from '@samtur/contract/rides'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { ArrowLink } from '#ui/link'
import { hasDeparted } from './model.ts'

/** Says first what changes everything else: called off, gone, one's own, asked for already, full. */
export function RideNotice({ ride }: { ride: RideDetail }) {
  const t = useT()
  const { section } = ride
  const another = (
    <ArrowLink to={searchPath({ from: section.start_location, to: section.end_location })}>
      {t('rides.find_another')}
    </ArrowLink>
  )
  const reservations = <ArrowLink to={paths.reservations}>{t('rides.to_reservations')}</ArrowLink>

  if (ride.status === 'cancelled') {
    return (
      <Alert tone="danger" icon="block" title={t('rides.cancelled_title')} action={another} className="mb-5">
        {t('rides.cancelled_text')}
      </Alert>
    )
  }
  if (hasDeparted(ride)) {
    return (
      <Alert tone="info" icon="clock" title={t('rides.departed_title')} action={another} className="mb-5">
        {t('rides.departed_text')}
      </Alert>
    )
  }
  if (ride.viewer === 'driver') {
    return (
      <Alert tone="success" icon="car" title={t('rides.own_ride')} className="mb-5">
        {t('rides.own_ride_text')}
      </Alert>
    )
  }
  if (ride.reservation?.status === 'accepted') {
    return (
      <Alert tone="success" title={t('rides.accepted_title')} action={reservations} className="mb-5">
        {t('rides.accepted_text')}
      </Alert>
    )
  }
  if (ride.reservation?.status === 'pending') {
    return (
      <Alert
        tone="warning"
        icon="clock-pending"
        title={t('rides.pending_title')}
        action={reservations}
        className="mb-5"
      >
        {t('rides.pending_text')}
      </Alert>
    )
  }
  if (section.available_seats === 0) {
    return (
      <Alert tone="info" title={t('rides.full_title')} action={another} className="mb-5">
        {t('rides.full_text')}
      </Alert>
    )
  }
  return null
}
