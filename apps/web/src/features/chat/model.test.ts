import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RideDetail } from '@samtur/contract/rides'
import { countCodePoints } from '@samtur/contract/text'
import { messageBody, type ChatSummary, type Message } from '@samtur/contract/chat'
import { osloDay } from '#lib/oslo-time'
import { dayName, mayTakeBack, onTheirWay, timeline, type Entry, type Outgoing } from './timeline.ts'
import { hasGap, hasOlder, joinThreads, lastForeignSeq, single, withoutCleared, type Thread } from './thread.ts'
import { isBlank, roomLeft, tidy } from './typed-text.ts'
import { ownPart, withMessage } from './model.ts'

const [me, other] = ['me', 'other']

const message = (seq: number, change: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  chat_id: 'c',
  seq,
  sender_id: other,
  content: `text ${seq}`,
  image_url: null,
  image_size: null,
  message_type: 'text',
  created_at: new Date(Date.UTC(2026, 10, 27, 8, seq)).toISOString(),
  client_id: null,
  ...change,
})
/** Complete from the first to the last of them, as a page of the server's is. */
const page = (seqs: number[], from = (seqs[0] ?? 1) - 1): Thread => ({
  messages: seqs.map((seq) => message(seq)),
  from,
  upTo: seqs.at(-1) ?? from,
  cleared: 0,
})
const live = (seq: number) => single(message(seq))
const seqs = ({ messages }: Thread) => messages.map(({ seq }) => seq)
/** The other person has no read receipt, and no trip is agreed. */
const alone = { seen_seq: null, trip_agreed: false }
const shown = (entries: readonly Entry[]) => entries.filter((entry) => entry.kind === 'message')

describe('joining what is known with what arrives', () => {
  test('each message once and in order, whichever way and however often it comes', () => {
    expect(seqs(joinThreads(page([3, 4]), page([4, 5, 5])))).toEqual([3, 4, 5])
    expect(seqs(joinThreads(page([5]), page([3, 4])))).toEqual([3, 4, 5])
  })

  test('nothing new is no change, so that nothing is drawn again', () => {
    const known = page([1, 2])
    expect(joinThreads(known, live(2))).toBe(known)
    expect(joinThreads(known, page([], 2))).toBe(known)
  })

  test('a message that was taken back stays so, whichever answer comes last', () => {
    const known = { messages: [message(1), message(2)], from: 0, upTo: 2, cleared: 0 }
    const gone = { ...known, messages: [message(2, { content: null, taken_back: true })] }
    for (const joined of [
      joinThreads(known, gone),
      joinThreads(gone, known),
      joinThreads(joinThreads(known, gone), known),
    ])
      expect(joined.messages.map(({ taken_back }) => Boolean(taken_back))).toEqual([false, true])
  })

  test('an own message can be taken back for five minutes, once it is stored', () => {
    const sent = message(1, { sender_id: me })
    const at = Date.parse(sent.created_at)
    const entries = (messages: Message[], outgoing: Outgoing[] = []) => shown(timeline(messages, outgoing, me, alone))
    const may = (minutes: number, messages = [sent], outgoing: Outgoing[] = []) =>
      entries(messages, outgoing).map((entry) => mayTakeBack(entry, at + minutes * 60_000))
    expect([may(0), may(4.9), may(5)]).toEqual([[true], [true], [false]])
    expect(may(0, [message(1)])).toEqual([false])
    expect(may(0, [message(1, { sender_id: me, taken_back: true })])).toEqual([false])
    expect(may(0, [], [{ client_id: 'x', content: 'Hei', sent_at: sent.created_at }])).toEqual([false])
  })

  test('the last response decides whether a message is hidden, and nothing else of it changes', () => {
    const known = page([1, 2, 3])
    const hidden = { ...known, messages: [message(2, { content: null, hidden: true })], from: 0, upTo: 3 }
    const joined = joinThreads(known, hidden)
    expect(joined.messages.map(({ content }) => content)).toEqual(['text 1', null, 'text 3'])
    expect(shown(timeline(joined.messages, [], me, alone)).map((entry) => entry.hidden)).toEqual([false, true, false])
    expect(joinThreads(joined, hidden)).toBe(joined)
    expect(joinThreads(joined, known).messages).toEqual(known.messages)
    expect(joinThreads(known, single(message(2, { content: 'another' })))).toBe(known)
  })

  test('a live event ahead of others leaves a gap until they come', () => {
    const gap = joinThreads(page([4, 5]), live(7))
    expect(seqs(gap)).toEqual([4, 5, 7])
    expect(hasGap(gap)).toBe(true)
    expect(gap.upTo).toBe(5)
    const filled = joinThreads(gap, live(6))
    expect(hasGap(filled)).toBe(false)
    expect(filled.upTo).toBe(7)
  })

  test('the first message one sees of an empty conversation need not be the first', () => {
    const gap = joinThreads(page([]), live(2))
    expect(hasGap(gap)).toBe(true)
    expect(seqs(joinThreads(gap, page([1, 2])))).toEqual([1, 2])
    // After one has deleted the conversation it goes on at a later number.
    const cleared = joinThreads(joinThreads(page([]), live(58)), page([58], 0))
    expect(hasGap(cleared)).toBe(false)
    expect(hasOlder(cleared)).toBe(false)
  })

  test('there is more before until the start is reached', () => {
    const latest = page([5, 6])
    expect(hasOlder(latest)).toBe(true)
    expect(hasOlder(joinThreads(latest, live(7)))).toBe(true)
    expect(hasOlder(joinThreads(latest, page([3, 4])))).toBe(true)
    expect(hasOlder(joinThreads(latest, page([3, 4], 0)))).toBe(false)
    // What was there before has been removed meanwhile.
    expect(hasOlder(joinThreads(latest, { messages: [], from: 0, upTo: 4, cleared: 0 }))).toBe(false)
  })

  test('a message older than the loaded ones is not added, because its gap would stay', () => {
    expect(seqs(joinThreads(page([5, 6]), live(2)))).toEqual([5, 6])
  })

  test('deleted messages disappear, and nothing that arrives restores them', () => {
    const known = joinThreads(page([1, 2, 3]), { ...page([4], 3), cleared: 3 })
    expect(seqs(known)).toEqual([4])
    expect([hasGap(known), hasOlder(known)]).toEqual([false, false])
    expect(joinThreads(known, page([1, 2, 3, 4]))).toBe(known)
    expect(joinThreads(known, live(2))).toBe(known)
    // The page was read before the loaded messages were deleted.
    expect(seqs(joinThreads(page([5, 6]), { ...page([], 4), from: 0, cleared: 4 }))).toEqual([5, 6])
    expect(hasOlder(joinThreads(page([5, 6]), { ...page([], 6), cleared: 2 }))).toBe(true)
    expect(seqs(withoutCleared(known, 9))).toEqual([])
    expect(withoutCleared(known, 2)).toBe(known)
    expect(seqs(joinThreads(withoutCleared(known, 9), live(10)))).toEqual([10])
  })

  test('the order of arrival makes no difference', () => {
    const piece = fc.oneof(
      fc.nat(8).map((cleared) => ({ ...page([], cleared), from: 0, cleared })),
      fc.integer({ min: 3, max: 14 }).map(live),
      fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 9 })).map(([from, length]) =>
        page(
          Array.from({ length }, (_, index) => from + 1 + index),
          from,
        ),
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, fc.nat()), { maxLength: 12 }), (pieces) => {
        const join = (all: Thread[]) => all.reduce(joinThreads, page([1, 2]))
        const inOrder = join(pieces.map(([one]) => one))
        const turned = join(pieces.toSorted(([, a], [, b]) => a - b).map(([one]) => one))
        expect({ ...turned, messages: seqs(turned) }).toEqual({ ...inOrder, messages: seqs(inOrder) })
      }),
    )
  })
})

/** A server, a browser, and everything that can happen between them. */
class World {
  stored: Message[] = []
  known: Thread
  outgoing: Outgoing[] = []
  /** Put back into the input, by client id. */
  failed: Outgoing[] = []
  live: Message[] = []
  private sent = 0
  private readonly pageSize: number

  constructor(before: number, pageSize: number) {
    this.pageSize = pageSize
    for (let count = 0; count < before; count++) this.store({})
    this.live = []
    const messages = this.stored.slice(-pageSize)
    this.known = { messages, from: before - messages.length, upTo: before, cleared: 0 }
  }

  private store(change: Partial<Message>) {
    const { client_id: id } = change
    const repeated = id ? this.stored.find(({ client_id }) => client_id === id) : undefined
    if (repeated) return repeated
    const fresh = message(this.stored.length + 1, change)
    this.stored.push(fresh)
    this.live.push(fresh)
    return fresh
  }

  private arrive(thread: Thread) {
    this.known = joinThreads(this.known, thread)
  }

  foreign() {
    this.store({})
  }
  send() {
    this.sent += 1
    const client_id = `client ${this.sent}`
    this.outgoing.push({ client_id, content: client_id, sent_at: new Date(0).toISOString() })
  }
  /** The oldest request on its way comes to its end. */
  answer(outcome: 'stored' | 'answer lost' | 'not stored') {
    const [first, ...rest] = this.outgoing
    if (!first) return
    const { client_id, content } = first
    const stored = outcome === 'not stored' ? undefined : this.store({ client_id, content, sender_id: me })
    this.outgoing = rest
    if (outcome === 'stored' && stored) this.arrive(single(stored))
    else if (!this.known.messages.some((one) => one.client_id === client_id)) this.failed.push(first)
  }
  retry() {
    const again = this.failed.shift()
    if (again) this.outgoing.push(again)
  }
  event(index: number, lost: boolean) {
    const [next] = this.live.splice(index % Math.max(1, this.live.length), 1)
    if (next && !lost) this.arrive(single(next))
  }
  repeat(index: number) {
    const next = this.stored[index % Math.max(1, this.stored.length)]
    if (next) this.arrive(single(next))
  }
  poll() {
    const { upTo } = this.known
    const messages = this.stored.filter(({ seq }) => seq > upTo)
    this.arrive({ messages, from: upTo, upTo: messages.at(-1)?.seq ?? upTo, cleared: 0 })
  }
  older() {
    const { from } = this.known
    const messages = this.stored.filter(({ seq }) => seq <= from).slice(-this.pageSize)
    this.arrive({ messages, from: from - messages.length, upTo: from, cleared: 0 })
  }
}

describe('a conversation under random interleavings', () => {
  const step = fc.oneof(
    fc.constant((world: World) => world.foreign()),
    fc.constant((world: World) => world.send()),
    fc.constantFrom('stored', 'answer lost', 'not stored').map((outcome) => (world: World) => world.answer(outcome)),
    fc.constant((world: World) => world.retry()),
    fc.tuple(fc.nat(5), fc.boolean()).map(
      ([index, lost]) =>
        (world: World) =>
          world.event(index, lost),
    ),
    fc.nat(20).map((index) => (world: World) => world.repeat(index)),
    fc.constant((world: World) => world.poll()),
    fc.constant((world: World) => world.older()),
  )

  test('responses, live events, polls and failures never lose, double or misplace a message', () => {
    const start = fc.tuple(fc.nat(8), fc.integer({ min: 1, max: 4 }))
    fc.assert(
      fc.property(start, fc.array(step, { maxLength: 60 }), ([before, pageSize], steps) => {
        const world = new World(before, pageSize)
        for (const act of steps) {
          act(world)
          const entries = shown(timeline(world.known.messages, world.outgoing, me, alone))
          const keys = entries.map(({ key }) => key)
          expect(new Set(keys).size).toBe(keys.length)
          // Every message on its way is there exactly once: as itself, or as what has become of it.
          for (const { client_id } of world.outgoing) expect(keys).toContain(client_id)
          expect(seqs(world.known)).toEqual(seqs(world.known).toSorted((a, b) => a - b))
          // What is on its way stands at the end.
          expect(entries.findLastIndex(({ pending }) => !pending)).toBeLessThan(
            entries.length - onTheirWay(world.known.messages, world.outgoing).length,
          )
        }
        world.poll()
        while (hasOlder(world.known)) world.older()
        expect(seqs(world.known)).toEqual(world.stored.map(({ seq }) => seq))
      }),
      { numRuns: 500 },
    )
  })
})

describe('the timeline', () => {
  const at = (time: string, change: Partial<Message> = {}) =>
    message(Date.parse(time) / 60_000, { created_at: time, ...change })

  test('days are Oslo’s, also around midnight', () => {
    expect(osloDay(Date.parse('2026-11-26T22:59:00Z'))).toBe('2026-11-26')
    expect(osloDay(Date.parse('2026-11-26T23:01:00Z'))).toBe('2026-11-27')
    const entries = timeline([at('2026-11-26T22:59:00Z'), at('2026-11-26T23:01:00Z')], [], me, alone)
    expect(entries.map(({ kind }) => kind)).toEqual(['day', 'message', 'day', 'message'])
  })

  test('today and yesterday, also when a day has 23 or 25 hours', () => {
    const name = (day: string, now: string) => dayName(day, Date.parse(now))
    expect(name('2026-11-27T06:00:00Z', '2026-11-27T22:59:00Z')).toBe('today')
    expect(name('2026-11-27T06:00:00Z', '2026-11-27T23:01:00Z')).toBe('yesterday')
    expect(name('2026-11-27T06:00:00Z', '2026-11-29T06:00:00Z')).toBeUndefined()
    // The clocks change in the night to 25 October 2026 and to 28 March 2027.
    expect(name('2026-10-24T22:30:00Z', '2026-10-26T22:00:00Z')).toBe('yesterday')
    expect(name('2027-03-28T20:00:00Z', '2027-03-29T21:00:00Z')).toBe('yesterday')
  })

  test('rows of one person’s messages open and close', () => {
    const mine = { sender_id: me }
    const entries = shown(timeline([message(1), message(2), message(3, mine), message(4)], [], me, alone))
    expect(entries.map(({ opens, closes }) => `${opens}/${closes}`)).toEqual([
      'true/false',
      'false/true',
      'true/true',
      'true/true',
    ])
  })

  test('the key stays when the real message replaces the optimistic one', () => {
    const outgoing = { client_id: 'c1', content: 'Hei', sent_at: '2026-11-27T09:00:00Z' }
    const [before] = shown(timeline([], [outgoing], me, alone))
    const real = message(1, { sender_id: me, client_id: 'c1', content: 'Hei' })
    const after = shown(timeline([real], [outgoing], me, alone))
    expect(before).toMatchObject({ pending: true, own: true, text: 'Hei' })
    expect(after).toHaveLength(1)
    expect(after[0]).toMatchObject({ key: before?.key, pending: false })
  })

  test('the other person’s newest message', () => {
    expect(lastForeignSeq([message(1), message(2), message(3, { sender_id: me })], me)).toBe(2)
    expect(lastForeignSeq([], me)).toBe(0)
  })
})

describe('what is written', () => {
  test('blank is what shows nothing', () => {
    for (const text of ['', ' ', '\n\n', '\u200b\u200d', '\u3164', '\ufeff ']) expect(isBlank(text)).toBe(true)
    for (const text of ['a', '👋', '.', '١']) expect(isBlank(text)).toBe(false)
  })

  test('characters are counted as the server counts them', () => {
    expect(roomLeft('👋'.repeat(2000))).toBe(0)
    expect(roomLeft(` ${'a'.repeat(2001)} `)).toBe(-1)
    // Composed it is one.
    expect(roomLeft('a\u030a')).toBe(1999)
  })

  test('what is sent off is what the server takes, and exactly that', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 })
    fc.assert(
      fc.property(text, (raw) => {
        const result = messageBody.safeParse({ content: tidy(raw) })
        expect(result.data?.content).toBe(isBlank(raw) ? undefined : tidy(raw))
        expect(roomLeft(raw)).toBe(2000 - countCodePoints(tidy(raw)))
      }),
      { numRuns: 1000 },
    )
  })
})

test('the newest message is shown in the list, with its conversation on top', () => {
  const chat = (id: string, minute: number) =>
    ({ id, last_message: null, updated_at: new Date(Date.UTC(2026, 10, 27, 7, minute)).toISOString() }) as ChatSummary
  const chats = withMessage([chat('a', 5), chat('c', 4)], message(2))
  expect(chats.map(({ id }) => id)).toEqual(['c', 'a'])
  expect(chats[0]?.last_message?.seq).toBe(2)
  expect(withMessage(chats, message(1))[0]?.last_message?.seq).toBe(2)
})

describe('the pinned trip', () => {
  const stop = (position: number, text: string, passes_at: string) => ({ position, text, passes_at })
  const ride = (reservation: Partial<RideDetail['reservation']>) =>
    ({
      start_location: 'Oslo',
      end_location: 'Trondheim',
      departure_time: '2026-11-27T21:00:00Z',
      arrival_time: '2026-11-28T04:00:00Z',
      route: [
        stop(0, 'Oslo', '2026-11-27T21:00:00Z'),
        stop(1, 'Hamar', '2026-11-27T22:50:00Z'),
        stop(2, 'Trondheim', '2026-11-28T04:00:00Z'),
      ],
      reservation,
    }) as RideDetail
  const whole = {
    from: 'Oslo',
    to: 'Trondheim',
    departs: '2026-11-27T21:00:00Z',
    arrives: '2026-11-28T04:00:00Z',
  }
  const hamar = { from_position: 1, to_position: 2 }

  test.each(['pending', 'accepted'] as const)('is the passenger’s part of it: %s', (status) => {
    expect(ownPart(ride({ status, ...hamar }))).toEqual({
      ...whole,
      from: 'Hamar',
      departs: '2026-11-27T22:50:00Z',
      section: hamar,
    })
  })

  test('is the whole trip without a reservation that stands', () => {
    expect(ownPart({ ...ride({}), reservation: null })).toEqual(whole)
    expect(ownPart(ride({ status: 'rejected', ...hamar }))).toEqual(whole)
    expect(ownPart(ride({ status: 'accepted', from_position: 1, to_position: 9 }))).toEqual(whole)
  })
})
