import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { homeListSize, similarRidesMax } from '@samtur/contract/constants'
import { runs, type SearchAddress } from '@samtur/contract/filters'
import type { Ride, RideDetail } from '@samtur/contract/rides'
import { api } from '#lib/api'
import { partFields, type RidePart } from './detours.ts'
import { isSameTrip } from './model.ts'
import { rideState } from './ride-state.ts'

/** The next rides to depart, on the home page. */
export const upcomingQuery = queryOptions({
  queryKey: ['rides', 'upcoming'],
  queryFn: ({ signal }) => api.rides.search({ query: { limit: String(homeListSize) } }, { signal }),
})

/** The ways with the most coming rides. */
export const waysQuery = queryOptions({
  queryKey: ['rides', 'ways'],
  queryFn: ({ signal }) => api.rides.ways(undefined, { signal }),
})

export const searchQuery = (search: SearchAddress) =>
  infiniteQueryOptions({
    queryKey: ['rides', 'search', search] as const,
    queryFn: ({ pageParam, signal }) =>
      api.rides.search({ query: { ...search, cursor: pageParam || undefined } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    select: ({ pages }) => ({ rides: unique(pages.flatMap(({ items }) => items)), pages: pages.length }),
    enabled: runs(search),
    // Another filter or order keeps the list in view until the new one is there; another search starts from nothing.
    placeholderData: (before, query) =>
      isSameTrip(query?.queryKey[2] ?? {}, search) ? keepPreviousData(before) : undefined,
  })

/** The days around that of a search; another order of it has the same ones. */
export const daysQuery = ({ sort: _, ...search }: SearchAddress) =>
  queryOptions({
    queryKey: ['rides', 'days', search] as const,
    queryFn: ({ signal }) => api.rides.days({ query: search }, { signal }),
    // The days stay in view while those around another one load; another way has others.
    placeholderData: (before, query) =>
      isSameTrip({ ...query?.queryKey[2], date: search.date }, search) ? keepPreviousData(before) : undefined,
  })

/** A ride that moved between two pages while they were loaded is shown once. */
function unique(rides: Ride[]): Ride[] {
  return [...new Map(rides.map((ride) => [`${ride.id} ${ride.section.from_position}`, ride])).values()]
}

/** Coming rides between the ends of the ride's section. */
export const similarQuery = ({ id, section: { start_location: from, end_location: to } }: RideDetail) =>
  queryOptions({
    queryKey: ['rides', 'similar', id, from, to],
    queryFn: ({ signal }) =>
      api.rides.search({ query: { from, to, sort: 'departure', limit: String(similarRidesMax) } }, { signal }),
  })

/** Returns whether the ride's page shows what comes after it. */
export const hasLeft = (ride: RideDetail) => rideState(ride) === 'departed'

export const rideQuery = (id: string, part?: RidePart) =>
  queryOptions({
    queryKey: ['rides', 'ride', id, part ?? null],
    queryFn: ({ signal }) => api.rides.get({ params: { id }, query: part ? partFields(part) : {} }, { signal }),
    // Another section keeps the shown data until it has loaded; another ride does not.
    placeholderData: (before, query) => (query?.queryKey[2] === id ? keepPreviousData(before) : undefined),
  })
