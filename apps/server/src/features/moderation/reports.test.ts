/** Reports of a person: what is stored for administrators, and that only they see it. */
import { randomUUID } from 'node:crypto'
import { lengths } from '@samtur/contract/constants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestResponse, type TestApp } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { LiveClient } from '../../../test/live-client.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { middleOf } from '../../../test/windows.ts'
import { closeProfile } from '#features/profiles/port'
import { findViolations } from '#platform/db/invariants'
import { forgetPerson } from './store.ts'

const DAY = 86_400_000

describe.each([usualKind])('on the %s database', (kind) => {
  let t: TestApp
  let kari: TestPerson
  let ola: TestPerson

  const report = (as: TestPerson | undefined, body: object, headers = {}) =>
    t.call('POST', '/api/v1/reports', { as, body: { reported_id: ola.id, reason: 'Ubehagelig', ...body }, headers })
  const open = async (from: TestPerson, to: TestPerson) =>
    (await t.call('POST', '/api/v1/chats', { as: from, body: { user_id: to.id } })).body.id as string
  const say = (as: TestPerson, id: string) =>
    t.call('POST', `/api/v1/chats/${id}/messages`, { as, body: { content: 'Hei' } })
  const stored = (reporter: TestPerson) =>
    t.db.kysely.selectFrom('user_report').selectAll().where('reporter_id', '=', reporter.id).execute()
  const comparable = ({ status, text }: TestResponse) => [status, text.replace(/"request_id":"[^"]+"/, '')]
  /** Counts everything that could notify a person, and the log. */
  const countNotifying = async () =>
    Promise.all(
      (['notification', 'push_message', 'outbox', 'audit_log'] as const).map(async (table) => {
        const { count } = await t.db.kysely
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .executeTakeFirstOrThrow()
        return Number(count)
      }),
    )

  beforeAll(async () => {
    t = await startTestApp({ kind, clock: middleOf(DAY), env: { SECRET: testSecret, RATE_LIMITS: 'on' } })
  })
  beforeEach(async () => {
    kari = await addPerson(t.db.kysely, { name: 'Kari Nordmann' })
    ola = await addPerson(t.db.kysely, { name: 'Ola Nilsen' })
  })
  afterAll(() => t.close())

  test('is stored as pending with its trimmed reason, and the response has the time', async () => {
    const answer = await report(kari, { category: 'money', reason: '  Ville ha penger\r\nutenom ' })
    const [row] = await stored(kari)
    expect(answer).toMatchObject({ status: 201, body: { id: row?.id, created_at: row?.created_at.toISOString() } })
    expect(Object.keys(answer.body)).toEqual(['id', 'created_at'])
    expect(row).toMatchObject({
      reported_id: ola.id,
      category: 'money',
      reason: 'Ville ha penger\nutenom',
      status: 'pending',
      rating_id: null,
      chat_id: null,
      chat_seq: null,
      reviewed_at: null,
      reviewed_by: null,
    })
  })

  test('has the conversation of the two up to its newest message', async () => {
    const id = await open(kari, ola)
    for (const sender of [kari, ola, ola]) await say(sender, id)
    expect((await report(kari, { chat_id: id.toUpperCase() })).status).toBe(201)
    await say(ola, id)
    expect((await report(kari, { chat_id: id })).status).toBe(201)
    expect(new Set((await stored(kari)).map((row) => `${row.chat_id} ${row.chat_seq}`))).toEqual(
      new Set([`${id} 3`, `${id} 4`]),
    )
    expect(await findViolations(t.db.kysely)).toEqual([])
  })

  test('is refused of oneself, of an unknown person, and with a conversation of others', async () => {
    for (const reported_id of [kari.id, kari.id.toUpperCase()])
      expect(await report(kari, { reported_id })).toMatchObject({
        status: 422,
        body: { code: 'validation', fields: { reported_id: 'invalid' } },
      })
    const [eva, gone] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
    const old = await open(kari, gone)
    await t.db.tx((tx) => closeProfile(tx, gone.id))
    const refused = [
      await report(kari, { reported_id: randomUUID() }),
      await report(kari, { reported_id: gone.id }),
      await report(kari, { reported_id: gone.id, chat_id: old }),
      await report(kari, { chat_id: randomUUID() }),
      await report(kari, { chat_id: await open(kari, eva) }),
      await report(kari, { chat_id: await open(eva, ola) }),
    ]
    expect(refused[0]).toMatchObject({ status: 404, body: { code: 'not_found' } })
    for (const answer of refused) expect(comparable(answer)).toEqual(comparable(refused[0]!))
    expect(await stored(kari)).toEqual([])
  })

  test.each([
    [{ reason: '' }, 'reason', 'required'],
    [{ reason: ' \n\t' }, 'reason', 'required'],
    [{ reason: '\u200b' }, 'reason', 'required'],
    [{ reason: undefined }, 'reason', 'required'],
    [{ reason: 'x'.repeat(lengths.report + 1) }, 'reason', 'too_long'],
    [{ reason: 'x\u0000' }, 'reason', 'invalid_characters'],
    [{ reported_id: 'x' }, 'reported_id', 'invalid'],
    [{ chat_id: 'x' }, 'chat_id', 'invalid'],
    [{ status: 'resolved' }, 'status', 'unknown_field'],
    [{ reporter_id: randomUUID() }, 'reporter_id', 'unknown_field'],
    [{ reviewed_by: randomUUID() }, 'reviewed_by', 'unknown_field'],
    [{ chat_seq: 5 }, 'chat_seq', 'unknown_field'],
  ])('with %j is refused', async (body, field, code) => {
    expect(await report(kari, body)).toMatchObject({
      status: 422,
      body: { code: 'validation', fields: { [field]: code } },
    })
  })

  test('accepts a reason of the maximum length', async () => {
    expect((await report(kari, { reason: '🚗'.repeat(lengths.report) })).status).toBe(201)
  })

  test('works despite a block in either direction', async () => {
    const id = await open(kari, ola)
    await t.call('PUT', `/api/v1/me/blocks/${ola.id}`, { as: kari })
    expect((await report(kari, { chat_id: id })).status).toBe(201)
    expect((await report(ola, { reported_id: kari.id, chat_id: id })).status).toBe(201)
  })

  test('is limited to ten a day, also at once; repetitions count, refused ones do not', async () => {
    for (let i = 0; i < 3; i++) expect((await report(kari, { reported_id: randomUUID() })).status).toBe(404)
    const answers = await Promise.all(Array.from({ length: 13 }, () => report(kari, {})))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(10).fill(201),
      429,
      429,
      429,
    ])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body.code).toBe('rate_limited')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await stored(kari)).toHaveLength(10)
    expect((await report(ola, { reported_id: kari.id })).status).toBe(201)
    t.clock.advance(DAY)
    expect((await report(kari, {})).status).toBe(201)
  })

  test('is filed and counted once for one idempotency key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await report(kari, {}, headers)
    for (let i = 0; i < 12; i++)
      expect(await report(kari, {}, headers)).toMatchObject({ status: 201, body: first.body })
    expect(await stored(kari)).toHaveLength(1)
    expect(await report(kari, { reason: 'Noe annet' }, headers)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    })
    expect((await report(kari, {})).status).toBe(201)
  })

  test('is not visible to the reported person by mail, notification, socket or any response', async () => {
    const id = await open(kari, ola)
    await say(kari, id)
    const eva = await addPerson(t.db.kysely)
    const paths = [
      '/me',
      '/chats',
      `/chats/${id}/messages`,
      '/notifications',
      `/profiles/${kari.id}`,
      `/profiles/${ola.id}`,
    ]
    const view = async (as: TestPerson) =>
      Promise.all(paths.map(async (path) => comparable(await t.call('GET', `/api/v1${path}`, { as }))))
    const before = [await view(ola), await view(eva), await countNotifying()]
    const sockets = await Promise.all([ola, eva].map(({ cookie }) => LiveClient.open(t.url, cookie)))
    for (const socket of sockets) expect(await socket.subscribe('inbox')).toBe('subscribed')
    expect((await report(kari, { chat_id: id })).status).toBe(201)
    expect([await view(ola), await view(eva), await countNotifying()]).toEqual(before)
    for (const socket of sockets) {
      socket.send({ type: 'heartbeat' })
      await socket.next(({ type }) => type === 'heartbeat')
      expect(socket.events('inbox')).toEqual([])
      socket.socket.terminate()
    }
  })

  test('keeps neither reason nor conversation once one of the two is erased', async () => {
    const id = await open(kari, ola)
    await report(kari, { chat_id: id })
    await t.db.tx((tx) => forgetPerson(tx, { id: ola.id, newId: ola.id }))
    expect(await stored(kari)).toMatchObject([{ reported_id: ola.id, reason: null, chat_id: null, chat_seq: null }])
  })
})
