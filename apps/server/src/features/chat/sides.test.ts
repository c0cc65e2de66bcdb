/** One side of a conversation: deleting it, read marks and who sees them, and trips of the two people. */
import { randomUUID } from 'node:crypto'
import { chatSettings } from '@samtur/contract/chat'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { bus, context, db, kari, ola, open, read, say as sayIn, setUpChats } from '../../../test/chat-fixtures.ts'
import { usualKind } from '../../../test/database.ts'
import { addReservation } from '../../../test/reservations.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { blockPerson, unblockPerson } from '#features/moderation/service'
import { closeProfile } from '#features/profiles/port'
import { findViolations } from '#platform/db/invariants'
import type { Topics } from '#platform/live/bus'
import { forgetChatSettings } from './port.ts'
import { changeSettings, deleteChat, markRead } from './service.ts'
import { presentChat } from './present.ts'
import { countUnread, findChatSettings, listChats } from './views.ts'
import { listSharedTrips } from './views-trips.ts'

const DAY = 86_400_000

describe.each([usualKind])('on the %s database', (kind) => {
  setUpChats(kind)
  let id: string
  beforeEach(async () => {
    id = await open(kari, ola)
  })

  const say = (sender: TestPerson, content?: string) => sayIn(sender, id, content)
  const seqs = async (reader: TestPerson, range = {}) => (await read(reader, id, range)).seqs
  const listed = async (person: TestPerson) => (await listChats(db.read, person.id)).find((chat) => chat.id === id)
  const seen = async (person: TestPerson) => {
    const seq = (await listed(person))?.seen_seq
    return seq === null || seq === undefined ? seq : Number(seq)
  }
  const remove = (person: TestPerson, side?: string) => deleteChat(context, person.id, id, side)
  const setReceipts = (person: TestPerson, read_receipts: boolean) =>
    changeSettings(context, person.id, { read_receipts })
  /** Returns the events of a topic that an action announces. */
  const announced = async <Topic extends 'read' | 'cleared' | 'changed'>(
    topic: Topic,
    action: () => Promise<unknown>,
  ): Promise<Topics[Topic][]> => {
    const heard: Topics[Topic][] = []
    const stop = bus.on(topic, (fact) => void heard.push(fact))
    await action()
    stop()
    return heard
  }

  describe('deleting', () => {
    test('hides all messages so far from the own side, and a new message brings the chat back without them', async () => {
      for (const sender of [kari, ola, kari]) await say(sender)
      expect(await remove(ola)).toBe(true)
      expect([await listed(ola), await seqs(ola), await countUnread(db.read, ola.id)]).toEqual([undefined, [], []])
      expect([await seqs(kari), await listed(kari)]).toMatchObject([[1, 2, 3], { last_message: { seq: 3 } }])
      await say(kari, 'Er du der?')
      expect([await seqs(ola), await seqs(ola, { after: 0, before: 4 })]).toEqual([[4], []])
      expect(await listed(ola)).toMatchObject({ unread_count: 1, last_message: { content: 'Er du der?' } })
      expect(await seqs(kari)).toEqual([1, 2, 3, 4])
    })

    test('works for either side, for both, and repeatedly, and stays so when the chat is opened again', async () => {
      await say(kari)
      for (const person of [kari, ola, kari, ola]) expect(await remove(person)).toBe(true)
      expect([await listed(kari), await listed(ola)]).toEqual([undefined, undefined])
      expect(await open(ola, kari)).toBe(id)
      expect(await listed(ola)).toMatchObject({ last_message: null, unread_count: 0 })
      expect([await seqs(kari), await seqs(ola)]).toEqual([[], []])
      await say(ola)
      expect([await seqs(kari), await seqs(ola)]).toEqual([[2], [2]])
      expect(await findViolations(db.kysely)).toEqual([])
    })

    test('works before the first message', async () => {
      expect(await remove(kari)).toBe(true)
      expect(await listed(kari)).toBeUndefined()
      await say(ola)
      expect([await seqs(kari), (await listed(kari))?.unread_count]).toEqual([[1], 1])
    })

    test('of the other side returns false, and a chat of others and an unknown one give the same error', async () => {
      await say(kari)
      const eva = await addPerson(db.kysely)
      for (const side of [ola.id, ola.id.toUpperCase(), eva.id, randomUUID()])
        expect(await remove(kari, side)).toBe(false)
      expect(await remove(kari, kari.id.toUpperCase())).toBe(true)
      expect([await seqs(kari), await seqs(ola)]).toEqual([[], [1]])
      for (const side of [undefined, eva.id, kari.id])
        await expect(remove(eva, side)).rejects.toMatchObject({ code: 'not_found' })
      await expect(deleteChat(context, kari.id, randomUUID())).rejects.toMatchObject({ code: 'not_found' })
      expect(await seqs(ola)).toEqual([1])
    })

    test('is announced to the own devices only, and once', async () => {
      await say(kari)
      const twice = async () => {
        await remove(ola)
        await remove(ola)
      }
      expect(await announced('changed', twice)).toEqual([{ user_ids: [ola.id], what: 'chats' }])
      await say(kari)
      expect(await announced('cleared', twice)).toEqual([{ chat_id: id, user_id: ola.id, seq: 2 }])
    })

    test('does not move the read mark', async () => {
      await say(kari)
      await remove(ola)
      expect(await seen(kari)).toBe(0)
    })

    test('works while a block stands', async () => {
      await say(kari)
      await blockPerson(context, ola.id, kari.id)
      expect([await remove(kari), await remove(ola)]).toEqual([true, true])
      await unblockPerson(context, ola.id, kari.id)
      expect([await seqs(kari), await seqs(ola)]).toEqual([[], []])
    })
  })

  describe('the other person’s read mark', () => {
    test('is shown to both', async () => {
      for (const sender of [kari, kari, ola]) await say(sender)
      expect([await seen(kari), await seen(ola)]).toEqual([3, 2])
      const [mark] = await announced('read', () => markRead(context, kari.id, id, 3))
      expect(mark).toEqual({ chat_id: id, reader_id: kari.id, other_id: ola.id, seq: 3, shared: true })
      expect(await seen(ola)).toBe(3)
    })

    test.each([
      ['the reader', () => ola],
      ['the writer', () => kari],
    ])('is shown to neither when %s has read receipts off', async (_, silent) => {
      await say(kari)
      await setReceipts(silent(), false)
      expect([await seen(kari), await seen(ola)]).toEqual([null, null])
      const [mark] = await announced('read', () => markRead(context, ola.id, id, 1))
      expect(mark).toMatchObject({ seq: 1, shared: false })
      await setReceipts(silent(), true)
      expect([await seen(kari), await seen(ola)]).toEqual([1, 1])
    })

    test('is shown to neither while a block stands in either direction', async () => {
      await say(kari)
      await blockPerson(context, ola.id, kari.id)
      const [mark] = await announced('read', () => markRead(context, ola.id, id, 1))
      expect([mark?.shared, await seen(kari)]).toEqual([false, null])
      await unblockPerson(context, ola.id, kari.id)
      expect([await seen(kari), await seen(ola)]).toEqual([1, 1])
    })

    test('is not shown of a closed account, also after its settings are deleted', async () => {
      await say(kari)
      await markRead(context, ola.id, id, 1)
      await setReceipts(ola, false)
      await db.tx((tx) => closeProfile(tx, ola.id))
      await forgetChatSettings(db.kysely, ola.id)
      expect(await seen(kari)).toBeNull()
    })
  })

  test('the read receipts setting holds for one person until it is changed, and is announced to the own devices', async () => {
    const settings = async (person: TestPerson) => chatSettings.parse(await findChatSettings(db.read, person.id))
    expect(await settings(kari)).toEqual({ read_receipts: true })
    for (const read_receipts of [false, false, true, false]) {
      expect(await announced('changed', () => setReceipts(kari, read_receipts))).toEqual([
        { user_ids: [kari.id], what: 'chats' },
      ])
      expect([await settings(kari), await settings(ola)]).toEqual([{ read_receipts }, { read_receipts: true }])
    }
  })

  describe('a trip of the two', () => {
    const reserve = (ride_id: string, { id: passenger_id }: TestPerson, status: 'pending' | 'accepted' | 'cancelled') =>
      addReservation(db.kysely, {
        ride_id,
        passenger_id,
        status,
        ended_by: status === 'cancelled' ? 'passenger' : null,
        created_at: new Date(0),
      })
    const cancel = (rideId: string) =>
      db.kysely.updateTable('ride').set({ status: 'cancelled' }).where('id', '=', rideId).execute()
    const ride = (driver: TestPerson, inHours: number) => {
      const departure = new Date(db.clock.now().getTime() + inHours * 3_600_000)
      return addRide(db, { driverId: driver.id, route: ['Oslo', 'Hamar'], departure, hours: 2 })
    }
    const isAgreed = async (person: TestPerson) => {
      const chat = await listed(person)
      return chat && presentChat(chat, person.id, db.clock.now()).trip_agreed
    }
    const agreed = async () => [await isAgreed(kari), await isAgreed(ola)]

    test.each([
      ['the passenger opens the chat', () => ({ driver: ola, passenger: kari })],
      ['the driver did', () => ({ driver: kari, passenger: ola })],
    ])('is agreed once a seat is accepted, where %s', async (_, who) => {
      const { driver, passenger } = who()
      await say(kari)
      expect(await agreed()).toEqual([false, false])
      const seat = await reserve(await ride(driver, 48), passenger, 'pending')
      expect(await agreed()).toEqual([false, false])
      await db.kysely
        .updateTable('reservation')
        .set({ status: 'accepted', accepted_at: new Date() })
        .where('id', '=', seat)
        .execute()
      expect(await agreed()).toEqual([true, true])
    })

    test('is not agreed while the ride is cancelled, the seat given back, or the trip one of others', async () => {
      await say(kari)
      const eva = await addPerson(db.kysely)
      await reserve(await ride(ola, 24), eva, 'accepted')
      await reserve(await ride(eva, 30), kari, 'accepted')
      await reserve(await ride(ola, 36), kari, 'cancelled')
      const cancelled = await ride(ola, 48)
      await reserve(cancelled, kari, 'accepted')
      expect(await agreed()).toEqual([true, true])
      await cancel(cancelled)
      expect(await agreed()).toEqual([false, false])
    })

    test('is the trip of the chat: the next one, until another is chosen, and while that is ahead', async () => {
      await say(kari)
      const pinned = async () => [(await listed(kari))?.ride_id, (await listed(ola))?.ride_id]
      const choose = (rideId: string) => open(kari, ola, rideId)
      expect(await pinned()).toEqual([null, null])
      const [later, next] = [await ride(ola, 72), await ride(kari, 24)]
      await reserve(later, kari, 'accepted')
      expect(await pinned()).toEqual([later, later])
      await reserve(next, ola, 'pending')
      expect(await pinned()).toEqual([next, next])
      expect((await listSharedTrips(db.read, id, ola.id))?.map(({ ride_id }) => ride_id)).toEqual([next, later])
      expect(await announced('changed', () => choose(later))).toEqual([{ user_ids: [kari.id, ola.id], what: 'chats' }])
      expect(await pinned()).toEqual([later, later])
      // Choosing it again announces nothing.
      expect(await announced('changed', () => choose(later))).toEqual([])
      // A ride of another person cannot be chosen.
      const eva = await addPerson(db.kysely)
      await choose(await ride(eva, 12))
      expect(await pinned()).toEqual([later, later])
      await cancel(later)
      expect(await pinned()).toEqual([next, next])
      db.clock.advance(27 * 3_600_000)
      await vi.waitFor(async () => expect(await pinned()).toEqual([later, later]))
      expect(await listSharedTrips(db.read, id, ola.id)).toEqual([])
      expect(await listSharedTrips(db.read, id, eva.id)).toBeUndefined()
    })

    test('is agreed until thirty days after its arrival', async () => {
      await say(kari)
      await reserve(await ride(ola, 1), kari, 'accepted')
      db.clock.advance(30 * DAY + 3 * 3_600_000 - 60_000)
      expect(await agreed()).toEqual([true, true])
      db.clock.advance(120_000)
      await vi.waitFor(async () => expect(await agreed()).toEqual([false, false]))
    })
  })
})
