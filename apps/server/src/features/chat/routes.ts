import { chatImage } from '@samtur/contract/constants'
import { id as idSchema } from '@samtur/contract/endpoint'
import { fieldErrors } from '@samtur/contract/field-errors'
import { chatImageUpload } from '@samtur/contract/uploads'
import { z } from '@samtur/contract/zod'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readReportedImage } from '#features/moderation/port'
import { isKey } from '#platform/files/files'
import type { Images } from '#platform/files/images'
import { sendPicture } from '#platform/files/pictures'
import { type ServeUpload, uploadRoute } from '#platform/files/upload'
import { type Caller, isAdministrator, os, participant, type Parts, signedIn, verified } from '#platform/http/context'
import { AppError, assertThat } from '#platform/http/errors'
import { presentChat, presentMessage, presentTrip, presentUnread } from './present.ts'
import {
  changeSettings,
  deleteChat,
  expectImage,
  markRead,
  openChat,
  sendImage,
  sendMessage,
  takeBackMessage,
} from './service.ts'
import type { QueueText } from './store-messages.ts'
import { countUnread, findChatSettings, listChats } from './views.ts'
import { mayReadImage, readMessages } from './views-messages.ts'
import { listSharedTrips } from './views-trips.ts'

/** `queueText` stores the texts that people send. */
export const createChatRoutes = ({ queueText }: { queueText: QueueText }) => ({
  list: os.chat.list.handler(async ({ context }) => {
    const { id } = signedIn(context)
    const rows = await listChats(context.db.read, id)
    return { items: rows.map((row) => presentChat(row, id, context.clock.now())) }
  }),
  open: os.chat.open.handler(async ({ input, context }) => {
    const { id } = verified(context)
    const chatId = await openChat(context, id, input.body)
    const [row] = await listChats(context.db.read, id, chatId)
    assertThat(row, 'chat_unavailable')
    return presentChat(row, id, context.clock.now())
  }),
  trips: os.chat.trips.handler(async ({ input, context }) => {
    const trips = await listSharedTrips(context.db.read, input.params.id, signedIn(context).id)
    assertThat(trips, 'not_found')
    return { items: trips.map(presentTrip) }
  }),
  messages: os.chat.messages.handler(async ({ input, context }) => {
    const { id } = signedIn(context)
    const page = await readMessages(context.db.read, input.params.id, id, input.query)
    assertThat(page, 'not_found')
    const { messages, has_older, cleared_seq } = page
    return { items: messages.map((row) => presentMessage(row, id)), has_older, cleared_seq: Number(cleared_seq) }
  }),
  send: os.chat.send.handler(async ({ input, context }) => {
    const { id } = verified(context)
    return presentMessage(await sendMessage({ ...context, queueText }, id, input.params.id, input.body), id)
  }),
  takeBack: os.chat.takeBack.handler(async ({ input, context }) => {
    const { id } = verified(context)
    const { id: chatId, message_id: messageId } = input.params
    return presentMessage(await takeBackMessage(context, id, { chatId, messageId }), id)
  }),
  read: os.chat.read.handler(async ({ input, context }) => {
    const { id } = verified(context)
    await markRead(context, id, input.params.id, input.body.seq)
    return presentUnread(await countUnread(context.db.read, id))
  }),
  remove: os.chat.remove.handler(({ input, context }) =>
    deleteChat(context, verified(context).id, input.params.id, input.query.user_id),
  ),
  settings: os.chat.settings.handler(({ context }) => findChatSettings(context.db.read, signedIn(context).id)),
  changeSettings: os.chat.changeSettings.handler(async ({ input, context }) => {
    await changeSettings(context, verified(context).id, input.body)
    return input.body
  }),
  unread: os.chat.unread.handler(async ({ context }) => {
    const { id } = signedIn(context)
    return presentUnread(await countUnread(context.db.read, id))
  }),
})

interface ImageServing {
  parts: Parts
  images: Images
  callerOf(request: FastifyRequest): Promise<Caller | null>
}

const imageQuery = z.strictObject({ client_id: z.uuid({ error: 'invalid' }).toLowerCase().optional() })

/** Serves `POST /chats/{id}/images`, beside the contract's endpoints. */
export function serveImageUpload(serveUpload: ServeUpload, { parts, images, callerOf }: ImageServing) {
  serveUpload({
    route: uploadRoute(chatImageUpload),
    async before(request) {
      const { id: sender } = participant({ caller: await callerOf(request) })
      const sending = { sender, ...readSending(request) }
      return { sending, sentBefore: await expectImage(parts, sending) }
    },
    async handle(bytes, { sending, sentBefore }) {
      const message = sentBefore ?? (await sendImage(parts, sending, await images.photo(bytes)))
      return presentMessage(message, sending.sender)
    },
  })
}

function readSending({ params, query }: FastifyRequest) {
  const chatId = idSchema.safeParse((params as { id?: unknown }).id)
  assertThat(chatId.success, 'not_found')
  const { data, error } = imageQuery.safeParse(query)
  if (error) throw new AppError('validation', { fields: fieldErrors(error.issues) })
  return { chatId: chatId.data, clientId: data.client_id }
}

interface ImageReading extends Omit<ImageServing, 'images'> {
  adminNeedsTwoFactor: boolean
}

/**
 * Serves the images of messages to members of the chat, and to administrators where the image comes with a report; that is logged. An
 * image that does not exist and one of another chat give the same 404.
 */
export function serveImages(app: FastifyInstance, { parts, callerOf, adminNeedsTwoFactor }: ImageReading) {
  const { db, files } = parts
  const mayRead = async (caller: Caller, key: string) =>
    (await mayReadImage(db.read, key, caller.id)) ||
    (isAdministrator(caller, adminNeedsTwoFactor) && (await readReportedImage(parts, caller, key)))
  app.get<{ Params: { key: string } }>('/files/chat-images/:key', async (request, reply) => {
    const caller = signedIn({ caller: await callerOf(request) })
    const { key } = request.params
    assertThat(isKey('chat-images', key) && (await mayRead(caller, key)), 'not_found')
    const caching = `private, max-age=${chatImage.seconds}`
    return sendPicture(request, reply, { files, folder: 'chat-images', key, caching })
  })
}
