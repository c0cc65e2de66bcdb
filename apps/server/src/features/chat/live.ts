/**
 * The chat's live channels: `chat:{id}` carries the messages of one conversation to its members, `inbox` tells a person what has
 * changed, by ids only. Messages leave in their order and each once, because they are numbered: what another process announces is
 * read from the database, after the last number that was sent.
 */
import { chat as limits } from '@samtur/contract/constants'
import type { LiveEvent } from '@samtur/contract/live'
import type { Parts } from '#platform/http/context'
import { startWorker } from '#platform/jobs/worker'
import type { Hub } from '#platform/live/hub'
import { presentMessage } from './present.ts'
import { findStanding, readNews, type MessageRow, type News, type Standing } from './views.ts'

const INBOX = 'inbox'
const CHAT = 'chat:'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Chats per query. */
const BATCH = 100
/** After failures; wake-ups come at once. */
const RETRY_MS = 2_000
/** Whatever the wake-ups have missed is found this much later. */
const LOOK_AT_ALL_MS = 30_000

export function registerChatLive(hub: Hub, { db, bus, log }: Pick<Parts, 'db' | 'bus' | 'log'>): void {
  const tell = (people: string[], event: LiveEvent) => hub.publish(INBOX, event, { to: people })
  const feed = createFeed(hub, db)
  const reader = startWorker({ name: 'chat-live', everyMs: RETRY_MS, log, run: feed.read })
  const lookAtAll = () => {
    feed.expectAll()
    reader.wake()
  }
  const timer = setInterval(lookAtAll, LOOK_AT_ALL_MS)
  timer.unref()

  const stops = [
    bus.on('message', ({ chat_id, seq, sender_id, recipient_id }, local) => {
      tell([sender_id, recipient_id], { event: 'new_message', chat_id, seq, sender_id })
      if (!feed.take(chat_id, seq, local as MessageRow | undefined)) reader.wake()
    }),
    bus.on('read', ({ chat_id, reader_id, seq }) => tell([reader_id], { event: 'read', chat_id, reader_id, seq })),
    bus.on('changed', ({ user_ids, what }) => tell(user_ids, { event: 'changed', what })),
    bus.on('block', ({ a, b }) => {
      feed.hold(a, b)
      reader.wake()
    }),
    bus.onGap(() => {
      lookAtAll()
      // What the inboxes have missed is not numbered: everybody looks again.
      for (const what of ['chats', 'reservations', 'rides', 'notifications'] as const)
        hub.publish(INBOX, { event: 'changed', what })
    }),
  ]

  hub.register({ prefix: INBOX, authorise: () => Promise.resolve(true) })
  hub.register({
    prefix: CHAT,
    async authorise(caller, id) {
      const standing = UUID.test(id) ? await findStanding(db.read, id, caller.id) : undefined
      if (standing) feed.follow(standing)
      return standing !== undefined
    },
    left: feed.unfollow,
    async close() {
      clearInterval(timer)
      for (const stop of stops) stop()
      await reader.stop()
    },
  })
}

/** The chats that somebody here has open, and how far each has been sent. */
function createFeed(hub: Hub, db: Parts['db']) {
  const followed = new Map<string, Standing>()
  /** Chats with something to read. */
  const expected = new Set<string>()

  const push = (chat: Standing, message: MessageRow) => {
    chat.last_seq = Number(message.seq)
    for (const member of chat.members) {
      hub.publish(CHAT + chat.id, { event: 'message', message: presentMessage(message, member) }, { to: [member] })
    }
  }
  const pushNews = ({ chat_id, blocked, messages }: News) => {
    const chat = followed.get(chat_id)
    if (!chat) return
    chat.blocked = blocked
    for (const message of messages) if (Number(message.seq) > chat.last_seq) push(chat, message)
    if (messages.length === limits.historySize) expected.add(chat_id)
  }

  return {
    follow: (chat: Standing) => {
      if (!followed.has(chat.id)) followed.set(chat.id, chat)
    },
    unfollow: (id: string) => {
      followed.delete(id)
      expected.delete(id)
    },
    /** Sends a message that this process has just stored, when it is the next one; answers false when it has to be read. */
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
    /** Sends nothing between the two before the database has been asked whether a block stands. */
    hold: (a: string, b: string) => {
      for (const chat of followed.values()) {
        if (!chat.members.includes(a) || !chat.members.includes(b)) continue
        chat.blocked = true
        expected.add(chat.id)
      }
    },
    expectAll: () => {
      for (const id of followed.keys()) expected.add(id)
    },
    /** Reads and sends what is expected; answers whether there is more. */
    read: async (): Promise<boolean> => {
      const chats = [...expected].slice(0, BATCH).flatMap((id) => followed.get(id) ?? [])
      for (const { id } of chats) expected.delete(id)
      try {
        const wanted = chats.map(({ id, last_seq: after }) => ({ id, after }))
        if (wanted.length) (await readNews(db.read, wanted)).forEach(pushNews)
      } catch (error) {
        for (const { id } of chats) if (followed.has(id)) expected.add(id)
        throw error
      }
      return expected.size > 0
    },
  }
}
