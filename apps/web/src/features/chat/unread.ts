/** The number of unread messages. The bar needs it on every page, so that this file imports nothing of the conversations. */
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@samtur/contract/live'
import { api } from '#lib/api'
import { useCatchUp, useLive, usePolling } from '#lib/live'

/** Milliseconds. */
export const pollEvery = 3_000

/** Returns whether the event changes the list of conversations or the number of unread messages. */
export const concernsChats = (event: LiveEvent, me: string) =>
  event.event === 'new_message' ||
  (event.event === 'read' && event.reader_id === me) ||
  (event.event === 'changed' && event.what === 'chats')

export const unreadQuery = queryOptions({
  queryKey: ['chat', 'unread'],
  queryFn: ({ signal }) => api.chat.unread({}, { signal }),
})

let refreshingUnread = false

/** Reloads the number once, because the bars show it in three places that receive the same event. */
export function refreshUnread(client: QueryClient) {
  if (refreshingUnread) return
  refreshingUnread = true
  queueMicrotask(() => {
    refreshingUnread = false
    void client.invalidateQueries({ queryKey: unreadQuery.queryKey })
  })
}

/** Returns the number of unread messages, reloaded when the inbox reports a change; 0 while it is unknown. */
export function useUnreadTotal(me: string, isOpen: (chatId: string) => boolean): number {
  const client = useQueryClient()
  const { data, isFetched } = useQuery({ ...unreadQuery, refetchInterval: usePolling('inbox', pollEvery) })
  const refresh = () => refreshUnread(client)
  useLive('inbox', (event) => {
    // After a deletion or block on another device, conversations that are not shown are dropped.
    if (event.event === 'changed' && event.what === 'chats')
      client.removeQueries({ queryKey: ['chat'], type: 'inactive' })
    // An open conversation is marked as read, and that response has the new number.
    if (!concernsChats(event, me) || (event.event === 'new_message' && isOpen(event.chat_id))) return
    if (event.event === 'new_message' && event.sender_id !== me) countFirst(client, event.chat_id)
    refresh()
  })
  useCatchUp('inbox', refresh, isFetched)
  return data?.total ?? 0
}

/** Shows the dot before the response with the exact number. */
function countFirst(client: QueryClient, chatId: string) {
  client.setQueryData(unreadQuery.queryKey, (known) =>
    known?.total ? known : { chats: [{ chat_id: chatId, count: 1 }], total: 1 },
  )
}
