import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { NotificationSettings } from '@samtur/contract/notifications'
import { api } from '#lib/api'
import { useCatchUp, useLive, usePolling } from '#lib/live'
import { takingBack, withChanges, withRead, type Change } from './model.ts'

const minute = 60_000

export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => api.notifications.unread(undefined, { signal }),
})

const listQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ pageParam, signal }) => api.notifications.list({ query: { cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  // New notifications shift later pages, so duplicates are removed.
  select: ({ pages }) => [...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()],
  staleTime: 0,
})

const settingsQuery = queryOptions({
  queryKey: ['notifications', 'settings'],
  queryFn: ({ signal }) => api.notifications.settings(undefined, { signal }),
})

const refresh = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: unreadQuery.queryKey }),
    client.invalidateQueries({ queryKey: listQuery.queryKey }),
  ])

/** Returns the number of unread notifications. The inbox channel reports changes; without it the number is polled. */
export function useUnread(): number {
  const client = useQueryClient()
  const query = useQuery({ ...unreadQuery, refetchInterval: usePolling('inbox', minute) })
  useLive('inbox', (event) => {
    if (event.event === 'changed' && event.what === 'notifications') void refresh(client)
  })
  useCatchUp('inbox', () => void refresh(client), query.isSuccess)
  return query.data?.unread ?? 0
}

/** Returns how many of them are about the person's own rides and reservations. The bell on the same page keeps the number fresh. */
export const useUnreadOfTrips = (): number => useQuery(unreadQuery).data?.trips ?? 0

export const useNotifications = () => useInfiniteQuery(listQuery)

interface Reading {
  id: string
  /** Marks this one and all before it. */
  all?: boolean
}

/** Marks as read at once; after a failure the lists load again. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, all = false }: Reading) => api.notifications.read({ body: { id, all_before: all } }),
    onMutate: async ({ id, all = false }: Reading) => {
      await client.cancelQueries({ queryKey: listQuery.queryKey })
      client.setQueryData(
        listQuery.queryKey,
        (known) =>
          known && { ...known, pages: known.pages.map((page) => ({ ...page, items: withRead(page.items, id, all) })) },
      )
    },
    onSuccess: (answer) => client.setQueryData(unreadQuery.queryKey, answer),
    onError: () => refresh(client),
  })
}

export const useSettings = () => useQuery(settingsQuery)

/** Changes the switches at once, and back when storing fails. Several may be running, each with its own result. */
export function useChangeSettings() {
  const client = useQueryClient()
  const show = (changes: readonly Change[]) =>
    client.setQueryData(settingsQuery.queryKey, (known) => known && withChanges(known, changes))
  return useMutation({
    mutationFn: (items: Change[]) => api.notifications.changeSettings({ body: { items } }),
    onMutate: async (changes) => {
      await client.cancelQueries({ queryKey: settingsQuery.queryKey })
      const known = client.getQueryData(settingsQuery.queryKey)
      show(changes)
      return known ? takingBack(known, changes) : []
    },
    onError: (_error, _changes, before) => show(before ?? []),
  })
}

const changeDevices = (client: QueryClient, change: (known: NotificationSettings) => NotificationSettings) =>
  client.setQueryData(settingsQuery.queryKey, (known) => known && change(known))

export type Device = NotificationSettings['devices'][number]

/** Runs a task that turns push messages on or off for a device: the browser's several steps, or a request to the server. */
export function useDeviceChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (task: () => Promise<Device | 'removed' | undefined>) => task(),
    onSuccess: (device) => {
      if (device && device !== 'removed')
        changeDevices(client, (known) => ({
          ...known,
          devices: [device, ...known.devices.filter(({ id }) => id !== device.id)],
        }))
    },
    onSettled: () => client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  })
}
