/** Host names that a server accepts, over HTTP and for the live channel, and the requests that may read /metrics. */
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

describe('/metrics', () => {
  const token = 'Authorization: Bearer a-token-for-metrics'
  test.each([
    'X-Forwarded-For: 192.0.2.1',
    'Forwarded: for=192.0.2.1',
    'X-Forwarded-Host: samtur.example',
    'X-Real-IP: 192.0.2.1',
    'Via: 1.1 proxy',
  ])('through a proxy (%s) only with the token', async (header) => {
    expect(await ask(published, get('/metrics', 'localhost', header))).toEqual({ status: 404, code: 'not_found' })
    expect(await ask(published, get('/metrics', 'localhost', header, token))).toMatchObject({ status: 200 })
  })

  test('from this machine without the token, under a name of this machine only', async () => {
    expect(await ask(published, get('/metrics', 'localhost'))).toMatchObject({ status: 200 })
    expect(await ask(published, get('/metrics', 'samtur.example'))).toEqual({ status: 404, code: 'not_found' })
    expect(await ask(published, get('/metrics', 'samtur.example', token))).toMatchObject({ status: 200 })
    expect(await ask(published, get('/metrics', 'samtur.example', `${token}x`))).toMatchObject({ status: 404 })
  })
})
