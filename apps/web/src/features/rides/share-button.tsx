import type { Ride } from '@samtur/contract/rides'
import { useT } from '#lib/i18n'
import { useShare } from '#lib/share'
import { Button } from '#ui/button'
import { partPath } from './detours.ts'

export function ShareButton({ ride }: { ride: Pick<Ride, 'id' | 'section' | 'detour'> }) {
  const t = useT()
  const share = useShare()
  const { start_location: from, end_location: to } = ride.section
  const shared = { title: t('rides.from_to', { from, to }), path: partPath(ride) }
  return (
    <Button variant="quiet" icon="share" wide onClick={() => void share(shared)}>
      {t('ride.share')}
    </Button>
  )
}
