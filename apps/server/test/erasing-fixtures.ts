/** A person with data everywhere, for the tests of erasure. */
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { sendImage } from '#features/chat/service'
import { notify } from '#features/notifications/port'
import { rideBody, type TestApp } from './app.ts'
import { addPerson, type TestPerson } from './sessions.ts'

const callers = (t: TestApp) => ({
  post: (route: string, as: TestPerson, body: object = {}) => t.call('POST', `/api/v1${route}`, { as, body }),
  get: (route: string, as?: TestPerson) => t.call('GET', `/api/v1${route}`, { as }),
})

/** Texts that occur nowhere else, so that each place they are found in holds this person's data. */
export const canary = {
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
  wanted: 'kanari-ønske',
}
/** Texts of the person that others keep. */
export const kept = { message: 'beholdt-melding-1', comment: 'beholdt-vurdering-2' }

/** Stores a person with data in every place that can hold a person's data, and another who shares some of it. */
export async function createErasingDataset(t: TestApp) {
  const { post, get } = callers(t)
  const values = (changes: object) => ({
    ...rideBody(t.clock, { license_plate: canary.plate, notes: canary.notes, ...changes }),
    car_make: canary.make,
    car_model: canary.model,
    car_color: canary.color,
  })
  const kari = await addPerson(t.db.kysely, { name: canary.name, email: canary.email })
  const ola = await addPerson(t.db.kysely, { name: 'Ola Nilsen' })
  const { kysely, read } = t.db
  const picture = await t.app.parts.files.put('profiles', Buffer.from('kanari-bilde'))
  await t.db.tx((tx) => t.app.parts.files.keep(tx, 'profiles', picture))
  await kysely
    .updateTable('profile')
    .set({
      phone: canary.phone,
      address: canary.address,
      gender: 'kvinne',
      age: 41,
      picture_key: picture,
      picture_name: canary.phone,
    })
    .where('id', '=', kari.id)
    .execute()
  await kysely.updateTable('auth_user').set({ image: canary.image }).where('id', '=', kari.id).execute()
  await addUpload(t, kari)
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
  const rideId = body.id as string
  await post(`/rides/${rideId}/reservations`, ola, { seats_requested: 1 })
  // A ride without requests.
  const alone = { start_location: canary.lonelyStop, inHours: 200 }
  expect((await post('/rides', kari, values(alone))).status).toBe(201)
  const stops = ['Hamar', canary.stop]
  const departed = await t.call('POST', '/api/v1/rides', { as: kari, body: values({ inHours: 1, stops }) })
  const departedId = departed.body.id as string
  const seats = { seats_requested: 1, from_position: 1, to_position: 2 }
  const seat = (await post(`/rides/${departedId}/reservations`, ola, seats)).body.id as string
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
  const chatId = (await post('/chats', kari, { user_id: ola.id })).body.id as string
  const image = { bytes: Buffer.from('kanari-chatbilde'), width: 1, height: 1 }
  await sendImage(t.app.parts, { sender: kari.id, chatId, clientId: undefined }, image)
  await post(`/chats/${chatId}/messages`, kari, { content: kept.message, message_type: 'text' })
  await t.call('PUT', '/api/v1/me/chat-settings', { as: kari, body: { read_receipts: false } })
  const report = { reported_id: ola.id, category: 'fake', reason: canary.report, chat_id: chatId }
  expect((await post('/reports', kari, report)).status).toBe(201)
  const [eva, per] = [await addPerson(t.db.kysely, { name: 'Eva' }), await addPerson(t.db.kysely, { name: 'Per' })]
  await t.call('PUT', `/api/v1/me/blocks/${eva.id}`, { as: kari })
  await t.call('PUT', `/api/v1/me/blocks/${kari.id}`, { as: per })
  const admin = await addPerson(t.db.kysely, { name: 'Adele', role: 'admin' })
  await requestSupport(t, kari, admin)
  await post('/admin/invitations', admin, { email: canary.email.replace('@', '+2@') })
  await sql`insert into audit_log (actor_id, action, subject_id, reason) values (${admin.id}, 'user_lifted', ${kari.id}, ${canary.reason})`.execute(
    read,
  )
  // Notifications of the person, and of others about the person.
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
  await wantRide(t, kari)
  // The file of an export has the data as well.
  expect((await post('/me/export', kari)).status).toBe(200)
  await vi.waitFor(async () => expect((await get('/me/export', kari)).body.status).toBe('ready'), { timeout: 10_000 })
  return { kari, ola, departedId, chatId }
}

async function wantRide(t: TestApp, kari: TestPerson) {
  const way = { from: `Oslo, ${canary.address}`, to: 'Trondheim', weekdays: [1, 2, 3, 4, 5, 6, 7] }
  const { status } = await callers(t).post('/ride-wanted', kari, { ...way, note: canary.wanted, public: true })
  expect(status).toBe(201)
}

/** Files support requests by the form, as a member and as a guest, and by a talk; an administrator replies, writes a note and exports them. */
async function requestSupport(t: TestApp, kari: TestPerson, admin: TestPerson) {
  const { post } = callers(t)
  const question = { name: canary.name, email: canary.email, subject: canary.support, description: canary.support }
  expect((await t.call('POST', '/api/v1/support-requests', { body: question })).status).toBe(201)
  const { id } = (await post('/support-requests', kari, question)).body
  await post(`/me/support-requests/${id}/messages`, kari, { content: canary.support })
  await post('/support-chats', kari, { transcript: [{ author: 'person', content: canary.support }] })
  await post(`/admin/support-requests/${id}/message`, admin, { message: canary.answer })
  const changes = { status: 'resolved', admin_notes: canary.note }
  expect((await t.call('PATCH', `/api/v1/admin/support-requests/${id}`, { as: admin, body: changes })).status).toBe(200)
  expect((await post('/admin/support-exports', admin, { q: 'KANARIFUGL' })).body.total).toBe(3)
}

/** Stores an image that was uploaded and not sent. */
async function addUpload({ app, db }: TestApp, owner: TestPerson) {
  const key = await app.parts.files.put('chat-images', Buffer.from('kanari-bilde'))
  const upload = { owner_id: owner.id, name: canary.phone, key, width: 1, height: 1, bytes: 12 }
  await db.kysely.insertInto('chat_upload').values(upload).execute()
}
