import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CostRateBody } from '@samtur/contract/costs'
import { api } from '#lib/api'

/** Loads the rates, by country and newest first. */
export const ratesQuery = queryOptions({
  queryKey: ['costs', 'rates'],
  queryFn: ({ signal }) => api.costs.rates({}, { signal }),
  select: ({ items }) => items,
  staleTime: 0,
})

function useRefreshRates() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: ['moderation', 'log'] })
    // The suggested price depends on the rates.
    void client.invalidateQueries({ queryKey: ['rides', 'estimate'] })
    return client.invalidateQueries({ queryKey: ratesQuery.queryKey })
  }
}

export function useAddRate() {
  const onSettled = useRefreshRates()
  return useMutation({ mutationFn: (body: CostRateBody) => api.costs.addRate({ body }), onSettled })
}

export function useRemoveRate() {
  const onSettled = useRefreshRates()
  return useMutation({ mutationFn: (id: string) => api.costs.removeRate({ params: { id } }), onSettled })
}
