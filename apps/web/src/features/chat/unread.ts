/** How much is unread. The bar asks it on every page, so that it needs nothing of the conversations themselves. */
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@samtur/contract/live'
import { api } from '#lib/api'
import { useCatchUp, useLive, useLiveState } from '#lib/live'

export const pollEvery = 3_000

/** What does not arrive live is asked for. */
export const usePolling = (channel: string) => (useLiveState(channel) === 'joined' ? (false as const) : pollEvery)

/** Something in the list of conversations, or how much of it is unread, is another now. */
export const concernsChats = (event: LiveEvent, me: string) =>
  event.event === 'new_message' ||
  (event.event === 'read' && event.reader_id === me) ||
  (event.event === 'changed' && event.what === 'chats')

export const unreadQuery = queryOptions({
  queryKey: ['chat', 'unread'],
  queryFn: ({ signal }) => api.chat.unread({}, { signal }),
})

let refreshingUnread = false

/** The bar shows the dot in two places; both hear the same event, and one question is enough. */
export function refreshUnread(client: QueryClient) {
  if (refreshingUnread) return
  refreshingUnread = true
  queueMicrotask(() => {
    refreshingUnread = false
    void client.invalidateQueries({ queryKey: unreadQuery.queryKey })
  })
}

/** The number of unread messages; the inbox tells when it has changed. Unknown counts as none. */
export function useUnreadTotal(me: string, isOpen: (chatId: string) => boolean): number {
  const client = useQueryClient()
  const { data, isFetched } = useQuery({ ...unreadQuery, refetchInterval: usePolling('inbox') })
  const refresh = () => refreshUnread(client)
  useLive('inbox', (event) => {
    // Deleted or blocked on another device: what is not being shown here is forgotten, and read anew where it is wanted.
    if (event.event === 'changed' && event.what === 'chats')
      client.removeQueries({ queryKey: ['chat'], type: 'inactive' })
    // What is being looked at gets marked as read, and the answer to that brings the new number.
    if (!concernsChats(event, me) || (event.event === 'new_message' && isOpen(event.chat_id))) return
    if (event.event === 'new_message' && event.sender_id !== me) countFirst(client, event.chat_id)
    refresh()
  })
  useCatchUp('inbox', refresh, isFetched)
  return data?.total ?? 0
}

/** The dot need not wait for the answer that tells the exact number. */
function countFirst(client: QueryClient, chatId: string) {
  client.setQueryData(unreadQuery.queryKey, (known) =>
    known?.total ? known : { chats: [{ chat_id: chatId, count: 1 }], total: 1 },
  )
}
