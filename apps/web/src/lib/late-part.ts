import { useId, useState, type ComponentType } from 'react'
import { useClearToast, useToast } from '#ui/toast'
import { useT } from './i18n.ts'

/**
 * A rarely used part of a page that is loaded on first use. `open` shows it once loaded; when loading fails a toast shows, and the next
 * press tries again.
 */
export function useLatePart<Props>(load: () => Promise<ComponentType<Props>>) {
  const t = useT()
  const toast = useToast()
  const clearToast = useClearToast()
  const key = useId()
  const [Part, setPart] = useState<ComponentType<Props>>()
  const [busy, setBusy] = useState(false)
  const fetchPart = async (open: () => void) => {
    setBusy(true)
    clearToast(key)
    try {
      const loaded = await load()
      setPart(() => loaded)
      open()
    } catch {
      toast({ title: t('core.error_title'), text: t('core.generic_error'), tone: 'error', key })
    } finally {
      setBusy(false)
    }
  }
  return { Part, busy, open: (then: () => void) => void fetchPart(then) }
}
