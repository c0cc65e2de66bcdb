import { os, signedIn, verified } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { presentChat, presentMessage, presentUnread } from './present.ts'
import { markRead, openChat, sendMessage } from './service.ts'
import { countUnread, listChats, readMessages } from './views.ts'

export const chatRoutes = {
  list: os.chat.list.handler(async ({ context }) => {
    const { id } = signedIn(context)
    const rows = await listChats(context.db.read, id)
    return { items: rows.map((row) => presentChat(row, id)) }
  }),
  open: os.chat.open.handler(async ({ input, context }) => {
    const { id } = verified(context)
    const chatId = await openChat(context, id, input.body)
    const [row] = await listChats(context.db.read, id, chatId)
    assertThat(row, 'chat_unavailable')
    return presentChat(row, id)
  }),
  messages: os.chat.messages.handler(async ({ input, context }) => {
    const { id } = signedIn(context)
    const page = await readMessages(context.db.read, input.params.id, id, input.query)
    assertThat(page, 'not_found')
    return { items: page.messages.map((row) => presentMessage(row, id)), has_older: page.has_older }
  }),
  send: os.chat.send.handler(async ({ input, context }) => {
    const { id } = verified(context)
    return presentMessage(await sendMessage(context, id, input.params.id, input.body), id)
  }),
  read: os.chat.read.handler(async ({ input, context }) => {
    const { id } = verified(context)
    await markRead(context, id, input.params.id, input.body.seq)
    return presentUnread(await countUnread(context.db.read, id))
  }),
  unread: os.chat.unread.handler(async ({ context }) => {
    const { id } = signedIn(context)
    return presentUnread(await countUnread(context.db.read, id))
  }),
}
