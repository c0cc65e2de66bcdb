/**
 * The live channel `chat:{id}`: carries the messages of one conversation to its members. They are numbered, so that each is sent once and
 * in order: after a wake-up of another process the messages after the last sent number are read from the database.
 */
import { messageBody } from '@samtur/contract/chat'
import { chat as limits } from '@samtur/contract/constants'
import { fieldErrors } from '@samtur/contract/field-errors'
import { isId } from '@samtur/contract/ids'
import type { LiveEvent } from '@samtur/contract/live'
import type { Parts } from '#platform/http/context'
import { AppError } from '#platform/http/errors'
import { startWorker } from '#platform/jobs/worker'
import type { Listeners } from '#platform/live/bus'
import type { Hub } from '#platform/live/hub'
import type { Inbox } from '#platform/live/inbox'
import { presentMessage } from './present.ts'
import { countMessage, storeMessage } from './service.ts'
import type { QueueText } from './store-messages.ts'
import { type ChatState, type ChatUpdate, findChatState, readUpdates } from './views-live.ts'
import type { MessageRow } from './views-messages.ts'

const CHAT = 'chat:'
/** Chats per query. */
const BATCH = 100
/** Wait after a failure. A wake-up has no wait. */
const RETRY_MS = 2_000
/** Interval of reading everything again, which finds messages whose wake-up was lost. */
const LOOK_AT_ALL_MS = 30_000

declare module '#platform/live/bus' {
  interface Topics {
    message: { chat_id: string; seq: number; sender_id: string; recipient_id: string }
    /** `shared`: the other person sees it. */
    read: { chat_id: string; reader_id: string; other_id: string; seq: number; shared: boolean }
    /** A side of a conversation was deleted up to that number. */
    cleared: { chat_id: string; user_id: string; seq: number }
    typing: { chat_id: string; user_id: string; other_id: string }
  }
}

type ChatListeners = Pick<Listeners, 'message' | 'read' | 'typing' | 'cleared' | 'block' | 'closed'>

/** Serves the conversations on the live channel. Returns the listeners that keep them up to date. */
export function serveChatLive(
  { hub, inbox, queueText }: { hub: Hub; inbox: Inbox; queueText: QueueText },
  parts: Pick<Parts, 'db' | 'bus' | 'limiter' | 'log'>,
): ChatListeners {
  const { db, bus, log } = parts
  const feed = createFeed(hub, db)
  const reader = startWorker({ name: 'chat-live', everyMs: RETRY_MS, log, run: feed.read })
  const lookAtAll = () => {
    feed.expectAll()
    reader.wake()
  }
  const holdFor = (people: string[]) => {
    feed.hold(people)
    reader.wake()
  }
  const timer = setInterval(lookAtAll, LOOK_AT_ALL_MS)
  timer.unref()

  bus.onGap(lookAtAll)
  hub.register({
    prefix: CHAT,
    async authorise(caller, id) {
      const holdsBefore = feed.holds()
      const chat = isId(id) ? await findChatState(db.read, id, caller.id) : undefined
      if (chat) feed.follow(chat, holdsBefore)
      if (feed.holds() !== holdsBefore) reader.wake()
      return chat !== undefined
    },
    typing(caller, id) {
      const other = feed.otherThan(caller.id, id)
      if (other) bus.emit('typing', { chat_id: id, user_id: caller.id, other_id: other }, { perishable: true })
    },
    count: (sender) => countMessage(parts, sender),
    async send({ id: sender }, id, sent) {
      const { data, error } = messageBody.safeParse(sent)
      if (error) throw new AppError('validation', { fields: fieldErrors(error.issues) })
      return presentMessage(await storeMessage({ ...parts, queueText }, sender, id, data), sender)
    },
    left: feed.unfollow,
    async close() {
      clearInterval(timer)
      await reader.stop()
    },
  })
  return {
    message({ chat_id, seq, sender_id, recipient_id }, local) {
      inbox.send([sender_id, recipient_id], { event: 'new_message', chat_id, seq, sender_id })
      if (!feed.take(chat_id, seq, local as MessageRow | undefined)) reader.wake()
    },
    read({ chat_id, reader_id, other_id, seq, shared }) {
      const mark = { event: 'read', chat_id, reader_id, seq } as const
      inbox.send([reader_id], mark)
      if (shared) feed.hint(chat_id, other_id, mark)
    },
    typing: ({ chat_id, user_id, other_id }) => feed.hint(chat_id, other_id, { event: 'typing', chat_id, user_id }),
    cleared: ({ chat_id, user_id, seq }) => feed.clear(chat_id, user_id, seq),
    block: ({ a, b }) => holdFor([a, b]),
    closed: ({ user_id }) => holdFor([user_id]),
  }
}

/** Keeps the conversations that have subscribers in this process, and how far each has been sent. */
function createFeed(hub: Hub, db: Parts['db']) {
  const followed = new Map<string, ChatState>()
  /** Conversations with messages to read. */
  const expected = new Set<string>()
  /** Counts blocks that were set or lifted, and accounts that were closed or reopened. */
  let holds = 0

  const push = (chat: ChatState, message: MessageRow) => {
    chat.last_seq = Number(message.seq)
    for (const member of chat.members) {
      if (chat.last_seq <= (chat.cleared[member] ?? 0)) continue
      hub.publish(CHAT + chat.id, { event: 'message', message: presentMessage(message, member) }, { to: [member] })
    }
  }
  const hold = (id: string) => {
    const chat = followed.get(id)
    if (chat) followed.set(id, { ...chat, blocked: true, silent: true })
    expected.add(id)
  }
  const clear = (chat: ChatState, person: string, seq: number) => {
    chat.cleared[person] = Math.max(chat.cleared[person] ?? 0, seq)
  }
  const pushUpdate = (chat: ChatState | undefined, { chat_id, blocked, silent, cleared, messages }: ChatUpdate) => {
    // It was held meanwhile: the rows may be older than the block.
    if (followed.get(chat_id) !== chat || !chat) return
    chat.blocked = blocked
    chat.silent = silent
    for (const person of chat.members) clear(chat, person, cleared[person] ?? 0)
    for (const message of messages) if (Number(message.seq) > chat.last_seq) push(chat, message)
    if (messages.length === limits.historySize) expected.add(chat_id)
  }

  return {
    holds: () => holds,
    /** Starts to follow a conversation as it was read from the database. With a hold since `holdsBefore` it is read again. */
    follow: (chat: ChatState, holdsBefore: number) => {
      if (!followed.has(chat.id)) followed.set(chat.id, chat)
      if (holds !== holdsBefore) hold(chat.id)
    },
    unfollow: (id: string) => {
      followed.delete(id)
      expected.delete(id)
    },
    /** Sends a message that this process has just stored if it is the next one; returns false when messages have to be read first. */
    take: (id: string, seq: number, message: MessageRow | undefined): boolean => {
      const chat = followed.get(id)
      if (!chat || seq <= chat.last_seq) return true
      if (message && seq === chat.last_seq + 1 && !chat.blocked) {
        push(chat, message)
        return true
      }
      expected.add(id)
      return false
    },
    /** Sends nothing in the conversations of all these people until blocks have been read again. */
    hold: (people: string[]) => {
      holds++
      for (const chat of followed.values()) {
        if (people.every((person) => chat.members.includes(person))) hold(chat.id)
      }
    },
    /** Stops sending the person messages up to that number. */
    clear: (id: string, person: string, seq: number) => {
      const chat = followed.get(id)
      if (chat) clear(chat, person, seq)
    },
    /** Returns the other member, or undefined while a block stands or an account is closed. */
    otherThan: (person: string, id: string): string | undefined => {
      const chat = followed.get(id)
      return chat && !chat.silent ? chat.members.find((member) => member !== person) : undefined
    },
    /** Sends a member an event that is not stored; nothing while a block stands or an account is closed. */
    hint: (id: string, to: string, event: LiveEvent) => {
      if (followed.get(id)?.silent === false) hub.publish(CHAT + id, event, { to: [to] })
    },
    expectAll: () => {
      for (const id of followed.keys()) expected.add(id)
    },
    /** Reads and sends the expected messages; returns whether there are more. */
    read: async (): Promise<boolean> => {
      const chats = new Map([...expected].slice(0, BATCH).map((id) => [id, followed.get(id)]))
      for (const id of chats.keys()) expected.delete(id)
      try {
        const behind = [...chats].flatMap(([id, chat]) => (chat ? [{ id, after: chat.last_seq }] : []))
        const updates = behind.length ? await readUpdates(db.read, behind) : []
        for (const update of updates) pushUpdate(chats.get(update.chat_id), update)
      } catch (error) {
        for (const id of chats.keys()) if (followed.has(id)) expected.add(id)
        throw error
      }
      return expected.size > 0
    },
  }
}
