import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useFailureWithToast, type Retried } from '#lib/failure'
import { useT } from '#lib/i18n'
import { Failure } from '#ui/failure'
import { useClearToast, useToast } from '#ui/toast'

/** Codes that a person can do something about; the others say no more than that it failed. */
const helpful = new Set<string>([
  'rate_limited',
  'offline',
  'unavailable',
  'unauthenticated',
  'email_not_verified',
  'too_many_chats',
  'too_late_to_take_back',
])

/** Returns whether a toast names the reason. */
export const isWorthNaming = (error: unknown) => error instanceof ApiError && helpful.has(error.code)

/** Returns the words of an action's toast: what did not work, and the reason where it helps. */
export const failureWords = (what: string) => (error: unknown, reason: string) => ({
  text: what,
  detail: isWorthNaming(error) ? reason : undefined,
})

/**
 * Returns `fail(what, error)`, which shows what did not work, and the reason where it helps; and `forget()`, which removes that once the action
 * with this key has succeeded.
 */
export function useFailureToast(key: string) {
  const t = useT()
  const toast = useToast()
  const clearToast = useClearToast()
  const errorText = useErrorText()
  const fail = (what: string, error?: unknown) => {
    const detail = isWorthNaming(error) ? errorText(error) : undefined
    toast({ tone: 'error', title: t('core.error_title'), text: what, detail, key })
  }
  return { fail, forget: () => clearToast(key) }
}

interface LoadFailureProps {
  what: string
  query: Retried
}

/** Stands in the place of what could not be loaded, which the toast names: the reason, and the way to try again. */
export function LoadFailure({ what, query }: LoadFailureProps) {
  return <Failure {...useFailureWithToast(query, what)} className="m-4 my-auto" />
}
