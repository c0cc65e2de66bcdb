import { useEffect } from 'react'
import {
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { ChatSummary, Message } from '@samtur/contract/chat'
import { api, ApiError } from '#lib/api'
import { live, useCatchUp, useLive, useLiveState } from '#lib/live'
import { refreshSession } from '#lib/session'
import {
  hasGap,
  joinThreads,
  readAgain,
  readBefore,
  readNews,
  single,
  withChat,
  withKnownMarks,
  withMessage,
  withoutChat,
  withoutUnread,
  withSeen,
  type Outgoing,
  type ReadPage,
  type Thread,
} from './model.ts'
import { concernsChats, pollEvery, refreshUnread, unreadQuery, usePolling } from './unread.ts'

const chatsQuery = queryOptions({
  queryKey: ['chat', 'list'],
  queryFn: async ({ signal, client }) => {
    const { items } = await api.chat.list({}, { signal })
    return { items: withKnownMarks(client.getQueryData<{ items: ChatSummary[] }>(['chat', 'list'])?.items, items) }
  },
})

function changeChats(client: QueryClient, change: (chats: readonly ChatSummary[]) => ChatSummary[]) {
  client.setQueryData(chatsQuery.queryKey, (known) => known && { items: change(known.items) })
}

export const refreshChats = (client: QueryClient) => client.invalidateQueries({ queryKey: chatsQuery.queryKey })

let catchingUp = false

/** Inbox and open conversation are there again in the same moment, when the whole connection is: one question is enough for both. */
function catchUpChats(client: QueryClient) {
  if (catchingUp) return
  catchingUp = true
  queueMicrotask(() => {
    catchingUp = false
    void refreshChats(client)
  })
}

/** The conversations; the inbox tells when they have changed. */
export function useChats(me: string) {
  const client = useQueryClient()
  const query = useQuery({ ...chatsQuery, refetchInterval: usePolling('inbox') })
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

/** What has left the list is gone from here too: should it come back, it begins anew. */
function useForgetting(chats: readonly ChatSummary[] | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    if (!chats) return
    const listed = new Set<unknown>(chats.map(({ id }) => id))
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => !listed.has(queryKey[2])
    client.removeQueries({ queryKey: allMessages, type: 'inactive', predicate })
  }, [client, chats])
}

const allMessages = ['chat', 'messages'] as const
const messagesKey = (chatId: string) => [...allMessages, chatId] as const
export const liveChannel = (chatId: string) => `chat:${chatId}`

/** All that is known of a conversation. Whatever arrives is joined with it, so that no answer can undo a live event. */
function messagesQuery(client: QueryClient, chatId: string) {
  const queryKey = messagesKey(chatId)
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => readNews(readPage(chatId, signal), client.getQueryData<Thread>(queryKey)),
    structuralSharing: (known, incoming) => joinThreads(known as Thread | undefined, incoming as Thread),
    staleTime: 0,
  })
}

const readPage =
  (chatId: string, signal?: AbortSignal): ReadPage =>
  (query) =>
    api.chat.messages({ params: { id: chatId }, query }, { signal })

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
  const polling = usePolling(channel)
  const query = useQuery({
    ...messagesQuery(client, chatId),
    // What could not be read is asked for again: nothing live would tell of it before the next message.
    refetchInterval: ({ state }) => (state.status === 'error' ? pollEvery : polling),
  })
  const catchUp = () => void client.invalidateQueries({ queryKey: messagesKey(chatId) })
  useLive(channel, (event) => {
    if (event.event === 'read') changeChats(client, (chats) => withSeen(chats, chatId, event.reader_id, event.seq))
    if (event.event !== 'message') return
    receive(client, event.message)
    const thread = client.getQueryData<Thread>(messagesKey(chatId))
    if (thread && hasGap(thread)) catchUp()
  })
  useLive('inbox', (event) => {
    if (event.event === 'changed' && event.what === 'chats') void lookAgain(client, chatId)
  })
  useCatchUp(channel, catchUp, query.isSuccess)
  // How far the other person has read stands in the list.
  const connected = useLiveState() === 'joined'
  useCatchUp(channel, () => catchUpChats(client), connected)
  return query
}

/** The administrator may have hidden a message that is shown here, or given it back. */
async function lookAgain(client: QueryClient, chatId: string) {
  const known = client.getQueryData<Thread>(messagesKey(chatId))
  if (!known) return
  // Not to be had just now: what is opened next time is as it should be.
  const thread = await readAgain(readPage(chatId), known).catch(() => undefined)
  if (thread) addMessages(client, chatId, thread)
}

export function useOlder(chatId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ from }: Thread) => readBefore(readPage(chatId), from + 1),
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
    mutationFn: (outgoing: Outgoing) => deliver(chatId, outgoing),
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

/**
 * Over the live connection where there is one. What is refused there, or not answered, is asked for once more over HTTP: under its id it is
 * stored once, and a refusal is told the one way in which the page understands it.
 */
async function deliver(chatId: string, { client_id, content }: Outgoing): Promise<Message> {
  const stored = await live.say(liveChannel(chatId), { client_id, content })
  return stored ?? api.chat.send({ params: { id: chatId }, body: { content, client_id } })
}

function hasArrived(client: QueryClient, chatId: string, clientId: string) {
  const thread = client.getQueryData<Thread>(messagesKey(chatId))
  return thread?.messages.some(({ client_id }) => client_id === clientId) ?? false
}

interface Delivery {
  client_id: string
  file: Blob
  /** Gets the share that has been sent, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}
export type DeliverImage = (delivery: Delivery) => Promise<void>

/** Brings an image to the server, and into what is shown. */
export function useDeliverImage(chatId: string): DeliverImage {
  const client = useQueryClient()
  return async ({ client_id, signal, ...rest }) => {
    const url = `/api/v1/chats/${encodeURIComponent(chatId)}/images?client_id=${client_id}`
    const { upload } = await import('#lib/upload')
    try {
      receive(client, await upload<Message>({ method: 'POST', url, name: 'image', signal, ...rest }))
    } catch (error) {
      if (signal.aborted) throw error
      if (hasArrived(client, chatId, client_id)) return
      if (error instanceof ApiError && error.status === 401) void refreshSession()
      // Whether one may still write stands in the list.
      if (error instanceof ApiError && error.status === 403) void refreshChats(client)
      throw error
    }
  }
}

/** Takes an own message back; both sides' pages hear of it live. */
export function useTakeBack(chatId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (messageId: string) => api.chat.takeBack({ params: { id: chatId, message_id: messageId } }),
    onSuccess: (message) => {
      receive(client, message)
      void refreshChats(client)
    },
  })
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

/** Ends the sending of texts: those that wait for their turn are answered, and the one under way is waited for. */
export async function holdTexts(client: QueryClient, chatId: string): Promise<Outgoing[]> {
  const cache = client.getMutationCache()
  const pending = () => cache.findAll({ mutationKey: sendKey(chatId), status: 'pending' })
  const waiting = pending().filter(({ state }) => state.isPaused)
  for (const one of waiting) cache.remove(one)
  await new Promise<void>((resolve) => {
    const look = () => {
      if (pending().length > 0) return
      stop()
      resolve()
    }
    const stop = cache.subscribe(look)
    look()
  })
  return waiting.map(({ state }) => state.variables as Outgoing)
}

/** Gone from here before the answers to new questions say so. */
export async function leaveChat(client: QueryClient, chatId: string) {
  await client.cancelQueries({ queryKey: chatsQuery.queryKey })
  changeChats(client, (chats) => withoutChat(chats, chatId))
  void refreshChats(client)
  refreshUnread(client)
}

/** Trips ahead of the two; asked again whenever reservations have changed. */
export const tripsQuery = (chatId: string) =>
  queryOptions({
    queryKey: ['chat', 'trips', chatId],
    queryFn: ({ signal }) => api.chat.trips({ params: { id: chatId } }, { signal }),
  })

/** Asked again with each opening: what the caller has reserved may have changed meanwhile. */
export const pinnedRideQuery = (rideId: string) =>
  queryOptions({
    queryKey: ['chat', 'ride', rideId],
    queryFn: ({ signal }) => api.rides.get({ params: { id: rideId }, query: {} }, { signal }),
  })
