import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { homeListSize } from '@samtur/contract/constants'
import type { Ride, RideBody } from '@samtur/contract/rides'
import { api } from '#lib/api'
import { boot } from '#lib/boot'
import { refreshSession } from '#lib/session'
import type { Search, SectionPositions } from './model.ts'

const pageLoadedAt = Date.now()

/** The home page's list; the server has put it into the page where that is what was asked for. */
export const upcomingQuery = queryOptions({
  queryKey: ['rides', 'upcoming'],
  queryFn: ({ signal }) => api.rides.search({ query: { limit: String(homeListSize) } }, { signal }),
  initialData: boot.data?.upcoming,
  initialDataUpdatedAt: pageLoadedAt,
  select: ({ items }) => items,
})

export const searchQuery = (search: Search) =>
  infiniteQueryOptions({
    queryKey: ['rides', 'search', search],
    queryFn: ({ pageParam, signal }) => api.rides.search({ query: { ...search, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    select: ({ pages }) => unique(pages.flatMap(({ items }) => items)),
  })

/** A ride that moved between two pages while they were loaded is shown once. */
function unique(rides: Ride[]): Ride[] {
  return [...new Map(rides.map((ride) => [`${ride.id} ${ride.section.from_position}`, ride])).values()]
}

export const rideQuery = (id: string, section?: SectionPositions) =>
  queryOptions({
    queryKey: ['rides', 'ride', id, section ?? null],
    queryFn: ({ signal }) => api.rides.get({ params: { id }, query: section ? positions(section) : {} }, { signal }),
    // Choosing another section keeps the page; another ride starts from nothing.
    placeholderData: (before, query) => (query?.queryKey[2] === id ? keepPreviousData(before) : undefined),
  })

const positions = ({ from_position, to_position }: SectionPositions) => ({
  from_position: String(from_position),
  to_position: String(to_position),
})

/** The caller's latest ride, whose car is most likely the next ride's too. */
export const lastRideQuery = queryOptions({
  queryKey: ['reservations', 'last-ride'],
  queryFn: async ({ signal }) => {
    const { items } = await api.reservations.myRides(undefined, { signal })
    return items[0] ?? null
  },
  staleTime: Infinity,
})

interface Publication {
  body: RideBody
  /** One for each form, so that a second press or a repeated request publishes nothing twice. */
  idempotencyKey: string
}

export function usePublish() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Publication) => api.rides.publish({ body }, { idempotencyKey }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['rides'] })
      void client.invalidateQueries({ queryKey: ['reservations'] })
      // The first ride makes a driver.
      void refreshSession()
    },
  })
}
