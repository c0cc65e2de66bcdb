/** Everything that is stored about a person in one file: complete, only theirs, fetched once, and built again after a kill. */
import fs from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { rideBody, startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { addPerson, addSession, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { sendImage } from '#features/chat/service'
import { refreshRecords } from '#features/ratings/store'
import { findViolations } from '#platform/db/invariants'
import { AppError } from '#platform/http/errors'
import { buildNext } from './jobs.ts'
import { leaseExport } from './store.ts'

const HOUR = 3_600_000

let t: TestApp
let kari: TestPerson
let ola: TestPerson

const post = (route: string, as: TestPerson, body: object = {}) => t.call('POST', `/api/v1${route}`, { as, body })
const current = async (as = kari) => (await t.call('GET', '/api/v1/me/export', { as })).body
const ready = (as = kari) =>
  vi.waitFor(
    async () => {
      const row = await current(as)
      expect(row.status).toBe('ready')
      return row as { url: string; bytes: number; progress: number; expires_at: string }
    },
    { timeout: 15_000, interval: 20 },
  )
const fetchFile = (url: string, as?: { cookie: string }) =>
  fetch(t.url + url, { headers: as ? { cookie: as.cookie } : {} })

async function exported(as = kari) {
  expect((await post('/me/export', as)).status).toBe(200)
  const { url, bytes } = await ready(as)
  const answer = await fetchFile(url, as)
  expect(answer.status).toBe(200)
  const file = await answer.bytes()
  expect(file.length).toBe(bytes)
  const entries = unzipSync(file)
  const text = strFromU8(entries['data.json'] ?? new Uint8Array())
  return { answer, entries, text, data: JSON.parse(text) as Data }
}
type Data = Record<string, Record<string, unknown>[]> & {
  account: Record<string, unknown>
  profile: Record<string, unknown>
}

/** The columns that the data map promises to hand out, as paths in data.json. */
function promised(): string[] {
  const map = fs.readFileSync(new URL('../../../../../docs/data-map.md', import.meta.url), 'utf8')
  return map
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => /\| `([a-z_.]+)` \|$/.exec(line)?.[1] ?? [])
}

function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce((value: unknown, key) => {
    const one = Array.isArray(value) ? (value.find((item: object) => key in item) as unknown) : value
    return (one as Record<string, unknown> | undefined)?.[key]
  }, data)
}

describe.each(databaseKinds)('on the %s database', (kind) => {
  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
  })
  afterAll(() => t.close())
  beforeEach(async () => {
    kari = await addPerson(t.db.kysely, { name: 'Kari Nordmann' })
    ola = await addPerson(t.db.kysely, { name: 'Ola Hemmelig' })
  })

  async function live() {
    const { kysely } = t.db
    const { files } = t.app.parts
    const picture = await files.put('profiles', Buffer.from('et bilde'))
    await t.db.tx((tx) => files.keep(tx, 'profiles', picture))
    await kysely
      .updateTable('profile')
      .set({ phone: '+4791234567', address: 'Storgata 1', gender: 'kvinne', age: 33, picture_key: picture })
      .where('id', '=', kari.id)
      .execute()
    await sql`update auth_session set ip_address = '203.0.113.9', user_agent = 'Agent/1' where user_id = ${kari.id}`.execute(
      kysely,
    )
    await sql`insert into auth_account (user_id, account_id, provider_id, password) values (${kari.id}, ${kari.id}, 'credential', 'hemmelig-hash')`.execute(
      kysely,
    )
    await sql`update auth_user set two_factor_enabled = true where id = ${kari.id}`.execute(kysely)
    await sql`insert into two_factor (user_id, secret, confirmed_at) values (${kari.id}, 'hemmelig-frø', now())`.execute(
      kysely,
    )
    const own = (await post('/rides', kari, rideBody(t.clock, { inHours: 1, notes: 'Ta med niste' }))).body.id as string
    const seat = (await post(`/rides/${own}/reservations`, ola, { seats_requested: 1, message: 'Olas melding' })).body
      .id as string
    await post(`/reservations/${seat}/accept`, kari)
    const olas = (await post('/rides', ola, rideBody(t.clock, { inHours: 1, license_plate: 'OLA123' }))).body
      .id as string
    const mine = (
      await post(`/rides/${olas}/reservations`, kari, {
        seats_requested: 1,
        accept_overlap: true,
        message: 'Min melding',
      })
    ).body.id as string
    await post(`/reservations/${mine}/accept`, ola)
    t.clock.advance(2 * HOUR)
    await post(`/reservations/${mine}/rating`, kari, { rating: 7, comment: 'Grei tur' })
    const { body: rated } = await post(`/reservations/${seat}/rating`, ola, { rating: 9, comment: 'Fin tur' })
    await post(`/ratings/${rated.id}/reply`, kari, { text: 'Takk for turen' })
    await post(`/ratings/${rated.id}/report`, kari, { reason: 'Ved en feil' })
    await askForHelp()
    await refreshRecords(kysely)
    const chat = (await post('/chats', kari, { user_id: ola.id })).body.id as string
    await post(`/chats/${chat}/messages`, kari, { content: 'Min tekst', message_type: 'text' })
    await post(`/chats/${chat}/messages`, ola, { content: 'Olas tekst', message_type: 'text' })
    const image = (sender: TestPerson, text: string) =>
      sendImage(
        t.app.parts,
        { sender: sender.id, chatId: chat, clientId: undefined },
        { bytes: Buffer.from(text), width: 3, height: 2 },
      )
    await image(ola, 'Olas bilde')
    const { image_key: sent } = await image(kari, 'mitt bilde')
    const eva = await addPerson(kysely, { name: 'Eva Stor' })
    await t.call('PUT', `/api/v1/me/blocks/${eva.id}`, { as: kari })
    await sql`insert into audit_log (actor_id, action, subject_id, reason) values (null, 'user_lifted', ${kari.id}, 'Fordi')`.execute(
      kysely,
    )
    await sql`insert into outbox (kind, recipient, locale, data) values ('test', ${kari.email}, 'no', '{}')`.execute(
      kysely,
    )
    await sql`insert into notification (user_id, kind, params, path, about, read_at)
      values (${kari.id}, 'message_received', '{"name": "Ola"}', ${`/chat?user=${ola.id}`}, ${ola.id}, app_now())`.execute(
      kysely,
    )
    await sql`insert into notification_setting (user_id, kind) values (${kari.id}, 'ride_changed')`.execute(kysely)
    await sql`insert into ride_series (driver_id, weekdays, until_day) values (${kari.id}, '{1,5}', '2030-01-01')`.execute(
      kysely,
    )
    await sql`insert into push_device (user_id, session_id, endpoint, p256dh, auth, name)
      select ${kari.id}, id, id::text, 'hemmelig', 'hemmelig', 'Chrome' from auth_session where user_id = ${kari.id}`.execute(
      kysely,
    )
    await sql`insert into calendar_feed (user_id) values (${kari.id})`.execute(kysely)
    await sql`insert into chat_setting (user_id, read_receipts) values (${kari.id}, false)`.execute(kysely)
    await sql`update chat set deleted_by_driver = false where id = ${chat}`.execute(kysely)
    return { sent }
  }

  /** Answered by an administrator who has written down something, too. */
  async function askForHelp() {
    const asked = { name: 'Kari', email: 'x@example.no', subject: 'Hvor er turen?', description: 'Min beskrivelse' }
    const { id } = (await post('/support-requests', kari, asked)).body
    await post(`/me/support-requests/${id}/messages`, kari, { content: 'Mitt tillegg' })
    const admin = await addPerson(t.db.kysely, { name: 'Adele Hemmelig', role: 'admin' })
    await post(`/admin/support-requests/${id}/message`, admin, { message: 'Et svar' })
    await t.call('PATCH', `/api/v1/admin/support-requests/${id}`, {
      as: admin,
      body: { status: 'in_progress', admin_notes: 'hemmelig-notat' },
    })
  }

  test('holds every column that is the person’s own, and of others the first name only', async () => {
    const { sent } = await live()
    const { answer, entries, text, data } = await exported()
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="samtur-\d{4}-\d\d-\d\d\.zip"$/)
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      'application/zip',
      'no-store',
    ])
    expect(Object.keys(entries)).toEqual(['pictures/profile.jpg', `pictures/chat/${sent}`, 'data.json', 'README.txt'])
    expect(strFromU8(entries[`pictures/chat/${sent}`] ?? new Uint8Array())).toBe('mitt bilde')
    expect(strFromU8(entries['README.txt'] ?? new Uint8Array())).toMatch(/^Dine data hos Samtur, hentet \d/)
    expect(strFromU8(entries['pictures/profile.jpg'] ?? new Uint8Array())).toBe('et bilde')

    const paths = promised()
    expect(paths.length).toBeGreaterThan(80)
    for (const path of paths) expect([path, valueAt(data, path) === undefined]).toEqual([path, false])

    expect(data.account).toMatchObject({ email: kari.email, locale: 'no' })
    expect(data.profile).toMatchObject({
      full_name: 'Kari Nordmann',
      phone: '+4791234567',
      address: 'Storgata 1',
      age: 33,
      rating_count: 1,
    })
    expect(data['ride_series']).toMatchObject([{ weekdays: [1, 5] }])
    expect(data['reservations']).toMatchObject([{ message: 'Min melding', driver: 'Ola', status: 'accepted' }])
    expect(data['rides']).toMatchObject([
      { notes: 'Ta med niste', stops: [{ text: 'Oslo' }, {}, {}, { text: 'Trondheim' }] },
    ])
    expect(data['ratings_received']).toMatchObject([
      { rating: 9, person: 'Ola', rated_as: 'driver', comment: 'Fin tur', reply: 'Takk for turen' },
    ])
    expect(data['ratings_given']).toMatchObject([{ rating: 7, person: 'Ola', rated_as: 'driver', comment: 'Grei tur' }])
    expect(data['reports']).toMatchObject([{ person: 'Ola', reason: 'Ved en feil', status: 'pending' }])
    expect(data['blocked']).toMatchObject([{ person: 'Eva' }])
    expect(data['support_requests']).toMatchObject([
      {
        description: 'Min beskrivelse',
        admin_reply: 'Et svar',
        messages: [{ content: 'Mitt tillegg' }, { author: 'admin' }],
      },
    ])
    expect(data['notifications']).toContainEqual(
      expect.objectContaining({ kind: 'message_received', params: { name: 'Ola' } }),
    )
    expect(data['conversations']).toMatchObject([
      {
        with: 'Ola',
        messages: [
          { seq: 1, from: 'me', content: 'Min tekst' },
          { seq: 2, from: 'Ola' },
          { seq: 3, from: 'Ola' },
          { seq: 4, from: 'me', message_type: 'image', image_key: sent, image_width: 3, image_height: 2 },
        ],
      },
    ])
    for (const foreign of ['Hemmelig', 'Olas', 'OLA123', ola.id, ola.email, 'Stor"', 'hemmelig'])
      expect([foreign, text.includes(foreign)]).toEqual([foreign, false])
  })

  test('also while the account waits for its deletion, with what was put aside', async () => {
    await live()
    await t.call('POST', '/api/v1/me/deletion', { as: kari })
    const { data, entries } = await exported()
    expect(data.profile).toMatchObject({
      full_name: 'Kari Nordmann',
      phone: '+4791234567',
      gender: 'kvinne',
      closed_at: expect.any(String),
    })
    expect(data.account['purge_at']).toEqual(expect.any(String))
    expect(Object.keys(entries)).toContain('pictures/profile.jpg')
    expect(await findViolations(t.db.kysely)).toEqual([])
  })

  test('a thousand messages are ready within ten seconds, in order and none missing', async () => {
    const chat = (await post('/chats', kari, { user_id: ola.id })).body.id as string
    await sql`select send_message(${chat}, case when n % 2 = 0 then ${ola.id}::uuid else ${kari.id}::uuid end, null, 'melding ' || n, null, null, null)
      from generate_series(1, 1201) n`.execute(t.db.kysely)
    const started = performance.now()
    const { data } = await exported()
    expect(performance.now() - started).toBeLessThan(10_000)
    const [conversation] = data['conversations'] as { messages: { seq: number; content?: string }[] }[]
    expect(conversation?.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 1201 }, (_, i) => i + 1))
    expect(conversation?.messages.filter(({ content }) => content !== undefined)).toHaveLength(601)
  })

  test('the address works once, for the person only, and for a day', async () => {
    await post('/me/export', kari)
    const { url } = await ready()
    expect((await fetchFile(url)).status).toBe(401)
    const foreign = await fetchFile(url, ola)
    const unknown = await fetchFile('/files/exports/AAAAAAAAAAAAAAAAAAAAAA', kari)
    const bare = async (answer: Response) => (await answer.text()).replace(/"request_id":"[^"]+"/, '')
    expect([foreign.status, await bare(foreign)]).toEqual([404, await bare(unknown)])
    t.clock.advance(24 * HOUR + 1000)
    expect((await fetchFile(url, kari)).status).toBe(404)
    t.clock.advance(-24 * HOUR - 1000)
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetchFile(url, kari)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(404)])
    expect(await current()).toMatchObject({ status: 'ready', url: null, bytes: expect.any(Number) })
    const { rows } = await sql`select from data_export where user_id = ${kari.id} and file_key is not null`.execute(
      t.db.kysely,
    )
    expect(rows).toEqual([])
  })

  test('an address stays good while the store is away', async () => {
    await post('/me/export', kari)
    const { url } = await ready()
    const read = vi.spyOn(t.app.parts.files, 'read').mockRejectedValueOnce(new AppError('unavailable'))
    expect((await fetchFile(url, kari)).status).toBe(503)
    read.mockRestore()
    expect((await fetchFile(url, kari)).status).toBe(200)
    expect((await fetchFile(url, kari)).status).toBe(404)
  })

  test('what does not fit is left out, and the file says so', async () => {
    const { files } = t.app.parts
    const chatId = (await post('/chats', kari, { user_id: ola.id })).body.id as string
    for (let i = 0; i < 3; i++)
      await sendImage(
        t.app.parts,
        { sender: kari.id, chatId, clientId: undefined },
        { bytes: Buffer.from('et bilde'), width: 3, height: 2 },
      )
    const openFile = files.read.bind(files)
    const read = vi.spyOn(files, 'read')
    read.mockImplementation(async (folder, key) =>
      folder === 'chat-images' ? Buffer.alloc(15_000_000) : openFile(folder, key),
    )
    onTestFinished(() => read.mockRestore())
    expect((await post('/me/export', kari)).status).toBe(200)
    const { url } = await ready()
    const entries = unzipSync(await (await fetchFile(url, kari)).bytes())
    expect(Object.keys(entries).filter((name) => name.startsWith('pictures/chat/'))).toHaveLength(2)
    expect(JSON.parse(strFromU8(entries['data.json'] ?? new Uint8Array()))).toMatchObject({ images_left_out: 1 })
    expect(strFromU8(entries['README.txt'] ?? new Uint8Array())).toMatch(/\n1 bilde fra samtalene .+ Skriv til \S+@/)
  })

  test('nobody else takes an export over while it is on its way to a slow store', async () => {
    await sql`insert into data_export (user_id, token_hash, expires_at) values (${kari.id}, ${kari.id}, app_now() + interval '1 day')`.execute(
      t.db.kysely,
    )
    const { files } = t.app.parts
    let taken: unknown = 'not asked'
    const put: typeof files.put = async (...file) => {
      t.clock.advance(25_000)
      await vi.advanceTimersByTimeAsync(10_000)
      const free = async () => (await sql`select from data_export where locked_until < app_now() + interval '25 seconds' and user_id = ${kari.id}`.execute(t.db.kysely)).rows // prettier-ignore
      await vi.waitFor(async () => expect(await free()).toEqual([]))
      t.clock.advance(25_000)
      taken = await leaseExport(t.db.read)
      return files.put(...file)
    }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      expect(await buildNext({ ...t.app.parts, translators: {}, supportEmail: '', files: { ...files, put } })).toBe(
        true,
      )
    } finally {
      vi.useRealTimers()
    }
    expect(taken).toBeUndefined()
  })

  test('two wishes at once are one, and it takes a fresh session', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('/me/export', kari)))
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200))
    const row = await ready()
    expect(row).toMatchObject({ progress: 1, url: expect.stringMatching(/^\/files\/exports\/[\w-]{22}$/) })
    await sql`update auth_session set created_at = now() - interval '6 minutes' where user_id = ${kari.id}`.execute(
      t.db.kysely,
    )
    expect((await post('/me/export', kari)).body.code).toBe('reauthentication_required')
    // What is ready is no more to be had than what is not.
    expect(await current()).toMatchObject({ status: 'ready', url: null, locked: true })
    expect((await fetchFile(row.url, kari)).status).toBe(403)
    expect((await post('/me/export', { ...kari, cookie: await addSession(t.db.kysely, kari.id) })).status).toBe(200)
    await ready()
    expect(await current(ola)).toBeNull()
  })

  test('a process that dies while building is made up for by the next one', async () => {
    await sql`insert into data_export (user_id, token_hash, expires_at) values (${kari.id}, ${kari.id}, app_now() + interval '1 day')`.execute(
      t.db.kysely,
    )
    // Takes it and is never heard of again.
    await vi.waitFor(async () => expect(await leaseExport(t.db.read)).toMatchObject({ user_id: kari.id }))
    const builder = { ...t.app.parts, translators: {}, supportEmail: '' }
    expect(await buildNext(builder)).toBe(false)
    expect(await current()).toMatchObject({ status: 'building' })
    t.clock.advance(31_000)
    while (await buildNext(builder));
    expect(await current()).toMatchObject({ status: 'ready' })
  })

  test('what cannot be built is given up after three attempts', async () => {
    await sql`insert into data_export (user_id, token_hash, expires_at) values (${kari.id}, ${kari.id}, app_now() + interval '1 day')`.execute(
      t.db.kysely,
    )
    const { files } = t.app.parts
    const builder = {
      ...t.app.parts,
      translators: {},
      supportEmail: '',
      files: { ...files, put: () => Promise.reject(new Error('disk full')) },
    }
    for (const status of ['building', 'building', 'failed']) {
      await buildNext(builder)
      expect((await current()).status).toBe(status)
      t.clock.advance(6_000)
    }
    expect((await post('/me/export', kari)).body.status).toBe('building')
    await ready()
  })

  test('an export that ran out is removed with its file', async () => {
    await post('/me/export', kari)
    await ready()
    const { rows } = await sql<{
      key: string
    }>`select file_key as key from data_export where user_id = ${kari.id}`.execute(t.db.kysely)
    const key = rows[0]?.key ?? ''
    const { files } = t.app.parts
    expect(await files.size('exports', key)).toBeGreaterThan(0)
    t.clock.advance(24 * HOUR + 1000)
    await buildNext({ ...t.app.parts, translators: {}, supportEmail: '' })
    expect(await current()).toBeNull()
    await vi.waitFor(async () => expect(await files.size('exports', key)).toBeUndefined())
  })
})

test('three a day', async () => {
  t = await startTestApp({ env: { SECRET: testSecret, RATE_LIMITS: 'on' } })
  try {
    kari = await addPerson(t.db.kysely)
    for (let i = 0; i < 3; i++) {
      expect((await post('/me/export', kari)).status).toBe(200)
      await ready()
    }
    const refused = await post('/me/export', kari)
    expect([refused.status, refused.body.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([
      429,
      'rate_limited',
      true,
    ])
  } finally {
    await t.close()
  }
})
