import { DetourNotice } from './detour-notice.tsx'
import { partPath, withDetourStop } from './detours.ts'
import { RideCard, type RideCardProps } from './ride-card.tsx'

/** The card of a ride with its detour: the place is in the route, and the card leads to this part. Without a detour it is the usual card. */
export function DetourCard({ ride, ...rest }: Omit<RideCardProps, 'to' | 'notice'>) {
  const notice = ride.detour && <DetourNotice ride={ride} />
  return <RideCard {...rest} ride={withDetourStop(ride)} to={partPath(ride)} notice={notice} />
}
