import { useId, useState } from 'react'
import { useClearToast, useToast } from '#ui/toast'
import { useT } from './i18n.ts'

/**
 * A rarely used part of a page, such as a dialog, that is loaded on first use. `open` calls `then` once it is there; when loading fails a
 * toast shows and the next press tries again, where React's `lazy` would keep the failure. A transition would hold back navigations meanwhile.
 */
export function useLatePart<Loaded>(load: () => Promise<Loaded>) {
  const t = useT()
  const toast = useToast()
  const clearToast = useClearToast()
  const key = useId()
  const [Part, setPart] = useState<Loaded>()
  const [busy, setBusy] = useState(false)
  const fetchPart = async (then: (part: Loaded) => void, onFailed?: () => void) => {
    setBusy(true)
    clearToast(key)
    try {
      const part = await load()
      setPart(() => part)
      then(part)
    } catch {
      toast({ title: t('core.error_title'), text: t('core.generic_error'), tone: 'error', key })
      onFailed?.()
    } finally {
      setBusy(false)
    }
  }
  const open = (then: (part: Loaded) => void, onFailed?: () => void) => void fetchPart(then, onFailed)
  return { Part, busy, open }
}
