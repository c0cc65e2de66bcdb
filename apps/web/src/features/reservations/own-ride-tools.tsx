import { rideCalendarPath } from '@samtur/contract/paths'
import type { OwnRide } from '@samtur/contract/reservations'
import { useT } from '#lib/i18n'
import { CalendarLink } from '../calendar/calendar-link.tsx'
import { RideManagement } from '../rides/manage-ride.tsx'
import { isChangeable } from './model.ts'

interface OwnRideToolsProps {
  ride: OwnRide
  now: number
}

/** What a driver may want to do with a ride before it departs. */
export function OwnRideTools({ ride, now }: OwnRideToolsProps) {
  const t = useT()
  if (!isChangeable(ride, now)) return null
  return (
    <div className="-mx-3.5 flex flex-wrap">
      <RideManagement ride={ride} />
      <CalendarLink path={rideCalendarPath(ride.id)}>{t('reservations.add_to_calendar')}</CalendarLink>
    </div>
  )
}
