import { useEffect } from 'react'
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ChatSummary } from '@samtur/contract/chat'
import { api } from '#lib/api'
import { useCatchUp, useLive, useLiveState, usePolling } from '#lib/live'
import { withChat, withKnownMarks, withoutChat } from './model.ts'
import { concernsChats, pollEvery, refreshUnread } from './unread.ts'

export const chatsQuery = queryOptions({
  queryKey: ['chat', 'list'],
  queryFn: async ({ signal, client }) => {
    const { items } = await api.chat.list({}, { signal })
    return { items: withKnownMarks(client.getQueryData<{ items: ChatSummary[] }>(['chat', 'list'])?.items, items) }
  },
})

export function changeChats(client: QueryClient, change: (chats: readonly ChatSummary[]) => ChatSummary[]) {
  client.setQueryData(chatsQuery.queryKey, (known) => known && { items: change(known.items) })
}

export const refreshChats = (client: QueryClient) => client.invalidateQueries({ queryKey: chatsQuery.queryKey })

let catchingUp = false

/** Reloads the list once when inbox and open conversation come back in the same moment. */
export function catchUpChats(client: QueryClient) {
  if (catchingUp) return
  catchingUp = true
  queueMicrotask(() => {
    catchingUp = false
    void refreshChats(client)
  })
}

/** Returns the conversations, reloaded when the inbox reports a change. */
export function useChats(me: string) {
  const client = useQueryClient()
  const query = useQuery({ ...chatsQuery, refetchInterval: usePolling('inbox', pollEvery) })
  const refresh = () => void refreshChats(client)
  useLive('inbox', (event) => {
    // An accepted reservation is an agreed trip.
    if (concernsChats(event, me) || (event.event === 'changed' && event.what === 'reservations')) refresh()
  })
  const connected = useLiveState() === 'joined'
  useCatchUp('inbox', () => catchUpChats(client), query.isSuccess && connected)
  const chats = query.data?.items
  useForgetting(chats)
  return { ...query, chats }
}

export const allMessages = ['chat', 'messages'] as const

/** Drops the messages of conversations that have left the list. */
function useForgetting(chats: readonly ChatSummary[] | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (!chats) return
    const listed = new Set<unknown>(chats.map(({ id }) => id))
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => !listed.has(queryKey[2])
    client.removeQueries({ queryKey: allMessages, type: 'inactive', predicate })
  }, [client, chats])
}

export function useOpenChat() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, rideId }: { userId: string; rideId: string | undefined }) =>
      api.chat.open({ body: { user_id: userId, ride_id: rideId } }),
    onSuccess: async (chat) => {
      // An older response must not remove the new conversation.
      await client.cancelQueries({ queryKey: chatsQuery.queryKey })
      changeChats(client, (chats) => withChat(chats, chat))
      void refreshChats(client)
    },
  })
}

/** Removes a conversation from the list at once, and reloads list and count. */
export async function leaveChat(client: QueryClient, chatId: string) {
  await client.cancelQueries({ queryKey: chatsQuery.queryKey })
  changeChats(client, (chats) => withoutChat(chats, chatId))
  void refreshChats(client)
  refreshUnread(client)
}

/** The coming trips of the two people. */
export const tripsQuery = (chatId: string) =>
  queryOptions({
    queryKey: ['chat', 'trips', chatId],
    queryFn: ({ signal }) => api.chat.trips({ params: { id: chatId } }, { signal }),
  })

/** The pinned ride, with the caller's reservation of it. */
export const pinnedRideQuery = (rideId: string) =>
  queryOptions({
    queryKey: ['chat', 'ride', rideId],
    queryFn: ({ signal }) => api.rides.get({ params: { id: rideId }, query: {} }, { signal }),
  })
