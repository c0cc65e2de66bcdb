/** What a screen says of a query that failed. */
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
