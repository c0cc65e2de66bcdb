/**
 * The chat's live channels: `chat:{id}` carries the messages of one conversation to its members, `inbox` tells a person what has
 * changed, by ids only. Messages leave in their order and each once, because they are numbered: what another process announces is
 * read from the database, after the last number that was sent.
 */
import { messageBody } from '@samtur/contract/chat'
import { chat as limits } from '@samtur/contract/constants'
import { fieldErrors } from '@samtur/contract/field-errors'
import type { LiveEvent } from '@samtur/contract/live'
import type { Parts } from '#platform/http/context'
import { AppError } from '#platform/http/errors'
import { startWorker } from '#platform/jobs/worker'
import type { Hub } from '#platform/live/hub'
import { presentMessage } from './present.ts'
import { countMessage, storeMessage } from './service.ts'
import { findStanding, readUpdates, type MessageRow, type ChatUpdate, type Standing } from './views.ts'

const INBOX = 'inbox'
const CHAT = 'chat:'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Chats per query. */
const BATCH = 100
/** After failures; wake-ups come at once. */
const RETRY_MS = 2_000
/** Whatever the wake-ups have missed is found this much later. */
const LOOK_AT_ALL_MS = 30_000

export function registerChatLive(hub: Hub, parts: Pick<Parts, 'db' | 'bus' | 'limiter' | 'log'>): void {
  const { db, bus, log } = parts
  const tell = (people: string[], event: LiveEvent) => hub.publish(INBOX, event, { to: people })
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

  const stops = [
    bus.on('message', ({ chat_id, seq, sender_id, recipient_id }, local) => {
      tell([sender_id, recipient_id], { event: 'new_message', chat_id, seq, sender_id })
      if (!feed.take(chat_id, seq, local as MessageRow | undefined)) reader.wake()
    }),
    bus.on('read', ({ chat_id, reader_id, other_id, seq, told }) => {
      const mark = { event: 'read', chat_id, reader_id, seq } as const
      tell([reader_id], mark)
      if (told) feed.hint(chat_id, other_id, mark)
    }),
    bus.on('typing', ({ chat_id, user_id, other_id }) =>
      feed.hint(chat_id, other_id, { event: 'typing', chat_id, user_id }),
    ),
    bus.on('cleared', ({ chat_id, user_id, seq }) => feed.clear(chat_id, user_id, seq)),
    bus.on('changed', ({ user_ids, what }) => tell(user_ids, { event: 'changed', what })),
    bus.on('block', ({ a, b }) => holdFor([a, b])),
    bus.on('closed', ({ user_id }) => holdFor([user_id])),
    bus.onGap(() => {
      lookAtAll()
      // What the inboxes have missed is not numbered: everybody looks again.
      for (const what of ['chats', 'reservations', 'rides', 'notifications', 'support', 'reports'] as const)
        hub.publish(INBOX, { event: 'changed', what })
    }),
  ]

  hub.register({ prefix: INBOX, authorise: () => Promise.resolve(true) })
  hub.register({
    prefix: CHAT,
    async authorise(caller, id) {
      const asked = feed.holds()
      const standing = UUID.test(id) ? await findStanding(db.read, id, caller.id) : undefined
      if (standing) feed.follow(standing, asked)
      if (feed.holds() !== asked) reader.wake()
      return standing !== undefined
    },
    typing(caller, id) {
      const other = feed.otherThan(caller.id, id)
      if (other) bus.emit('typing', { chat_id: id, user_id: caller.id, other_id: other })
    },
    count: (sender) => countMessage(parts, sender),
    async send({ id: sender }, id, said) {
      const { data, error } = messageBody.safeParse(said)
      if (error) throw new AppError('validation', { fields: fieldErrors(error.issues) })
      return presentMessage(await storeMessage(parts, sender, id, data), sender)
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
  /** How often a block has been set or lifted, or somebody has left or come back. */
  let holds = 0

  const push = (chat: Standing, message: MessageRow) => {
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
  const clear = (chat: Standing, person: string, seq: number) => {
    chat.cleared[person] = Math.max(chat.cleared[person] ?? 0, seq)
  }
  const pushUpdate = (chat: Standing | undefined, { chat_id, blocked, silent, cleared, messages }: ChatUpdate) => {
    // Held meanwhile: what was read may be from before the block.
    if (followed.get(chat_id) !== chat || !chat) return
    chat.blocked = blocked
    chat.silent = silent
    for (const person of chat.members) clear(chat, person, cleared[person] ?? 0)
    for (const message of messages) if (Number(message.seq) > chat.last_seq) push(chat, message)
    if (messages.length === limits.historySize) expected.add(chat_id)
  }

  return {
    holds: () => holds,
    /** `asked` is how many holds there were before the database was: with one since then it is asked again. */
    follow: (chat: Standing, asked: number) => {
      if (!followed.has(chat.id)) followed.set(chat.id, chat)
      if (holds !== asked) hold(chat.id)
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
    /** Sends nothing between the two, or of one with anybody, before the database has been asked whether it may. */
    hold: (people: string[]) => {
      holds++
      for (const chat of followed.values()) {
        if (people.every((person) => chat.members.includes(person))) hold(chat.id)
      }
    },
    /** Nothing up to that number is sent to the person any more. */
    clear: (id: string, person: string, seq: number) => {
      const chat = followed.get(id)
      if (chat) clear(chat, person, seq)
    },
    /** The other member, as long as something may pass between the two. */
    otherThan: (person: string, id: string): string | undefined => {
      const chat = followed.get(id)
      return chat && !chat.silent ? chat.members.find((member) => member !== person) : undefined
    },
    /** Sends what is not stored to one of the two; nothing while a block stands or one of them is leaving. */
    hint: (id: string, to: string, event: LiveEvent) => {
      if (followed.get(id)?.silent === false) hub.publish(CHAT + id, event, { to: [to] })
    },
    expectAll: () => {
      for (const id of followed.keys()) expected.add(id)
    },
    /** Reads and sends what is expected; answers whether there is more. */
    read: async (): Promise<boolean> => {
      const chats = new Map([...expected].slice(0, BATCH).map((id) => [id, followed.get(id)]))
      for (const id of chats.keys()) expected.delete(id)
      try {
        const wanted = [...chats].flatMap(([id, chat]) => (chat ? [{ id, after: chat.last_seq }] : []))
        const updates = wanted.length ? await readUpdates(db.read, wanted) : []
        for (const update of updates) pushUpdate(chats.get(update.chat_id), update)
      } catch (error) {
        for (const id of chats.keys()) if (followed.has(id)) expected.add(id)
        throw error
      }
      return expected.size > 0
    },
  }
}
