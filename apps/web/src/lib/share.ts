import { useToast } from '#ui/toast'
import { useT } from './i18n.ts'

export interface Shared {
  title: string
  /** What is said of it, for a group; the address alone where there is nothing. */
  text?: string
  /** A path of this site. */
  path: string
}

/** Hands an address to the device's own sharing, or to the clipboard where there is none. */
export function useShare() {
  const t = useT()
  const toast = useToast()
  return async ({ title, text, path }: Shared) => {
    const url = `${location.origin}${path}`
    try {
      if ('share' in navigator) return await navigator.share({ title, ...(text && { text }), url })
      await (navigator as Navigator).clipboard.writeText(text ? `${text}\n${url}` : url)
      toast({ title: t('core.link_copied'), tone: 'success', key: 'share' })
    } catch (error) {
      // Closing the device's sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast({ title: t('core.share_failed'), text: url, tone: 'error', key: 'share' })
    }
  }
}
