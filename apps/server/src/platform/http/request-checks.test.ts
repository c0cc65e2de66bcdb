/** Host names that a server accepts, over HTTP and for the live channel, the form of a request, writes with a cookie, and the requests that may read /metrics. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { lines, sendRaw } from '../../../test/raw-http.ts'
import { isLoopbackHost } from './request-checks.ts'

let local: TestApp
let published: TestApp
beforeAll(async () => {
  local = await startTestApp()
  published = await startTestApp({
    env: { PUBLIC_URL: 'https://samtur.example', METRICS_TOKEN: 'a-token-for-metrics' },
  })
})
afterAll(() => Promise.all([local.close(), published.close()]))

const get = (path: string, host: string, ...headers: string[]) =>
  lines(`GET ${path} HTTP/1.1`, `Host: ${host}`, ...headers)
const ask = async (app: TestApp, request: string) => {
  const { statuses, body } = await sendRaw(app.url, [request], { expected: 1 })
  return { status: statuses[0], code: body.startsWith('{') ? JSON.parse(body).code : undefined }
}
const foreign = [
  '',
  'evil.example',
  'evil.example:3000',
  '127.evil.example',
  'localhost.evil.example',
  '192.0.2.1',
  '[::2]',
]
const own = ['localhost', 'LOCALHOST:3000', '127.0.0.1:1', '127.9.9.9', '[::1]', '[::1]:3000']

test.each(own)('%s is a name of this machine', (host) => expect(isLoopbackHost(host)).toBe(true))
test.each([...foreign, undefined, 'localhost:x', 'localhost:1:2', '::1', 'a@localhost', 'localhost/', '[localhost]x'])(
  '%s is not',
  (host) => expect(isLoopbackHost(host)).toBe(false),
)

describe('without a public address', () => {
  test.each(foreign)('a page under the name %s reads nothing, also not the mailbox', async (host) => {
    for (const path of [
      '/',
      '/dev/mailbox',
      '/dev/mailbox.json',
      '/api/v1/rides',
      '/healthz',
      '/assets/x.js',
      '/nowhere',
    ])
      expect(await ask(local, get(path, host)), path).toEqual({ status: 421, code: 'host_refused' })
  })

  test.each(own)('%s is served', async (host) => {
    expect(await ask(local, get('/dev/mailbox.json', host))).toMatchObject({ status: 200 })
  })

  test('a socket is refused under another name, whatever origin it says', async () => {
    for (const origin of ['http://evil.example', local.url]) {
      const upgrade = [`Origin: ${origin}`, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
      const request = get('/live', 'evil.example', ...upgrade, 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==')
      expect(await ask(local, request)).toEqual({ status: 421, code: 'host_refused' })
    }
  })
})

test('with a public address the proxy in front has chosen the host, and any is served', async () => {
  for (const host of ['samtur.example', '10.0.0.7:3000', 'localhost'])
    expect(await ask(published, get('/healthz', host))).toMatchObject({ status: 200 })
})

describe('the form', () => {
  test.each(['%FF', '%C0%AF', '%ED%A0%80', '%E2%82', '%', '%ZZ', '\xff', '\xc3('])(
    'a query with %j is refused, in any part of the server',
    async (bytes) => {
      for (const path of ['/api/v1/rides', '/', '/auth/v1/settings', '/rest/v1/rides', '/healthz'])
        for (const query of [`?from=${bytes}`, `?${bytes}=1`]) {
          const { statuses } = await sendRaw(local.url, [Buffer.from(get(path + query, 'localhost'), 'latin1')], {
            expected: 1,
          })
          expect([path, query, statuses]).toEqual([path, query, [400]])
        }
    },
  )

  test.each(['%C3%98rsta', '%F0%9F%9A%97', '%EF%BF%BD'])('a query with %s, which is UTF-8, is served', async (text) => {
    expect(await ask(local, get(`/api/v1/rides?from=${text}`, 'localhost'))).toMatchObject({ status: 200 })
  })

  test('JSON that is announced and not there is refused, except where the client libraries send none', async () => {
    const headers = { 'content-type': 'application/json', apikey: 'samtur-public' }
    const all = [
      ['POST', '/api/v1/rides', 400],
      ['PATCH', '/api/v1/me/profile', 400],
      ['POST', '/api/auth/sign-in/email', 400],
      ['POST', '/api/auth/sign-out', 400],
      ['POST', '/auth/v1/signup', 400],
      ['POST', '/auth/v1/otp', 400],
      ['POST', '/auth/v1/token?grant_type=password', 400],
      ['POST', '/rest/v1/rides', 400],
      ['POST', '/storage/v1/object/move', 400],
      ['POST', '/auth/v1/logout', 401],
      ['DELETE', '/api/v1/me/picture', 401],
    ] as const
    for (const [method, path, status] of all)
      expect([path, (await local.call(method, path, { headers, body: '' })).status]).toEqual([path, status])
  })
})

describe('a write with a cookie', () => {
  const send = (verb: string, path: string, ...headers: string[]) =>
    ask(local, lines(`${verb} ${path} HTTP/1.1`, 'Host: localhost', 'Content-Length: 0', ...headers))
  const refused = { status: 403, code: 'origin_refused' }

  test('needs the header by which a browser says where it comes from', async () => {
    const { cookie } = await local.person()
    const session = cookie.split('; ').find((one) => one.startsWith('session=')) ?? ''
    for (const [verb, path] of [
      ['POST', '/api/auth/sign-out'],
      ['PATCH', '/api/v1/me/profile'],
      ['DELETE', '/api/v1/me/picture'],
    ] as const)
      expect([path, await send(verb, path, `Cookie: ${session}`)]).toEqual([path, refused])
    expect(await send('POST', '/api/auth/sign-out', `Cookie: ${session}`, 'Sec-Fetch-Site: cross-site')).toEqual(
      refused,
    )
    for (const header of ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: none', 'Origin: http://localhost'])
      expect([header, (await send('DELETE', '/api/v1/me/picture', `Cookie: ${session}`, header)).status]).toEqual([
        header,
        200,
      ])
    expect(await ask(local, get('/api/v1/me', 'localhost', `Cookie: ${session}`))).toMatchObject({ status: 200 })
  })

  test.each(['sign-up', 'two-factor', 'email-code', 'recovery'])('the cookie %s needs it, too', async (name) => {
    expect(await send('POST', '/api/auth/reset-password', `Cookie: ${name}=x`)).toEqual(refused)
  })

  test('under the name that the cookie has over https', async () => {
    const write = (name: string) =>
      ask(published, lines('DELETE /api/v1/me/picture HTTP/1.1', 'Host: samtur.example', `Cookie: ${name}=x`))
    expect(await write('__Host-session')).toEqual(refused)
    expect(await write('session')).toMatchObject({ status: 401 })
  })

  test('does not concern a client with a token, or with other cookies', async () => {
    const { body } = await local.call('GET', '/api/auth/token', { as: await local.person() })
    const bearer = `Authorization: Bearer ${body.token}`
    expect(await send('DELETE', '/api/v1/me/picture', bearer)).toMatchObject({ status: 200 })
    expect(await send('DELETE', '/api/v1/me/picture', bearer, 'Cookie: session=x')).toMatchObject({ status: 200 })
    expect(await send('DELETE', '/api/v1/me/picture', 'Authorization: Basic eDp5', 'Cookie: session=x')).toEqual(
      refused,
    )
    expect(await send('POST', '/api/auth/sign-in/email', 'Cookie: theme=dark; device=x')).toMatchObject({ status: 422 })
  })
})

describe('/metrics', () => {
  const token = 'Authorization: Bearer a-token-for-metrics'
  const none = { status: 404, code: 'not_found' }
  test.each([
    'X-Forwarded-For: 192.0.2.1',
    'Forwarded: for=192.0.2.1',
    'X-Forwarded-Host: samtur.example',
    'X-Real-IP: 192.0.2.1',
    'Via: 1.1 proxy',
  ])('through a proxy (%s) only with the token', async (header) => {
    expect(await ask(local, get('/metrics', 'localhost', header))).toEqual(none)
    expect(await ask(published, get('/metrics', 'localhost', header))).toEqual(none)
    expect(await ask(published, get('/metrics', 'localhost', header, token))).toMatchObject({ status: 200 })
  })

  test('with a configured token only with it, also from this machine', async () => {
    for (const host of ['localhost', '127.0.0.1', 'samtur.example']) {
      expect([host, await ask(published, get('/metrics', host))]).toEqual([host, none])
      expect([host, await ask(published, get('/metrics', host, `${token}x`))]).toEqual([host, none])
      expect([host, await ask(published, get('/metrics', host, token))]).toMatchObject([host, { status: 200 }])
    }
  })

  test('without one from this machine', async () => {
    expect(await ask(local, get('/metrics', 'localhost'))).toMatchObject({ status: 200 })
  })
})
