import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api'

/** Figures of this installation. */
export const figuresQuery = queryOptions({
  queryKey: ['pages', 'figures'],
  queryFn: ({ signal }) => api.pages.figures(undefined, { signal }),
  staleTime: 60_000,
})
