/** How a screen shows a failed query. */
import { useEffect, useEffectEvent, useId } from 'react'
import { useClearToast, useToast } from '#ui/toast'
import { useErrorText } from './error-text.ts'
import { useT } from './i18n.ts'

/** A query that may have failed. */
export interface Failing {
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** Returns the props of `Failure`: the reason, and a function that tries again. */
export function useLoadFailure(query: Failing) {
  const t = useT()
  const errorText = useErrorText()
  return {
    text: errorText(query.error),
    retry: t('core.retry'),
    busy: query.isFetching,
    onRetry: () => void query.refetch(),
  }
}

/** A query that returns the result of a retry. */
export interface Retried extends Failing {
  refetch: () => Promise<{ isError: boolean }>
}

/**
 * Like `useLoadFailure`, with a toast: for the first failure and after a retry by the person, but not each time a list polls. It goes when what
 * failed is no longer shown, because it has loaded.
 */
export function useFailureWithToast(query: Retried, what: string) {
  const t = useT()
  const toast = useToast()
  const clearToast = useClearToast()
  const key = useId()
  const failure = useLoadFailure(query)
  const show = () => toast({ tone: 'error', title: t('core.error_title'), text: what, key })
  const showFirst = useEffectEvent(show)
  useEffect(() => {
    showFirst()
    return () => clearToast(key)
  }, [clearToast, key])
  const retry = async () => {
    const { isError } = await query.refetch()
    if (isError) show()
  }
  return { ...failure, onRetry: () => void retry() }
}
