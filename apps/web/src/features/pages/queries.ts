import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api'
import { boot } from '#lib/boot'

const pageLoadedAt = Date.now()

/** What was shared on this installation; the server has put it into the page where that is what was asked for. */
export const figuresQuery = queryOptions({
  queryKey: ['pages', 'figures'],
  queryFn: ({ signal }) => api.pages.figures(undefined, { signal }),
  initialData: () => boot.data?.figures,
  initialDataUpdatedAt: pageLoadedAt,
  staleTime: 60_000,
})
