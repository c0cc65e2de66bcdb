/** Closing an account: what others see, who is notified, what the person can still do, and reopening it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { rideBody, startTestApp, type TestApp } from '../../../test/app.ts'
import { describePostgres, usualKind } from '../../../test/database.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { startMailServer, type MailServer } from '../../../test/mail-server.ts'
import { addRide } from '../../../test/rides.ts'
import { addPerson, addSession, makeStale, type TestPerson, testSecret } from '../../../test/sessions.ts'
import { findViolations } from '#platform/db/invariants'

const DAY = 86_400_000

let t: TestApp
let smtp: MailServer
/** Drives to Trondheim, and rides along with `host`. */
let kari: TestPerson
let host: TestPerson
let accepted: TestPerson
let pending: TestPerson
let rejected: TestPerson
let rideId: string
let hostRideId: string
let ownReservation: string

const post = (path: string, as: TestPerson, body?: unknown) =>
  t.call('POST', `/api/v1${path}`, { as, body: body ?? {} })
const get = (path: string, as?: TestPerson) => t.call('GET', `/api/v1${path}`, { as })
const close = (as = kari) => t.call('POST', '/api/v1/me/deletion', { as })
const keep = (as = kari) => t.call('DELETE', '/api/v1/me/deletion', { as })
const reserve = async (as: TestPerson, ride: string, body: object = { seats_requested: 2 }) =>
  (await post(`/rides/${ride}/reservations`, as, { ...body, accept_overlap: true })).body.id as string

async function publish(as: TestPerson, changes = {}) {
  const { status, body, text } = await post('/rides', as, rideBody(t.clock, changes))
  expect([status, text.slice(0, 200)]).toMatchObject([201, expect.anything()])
  return body.id as string
}

async function makeWorld() {
  const add = (name: string) => addPerson(t.db.kysely, { name })
  ;[kari, host, accepted] = [await add('Kari Nordmann'), await add('Hans Vert'), await add('Anne Godtatt')]
  ;[pending, rejected] = [await add('Pia Venter'), await add('Rolf Avvist')]
  await t.db.kysely
    .updateTable('profile')
    .set({ phone: '+4791234567', address: 'Storgata 1', gender: 'kvinne', age: 33, picture_key: null })
    .where('id', '=', kari.id)
    .execute()
  rideId = await publish(kari)
  hostRideId = await publish(host, { start_location: 'Bergen', stops: ['Voss'], end_location: 'Oslo', total_seats: 3 })
  await post(`/reservations/${await reserve(accepted, rideId)}/accept`, kari)
  await reserve(pending, rideId)
  await post(`/reservations/${await reserve(rejected, rideId)}/reject`, kari)
  ownReservation = await reserve(kari, hostRideId, { seats_requested: 2, from_position: 0, to_position: 1 })
  await post(`/reservations/${ownReservation}/accept`, host)
}

const statuses = async (ride: string) =>
  (
    await t.db.kysely
      .selectFrom('reservation')
      .innerJoin('profile', 'profile.id', 'passenger_id')
      .select(['passenger_id', 'status'])
      .where('ride_id', '=', ride)
      .execute()
  ).map(({ passenger_id, status }) => [passenger_id, status])

const notificationsOf = ({ id }: TestPerson) =>
  t.db.kysely.selectFrom('notification').select(['kind', 'params']).where('user_id', '=', id).orderBy('id').execute()
/** Returns whether a notification says that a seat or a passenger is lost. */
const isEnding = (kind: string) => kind === 'ride_cancelled' || kind === 'reservation_withdrawn'

describe.each([usualKind])('on the %s database', (kind) => {
  beforeAll(async () => {
    smtp = await startMailServer()
    t = await startTestApp({ kind, env: { SECRET: testSecret, SMTP_URL: smtp.url } })
  })
  afterAll(async () => {
    expect(await findViolations(t.db.kysely)).toEqual([])
    await t.close()
    await smtp.close()
  })
  beforeEach(makeWorld)

  test('rides and reservations ahead are cancelled, seats freed, everyone concerned is notified once, and the name is removed', async () => {
    const { status, body } = await close()
    expect(status).toBe(200)
    const days = (new Date(body.purge_at as string).getTime() - t.clock.now().getTime()) / DAY
    expect(Math.abs(days - 14)).toBeLessThan(0.01)

    expect(new Map((await statuses(rideId)) as [string, string][])).toEqual(
      new Map([
        [accepted.id, 'cancelled'],
        [pending.id, 'cancelled'],
        [rejected.id, 'rejected'],
      ]),
    )
    expect((await get(`/rides/${rideId}`)).body).toMatchObject({
      status: 'cancelled',
      bookable: false,
      available_seats: 4,
      driver: { full_name: '' },
    })
    expect((await get(`/rides?from=Oslo`)).text).not.toContain(rideId)
    expect(await statuses(hostRideId)).toEqual([[kari.id, 'cancelled']])
    expect((await get(`/rides/${hostRideId}`)).body).toMatchObject({ status: 'active', available_seats: 3 })
    const [row] = (await get('/me/rides', host)).body.items
    expect(row.reservations[0]).toMatchObject({ status: 'cancelled', passenger: { full_name: '', phone: null } })
    expect(await findViolations(t.db.kysely)).toEqual([])

    const told = async (person: TestPerson) => (await notificationsOf(person)).filter(({ kind }) => isEnding(kind))
    for (const person of [accepted, pending])
      expect(await told(person)).toMatchObject([
        { kind: 'ride_cancelled', params: { name: 'Kari', from: 'Oslo', to: 'Trondheim' } },
      ])
    expect(await told(host)).toMatchObject([
      { kind: 'reservation_withdrawn', params: { name: 'Kari', from: 'Bergen', to: 'Voss', seats: 2 } },
    ])
    expect(await told(rejected)).toEqual([])
    const subjects = ({ email }: TestPerson) =>
      smtp.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
    await vi.waitFor(() => {
      expect(subjects(accepted)).toContainEqual(expect.stringContaining('avlyst'))
      expect(subjects(host)).toContain('Kari har meldt avbud: Bergen – Voss')
      expect(subjects(kari)).toContainEqual(expect.stringMatching(/^Kontoen din blir slettet \d/))
    }, 10_000)
    const closing = smtp.mails.find(({ to, subject }) => to === kari.email && subject.startsWith('Kontoen'))
    expect(closing?.link).toBe('/my-data')
  })

  test('departed rides and refused requests stay as they are', async () => {
    const departed = await addRide(t.db, {
      driverId: kari.id,
      route: ['Moss', 'Oslo'],
      departure: new Date(t.clock.now().getTime() - 60_000),
    })
    await close()
    const { rows } = await sql<{ status: string }>`select status from ride where id = ${departed}`.execute(t.db.kysely)
    expect(rows).toEqual([{ status: 'active' }])
  })

  test('the profile gives 404, and nothing new can be started with the person', async () => {
    const chat = (await post('/chats', accepted, { user_id: kari.id })).body.id as string
    const say = (as: TestPerson, content: string) =>
      post(`/chats/${chat}/messages`, as, { content, message_type: 'text' })
    await say(accepted, 'Hei Kari')
    await say(kari, 'Hei Anne')
    await close()
    expect((await get(`/profiles/${kari.id}`)).status).toBe(404)
    expect((await get(`/profiles/${kari.id}/ratings`)).status).toBe(404)
    const absent = await get(`/profiles/${crypto.randomUUID()}`)
    const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    expect(bare((await get(`/profiles/${kari.id}`)).text)).toBe(bare(absent.text))

    const [conversation] = (await get('/chats', accepted)).body.items
    expect(conversation).toMatchObject({ id: chat, can_write: false, other: { full_name: '', profile_picture: null } })
    expect((await get(`/chats/${chat}/messages`, accepted)).body.items).toHaveLength(2)
    expect((await say(accepted, 'Er du der?')).body.code).toBe('message_refused')
    expect((await post('/chats', accepted, { user_id: kari.id })).body.code).toBe('chat_unavailable')
    expect((await post('/chats', host, { user_id: kari.id })).body.code).toBe('chat_unavailable')
    expect((await post(`/rides/${rideId}/reservations`, host, { seats_requested: 1 })).body.code).toBe('ride_cancelled')
  })

  test('the person can read, and change nothing', async () => {
    await close()
    const { body } = await get('/me', kari)
    expect(body).toMatchObject({
      email: kari.email,
      purge_at: expect.any(String),
      profile: { full_name: '', phone: null },
    })
    expect((await get('/me/reservations', kari)).status).toBe(200)
    for (const answer of [
      await post('/rides', kari, rideBody(t.clock)),
      await post(`/rides/${hostRideId}/reservations`, kari, { seats_requested: 1 }),
      await post('/chats', kari, { user_id: host.id }),
      await t.call('PATCH', '/api/v1/me/profile', { as: kari, body: { full_name: 'Kari' } }),
      await t.call('PUT', `/api/v1/me/blocks/${host.id}`, { as: kari }),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'account_closing'])
    expect((await close()).body.code).toBe('already_closing')
  })

  test('other sessions end with their sockets, this one stays', async () => {
    const cookie = await addSession(t.db.kysely, kari.id)
    const socket = await LiveClient.open(t.url, cookie)
    await close()
    expect(await socket.closed).toBe(4401)
    expect((await get('/me', { ...kari, cookie })).status).toBe(401)
    expect((await get('/me', kari)).status).toBe(200)
  })

  test('reopening the account restores the profile; cancelled trips stay cancelled', async () => {
    const before = (await get('/me', kari)).body
    await close()
    expect((await keep()).body).toEqual({ kept: true })
    expect((await get('/me', kari)).body).toEqual(before)
    expect((await get(`/profiles/${kari.id}`)).body).toMatchObject({ full_name: 'Kari Nordmann', age: 33 })
    expect((await get(`/rides/${rideId}`)).body).toMatchObject({
      status: 'cancelled',
      driver: { full_name: 'Kari Nordmann' },
    })
    expect((await keep()).body.code).toBe('not_closing')
    await publish(kari)
    expect(await findViolations(t.db.kysely)).toEqual([])
  })

  test('a due account cannot be reopened', async () => {
    await close()
    t.clock.advance(14 * DAY + 1000)
    try {
      expect((await keep()).body.code).toBe('not_closing')
    } finally {
      t.clock.advance(-14 * DAY - 1000)
    }
    expect((await keep()).status).toBe(200)
  })

  test('closing needs a recently authenticated session, and an administrator cannot do it', async () => {
    await makeStale(t.db.kysely, kari.id)
    expect((await close()).body.code).toBe('reauthentication_required')
    const admin = await addPerson(t.db.kysely, { role: 'admin' })
    expect((await close(admin)).body.code).toBe('protected_account')
    expect((await get(`/rides/${rideId}`)).body.status).toBe('active')
  })

  test('a deletion by an administrator does the same without a mail to the person, and can be taken back', async () => {
    const say = (begun: boolean) =>
      t.db.tx((tx) => t.app.parts.reactions.run(tx, 'deletionChanged', { user_id: kari.id, begun }))
    await say(true)
    expect((await get(`/profiles/${kari.id}`)).status).toBe(404)
    expect((await get(`/rides/${rideId}`)).body.status).toBe('cancelled')
    expect(await findViolations(t.db.kysely)).toEqual([])
    await say(false)
    expect((await get(`/profiles/${kari.id}`)).status).toBe(200)
    expect((await notificationsOf(kari)).filter(({ kind }) => isEnding(kind))).toEqual([])
    expect(smtp.mails.filter(({ to, subject }) => to === kari.email && subject.startsWith('Kontoen'))).toEqual([])
  })

  test('twenty requests at once close the account once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => close()))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(409)])
    expect((await notificationsOf(accepted)).filter(({ kind }) => isEnding(kind))).toHaveLength(1)
  })
})

describePostgres('meeting what others do at the same moment', () => {
  beforeAll(async () => {
    smtp = await startMailServer()
    t = await startTestApp({ kind: 'server', env: { SECRET: testSecret, SMTP_URL: smtp.url } })
  })
  afterAll(async () => {
    await t.close()
    await smtp.close()
  })

  test('publishing, requesting, accepting and writing during the closing leave no trip ahead', async () => {
    for (let round = 0; round < 8; round++) {
      const [leaving, other] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
      const [own, others] = [await publish(leaving), await publish(other, { start_location: 'Bodø' })]
      const request = await reserve(other, own, { seats_requested: 1 })
      await Promise.all([
        post('/rides', leaving, rideBody(t.clock, { start_location: 'Alta' })),
        post('/rides', leaving, rideBody(t.clock, { start_location: 'Vardø' })),
        close(leaving),
        post(`/rides/${others}/reservations`, leaving, { seats_requested: 1, accept_overlap: true }),
        post(`/reservations/${request}/accept`, leaving),
        post('/chats', other, { user_id: leaving.id }),
        ...(round % 2 ? [close(other)] : []),
      ])
      expect(await findViolations(t.db.kysely)).toEqual([])
    }
  }, 60_000)
})
