import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { WantedBody, WantedChanges } from '@samtur/contract/wanted'
import { api } from '#lib/api'
import { useLive, usePolling, useRejoined } from '#lib/live'

const minute = 60_000

interface Part<Item> {
  items: Item[]
  next_cursor: string | null
}

/** Returns the items of all pages, without those that moved to the next page while it was loaded. */
function unique<Item extends { id: string }>({ pages }: { pages: readonly Part<Item>[] }): Item[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()]
}

const endless = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }: Part<unknown>) => next_cursor ?? undefined,
}

const ownQuery = infiniteQueryOptions({
  ...endless,
  queryKey: ['wanted', 'own'],
  queryFn: ({ pageParam: cursor, signal }) => api.wanted.own({ query: { cursor } }, { signal }),
  select: unique,
  // Live updates arrive only while the list is shown, so each visit reloads it.
  staleTime: 0,
})

/** The reader's wanted rides, newest first. */
export const useOwnWanted = (enabled = true) =>
  useInfiniteQuery({ ...ownQuery, enabled, refetchInterval: usePolling('inbox', minute) })

const postsQuery = infiniteQueryOptions({
  ...endless,
  queryKey: ['wanted', 'posts'],
  queryFn: ({ pageParam: cursor, signal }) => api.wanted.posts({ query: { cursor } }, { signal }),
  select: unique,
  staleTime: minute,
})

/** What people look for in public, newest first. */
export const usePosts = () => useInfiniteQuery(postsQuery)

/** Posts between places that suit a person who drives from one to the other; `next_cursor` says that there are more than a page. */
export const postsBetweenQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['wanted', 'posts-between', from, to],
    queryFn: ({ signal }) => api.wanted.posts({ query: { from, to } }, { signal }),
    enabled: from !== '' && to !== '',
    staleTime: minute,
    retry: false,
  })

/** What a wanted ride would find; undefined while a place or day is missing. */
export const previewQuery = (body: WantedBody | undefined) =>
  queryOptions({
    queryKey: ['wanted', 'preview', body],
    queryFn: ({ signal }) => (body ? api.wanted.preview({ body }, { signal }) : null),
    enabled: body !== undefined,
    staleTime: minute,
    retry: false,
    // The last count stays until the next one has loaded.
    placeholderData: keepPreviousData,
  })

/** Posts on the way of an own ride, by departure. */
export const onYourWayQuery = (rideId: string) =>
  queryOptions({
    queryKey: ['wanted', 'on-your-way', rideId],
    queryFn: ({ signal }) => api.wanted.onYourWay({ query: { ride_id: rideId } }, { signal }),
    select: ({ items }) => items,
    staleTime: minute,
  })

/** Reloads everything about wanted rides. Resolves when what is shown is up to date. */
function useRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['wanted'] })
}

/** Reloads what is shown when a ride or a notification has come; the event does not contain the new data. */
export function useLiveWanted() {
  const refresh = useRefresh()
  useLive('inbox', (event) => {
    if (event.event === 'changed' && (event.what === 'notifications' || event.what === 'rides')) void refresh()
  })
  useRejoined('inbox', () => void refresh())
}

interface NewWanted {
  body: WantedBody
  /** One for each content, so that a second press keeps nothing twice. */
  idempotencyKey: string
}

export function useSaveWanted() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: NewWanted) => api.wanted.create({ body }, { idempotencyKey }),
    onSettled: () => void refresh(),
  })
}

/** Changes, pauses or resumes an own wanted ride. Stays pending until the list shows it. */
export function useChangeWanted() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: WantedChanges }) =>
      api.wanted.edit({ params: { id }, body: changes }),
    // Also after an error: it may have ended meanwhile.
    onSettled: refresh,
  })
}

export function useEndWanted() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => api.wanted.end({ params: { id } }),
    onSettled: refresh,
  })
}

/** Offers an own ride to the person of a post. Stays pending until the list shows it. */
export function useOffer(rideId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ postId, idempotencyKey }: { postId: string; idempotencyKey: string }) =>
      api.wanted.offer({ params: { id: postId }, body: { ride_id: rideId } }, { idempotencyKey }),
    onSettled: refresh,
  })
}
