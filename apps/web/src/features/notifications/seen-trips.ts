/**
 * How many of the unread notifications about own trips the person has seen the trips of, on /my-rides: kept in this browser until log-out.
 * The notifications stay unread in the bell, which says more than the lists.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { useQuery } from '@tanstack/react-query'
import { onSessionEvent } from '#lib/session'
import { unreadQuery } from './queries.ts'

const key = 'seen-trips'
const watchers = new Set<() => void>()

function seenTrips(): number {
  try {
    return Number(localStorage.getItem(key)) || 0
  } catch {
    return 0
  }
}

function noteTrips(count: number) {
  try {
    if (count > 0) localStorage.setItem(key, String(count))
    else localStorage.removeItem(key)
  } catch {
    // Forbidden by the browser's settings: the dot stays until the notifications are read.
  }
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    removeEventListener('storage', watcher)
  }
}

onSessionEvent((event) => {
  if (event === 'SIGNED_OUT' || event === 'SIGNED_IN') noteTrips(0)
})

/** Notes what is new about own trips as seen while their lists are shown. The number comes with the bell, which keeps it fresh. */
export function useSeeTrips(shown: boolean) {
  const trips = useQuery({ ...unreadQuery, enabled: false }).data?.trips
  useEffect(() => {
    if (shown && trips !== undefined) noteTrips(trips)
  }, [shown, trips])
}

/** Returns whether there is something new about own trips since their lists were shown. */
export function useTripsNews(): boolean {
  const trips = useQuery(unreadQuery).data?.trips
  const seen = useSyncExternalStore(watch, seenTrips, () => 0)
  // Some have been read since: what comes now is new again.
  useEffect(() => {
    if (trips !== undefined && trips < seen) noteTrips(trips)
  }, [trips, seen])
  return trips !== undefined && trips > seen
}
