import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { lengths } from '@samtur/contract/basics'
import { api } from '#lib/api'

const shown = '6'

/** Places hardly ever change, so results are kept. A changed text cancels its query. */
export function suggestionsQuery(typed: string) {
  const q = [...typed.trim().toLowerCase()].slice(0, lengths.place).join('')
  return queryOptions({
    queryKey: ['places', 'suggestions', q],
    queryFn: ({ signal }) => api.places.search({ query: { q, limit: shown } }, { signal }),
    select: ({ items }) => items,
    enabled: q !== '',
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
}
