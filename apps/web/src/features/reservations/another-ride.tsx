import type { OwnReservation } from '@samtur/contract/reservations'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { ArrowLink } from '#ui/link'
import { samePartPath } from '../rides/public.tsx'
import { Rescue } from '../wanted/public-rescue.tsx'
import { isWithdrawable, lacksSeats, needsAnother } from './model.ts'

interface AnotherRideProps {
  reservation: OwnReservation
  now: number
}

/**
 * Offers other ways to travel where this ride has come to nothing, and a search where it may: the driver cannot drive at present, or others have
 * taken the seats. Nothing where all is well.
 */
export function AnotherRide({ reservation, now }: AnotherRideProps) {
  const t = useT()
  const { ride, driver_unavailable, seats_requested: count } = reservation
  const search = (
    <ArrowLink to={samePartPath(ride.section)} className="relative z-1 self-start">
      {t('reservations.find_another')}
    </ArrowLink>
  )
  if (needsAnother(reservation, now))
    return <Rescue lost={{ reservation_id: reservation.id }} trip={ride.section} search={search} />
  if (!isWithdrawable(reservation, now)) return null
  if (!driver_unavailable && !lacksSeats(reservation, ride.section)) return null
  return (
    <Alert
      tone="warning"
      title={driver_unavailable ? t('reservations.unavailable_title') : t('reservations.seats_gone', { count })}
      action={search}
    >
      {driver_unavailable ? t('reservations.unavailable_text') : t('reservations.seats_gone_text')}
    </Alert>
  )
}
