import type { Ride } from '@samtur/contract/rides'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { useShare, type Shared } from '#lib/share'
import { Button } from '#ui/button'
import { partPath } from './detours.ts'

type SharedRide = Pick<Ride, 'id' | 'section' | 'detour' | 'currency'>

/** Returns what is shared of a ride: its way, and way, time, free seats and price as a text for a group. */
export function useSharedRide({ section, currency, ...ride }: SharedRide): Shared {
  const t = useT()
  const format = useFormat()
  const title = t('rides.from_to', { from: section.start_location, to: section.end_location })
  const text = [
    title,
    `${format.date(section.departure_time)} ${format.time(section.departure_time)}`,
    t('rides.seats_left', { count: section.available_seats }),
    format.price(section.price, currency).text,
  ].join(' · ')
  return { title, text, path: partPath({ ...ride, section }) }
}

export function ShareButton({ ride }: { ride: SharedRide }) {
  const t = useT()
  const share = useShare()
  const shared = useSharedRide(ride)
  return (
    <Button variant="quiet" icon="share" wide onClick={() => void share(shared)}>
      {t('ride.share')}
    </Button>
  )
}
