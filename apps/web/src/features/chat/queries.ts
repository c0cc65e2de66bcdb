import {
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { ChatSummary, Message } from '@samtur/contract/chat'
import { chat as limits } from '@samtur/contract/constants'
import type { LiveEvent } from '@samtur/contract/live'
import { api, ApiError } from '#lib/api'
import { useCatchUp, useLive, useLiveState } from '#lib/live'
import {
  hasGap,
  joinThreads,
  single,
  withChat,
  withMessage,
  withoutUnread,
  type Outgoing,
  type Thread,
} from './model.ts'

const pollEvery = 3_000

/** What does not arrive live is asked for. */
const usePolling = (channel: string) => (useLiveState(channel) === 'joined' ? (false as const) : pollEvery)

const chatsQuery = queryOptions({
  queryKey: ['chat', 'list'],
  queryFn: ({ signal }) => api.chat.list({}, { signal }),
})

function changeChats(client: QueryClient, change: (chats: readonly ChatSummary[]) => ChatSummary[]) {
  client.setQueryData(chatsQuery.queryKey, (known) => known && { items: change(known.items) })
}

const refreshChats = (client: QueryClient) => client.invalidateQueries({ queryKey: chatsQuery.queryKey })

/** The conversations; the inbox tells when they have changed. */
export function useChats(me: string) {
  const client = useQueryClient()
  const query = useQuery({ ...chatsQuery, refetchInterval: usePolling('inbox') })
  const refresh = () => void refreshChats(client)
  useLive('inbox', (event) => {
    if (concernsChats(event, me)) refresh()
  })
  useCatchUp('inbox', refresh, query.isSuccess)
  return { ...query, chats: query.data?.items }
}

const concernsChats = (event: LiveEvent, me: string) =>
  event.event === 'new_message' ||
  (event.event === 'read' && event.reader_id === me) ||
  (event.event === 'changed' && event.what === 'chats')

const messagesKey = (chatId: string) => ['chat', 'messages', chatId] as const
const liveChannel = (chatId: string) => `chat:${chatId}`

/** All that is known of a conversation. Whatever arrives is joined with it, so that no answer can undo a live event. */
function messagesQuery(client: QueryClient, chatId: string) {
  const queryKey = messagesKey(chatId)
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => fetchNews(chatId, client.getQueryData<Thread>(queryKey), signal),
    structuralSharing: (known, incoming) => joinThreads(known as Thread | undefined, incoming as Thread),
    staleTime: 0,
  })
}

/** The latest messages at first, later everything that has come since. */
async function fetchNews(chatId: string, known: Thread | undefined, signal: AbortSignal): Promise<Thread> {
  if (!known) return fetchBefore(chatId, undefined, signal)
  const messages: Message[] = []
  let upTo = known.upTo
  for (;;) {
    const { items } = await api.chat.messages({ params: { id: chatId }, query: { after: String(upTo) } }, { signal })
    messages.push(...items)
    upTo = items.at(-1)?.seq ?? upTo
    if (items.length < limits.historySize) return { messages, from: known.upTo, upTo }
  }
}

async function fetchBefore(chatId: string, end: number | undefined, signal?: AbortSignal): Promise<Thread> {
  const query = { before: end?.toString() }
  const { items, has_older } = await api.chat.messages({ params: { id: chatId }, query }, { signal })
  const from = has_older ? (items[0]?.seq ?? 1) - 1 : 0
  return { messages: items, from, upTo: end === undefined ? (items.at(-1)?.seq ?? 0) : end - 1 }
}

function addMessages(client: QueryClient, chatId: string, thread: Thread) {
  // A conversation that has not been loaded yet would otherwise look as if this were all of it.
  client.setQueryData<Thread>(messagesKey(chatId), (known) => known && joinThreads(known, thread))
}

/** One message that the server has stored, by whichever way it came. */
function receive(client: QueryClient, message: Message) {
  addMessages(client, message.chat_id, single(message))
  changeChats(client, (chats) => withMessage(chats, message))
}

export function useThread(chatId: string) {
  const client = useQueryClient()
  const channel = liveChannel(chatId)
  const query = useQuery({ ...messagesQuery(client, chatId), refetchInterval: usePolling(channel) })
  const catchUp = () => void client.invalidateQueries({ queryKey: messagesKey(chatId) })
  useLive(channel, (event) => {
    if (event.event !== 'message') return
    receive(client, event.message)
    const thread = client.getQueryData<Thread>(messagesKey(chatId))
    if (thread && hasGap(thread)) catchUp()
  })
  useCatchUp(channel, catchUp, query.isSuccess)
  return query
}

export function useOlder(chatId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ from }: Thread) => fetchBefore(chatId, from + 1),
    onSuccess: (page) => addMessages(client, chatId, page),
  })
}

const sendKey = (chatId: string) => ['chat', 'send', chatId] as const

export function useOutgoing(chatId: string): Outgoing[] {
  return useMutationState({
    filters: { mutationKey: sendKey(chatId), status: 'pending' },
    select: ({ state }) => state.variables as Outgoing,
  })
}

/** One after the other, so that they arrive in the order they were written. */
export function useSend(chatId: string, onFailed: (outgoing: Outgoing, error: unknown) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: sendKey(chatId),
    scope: { id: sendKey(chatId).join(' ') },
    mutationFn: ({ client_id, content }: Outgoing) =>
      api.chat.send({ params: { id: chatId }, body: { content, client_id } }),
    onSuccess: (message) => receive(client, message),
    onError: (error, outgoing) => {
      // Only the answer was lost, and the message itself has arrived by another way.
      if (hasArrived(client, chatId, outgoing.client_id)) return
      // Whether one may still write stands in the list.
      if (error instanceof ApiError && error.code === 'message_refused') void refreshChats(client)
      onFailed(outgoing, error)
    },
  })
}

function hasArrived(client: QueryClient, chatId: string, clientId: string) {
  const thread = client.getQueryData<Thread>(messagesKey(chatId))
  return thread?.messages.some(({ client_id }) => client_id === clientId) ?? false
}

const unreadQuery = queryOptions({
  queryKey: ['chat', 'unread'],
  queryFn: ({ signal }) => api.chat.unread({}, { signal }),
})

let refreshingUnread = false

/** The bar shows the dot in two places; both hear the same event, and one question is enough. */
function refreshUnread(client: QueryClient) {
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

export function useMarkRead(chatId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (seq: number) => api.chat.read({ params: { id: chatId }, body: { seq } }),
    retry: 3,
    retryDelay: pollEvery,
    onSuccess: (unread) => {
      // An older question on its way must not bring the old number back.
      void client.cancelQueries({ queryKey: unreadQuery.queryKey })
      client.setQueryData(unreadQuery.queryKey, unread)
      changeChats(client, (chats) => withoutUnread(chats, chatId))
    },
  })
}

export function useOpenChat() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, rideId }: { userId: string; rideId: string | undefined }) =>
      api.chat.open({ body: { user_id: userId, ride_id: rideId } }),
    onSuccess: async (chat) => {
      // An older question on its way must not take the new conversation away again.
      await client.cancelQueries({ queryKey: chatsQuery.queryKey })
      changeChats(client, (chats) => withChat(chats, chat))
      void refreshChats(client)
    },
  })
}

/** Asked again with each opening: what the caller has reserved may have changed meanwhile. */
export const pinnedRideQuery = (rideId: string) =>
  queryOptions({
    queryKey: ['chat', 'ride', rideId],
    queryFn: ({ signal }) => api.rides.get({ params: { id: rideId }, query: {} }, { signal }),
  })
