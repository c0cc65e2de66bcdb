/** Sends texts and images to the server. */
import { notifyManager, useMutation, useMutationState, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Message } from '@samtur/contract/chat'
import { chatImageUpload } from '@samtur/contract/uploads'
import { api, ApiError, apiUrl } from '#lib/api'
import { live } from '#lib/live'
import { refreshSession } from '#lib/session'
import { refreshChats } from './queries.ts'
import { hasArrived, liveChannel, receive } from './thread-queries.ts'
import type { Outgoing } from './timeline.ts'

const sendKey = (chatId: string) => ['chat', 'send', chatId] as const

export function useOutgoing(chatId: string): Outgoing[] {
  return useMutationState({
    filters: { mutationKey: sendKey(chatId), status: 'pending' },
    select: ({ state }) => state.variables as Outgoing,
  })
}

/** Sends texts one after the other, so that they arrive in the order in which they were written. */
export function useSend(chatId: string, onSent: () => void, onFailed: (outgoing: Outgoing, error: unknown) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: sendKey(chatId),
    scope: { id: sendKey(chatId).join(' ') },
    mutationFn: (outgoing: Outgoing) => deliver(chatId, outgoing),
    onSuccess: (message) => {
      onSent()
      receive(client, message)
    },
    onError: (error, outgoing) => {
      // The response alone was lost.
      if (hasArrived(client, chatId, outgoing.client_id)) return
      // The list says whether the person may still write.
      if (error instanceof ApiError && error.code === 'message_refused') void refreshChats(client)
      onFailed(outgoing, error)
    },
  })
}

/**
 * Sends a text over the live connection, and over HTTP where that is away, refuses the text or does not respond. The server stores one
 * message per `client_id`, and HTTP reports the reason of a refusal.
 */
async function deliver(chatId: string, { client_id, content }: Outgoing): Promise<Message> {
  const stored = await live.send(liveChannel(chatId), { client_id, content })
  return stored ?? api.chat.send({ params: { id: chatId }, body: { content, client_id } })
}

/** Ends the sending of texts: waits for the running request, and returns the texts that were still waiting. */
export async function holdTexts(client: QueryClient, chatId: string): Promise<Outgoing[]> {
  const cache = client.getMutationCache()
  const pending = () => cache.findAll({ mutationKey: sendKey(chatId), status: 'pending' })
  const waiting = pending().filter(({ state }) => state.isPaused)
  for (const one of waiting) cache.remove(one)
  await new Promise<void>((resolve) => {
    const check = () => {
      if (pending().length > 0) return
      stop()
      resolve()
    }
    const stop = cache.subscribe(check)
    check()
  })
  return waiting.map(({ state }) => state.variables as Outgoing)
}

interface Delivery {
  client_id: string
  file: Blob
  /** Called with the share that has been sent, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}
export type DeliverImage = (delivery: Delivery) => Promise<void>

/** Uploads an image and adds its message to the conversation. */
export function useDeliverImage(chatId: string): DeliverImage {
  const client = useQueryClient()
  return async ({ client_id, signal, ...rest }) => {
    const { method, path } = chatImageUpload
    const url = apiUrl(path, { params: { id: chatId }, query: { client_id } })
    const { upload } = await import('#lib/upload')
    try {
      receive(client, await upload<Message>({ method, url, name: 'image', signal, ...rest }))
      // The conversation shows the message one task later. The outgoing image stays until then, so that nothing moves.
      await new Promise<void>((resolve) => notifyManager.schedule(resolve))
    } catch (error) {
      if (signal.aborted) throw error
      if (hasArrived(client, chatId, client_id)) return
      if (error instanceof ApiError && error.status === 401) void refreshSession()
      // The list says whether the person may still write.
      if (error instanceof ApiError && error.status === 403) void refreshChats(client)
      throw error
    }
  }
}
