import type { Ride } from '@samtur/contract/rides'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { useToast } from '#ui/toast'
import { partPath } from './detours.ts'

/** Hands the ride's address to the device's own sharing, or to the clipboard where there is none. */
export function ShareButton({ ride }: { ride: Pick<Ride, 'id' | 'section' | 'detour'> }) {
  const t = useT()
  const toast = useToast()
  const share = async () => {
    const { section } = ride
    const url = `${location.origin}${partPath(ride)}`
    const title = t('rides.from_to', { from: section.start_location, to: section.end_location })
    try {
      if ('share' in navigator) return await navigator.share({ title, url })
      await (navigator as Navigator).clipboard.writeText(url)
      toast({ title: t('ride.link_copied'), tone: 'success', key: 'share' })
    } catch (error) {
      // Closing the device's sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast({ title: t('ride.share_failed'), text: url, tone: 'error', key: 'share' })
    }
  }
  return (
    <Button variant="quiet" icon="share" wide onClick={() => void share()}>
      {t('ride.share')}
    </Button>
  )
}
