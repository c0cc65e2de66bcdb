import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { NotificationSettings } from '@samtur/contract/notifications'
import { api } from '#lib/api'
import { useCatchUp, useLive, usePolling } from '#lib/live'
import { withChanges, withRead, type Change } from './model.ts'

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

const changeKey = ['notifications', 'change-settings'] as const

/** The settings as stored, with the changes that are on their way. */
export function useSettings() {
  const query = useQuery(settingsQuery)
  const pending = useMutationState({
    filters: { mutationKey: changeKey, status: 'pending' },
    select: ({ state }) => state.variables as Change[],
  })
  return { ...query, data: query.data && pending.reduce(withChanges, query.data) }
}

/**
 * Changes the switches, one change after the other, so that the last press counts. A failed one is loaded again, because it may have been
 * stored all the same; those after it stay as they are.
 */
export function useChangeSettings() {
  const client = useQueryClient()
  const { queryKey } = settingsQuery
  return useMutation({
    mutationKey: changeKey,
    scope: { id: changeKey.join(' ') },
    mutationFn: (items: Change[]) => api.notifications.changeSettings({ body: { items } }),
    onSuccess: async (answer) => {
      // What is being loaded may be from before the change.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, answer)
    },
    onError: () => void client.invalidateQueries({ queryKey }),
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
