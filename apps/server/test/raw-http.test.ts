/** Requests that are malformed below HTTP: each gets our error body, the connection ends, and the server keeps running. */
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { password, startTestApp, type TestApp } from './app.ts'
import { lines, sendRaw } from './raw-http.ts'
import { addPerson, testSecret, type TestPerson } from './sessions.ts'

let t: TestApp
let person: TestPerson
beforeAll(async () => {
  t = await startTestApp({ env: { SECRET: testSecret } })
  person = await addPerson(t.db.kysely)
})
afterAll(() => t.close())
afterEach(async () => expect((await t.call('GET', '/healthz')).status).toBe(200))

const get = (path: string, ...headers: string[]) => lines(`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers)
const patch = (...headers: string[]) =>
  lines(
    'PATCH /api/v1/me/profile HTTP/1.1',
    'Host: localhost',
    `Cookie: ${person.cookie}`,
    'Sec-Fetch-Site: same-origin',
    'Content-Type: application/json',
    ...headers,
  )
const age = async () => (await t.call('GET', '/api/v1/me', { as: person })).body.profile.age
const smuggled = lines('GET /api/v1/openapi.json HTTP/1.1', 'Host: localhost')

describe('the request is refused, and the connection is closed', () => {
  test.each<[string, () => (string | Buffer)[], number, string]>([
    ['HD5: a header of 17 KB', () => [get('/healthz', `X-Long: ${'x'.repeat(17 * 1024)}`)], 431, 'headers_too_large'],
    [
      'HD5b: 17 KB in many headers',
      () => [get('/healthz', ...Array.from({ length: 180 }, (_, i) => `X-${i}: ${'x'.repeat(95)}`))],
      431,
      'headers_too_large',
    ],
    [
      'HD9: length and chunks',
      () => [patch('Content-Length: 5', 'Transfer-Encoding: chunked'), '0\r\n\r\n', smuggled],
      400,
      'malformed',
    ],
    [
      'HD9b: chunks and length',
      () => [patch('Transfer-Encoding: chunked', 'Content-Length: 5'), '0\r\n\r\n', smuggled],
      400,
      'malformed',
    ],
    ['HD9c: two lengths', () => [patch('Content-Length: 2', 'Content-Length: 60'), '{}', smuggled], 400, 'malformed'],
    ['HD9d: a length that is no number', () => [patch('Content-Length: +2'), '{}', smuggled], 400, 'malformed'],
    ['HD9e: a negative length', () => [patch('Content-Length: -1'), '{}', smuggled], 400, 'malformed'],
    ['HD9f: a space before the colon', () => [patch('Content-Length : 2'), '{}', smuggled], 400, 'malformed'],
    [
      'HD9g: chunks under another name',
      () => [patch('Transfer-Encoding: xchunked'), '0\r\n\r\n', smuggled],
      400,
      'malformed',
    ],
    [
      'HD10: a chunk size that is none',
      () => [patch('Transfer-Encoding: chunked'), 'zz\r\n{}\r\n0\r\n\r\n'],
      400,
      'malformed',
    ],
    [
      'HD10b: a chunk longer than it says',
      () => [patch('Transfer-Encoding: chunked'), '1\r\n{}\r\n0\r\n\r\n'],
      400,
      'malformed',
    ],
    ['HD10c: lines ended by LF only', () => ['GET /healthz HTTP/1.1\nHost: localhost\n\n'], 400, 'malformed'],
    [
      'HD10d: one header ended by LF only',
      () => ['GET /healthz HTTP/1.1\r\nHost: localhost\nX-Y: z\r\n\r\n'],
      400,
      'malformed',
    ],
    ['HD10e: a null character in a header', () => [get('/healthz', 'X-Y: a\0b')], 400, 'malformed'],
    ['HD10f: a folded header', () => [get('/healthz', 'X-Y: a', ' b')], 400, 'malformed'],
    ['HD2: no host', () => [lines('GET /healthz HTTP/1.1'), smuggled], 400, 'malformed'],
    ['HD2b: two hosts', () => [get('/healthz', 'Host: localhost'), smuggled], 400, 'malformed'],
    ['HD16: an unknown expectation', () => [get('/healthz', 'Expect: coffee'), smuggled], 417, 'expectation_failed'],
    [
      'HD16b: an unknown expectation of a body',
      () => [patch('Expect: 200-ok', 'Content-Length: 10'), '{"age":34}', smuggled],
      417,
      'expectation_failed',
    ],
    ['HD15: a verb that is none', () => [lines('FOO /healthz HTTP/1.1', 'Host: localhost')], 400, 'malformed'],
    ['HD15c: HTTP/2', () => ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], 400, 'malformed'],
    ['HD15d: TLS', () => [Buffer.from('160301020001000001fc0303', 'hex'), Buffer.alloc(512)], 400, 'malformed'],
  ])('%s', async (_, parts, status, code) => {
    const before = await age()
    const { statuses, body, text } = await sendRaw(t.url, parts())
    expect({ statuses, text: text.slice(0, 300) }).toMatchObject({ statuses: [status] })
    expect(JSON.parse(body)).toEqual({ code, request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(text).toMatch(/^connection: close/im)
    expect(await age()).toBe(before)
  })
})

describe('the request gets its response, and the connection stays open', () => {
  test.each<[string, () => (string | Buffer)[], number[]]>([
    ['two requests at once, in order', () => [get('/healthz') + get('/api/v1/rides/1')], [200, 404]],
    ...['/api/v1/rides', '/', '/nowhere', '/auth/v1/token', '/rest/v1/rides', '/storage/v1/bucket'].flatMap((path) =>
      ['PROPFIND', 'TRACE', 'MKCOL', 'SEARCH'].map((verb): [string, () => string[], number[]] => [
        `${verb} ${path}`,
        () => [lines(`${verb} ${path} HTTP/1.1`, 'Host: localhost', 'X-Secret: abc'), get('/healthz')],
        [405, 200],
      ]),
    ),
    ['an absolute address', () => [get('http://evil.example/healthz'), get('/healthz')], [200, 200]],
    ['an address of 9 KB', () => [get(`/api/v1/rides?from=${'x'.repeat(9 * 1024)}`), get('/healthz')], [414, 200]],
    [
      'a body in chunks',
      () => [patch('Transfer-Encoding: chunked'), 'a\r\n{"age": 33\r\n1\r\n}\r\n0\r\n\r\n', get('/healthz')],
      [200, 200],
    ],
    [
      'a body that was announced',
      () => [patch('Expect: 100-continue', 'Content-Length: 10'), '{"age":34}', get('/healthz')],
      [100, 200, 200],
    ],
  ])('%s', async (_, parts, expected) => {
    const { statuses, text } = await sendRaw(t.url, parts(), { expected: expected.length })
    expect({ statuses, text: text.slice(0, 300) }).toMatchObject({ statuses: expected })
    expect(text).not.toContain('X-Secret')
  })
})

test.each(['//evil.example/%2e%2e', '//', '///', '//[/%2e%2e', String.raw`/\evil.example/..`])(
  'HD17: the path %s, which names another host, is refused and logs nothing',
  async (path) => {
    const written: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void written.push(line) })
    const app = await startTestApp({ log })
    written.length = 0
    for (const accept of ['*/*', 'text/html', 'application/json']) {
      const { statuses, body } = await sendRaw(app.url, [get(path, `Accept: ${accept}`)], { expected: 1 })
      expect([statuses, JSON.parse(body).code]).toEqual([[400], 'malformed'])
    }
    expect(written).toEqual([])
    await app.close()
  },
)

test('an endless chunked body is refused at 64 KB', async () => {
  const chunk = `1000\r\n${' '.repeat(0x1000)}\r\n`
  const { statuses, body } = await sendRaw(
    t.url,
    [patch('Transfer-Encoding: chunked'), ...Array<string>(20).fill(chunk)],
    { expected: 1 },
  )
  expect([statuses, JSON.parse(body).code]).toEqual([[413], 'payload_too_large'])
})

test('a length beyond 64 KB is refused before the body arrives', async () => {
  const { statuses, body } = await sendRaw(t.url, [patch('Content-Length: 1000000000')], { expected: 1 })
  expect([statuses, JSON.parse(body).code]).toEqual([[413], 'payload_too_large'])
})

test('a body shorter than its length changes nothing', async () => {
  const before = await age()
  const { statuses } = await sendRaw(t.url, [patch('Content-Length: 60'), '{"age":77}'], { halfClose: true })
  expect(statuses.filter((status) => status < 400)).toEqual([])
  expect(await age()).toBe(before)
})

test.each([
  [
    'without an address of its own',
    {},
    'Host: localhost',
    (app: TestApp) => `http://localhost:${new URL(app.url).port}`,
  ],
  ['with one', { PUBLIC_URL: 'https://samtur.example' }, 'Host: evil.example', () => 'https://samtur.example'],
])('HD1: links in mails never use the host of the request, %s', async (_, env, host, origin) => {
  // A published server has no mailbox page, so this one is started with it.
  const app = await startTestApp({ env, config: { localMailbox: true } })
  const email = `${randomUUID()}@example.no`
  const body = JSON.stringify({ name: 'Ola', email, password, terms_accepted: true })
  const headers = [
    host,
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: https',
    'Forwarded: host=evil.example',
    'X-Original-Host: evil.example',
  ]
  const request = lines(
    'POST /api/auth/sign-up/email HTTP/1.1',
    ...headers,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  )
  expect((await sendRaw(app.url, [request, body], { expected: 1 })).statuses).toEqual([200])
  const mails = await vi.waitFor(async () => {
    const sent = await app.db.read.selectFrom('local_mail').selectAll().where('recipient', '=', email).execute()
    expect(sent).toHaveLength(1)
    return sent
  })
  expect(mails[0]?.text).toContain(`${origin(app)}/confirm?token=`)
  expect(JSON.stringify(mails)).not.toContain('evil')
  await app.close()
})

test('CK5: over https only the cookie that no sibling host can set counts', async () => {
  const app = await startTestApp({ env: { SECRET: testSecret, PUBLIC_URL: 'https://samtur.example' } })
  const { cookie } = await addPerson(app.db.kysely)
  const own = cookie.replace('session=', '__Host-session=')
  const statuses = await Promise.all(
    [cookie, own, `${own}; ${cookie}`].map(
      async (text) => (await app.call('GET', '/api/v1/me', { as: { cookie: text } })).status,
    ),
  )
  expect(statuses).toEqual([401, 200, 200])
  await app.close()
})

test('CK7: signing in gives a new session, whatever session the browser sends', async () => {
  const { email } = await t.person()
  for (const cookie of [person.cookie, 'session=chosen-by-another-person']) {
    const answer = await t.call('POST', '/api/auth/sign-in/email', { body: { email, password }, as: { cookie } })
    const [given = ''] = answer.headers.getSetCookie()
    expect(given).toMatch(/^session=[^;]{40,}; .*HttpOnly; SameSite=Lax$/)
    expect(cookie).not.toContain(given.split(';')[0]?.slice('session='.length))
    expect((await t.call('GET', '/api/v1/me', { as: { cookie: given.split(';')[0] ?? '' } })).body.email).toBe(email)
  }
})
