/** Limits of support requests, and the receipt, which must not be usable to mail others. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { middleOf } from '../../../test/windows.ts'
import { addLines } from './store.ts'

let t: TestApp
let kari: TestPerson
let address = 0

const question = { name: 'Kari', subject: 'Hvor er turen?', description: 'Jeg finner ikke turen min.' }
/** Every visitor has a different network unless one is given. */
const create = (
  body: object,
  { from = `203.0.${Math.floor(++address / 250)}.${address % 250}`, as, ...headers }: Visit = {},
) =>
  t.call('POST', '/api/v1/support-requests', {
    body: { ...question, ...body },
    as,
    headers: { 'x-forwarded-for': from, ...headers },
  })
interface Visit {
  from?: string
  as?: TestPerson
  'accept-language'?: string
}

const mails = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from outbox where sent_at is null and dead_at is null`.execute(t.db.kysely)
    expect(rows).toEqual([])
    return t.db.kysely
      .selectFrom('local_mail')
      .select(['recipient', 'subject', 'text', 'html'])
      .orderBy('sent_at')
      .execute()
  })

beforeAll(async () => {
  t = await startTestApp({
    clock: middleOf(3_600_000),
    env: { SECRET: testSecret, RATE_LIMITS: 'on', TRUST_PROXY: '1' },
  })
})
beforeEach(async () => {
  kari = await addPerson(t.db.kysely)
  await sql`delete from local_mail`.execute(t.db.kysely)
  t.clock.advance(2 * 3_600_000)
})
afterAll(() => t.close())

test('a guest can file three requests an hour', async () => {
  // On a developer’s machine, where everybody comes from one address, ten times as much.
  const statuses = []
  for (let n = 0; n < 31; n++)
    statuses.push((await create({ email: `${n}@example.no` }, { from: '198.51.100.7' })).status)
  expect(statuses).toEqual([...Array<number>(30).fill(201), 429])
  expect((await create({ email: 'x@example.no' }, { from: '198.51.101.7' })).status).toBe(201)
})

test('a member can file ten requests an hour, talks included, and add sixty messages', async () => {
  const statuses = []
  for (let n = 0; n < 9; n++) statuses.push((await create({ email: 'x@example.no' }, { as: kari })).status)
  const talk = { transcript: [{ author: 'person', content: 'Hei' }] }
  const { status, body } = await t.call('POST', '/api/v1/support-chats', { as: kari, body: talk })
  statuses.push(status, (await create({ email: 'x@example.no' }, { as: kari })).status)
  expect(statuses).toEqual([...Array<number>(10).fill(201), 429])
  const said = []
  for (let n = 0; n < 61; n++)
    said.push(
      (await t.call('POST', `/api/v1/me/support-requests/${body.id}/messages`, { as: kari, body: { content: 'Hei' } }))
        .status,
    )
  expect(said).toEqual([...Array<number>(60).fill(201), 429])
})

describe('the receipt', () => {
  test('goes to one mailbox once a day, however the address is written, also of requests at once', async () => {
    const name = randomUUID()
    const addresses = [`${name}@example.no`, `${name}+a@example.no`, `${name.toUpperCase()}+b@EXAMPLE.no`]
    const answers = await Promise.all(addresses.map((email) => create({ email })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await mails()).toHaveLength(1)
    t.clock.advance(23 * 3_600_000)
    await create({ email: `${name}@example.no` })
    expect(await mails()).toHaveLength(1)
    t.clock.advance(2 * 3_600_000)
    await create({ email: `${name}@example.no` })
    expect(await mails()).toHaveLength(2)
  })

  test('counts all ways to write a Google address as one mailbox', async () => {
    for (const email of ['kari.n@gmail.com', 'karin@googlemail.com', 'k.a.r.i.n+a@gmail.com'])
      expect((await create({ email })).status).toBe(201)
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['kari.n@gmail.com'])
  })

  test('is in the language of the page, or else of the browser', async () => {
    await create({ email: 'a@example.no', locale: 'da' }, { 'accept-language': 'no' })
    await create({ email: 'b@example.no' }, { 'accept-language': 'nb-NO,nb;q=0.9' })
    await create({ email: 'c@example.no', locale: 'xx' }, { 'accept-language': 'xx' })
    const subjects = Object.fromEntries((await mails()).map(({ recipient, subject }) => [recipient, subject]))
    expect(subjects).toEqual({
      'a@example.no': 'Vi har modtaget din henvendelse',
      'b@example.no': 'Vi har fått henvendelsen din',
      'c@example.no': 'We have received your request',
    })
  })

  test('repeats nothing of the request', async () => {
    const email = `${randomUUID()}@example.no`
    await create({
      email,
      name: 'Vinn på https://svindel.example',
      subject:
        'Hvor er turen min? Se svindel.example/vinn, www.svindel no, ring +47 900 12 345, skriv ola@svindel.example, svindel。example',
      description: 'Klikk her: https://svindel.example/kanari',
    })
    const [mail] = await mails()
    for (const text of [mail?.text ?? '', mail?.html.replace(/href="http:\/\/localhost[^"]*"/g, '') ?? '']) {
      for (const word of ['svindel', 'kanari', 'Vinn', '900', 'www', 'turen'])
        expect([word, text.includes(word)]).toEqual([word, false])
    }
  })

  test('is not sent to members', async () => {
    await create({ email: 'andre@example.no' }, { as: kari })
    expect(await mails()).toEqual([])
  })
})

test('a guest is mailed about the resolution only after an answer', async () => {
  const admin = await addPerson(t.db.kysely, { role: 'admin' })
  const email = `${randomUUID()}@example.no`
  const ids = []
  for (let n = 0; n < 3; n++) ids.push((await create({ email })).body.id as string)
  const managed = (method: string, path: string, body: object) =>
    t.call(method, `/api/v1/admin/support-requests/${path}`, { as: admin, body })
  for (const id of ids.slice(1)) expect((await managed('PATCH', id, { status: 'resolved' })).status).toBe(200)
  expect((await mails()).map(({ subject }) => subject)).toEqual(['We have received your request'])
  expect((await managed('POST', `${ids[0]}/message`, { message: 'Here you are' })).status).toBe(200)
  expect((await managed('PATCH', `${ids[0]}`, { status: 'resolved' })).status).toBe(200)
  expect(await mails()).toHaveLength(3)
})

describe('one request', () => {
  const line = (content: string) => ({ author: 'person' as const, content })
  const lines = (count: number) => Array.from({ length: count }, (_, index) => line(`Ord ${index}`))
  const read = async (id: string) => (await t.call('GET', `/api/v1/me/support-requests/${id}`, { as: kari })).body
  const say = (id: string, clientId = randomUUID()) =>
    t.call('POST', `/api/v1/me/support-requests/${id}/messages`, {
      as: kari,
      body: { content: 'Hei', client_id: clientId },
    })
  const handOver = (transcript: object[]) => t.call('POST', '/api/v1/support-chats', { as: kari, body: { transcript } })

  test('takes 500 messages of its person, and any number of answers', async () => {
    const { id } = (await create({ email: 'x@example.no' }, { as: kari })).body
    await t.db.tx((tx) => addLines(tx, id, lines(499)))
    const last = randomUUID()
    expect((await say(id, last)).status).toBe(201)
    expect(await say(id)).toMatchObject({ status: 409, body: { code: 'request_closed' } })
    expect((await say(id, last)).status).toBe(201)
    const admin = await addPerson(t.db.kysely, { role: 'admin' })
    const answer = { as: admin, body: { message: 'Svar' } }
    expect((await t.call('POST', `/api/v1/admin/support-requests/${id}/message`, answer)).status).toBe(200)
    expect((await read(id)).messages).toHaveLength(501)
  })

  test('takes no more lines of a talk beyond that', async () => {
    const { id } = (await handOver(lines(40))).body
    await t.db.tx((tx) => addLines(tx, id, lines(440)))
    const talk = (count: number) => Array.from({ length: count }, (_, index) => line(`Nytt ${index}`))
    expect(await handOver(talk(21))).toMatchObject({ status: 409, body: { code: 'request_closed' } })
    expect((await read(id)).messages).toHaveLength(480)
    expect((await handOver(talk(20))).body).toMatchObject({ id, messages: { length: 500 } })
  })

  test('is shown with its newest thousand messages', async () => {
    const { id } = (await create({ email: 'x@example.no' }, { as: kari })).body
    await t.db.tx((tx) => addLines(tx, id, lines(1100)))
    const { messages } = await read(id)
    expect([messages.length, messages[0].seq, messages.at(-1).seq]).toEqual([1000, 101, 1100])
  })
})
