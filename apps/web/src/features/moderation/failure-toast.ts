import { useErrorText } from '#lib/error-text'
import { useT } from '#lib/i18n'
import { useToast } from '#ui/toast'

/** `fail(error, what)`: what did not work, where that has to be said, and why. */
export function useFailureToast(key: string) {
  const t = useT()
  const toast = useToast()
  const errorText = useErrorText()
  return (error: unknown, what?: string) => {
    const reason = errorText(error)
    const words = what ? { text: what, detail: reason } : { text: reason }
    toast({ tone: 'error', title: t('core.error_title'), ...words, key })
  }
}
