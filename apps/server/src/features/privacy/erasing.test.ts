/** The end of an account: nothing of the person is found anywhere, what others share with it stays, and a kill leaves all or nothing. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import type { KyselyPlugin } from 'kysely'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { rideBody, startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import type { Database } from '#platform/db/database'
import { findViolations } from '#platform/db/invariants'
import { startCleaning } from '#platform/jobs/cleaning'
import { sendImage } from '#features/chat/service'
import { notify } from '#features/notifications/port'
import { eraseDue } from './jobs.ts'
import { erasePerson } from './service.ts'

const DAY = 86_400_000

let t: TestApp
let folder: string
let lines: string[]
let kari: TestPerson
let ola: TestPerson
let rideId: string
let departedId: string
let chatId: string

const post = (route: string, as: TestPerson, body: object = {}) => t.call('POST', `/api/v1${route}`, { as, body })
const get = (route: string, as?: TestPerson) => t.call('GET', `/api/v1${route}`, { as })
const eraser = () => ({ ...t.app.parts, origin: t.app.origin })
const query = async <Row>(text: string) => (await sql.raw<Row>(text).execute(t.db.kysely)).rows

/** Written nowhere else, so that a find is one of this person. */
const canary = {
  name: 'Karianna Kanarifugl',
  email: 'kari.kanarifugl@example.no',
  phone: '+4790817263',
  reason: 'Kanari skrev til ti fremmede',
  address: 'Kanarigata 17',
  notes: 'kanari-merknad',
  plate: 'KNARI77',
  make: 'Kanarivogn',
  model: 'Kanarimodell',
  color: 'Kanarigul',
  request: 'kanari-forespørsel',
  cancelled: 'kanari-verksted',
  reply: 'kanari-svar',
  report: 'kanari-rapport',
  support: 'kanari-henvendelse',
  answer: 'kanari-svar-fra-huset',
  note: 'kanari-notat',
  agent: 'Kanari/1.0',
  ip: '203.0.113.177',
  image: 'https://kanari.example/bilde.jpg',
  provider: 'kanari-konto-8817',
  token: 'kanari-hemmelighet-9931',
  device: 'https://push.example/kanari-enhet',
  excuse: 'kanari-begrunnelse',
  stop: 'Kanarihuset 4',
  oldStop: 'Kanariskogen 9',
  lonelyStop: 'Kanaribakken 11',
}
const kept = { message: 'beholdt-melding-1', comment: 'beholdt-vurdering-2' }

/** A person with something in every place that a person can leave something in. */
async function makeWorld() {
  const values = (changes: object) => ({
    ...rideBody(t.clock, { license_plate: canary.plate, notes: canary.notes, ...changes }),
    car_make: canary.make,
    car_model: canary.model,
    car_color: canary.color,
  })
  kari = await addPerson(t.db.kysely, { name: canary.name, email: canary.email })
  ola = await addPerson(t.db.kysely, { name: 'Ola Nilsen' })
  const { kysely, read } = t.db
  const picture = await t.app.parts.files.put('profiles', Buffer.from('kanari-bilde'))
  await t.db.tx((tx) => t.app.parts.files.keep(tx, 'profiles', picture))
  await kysely
    .updateTable('profile')
    .set({ phone: canary.phone, address: canary.address, gender: 'kvinne', age: 41, picture_key: picture })
    .where('id', '=', kari.id)
    .execute()
  await kysely.updateTable('auth_user').set({ image: canary.image }).where('id', '=', kari.id).execute()
  await sql`insert into sign_in (user_id, user_agent, new_device) values (${kari.id}, ${canary.agent}, true)`.execute(
    t.db.kysely,
  )
  await sql`update auth_session set ip_address = ${canary.ip}, user_agent = ${canary.agent} where user_id = ${kari.id}`.execute(
    read,
  )
  await sql`insert into auth_account (user_id, account_id, provider_id, access_token, refresh_token, id_token, scope, password)
    values (${kari.id}, ${canary.provider}, 'kanari', ${canary.token}, ${canary.token}, ${canary.token}, 'openid', ${canary.token})`.execute(
    read,
  )
  await sql`insert into auth_verification (identifier, value, expires_at) values
    (${`sign-in-otp-${canary.email}`}, ${canary.token}, now() + interval '40 days'), (${`x-${canary.token}`}, ${kari.id}, now() + interval '40 days')`.execute(
    read,
  )
  const { body } = await t.call('POST', '/api/v1/rides', {
    as: kari,
    body: values({}),
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  rideId = body.id as string
  await post(`/rides/${rideId}/reservations`, ola, { seats_requested: 1 })
  // Nobody asks for a seat on this one.
  const alone = { start_location: canary.lonelyStop, inHours: 200 }
  expect((await post('/rides', kari, values(alone))).status).toBe(201)
  const stops = ['Hamar', canary.stop]
  const departed = await t.call('POST', '/api/v1/rides', { as: kari, body: values({ inHours: 1, stops }) })
  departedId = departed.body.id as string
  const asked = { seats_requested: 1, from_position: 1, to_position: 2 }
  const seat = (await post(`/rides/${departedId}/reservations`, ola, asked)).body.id as string
  await post(`/reservations/${seat}/accept`, kari)
  // As after a change of the route that the passenger has not confirmed yet.
  await sql`update reservation set agreed_from = ${canary.oldStop} where id = ${seat}`.execute(read)
  const olas = (await post('/rides', ola, rideBody(t.clock, { inHours: 1, start_location: 'Bergen' }))).body
    .id as string
  const own = (
    await post(`/rides/${olas}/reservations`, kari, {
      seats_requested: 1,
      accept_overlap: true,
      message: canary.request,
    })
  ).body.id as string
  await post(`/reservations/${own}/accept`, ola)
  t.clock.advance(2 * 3_600_000)
  expect((await post(`/reservations/${own}/rating`, kari, { rating: 4, comment: kept.comment })).status).toBe(201)
  const { body: rated } = await post(`/reservations/${seat}/rating`, ola, { rating: 9, comment: 'Fin tur' })
  expect((await post(`/ratings/${rated.id}/reply`, kari, { text: canary.reply })).status).toBe(201)
  expect((await post(`/ratings/${rated.id}/report`, kari, { reason: canary.report })).status).toBe(200)
  const called = (await t.call('POST', '/api/v1/rides', { as: kari, body: values({ inHours: 90 }) })).body.id as string
  await post(`/rides/${called}/reservations`, ola, { seats_requested: 1 })
  expect((await post(`/rides/${called}/cancel`, kari, { reason: canary.cancelled })).status).toBe(200)
  await sql`with series as (insert into ride_series (driver_id, weekdays, until_day) values (${kari.id}, '{5}', '2030-01-01') returning id)
    update ride set series_id = series.id, series_direction = 'out' from series where ride.id = ${called}`.execute(read)
  chatId = (await post('/chats', kari, { user_id: ola.id })).body.id as string
  const image = { bytes: Buffer.from('kanari-chatbilde'), width: 1, height: 1 }
  await sendImage(t.app.parts, { sender: kari.id, chatId, clientId: undefined }, image)
  await post(`/chats/${chatId}/messages`, kari, { content: kept.message, message_type: 'text' })
  await t.call('PUT', '/api/v1/me/chat-settings', { as: kari, body: { read_receipts: false } })
  const reported = await post('/reports', kari, { reported_id: ola.id, reason: canary.report, chat_id: chatId })
  expect(reported.status).toBe(201)
  const eva = await addPerson(t.db.kysely, { name: 'Eva' })
  const per = await addPerson(t.db.kysely, { name: 'Per' })
  await t.call('PUT', `/api/v1/me/blocks/${eva.id}`, { as: kari })
  await t.call('PUT', `/api/v1/me/blocks/${kari.id}`, { as: per })
  const admin = await addPerson(t.db.kysely, { name: 'Adele', role: 'admin' })
  await askForHelp(admin)
  await post('/admin/invitations', admin, { email: canary.email.replace('@', '+2@') })
  await sql`insert into audit_log (actor_id, action, subject_id, reason) values (${admin.id}, 'user_lifted', ${kari.id}, ${canary.reason})`.execute(
    read,
  )
  // Of the person, and of others about the person.
  await sql`insert into notification_setting (user_id, kind) values (${kari.id}, 'ride_changed')`.execute(read)
  await sql`insert into calendar_feed (user_id) values (${kari.id})`.execute(read)
  await sql`insert into push_device (user_id, session_id, endpoint, p256dh, auth, name)
    select ${kari.id}, id, ${canary.device}, '', '', ${canary.agent} from auth_session where user_id = ${kari.id}`.execute(
    read,
  )
  await t.db.tx((tx) =>
    notify(tx, { bus: t.app.parts.bus }, [
      { to: kari.id, kind: 'trip_tomorrow', params: {}, path: '/' },
      {
        to: ola.id,
        kind: 'message_received',
        params: { name: canary.name.split(' ')[0], reason: canary.excuse, from: canary.oldStop, to: canary.stop },
        path: `/chat?user=${kari.id}`,
        about: kari.id,
      },
    ]),
  )
  // Goes through the mail and the file of an export, too.
  expect((await post('/me/export', kari)).status).toBe(200)
  await vi.waitFor(async () => expect((await get('/me/export', kari)).body.status).toBe('ready'), { timeout: 10_000 })
}

/** With and without signing in, from the form and from a talk; looked for, answered and noted down. */
async function askForHelp(admin: TestPerson) {
  const asked = { name: canary.name, email: canary.email, subject: canary.support, description: canary.support }
  expect((await t.call('POST', '/api/v1/support-requests', { body: asked })).status).toBe(201)
  const { id } = (await post('/support-requests', kari, asked)).body
  await post(`/me/support-requests/${id}/messages`, kari, { content: canary.support })
  await post('/support-chats', kari, { transcript: [{ author: 'person', content: canary.support }] })
  await post(`/admin/support-requests/${id}/message`, admin, { message: canary.answer })
  const changes = { status: 'resolved', admin_notes: canary.note }
  expect((await t.call('PATCH', `/api/v1/admin/support-requests/${id}`, { as: admin, body: changes })).status).toBe(200)
  expect((await post('/admin/support-exports', admin, { q: 'KANARIFUGL' })).body.total).toBe(3)
}

/** Everything that is stored, as text by where it is. */
async function everything(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const tables = await query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t`)
    found.set(name, rows.map(({ row }) => row).join('\n'))
  }
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      found.set(entry.name, `${entry.name} ${fs.readFileSync(path.join(entry.parentPath, entry.name), 'latin1')}`)
  found.set('log', lines.join(''))
  return found
}

const findsOf = async (text: string) =>
  [...(await everything())]
    .filter(([, content]) => content.toLowerCase().includes(text.toLowerCase()))
    .map(([where]) => where)

async function clean() {
  const cleaning = startCleaning(t.app.parts)
  cleaning.wake()
  await cleaning.stop()
}

/** Two weeks and a bit later, with the background work done that is due by then. */
async function twoWeeksLater() {
  t.clock.advance(14 * DAY + 60_000)
  await clean()
  await eraseDue(eraser())
  const rows = () => query('select from loose_file where remove_at <= app_now()')
  await vi.waitFor(async () => expect(await rows()).toEqual([]), { timeout: 5_000 })
}

const settled = () =>
  vi.waitFor(
    async () => expect(await query('select from outbox where sent_at is null and dead_at is null')).toEqual([]),
    { timeout: 10_000 },
  )

describe.each(databaseKinds)('on the %s database', (kind) => {
  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-erasing-'))
    lines = []
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    })
    t = await startTestApp({
      kind,
      env: { SECRET: testSecret },
      config: { dataDir: folder },
      log: pino({ level: 'debug' }, sink),
    })
    await makeWorld()
    return async () => {
      await t.close()
      fs.rmSync(folder, { recursive: true, force: true })
    }
  })

  test('two weeks after the wish nothing of the person is found anywhere, and what others share stays under no name', async () => {
    // Otherwise the search below would find nothing in any case.
    for (const text of Object.values(canary)) expect(await findsOf(text), text).not.toEqual([])
    for (const bytes of ['kanari-bilde', 'kanari-chatbilde']) expect(await findsOf(bytes)).not.toEqual([])

    expect((await t.call('POST', '/api/v1/me/deletion', { as: kari })).status).toBe(200)
    await settled()
    // The day before, everything can still be brought back.
    t.clock.advance(13 * DAY)
    await eraseDue(eraser())
    expect(await query(`select from auth_user where id = '${kari.id}'`)).toHaveLength(1)
    // So young that only the deletion itself can remove them.
    await sql`insert into outbox (kind, recipient, locale, data, next_at)
      values ('accounts.confirm_request', ${canary.email}, 'no', '{}', app_now() + interval '40 days')`.execute(
      t.db.read,
    )
    await sql`insert into local_mail (id, recipient, subject, text, html, sent_at)
      values (gen_random_uuid(), ${canary.email}, ${canary.name}, '', '', app_now())`.execute(t.db.read)
    await sql`insert into idempotency_key (user_id, route, key, request_hash, created_at)
      values (${kari.id}, 'rides.publish', gen_random_uuid(), '', app_now())`.execute(t.db.read)
    t.clock.advance(-13 * DAY)
    const socket = await LiveClient.open(t.url, kari.cookie)
    await twoWeeksLater()
    expect(await socket.closed).toBe(4401)

    for (const text of [...Object.values(canary), 'kanari', 'knari', kari.id])
      expect([text, await findsOf(text)]).toEqual([text, []])
    expect(await findsOf(kept.message)).toEqual(['message'])
    expect(await findsOf(kept.comment)).toEqual(['rating'])
    expect(await query('select from chat_setting')).toEqual([])
    expect(await query('select from sign_in')).toEqual([])
    expect(await query('select from support_message')).toEqual([])
    const asked = await query("select status from support_request where user_id is null and email = '' order by status")
    expect(asked).toEqual([{ status: 'pending' }, { status: 'pending' }, { status: 'resolved' }])
    expect(await query('select from user_report where num_nonnulls(reason, chat_id, chat_seq) > 0')).toEqual([])
    expect(await findViolations(t.db.kysely)).toEqual([])

    const [conversation] = (await get('/chats', ola)).body.items
    expect(conversation).toMatchObject({
      id: chatId,
      other: { full_name: '' },
      last_message: { content: kept.message },
    })
    const { body: written } = await get(`/chats/${chatId}/messages`, ola)
    expect(written.items).toMatchObject([{ message_type: 'image', image_url: null }, { content: kept.message }])
    const { body: reviews } = await get(`/profiles/${ola.id}/ratings`)
    expect(reviews.items).toMatchObject([
      { rating: 4, comment: kept.comment, rater: { first_name: '', profile_picture: null } },
    ])
    const { body: ride } = await get(`/rides/${departedId}`, ola)
    expect(ride).toMatchObject({
      driver: { full_name: '', rating: 9, rating_count: 1 },
      notes: null,
      start_location: 'Oslo',
      stops: ['Hamar', '…'],
    })
    // The ride that nobody else was on is gone; the others keep the names of their places.
    const rides = await query<{ stops: string }>(
      "select string_agg(text, ' ' order by position) as stops from ride_stop group by ride_id order by 1",
    )
    expect(rides.map(({ stops }) => stops)).toEqual([
      'Bergen Hamar Lillehammer Trondheim',
      'Oslo Hamar Lillehammer Trondheim',
      'Oslo Hamar Lillehammer Trondheim',
      'Oslo Hamar … Trondheim',
    ])
    const agreed = await query('select agreed_from, agreed_to from reservation where agreed_from = $$…$$')
    expect(agreed).toEqual([{ agreed_from: '…', agreed_to: '…' }])
    expect(await query("select params from notification where params ->> 'from' = $$…$$")).toEqual([
      { params: { from: '…', to: '…' } },
    ])
    expect((await get(`/profiles/${conversation.other.id}`)).status).toBe(404)
    expect((await get('/me', kari)).status).toBe(401)
    expect(
      (await t.call('POST', '/api/auth/sign-in/email', { body: { email: canary.email, password: 'x' } })).status,
    ).toBe(401)
    // The address is free again.
    await addPerson(t.db.kysely, { email: canary.email })
  })

  test(
    'a failure at any statement leaves everything as it was, and the next run succeeds',
    { tags: ['slow'] },
    async () => {
      await t.call('POST', '/api/v1/me/deletion', { as: kari })
      await settled()
      t.clock.advance(14 * DAY + 60_000)
      await clean()
      const { db } = t.app.parts
      const before = await everything()
      let statements = 0
      for (let failing = 1; ; failing++) {
        const counter = new FailAt(failing)
        const work = erasePerson({ ...eraser(), db: failingDatabase(db, counter) }, kari.id)
        const failed = await work.then(
          () => false,
          (error: Error) => error.message === 'killed',
        )
        if (!failed) break
        statements = failing
        const after = await everything()
        for (const [where, text] of before)
          if (where !== 'log') expect([failing, where, after.get(where)]).toEqual([failing, where, text])
      }
      expect(statements).toBeGreaterThan(15)
      expect(await findsOf(kari.id)).toEqual([])
      expect(await findViolations(t.db.kysely)).toEqual([])
    },
  )

  test('an account that a restored backup brings back is erased again', { tags: ['slow'] }, async () => {
    await t.call('POST', '/api/v1/me/deletion', { as: kari })
    await settled()
    await twoWeeksLater()
    // As a backup from before brings it back: with the account open, and a ride ahead.
    await sql`insert into auth_user (id, name, email, email_verified) values (${kari.id}, ${canary.name}, ${canary.email}, true)`.execute(
      t.db.read,
    )
    const cookie = await addPerson(t.db.kysely, { email: 'egil@example.no' })
    await eraseDue(eraser())
    expect(await findsOf(canary.email)).toEqual([])
    expect(await findsOf(kari.id)).toEqual([])
    expect(await findViolations(t.db.kysely)).toEqual([])
    expect((await get('/me', cookie)).status).toBe(200)
  })

  test('other accounts are not touched, also by an account that cannot be erased', { tags: ['slow'] }, async () => {
    await t.call('POST', '/api/v1/me/deletion', { as: kari })
    await t.call('POST', '/api/v1/me/deletion', { as: ola })
    await settled()
    t.clock.advance(14 * DAY + 60_000)
    const { db } = t.app.parts
    let broken = true
    const tx: Database['tx'] = (work) => {
      if (!broken) return db.tx(work)
      broken = false
      return Promise.reject(new Error('not this one'))
    }
    await eraseDue({ ...eraser(), db: Object.assign(Object.create(db) as Database, { tx }) })
    expect(await query(`select id from auth_user where id in ('${kari.id}', '${ola.id}')`)).toHaveLength(1)
    expect(await findViolations(t.db.kysely)).toEqual([])
  })
})

/** Lets a transaction fail at its nth statement, as a kill would. */
class FailAt implements KyselyPlugin {
  private left: number
  constructor(statement: number) {
    this.left = statement
  }
  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    if (--this.left === 0) throw new Error('killed')
    return node
  }
  transformResult: KyselyPlugin['transformResult'] = ({ result }) => Promise.resolve(result)
}

function failingDatabase(db: Database, plugin: KyselyPlugin): Database {
  const tx: Database['tx'] = (work) => db.tx((inner) => work(inner.withPlugin(plugin)))
  return Object.assign(Object.create(db) as Database, { tx })
}
