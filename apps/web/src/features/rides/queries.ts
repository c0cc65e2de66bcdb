import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { EstimateBody } from '@samtur/contract/costs'
import type { OwnRide } from '@samtur/contract/reservations'
import type { RideBody, RideChanges } from '@samtur/contract/rides'
import type { Series, SeriesBody, SeriesChanges, SeriesOutcome } from '@samtur/contract/series'
import { api } from '#lib/api'
import { refreshSession } from '#lib/session'
import { osloDay } from '#lib/oslo-time'

/** The caller's latest ride, whose car is the suggestion for the next one. */
export const lastRideQuery = queryOptions({
  queryKey: ['reservations', 'last-ride'],
  queryFn: async ({ signal }) => {
    const { items } = await api.reservations.myRides({ query: {} }, { signal })
    return items[0] ?? null
  },
  staleTime: Infinity,
})

interface Publication {
  body: RideBody
  /** One for each form, so that a second press or a repeated request publishes nothing twice. */
  idempotencyKey: string
}

function useAfterPublishing() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: ['rides'] })
    void client.invalidateQueries({ queryKey: ['reservations'] })
    // With the first ride the person becomes a driver.
    void refreshSession()
  }
}

export function usePublish() {
  const refresh = useAfterPublishing()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Publication) => api.rides.publish({ body }, { idempotencyKey }),
    onSuccess: refresh,
  })
}

/** One person's share of the costs of the typed trip; requested again for every change of it. */
export const estimateQuery = (body: EstimateBody | undefined) =>
  queryOptions({
    queryKey: ['rides', 'estimate', body],
    queryFn: ({ signal }) => (body ? api.costs.estimate({ body }, { signal }) : null),
    enabled: body !== undefined,
    staleTime: 5 * 60_000,
    // The last result stays until the next one has loaded.
    placeholderData: keepPreviousData,
  })

/** An own ride with its requests; null when it is not on the first page. */
export const ownRideQuery = (id: string) =>
  queryOptions({
    queryKey: ['reservations', 'own-ride', id],
    queryFn: async ({ signal }) => {
      const { items } = await api.reservations.myRides({ query: {} }, { signal })
      return items.find((ride) => ride.id === id) ?? null
    },
  })

/** Several rides at once: a weekly series, the return trip, or both. */
export function usePublishSeries() {
  const refresh = useAfterPublishing()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: SeriesBody; idempotencyKey: string }) =>
      api.rideSeries.publish({ body }, { idempotencyKey }),
    onSuccess: refresh,
  })
}

// ---- Own published rides ---------------------------------------------------------------------------------

type SeriesPart = Pick<OwnRide, 'id' | 'departure_time' | 'series_id'>

export const seriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['rides', 'series', id],
    queryFn: ({ signal }) => api.rideSeries.get({ params: { id } }, { signal }),
  })

/** Returns the rides of the series from this one on in its direction: "this one and those that follow". */
function following({ rides }: Series, ride: SeriesPart) {
  const direction = rides.find(({ id }) => id === ride.id)?.direction ?? 'out'
  return { from: osloDay(Date.parse(ride.departure_time)), direction }
}

function useRefresh() {
  const client = useQueryClient()
  // Also after an error, because the shown data may be outdated.
  return () => {
    void client.invalidateQueries({ queryKey: ['rides'] })
    void client.invalidateQueries({ queryKey: ['reservations'] })
  }
}

/** Cancels the ride, or it and the following ones of its series; then the result lists those that could not be cancelled. */
export function useCancelRide(ride: SeriesPart) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ scope, reason }: { scope: 'one' | 'following'; reason: string }) => {
      const { id, series_id } = ride
      if (scope === 'one' || !series_id) {
        await api.rides.cancel({ params: { id }, body: { reason } })
        return undefined
      }
      const series = await client.query(seriesQuery(series_id))
      return api.rideSeries.cancel({ params: { id: series_id }, body: { ...following(series, ride), reason } })
    },
    onSettled: useRefresh(),
  })
}

type Edit = { one: RideChanges } | { following: Omit<SeriesChanges, 'from' | 'direction'> }

/** Changes the ride, or it and the following ones of its series; then the result lists those that could not be changed. */
export function useEditRide(ride: SeriesPart) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (edit: Edit): Promise<SeriesOutcome | undefined> => {
      const { id, series_id } = ride
      if ('one' in edit) {
        await api.rides.edit({ params: { id }, body: edit.one })
        return undefined
      }
      const series = await client.query(seriesQuery(series_id ?? ''))
      const body = { ...following(series, ride), ...edit.following }
      return api.rideSeries.edit({ params: { id: series_id ?? '' }, body })
    },
    onSettled: useRefresh(),
  })
}
