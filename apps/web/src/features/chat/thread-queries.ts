import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Message } from '@samtur/contract/chat'
import { api } from '#lib/api'
import { useCatchUp, useLive, useLiveState, usePolling } from '#lib/live'
import { withMessage, withoutUnread, withSeen } from './model.ts'
import { allMessages, catchUpChats, changeChats, refreshChats } from './queries.ts'
import { hasGap, joinThreads, readAgain, readBefore, readNewer, single, type ReadPage, type Thread } from './thread.ts'
import { pollEvery, unreadQuery } from './unread.ts'

const messagesKey = (chatId: string) => [...allMessages, chatId] as const
export const liveChannel = (chatId: string) => `chat:${chatId}`

/** The loaded messages of a conversation. New ones are joined with them, so that no response undoes a live event. */
function messagesQuery(client: QueryClient, chatId: string) {
  const queryKey = messagesKey(chatId)
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => readNewer(readPage(chatId, signal), client.getQueryData<Thread>(queryKey)),
    structuralSharing: (known, incoming) => joinThreads(known as Thread | undefined, incoming as Thread),
    staleTime: 0,
  })
}

const readPage =
  (chatId: string, signal?: AbortSignal): ReadPage =>
  (query) =>
    api.chat.messages({ params: { id: chatId }, query }, { signal })

function addMessages(client: QueryClient, chatId: string, thread: Thread) {
  // Otherwise a conversation that is not loaded yet would seem to have these messages alone.
  client.setQueryData<Thread>(messagesKey(chatId), (known) => known && joinThreads(known, thread))
}

/** Adds a stored message to its conversation and to the list. */
export function receive(client: QueryClient, message: Message) {
  addMessages(client, message.chat_id, single(message))
  changeChats(client, (chats) => withMessage(chats, message))
}

export function useThread(chatId: string) {
  const client = useQueryClient()
  const channel = liveChannel(chatId)
  const polling = usePolling(channel, pollEvery)
  const query = useQuery({
    ...messagesQuery(client, chatId),
    // After an error it polls, because no live event comes before the next message.
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
    if (event.event === 'changed' && event.what === 'chats') void reloadKnown(client, chatId)
  })
  useCatchUp(channel, catchUp, query.isSuccess)
  // The list says how far the other person has read.
  const connected = useLiveState() === 'joined'
  useCatchUp(channel, () => catchUpChats(client), connected)
  return query
}

/** Loads the known messages again: the administrator may have hidden one or shown it again. */
async function reloadKnown(client: QueryClient, chatId: string) {
  const known = client.getQueryData<Thread>(messagesKey(chatId))
  if (!known) return
  // After an error the old state stays until the next opening.
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

export function hasArrived(client: QueryClient, chatId: string, clientId: string) {
  const thread = client.getQueryData<Thread>(messagesKey(chatId))
  return thread?.messages.some(({ client_id }) => client_id === clientId) ?? false
}

/** Takes an own message back. */
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
      // An older response must not bring the old number back.
      void client.cancelQueries({ queryKey: unreadQuery.queryKey })
      client.setQueryData(unreadQuery.queryKey, unread)
      changeChats(client, (chats) => withoutUnread(chats, chatId))
    },
  })
}
