import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FollowLinkBody, TodayTrip } from '@samtur/contract/travel'
import { api, ApiError } from '#lib/api'
import { useLive, usePolling } from '#lib/live'
import { keep, recall } from '#lib/offline-copy'
import { getSession } from '#lib/session'

const minute = 60_000
const key = ['travel', 'today']

interface Today {
  items: readonly TodayTrip[]
  /** When they were read from the server, in milliseconds since 1970; not for the copy on the device. */
  loaded_at?: number
  /** For the copy on the device: when it was read from the server. */
  as_of?: string
}

export const isAway = (error: unknown) =>
  error instanceof ApiError && (error.code === 'offline' || error.code === 'unavailable')

/** Reads today's trips; stores them on the device, and returns the stored ones while the server cannot be reached. */
async function readToday(signal: AbortSignal): Promise<Today> {
  const owner = getSession().me?.id
  try {
    const { items } = await api.travel.today(undefined, { signal })
    const loaded_at = Date.now()
    if (owner) void keep(owner, 'today', items, loaded_at)
    return { items, loaded_at }
  } catch (error) {
    const copy = owner && isAway(error) ? await recall(owner, 'today') : undefined
    if (!copy) throw error
    return { items: copy.items, as_of: new Date(copy.at).toISOString() }
  }
}

/** Returns whether the device has a copy of today's trips that is not older than this time, in milliseconds since 1970. */
export async function isStored(since: number): Promise<boolean> {
  const owner = getSession().me?.id
  const copy = owner === undefined ? undefined : await recall(owner, 'today')
  return copy !== undefined && copy.at >= since
}

const todayQuery = queryOptions({ queryKey: key, queryFn: ({ signal }) => readToday(signal), staleTime: 0 })

export const useToday = () => useQuery({ ...todayQuery, refetchInterval: usePolling('inbox', minute) })

/** Returns a function that reads today's trips again. */
export function useRefreshToday() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: key })
}

/** Reads again when the inbox reports a change of a trip. */
export function useLiveToday() {
  const refresh = useRefreshToday()
  useLive('inbox', (event) => {
    if (event.event === 'changed' && (event.what === 'reservations' || event.what === 'rides')) void refresh()
  })
}

interface Sharing {
  trip: Pick<TodayTrip, 'ride_id' | 'reservation_id'>
  email: string
  idempotencyKey: string
}

const bodyOf = ({ trip: { ride_id, reservation_id }, email }: Sharing): FollowLinkBody => ({
  ...(reservation_id === null ? { ride_id } : { reservation_id }),
  ...(email.trim() !== '' && { email }),
})

export function useShare() {
  const refresh = useRefreshToday()
  return useMutation({
    mutationFn: (sharing: Sharing) =>
      api.travel.share({ body: bodyOf(sharing) }, { idempotencyKey: sharing.idempotencyKey }),
    onSuccess: refresh,
  }).mutateAsync
}

export function useUnshare() {
  const refresh = useRefreshToday()
  return useMutation({
    mutationFn: (id: string) => api.travel.unshare({ params: { id } }),
    onSuccess: refresh,
  }).mutateAsync
}

const halfMinute = 30_000

export const isGone = (error: unknown) => error instanceof ApiError && error.code === 'not_found'

/** What the API takes at most; a longer key is unknown as well. */
const longestKey = 100

export const followedQuery = (key: string) =>
  queryOptions({
    queryKey: ['travel', 'followed', key],
    queryFn: ({ signal }) => api.travel.follow({ body: { key: key.slice(0, longestKey) } }, { signal }),
  })

/** Loads again every half minute; a link that shows nothing stays so. */
export const useFollowed = (key: string) =>
  useQuery({
    ...followedQuery(key),
    refetchInterval: ({ state }) => !isGone(state.error) && halfMinute,
    refetchOnWindowFocus: ({ state }) => !isGone(state.error),
    staleTime: 0,
  })
