import { useErrorText } from '#lib/error-text'
import { useT } from '#lib/i18n'
import { useToast } from '#ui/toast'

/** Returns `fail(error, what)`, which shows a toast with what failed, where given, and the reason. */
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
