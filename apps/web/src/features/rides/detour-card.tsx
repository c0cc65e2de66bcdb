import { DetourNotice } from './detour-notice.tsx'
import { partPath, withDetourStop } from './detours.ts'
import { RideCard, type RideCardProps } from './ride-card.tsx'

interface DetourCardProps extends Omit<RideCardProps, 'to' | 'notice'> {
  /** The driver has answered, so nothing is open any more. */
  answered?: boolean
}

/** The card of a ride with its detour: the place is in the route, and the card leads to this part. Without a detour it is the usual card. */
export function DetourCard({ ride, answered, ...rest }: DetourCardProps) {
  const notice = ride.detour && !answered && <DetourNotice ride={ride} />
  return <RideCard {...rest} ride={withDetourStop(ride)} to={partPath(ride)} notice={notice} />
}
