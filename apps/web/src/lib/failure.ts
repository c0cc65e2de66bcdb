/** What a screen says of a query that failed. */
import { useEffect, useEffectEvent } from 'react'
import { useToast } from '#ui/toast'
import { useErrorText } from './error-text.ts'
import { useT } from './i18n.ts'

/** A query that can have failed. */
export interface Failing {
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** For `Failure`: the reason in words, and how to try again. */
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

/** One whose next attempt tells how it went. */
export interface Retried extends Failing {
  refetch: () => Promise<{ isError: boolean }>
}

/** The same, for what is said as a message too: at first, and after an own attempt, but not again and again while a list asks by itself. */
export function useToldFailure(query: Retried, what: string) {
  const t = useT()
  const toast = useToast()
  const failure = useLoadFailure(query)
  const tell = () => toast({ tone: 'error', title: t('core.error_title'), text: what, key: 'load' })
  const tellFirst = useEffectEvent(tell)
  useEffect(() => tellFirst(), [])
  const retry = async () => {
    const { isError } = await query.refetch()
    if (isError) tell()
  }
  return { ...failure, onRetry: () => void retry() }
}
