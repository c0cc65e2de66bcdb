import type { OwnReservation } from '@samtur/contract/reservations'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { ArrowLink } from '#ui/link'
import { samePartPath } from '../rides/model.ts'
import { Rescue } from '../wanted/rescue.tsx'
import { isWithdrawable, lacksSeats, needsAnother } from './model.ts'

interface AnotherRideProps {
  reservation: OwnReservation
  now: number
}

/** Offers other ways to travel where the reservation ended without the passenger's doing and the departure is still ahead. */
export function LostRide({ reservation, now }: AnotherRideProps) {
  const { id, ride } = reservation
  if (!needsAnother(reservation, now)) return null
  return <Rescue lost={{ reservation_id: id }} trip={ride.section} search={<SearchLink reservation={reservation} />} />
}

/** Offers a search where the ride may come to nothing: the driver cannot drive at present, or others have taken the seats. Nothing where all is well. */
export function AnotherRide({ reservation, now }: AnotherRideProps) {
  const t = useT()
  const { ride, driver_unavailable, seats_requested: count } = reservation
  if (!isWithdrawable(reservation, now)) return null
  if (!driver_unavailable && !lacksSeats(reservation, ride.section)) return null
  return (
    <Alert
      tone="warning"
      title={driver_unavailable ? t('reservations.unavailable_title') : t('reservations.seats_gone', { count })}
      action={<SearchLink reservation={reservation} />}
    >
      {driver_unavailable ? t('reservations.unavailable_text') : t('reservations.seats_gone_text')}
    </Alert>
  )
}

function SearchLink({ reservation: { ride } }: Pick<AnotherRideProps, 'reservation'>) {
  const t = useT()
  return (
    <ArrowLink to={samePartPath(ride.section)} className="relative z-1 self-start">
      {t('reservations.find_another')}
    </ArrowLink>
  )
}
