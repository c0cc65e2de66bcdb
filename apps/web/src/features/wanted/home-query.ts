import { queryOptions } from '@tanstack/react-query'
import { homeFewRides } from '@samtur/contract/constants'
import { api } from '#lib/api'

/** What people look for, on the home page where rides are few. */
export const homePostsQuery = queryOptions({
  queryKey: ['wanted', 'home-posts'],
  queryFn: ({ signal }) => api.wanted.posts({ query: { limit: String(homeFewRides) } }, { signal }),
  select: ({ items }) => items,
  staleTime: 60_000,
})
