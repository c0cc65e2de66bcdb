import type { RideDetail } from '@samtur/contract/rides'
import { useT } from '#lib/i18n'
import { Alert } from '#ui/alert'
import { isSameDetour, type DetourPlace } from './detours.ts'
import { rideState } from './ride-state.ts'

interface LostDetourProps {
  ride: RideDetail
  /** In the address. */
  detour: DetourPlace | undefined
}

/** Says that the ride does not offer the detour of the address any more, or that its place is a stop by now. */
export function LostDetour({ ride, detour }: LostDetourProps) {
  const t = useT()
  const state = rideState(ride)
  if (!detour || isSameDetour(detour, ride.detour) || (state !== 'open' && state !== 'full')) return null
  const stop = ride.route.find(({ place_id }) => place_id === detour.place_id)
  const title = stop ? t('ride.detour_stop_title', { place: stop.text }) : t('ride.detour_gone_title')
  return (
    <Alert className="mb-5" title={title}>
      {stop ? t('ride.detour_stop_text') : t('ride.detour_gone_text')}
    </Alert>
  )
}
