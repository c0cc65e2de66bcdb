import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { EstimateBody } from '@samtur/contract/costs'
import type { OwnRide } from '@samtur/contract/reservations'
import type { RideBody, RideChanges } from '@samtur/contract/rides'
import type { Series, SeriesBody, SeriesChanges, SeriesOutcome } from '@samtur/contract/series'
import { api } from '#lib/api'
import { boot } from '#lib/boot'
import { refreshSession } from '#lib/session'
import { osloDay } from '#lib/oslo-time'
import { type SectionPositions } from './model.ts'

export const rideQuery = (id: string, section?: SectionPositions) =>
  queryOptions({
    queryKey: ['rides', 'ride', id, section ?? null],
    queryFn: ({ signal }) => api.rides.get({ params: { id }, query: section ? positions(section) : {} }, { signal }),
    initialData: () => firstRide(id, section),
    initialDataUpdatedAt: pageLoadedAt,
    // Choosing another section keeps the page; another ride starts from nothing.
    placeholderData: (before, query) => (query?.queryKey[2] === id ? keepPreviousData(before) : undefined),
  })

const pageLoadedAt = Date.now()

/** The server has put the ride into the page where that is what was asked for. */
function firstRide(id: string, wanted?: SectionPositions) {
  const ride = boot.data?.ride
  if (ride?.id !== id) return undefined
  const { from_position, to_position, whole } = ride.section
  const same = wanted ? wanted.from_position === from_position && wanted.to_position === to_position : whole
  return same ? ride : undefined
}

const positions = ({ from_position, to_position }: SectionPositions) => ({
  from_position: String(from_position),
  to_position: String(to_position),
})

/** The caller's latest ride, whose car is most likely the next ride's too. */
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
    // The first ride makes a driver.
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

/** One person's share of the costs of what is being typed; asked again for each other trip, and shown only where it is known. */
export const estimateQuery = (body: EstimateBody | undefined) =>
  queryOptions({
    queryKey: ['rides', 'estimate', body],
    queryFn: ({ signal }) => (body ? api.costs.estimate({ body }, { signal }) : null),
    enabled: body !== undefined,
    staleTime: 5 * 60_000,
    // What was worked out stays until the next figure is there.
    placeholderData: keepPreviousData,
  })

/** A ride among the own ones, with who has asked for a seat; null where it is further back than the first page. */
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

// ---- Rides of one's own, afterwards ---------------------------------------------------------------------------------

type SeriesPart = Pick<OwnRide, 'id' | 'departure_time' | 'series_id'>

export const seriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['rides', 'series', id],
    queryFn: ({ signal }) => api.rideSeries.get({ params: { id } }, { signal }),
  })

/** From this ride on, in its direction: what the series calls "this one and those that follow". */
function following({ rides }: Series, ride: SeriesPart) {
  const direction = rides.find(({ id }) => id === ride.id)?.direction ?? 'out'
  return { from: osloDay(Date.parse(ride.departure_time)), direction }
}

function useRefresh() {
  const client = useQueryClient()
  // Also after a refusal: what is shown may be what it was.
  return () => {
    void client.invalidateQueries({ queryKey: ['rides'] })
    void client.invalidateQueries({ queryKey: ['reservations'] })
  }
}

/** Cancels the ride alone, or with those of its series that follow; then it answers which could not be. */
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

/** Changes the ride, or it and those of its series that follow; then it answers which could not be. */
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
