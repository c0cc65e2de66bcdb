/** Which rows the lists of `/rest/v1` have, through the client library: their order, their pages and where they end. */
import { chat as chatLimits } from '@samtur/contract/constants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTextMessage } from '../../server/src/features/chat/store-messages.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { createDataset, type Dataset } from '../../server/test/rights/dataset.ts'
import { addRide } from '../../server/test/rides.ts'
import { addPerson, testSecret, type TestPerson } from '../../server/test/sessions.ts'
import { programOf } from './people.ts'

let t: TestApp
let w: Dataset
beforeAll(async () => {
  t = await startTestApp({ env: { SECRET: testSecret } })
})
afterAll(() => t.close())
beforeEach(async () => {
  w = await createDataset(t)
})

describe('a conversation with more messages than one response has', () => {
  const texts = Array.from({ length: chatLimits.historySize + 3 }, (_, i) => `melding ${i}`)
  beforeEach(async () => {
    const sending = { chatId: w.chatId, senderId: w.driver.id, clientId: undefined }
    for (const content of texts) await addTextMessage(t.db.kysely, { ...sending, content })
  })

  test('is listed from its first message on', async () => {
    const messages = (await programOf(t, w.accepted)).from('messages').select('content').eq('chat_id', w.chatId)
    const { data } = await messages.order('created_at', { ascending: true }).limit(100)
    // The first message is an image.
    expect(data?.map(({ content }) => content)).toEqual([null, ...texts.slice(0, 99)])
  })

  test('has its later messages behind an offset, and all of them in the count', async () => {
    const messages = (await programOf(t, w.accepted)).from('messages').select('content', { count: 'exact' })
    const { data, count } = await messages.eq('chat_id', w.chatId).order('created_at').range(100, 199)
    expect([data?.map(({ content }) => content), count]).toEqual([texts.slice(99), texts.length + 1])
  })

  test('is unread as a whole', async () => {
    const day = new Date(t.clock.now().getTime() - 86_400_000).toISOString()
    const unread = (await programOf(t, w.accepted)).from('messages').select('chat_id, sender_id, created_at')
    const { data } = await unread.in('chat_id', [w.chatId]).neq('sender_id', w.accepted.id).gte('created_at', day)
    expect(data).toHaveLength(texts.length + 1)
  })
})

describe('rides', () => {
  /** The first three are on one day in Oslo. */
  const departures = ['2027-06-10T22:30:00Z', '2027-06-11T08:00:00Z', '2027-06-11T21:30:00Z', '2027-06-11T22:30:00Z']
  let ids: string[]
  beforeEach(async () => {
    ids = []
    for (const departure of departures)
      ids.push(
        await addRide(t.db, { driverId: w.stranger.id, route: [place(), 'Odda'], departure: new Date(departure) }),
      )
  })
  const place = () => `Voss ${w.stranger.id.slice(0, 8)}`

  test('of a day in Oslo are found, and no other', async () => {
    const rides = (await programOf(t))
      .from('rides')
      .select('id')
      .gt('available_seats', 0)
      .ilike('end_location', '%odd%')
    const { data } = await rides
      .ilike('start_location', `%${place()}%`)
      .gte('departure_time', '2027-06-11')
      .lt('departure_time', '2027-06-12')
    expect(data?.map(({ id }) => id)).toEqual(ids.slice(0, 3))
  })

  test('after a time that lies ahead are found from there on, in pages', async () => {
    const after = (await programOf(t)).from('rides').select('id', { count: 'exact' }).gt('available_seats', 0)
    const { data, count } = await after
      .gt('departure_time', '2027-06-11T08:00:00Z')
      .ilike('start_location', `%${place().toUpperCase()}%`)
      .order('departure_time')
      .range(1, 1)
    expect([data?.map(({ id }) => id), count]).toEqual([[ids[3]], 2])
  })

  test('of another driver are the upcoming ones with free seats, the last departure first', async () => {
    await t.db.kysely.updateTable('ride_section').set({ seats_free: 0 }).where('ride_id', '=', ids[1]!).execute()
    await addRide(t.db, {
      driverId: w.stranger.id,
      route: ['Voss', 'Odda'],
      departure: new Date('2025-05-01T08:00:00Z'),
    })
    const read = async (person?: TestPerson) => {
      const rides = (await programOf(t, person))
        .from('rides')
        .select('id, reservations(*)')
        .eq('driver_id', w.stranger.id)
      return (await rides.order('departure_time', { ascending: false })).data
    }
    const expected = [ids[3], ids[2], ids[0]].map((id) => ({ id, reservations: [] }))
    expect([await read(), await read(w.pending)]).toEqual([expected, expected])
    const block = { blocker_id: w.stranger.id, blocked_id: w.pending.id }
    await t.db.kysely.insertInto('user_block').values(block).execute()
    expect(await read(w.pending)).toEqual([])
  })
})

test('a search counts against the limit for each page of the API, and begins where its span does', async () => {
  const limited = await startTestApp({ env: { RATE_LIMITS: 'on' }, config: { localMailbox: false } })
  try {
    const driver = await addPerson(limited.db.kysely)
    const departures = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2027, 5, 1, i)))
    for (const departure of departures)
      await addRide(limited.db, { driverId: driver.id, route: ['Voss', 'Odda'], departure })
    const program = await programOf(limited)
    const statuses = async (after: Date, times: number) => {
      const found = []
      for (let i = 0; i < times; i++) {
        const rides = program.from('rides').select('id', { count: 'exact' }).gt('available_seats', 0).limit(1)
        found.push((await rides.gte('departure_time', after.toISOString())).status)
      }
      return found
    }
    // Limits count minutes by the clock: moves to the start of a minute.
    limited.clock.advance(60_000 - (limited.clock.now().getTime() % 60_000))
    // Ten searches of one page each, and then 25 of two pages.
    expect(await statuses(departures[50]!, 10)).toEqual(Array(10).fill(200))
    expect(await statuses(departures[0]!, 26)).toEqual([...Array(25).fill(200), 429])
  } finally {
    await limited.close()
  }
})

test('the rater and administrators see which trip a rating is of, and nobody else does', async () => {
  const read = async (person?: TestPerson) => {
    const ratings = (await programOf(t, person)).from('ratings').select('ride_id, rater_id').eq('rated_id', w.driver.id)
    return (await ratings).data
  }
  const { ride_id, rater_id } = await t.db.kysely
    .selectFrom('rating')
    .select(['ride_id', 'rater_id'])
    .where('id', '=', w.ratingId)
    .executeTakeFirstOrThrow()
  for (const person of [w.accepted, w.admin]) expect(await read(person)).toEqual([{ ride_id, rater_id }])
  for (const person of [undefined, w.stranger, w.driver])
    expect(await read(person)).toEqual([{ ride_id: null, rater_id: null }])
})

test('an administrator reads all support requests with their texts and notes', async () => {
  const request = { name: 'Gjest', email: 'gjest@example.no', request_type: 'general', subject: 'Hei' } as const
  const many = Array.from({ length: 60 }, (_, i) => ({ ...request, description: `Spørsmål ${i}`, admin_notes: `${i}` }))
  await t.db.kysely.insertInto('support_request').values(many).execute()
  const requests = (await programOf(t, w.admin)).from('support_requests').select('*')
  const { data } = await requests.order('created_at', { ascending: false })
  const noted = data?.filter(({ email }) => email === request.email) ?? []
  expect(noted).toHaveLength(many.length)
  for (const { description, admin_notes: notes } of noted) expect(description).toBe(`Spørsmål ${notes}`)
  expect(noted[0]).toMatchObject({ user_id: null, reviewed_at: null, reviewed_by: null, status: 'pending' })
})
