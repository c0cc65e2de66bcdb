import { useRef } from 'react'
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { NotificationKind, NotificationSettings } from '@samtur/contract/notifications'
import { api } from '#lib/api'
import { useCatchUp, useLive, useLiveState } from '#lib/live'
import { withRead, withSwitch, type Channel } from './model.ts'

const minute = 60_000

const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => api.notifications.unread(undefined, { signal }),
})

const listQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ pageParam, signal }) => api.notifications.list({ query: { cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  // What has come between two parts moves the later ones on: shown once.
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

/** How many are unread; the inbox tells when that has changed, and while it is not joined it is asked for. */
export function useUnread(): number {
  const client = useQueryClient()
  const joined = useLiveState('inbox') === 'joined'
  const query = useQuery({ ...unreadQuery, refetchInterval: joined ? false : minute })
  useLive('inbox', (event) => {
    if (event.event === 'changed' && event.what === 'notifications') void refresh(client)
  })
  useCatchUp('inbox', () => void refresh(client), query.isSuccess)
  return query.data?.unread ?? 0
}

export const useNotifications = () => useInfiniteQuery(listQuery)

interface Reading {
  id: string
  /** This one and all before it. */
  all?: boolean
}

/** Shown as read at once; after a failure the lists ask how things stand. */
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

interface Switching {
  kind: NotificationKind
  channel: Channel
  on: boolean
}

/** The switch moves at once, and back when it could not be stored. Several may be on their way: each answers for itself. */
export function useSwitch() {
  const client = useQueryClient()
  const show = ({ kind, channel, on }: Switching) =>
    client.setQueryData(settingsQuery.queryKey, (known) => known && withSwitch(known, kind, channel, on))
  return useMutation({
    mutationFn: ({ kind, channel, on }: Switching) =>
      api.notifications.changeSettings({ body: { items: [{ kind, [channel]: on }] } }),
    onMutate: async (change: Switching) => {
      await client.cancelQueries({ queryKey: settingsQuery.queryKey })
      show(change)
    },
    onError: (_error, change) => show({ ...change, on: !change.on }),
  })
}

const changeDevices = (client: QueryClient, change: (known: NotificationSettings) => NotificationSettings) =>
  client.setQueryData(settingsQuery.queryKey, (known) => known && change(known))

export type Device = NotificationSettings['devices'][number]

/** Turning on and off on this device takes several steps of the browser: `task` is what happens there. */
export function useDeviceChange() {
  const client = useQueryClient()
  const busy = useRef(false)
  const mutation = useMutation({
    mutationFn: (task: () => Promise<Device | undefined>) => task(),
    onSuccess: (device) => {
      if (device)
        changeDevices(client, (known) => ({
          ...known,
          devices: [device, ...known.devices.filter(({ id }) => id !== device.id)],
        }))
    },
    onSettled: () => {
      busy.current = false
      return client.invalidateQueries({ queryKey: settingsQuery.queryKey })
    },
  })
  const run = async (task: () => Promise<Device | undefined>) => {
    if (busy.current) return
    busy.current = true
    await mutation.mutateAsync(task)
  }
  return { run, busy: mutation.isPending }
}
