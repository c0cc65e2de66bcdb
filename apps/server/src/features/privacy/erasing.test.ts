/** Erasing an account: the person's data is found nowhere, what others share stays, and a failure changes nothing. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import type { KyselyPlugin } from 'kysely'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { canary, createErasingDataset, kept } from '../../../test/erasing-fixtures.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import type { Database } from '#platform/db/database'
import { findViolations } from '#platform/db/invariants'
import { startCleaning } from '#platform/jobs/cleaning'
import { eraseDue } from './jobs.ts'
import { erasePerson } from './service.ts'

const DAY = 86_400_000

let t: TestApp
let folder: string
let lines: string[]
let kari: TestPerson
let ola: TestPerson
let departedId: string
let chatId: string

const get = (route: string, as?: TestPerson) => t.call('GET', `/api/v1${route}`, { as })
const deps = () => ({ ...t.app.parts, origin: t.app.origin })
const query = async <Row>(text: string) => (await sql.raw<Row>(text).execute(t.db.kysely)).rows

/** Returns everything that is stored as text, by place. */
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

/** Advances the clock by more than two weeks and runs the background work that is due. */
async function twoWeeksLater() {
  t.clock.advance(14 * DAY + 60_000)
  await clean()
  await eraseDue(deps())
  const rows = () => query('select from loose_file where remove_at <= app_now()')
  await vi.waitFor(async () => expect(await rows()).toEqual([]), { timeout: 5_000 })
}

const settled = () =>
  vi.waitFor(
    async () => expect(await query('select from outbox where sent_at is null and dead_at is null')).toEqual([]),
    { timeout: 10_000 },
  )

describe.each([usualKind])('on the %s database', (kind) => {
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
    ;({ kari, ola, departedId, chatId } = await createErasingDataset(t))
    return async () => {
      await t.close()
      fs.rmSync(folder, { recursive: true, force: true })
    }
  })

  test('two weeks after the request the person’s data is found nowhere, and what others share stays without a name', async () => {
    // The search finds each text before the erasure.
    for (const text of Object.values(canary)) expect(await findsOf(text), text).not.toEqual([])
    for (const bytes of ['kanari-bilde', 'kanari-chatbilde']) expect(await findsOf(bytes)).not.toEqual([])

    expect((await t.call('POST', '/api/v1/me/deletion', { as: kari })).status).toBe(200)
    await settled()
    // The day before, everything can still be brought back.
    t.clock.advance(13 * DAY)
    await eraseDue(deps())
    expect(await query(`select from auth_user where id = '${kari.id}'`)).toHaveLength(1)
    // Rows so new that only the erasure can remove them.
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
    const requests = await query(
      "select status from support_request where user_id is null and email = '' order by status",
    )
    expect(requests).toEqual([{ status: 'pending' }, { status: 'pending' }, { status: 'resolved' }])
    expect(await query('select from user_report where num_nonnulls(category, reason, chat_id, chat_seq) > 0')).toEqual(
      [],
    )
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
    // The ride without passengers is deleted; the others keep the names of their places.
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

  test('a failure at any statement changes nothing, and the next run succeeds', { tags: ['slow'] }, async () => {
    await t.call('POST', '/api/v1/me/deletion', { as: kari })
    await settled()
    // The file of the export outlasts the test, because the server's worker would remove an expired one between two comparisons.
    await query("update data_export set expires_at = expires_at + interval '14 days'")
    t.clock.advance(14 * DAY + 60_000)
    await clean()
    const { db } = t.app.parts
    const before = await everything()
    let statements = 0
    for (let failing = 1; ; failing++) {
      const counter = new FailAt(failing)
      const work = erasePerson({ ...deps(), db: failingDatabase(db, counter) }, kari.id)
      const failed = await work.then(
        () => false,
        (error: Error) => error.message === 'killed',
      )
      if (!failed) break
      statements = failing
      const after = await everything()
      // The log grows, and the server reports what its jobs do.
      for (const [where, text] of before)
        if (where !== 'log' && where !== 'server_process')
          expect([failing, where, after.get(where)]).toEqual([failing, where, text])
    }
    expect(statements).toBeGreaterThan(15)
    expect(await findsOf(kari.id)).toEqual([])
    expect(await findViolations(t.db.kysely)).toEqual([])
  })

  test('an account that comes back with a restored backup is erased again', { tags: ['slow'] }, async () => {
    await t.call('POST', '/api/v1/me/deletion', { as: kari })
    await settled()
    await twoWeeksLater()
    // As a backup from before brings it back: with the account open, and a ride ahead.
    await sql`insert into auth_user (id, name, email, email_verified) values (${kari.id}, ${canary.name}, ${canary.email}, true)`.execute(
      t.db.read,
    )
    const cookie = await addPerson(t.db.kysely, { email: 'egil@example.no' })
    await eraseDue(deps())
    expect(await findsOf(canary.email)).toEqual([])
    expect(await findsOf(kari.id)).toEqual([])
    expect(await findViolations(t.db.kysely)).toEqual([])
    expect((await get('/me', cookie)).status).toBe(200)
  })

  test('an account that cannot be erased does not keep others from being erased', { tags: ['slow'] }, async () => {
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
    await eraseDue({ ...deps(), db: Object.assign(Object.create(db) as Database, { tx }) })
    expect(await query(`select id from auth_user where id in ('${kari.id}', '${ola.id}')`)).toHaveLength(1)
    expect(await findViolations(t.db.kysely)).toEqual([])
  })
})

/** Makes a transaction fail at its nth statement. */
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
