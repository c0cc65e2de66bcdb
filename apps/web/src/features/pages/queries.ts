import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api'
import { boot } from '#lib/boot'

const pageLoadedAt = Date.now()

/** Figures of this installation; the server puts them into a page that shows them. */
export const figuresQuery = queryOptions({
  queryKey: ['pages', 'figures'],
  queryFn: ({ signal }) => api.pages.figures(undefined, { signal }),
  initialData: () => boot.data?.figures,
  initialDataUpdatedAt: pageLoadedAt,
  staleTime: 60_000,
})
