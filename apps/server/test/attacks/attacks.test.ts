/** Attacks by one client, against the product's own limits, in a process of its own whose memory is measured. */
// @module-tag slow
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lines } from '../raw-http.ts'
import { attack, get, health, startVictim, statusOf, type Attacker, type Victim } from './victim.ts'

/** Megabytes above the server's memory before the attack; without limits it took 1,700. */
const GROWTH = 150
/** A busy machine is slow, but every response arrives within this time. */
const ALIVE_WITHIN_MS = 8_000

describe('a client that sends many requests and reads nothing', () => {
  let victim: Victim
  beforeAll(async () => {
    victim = await startVictim()
  })
  afterAll(() => victim.stop())

  test.each(['/api/v1/openapi.json', '/api/docs', '/api/v1/rides?limit=50', '/nowhere'])(
    '80 connections with 60 requests of %s each: memory stays low, and /healthz responds',
    { timeout: 60_000 },
    async (path) => {
      await fetch(victim.server.url + path).then((answer) => answer.text())
      const before = victim.rss()
      const crowd = await Promise.all(
        Array.from({ length: 80 }, () => attack(victim.port, { send: get(path).repeat(60), reads: false })),
      )
      let highest = 0
      for (let look = 0; look < 8; look++) {
        expect(await health(victim.server.url)).toBeLessThan(ALIVE_WITHIN_MS)
        highest = Math.max(highest, victim.rss())
        await sleep(100)
      }
      for (const { socket } of crowd) socket.destroy()
      expect(await health(victim.server.url)).toBeLessThan(ALIVE_WITHIN_MS)
      expect(highest - before).toBeLessThan(GROWTH)
    },
  )

  test('of 60 requests at once eleven get their responses, the twelfth is refused, and the connection ends', async () => {
    const attacker = await attack(victim.port, { send: get('/healthz').repeat(60) })
    await attacker.ended
    const statuses = [...attacker.text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
    expect(statuses).toEqual([...Array<number>(11).fill(200), 429])
    expect(attacker.text).toContain('"code":"rate_limited"')
  })

  test('ten requests at once get their responses in order, and the connection stays open', async () => {
    const paths = Array.from({ length: 10 }, (_, i) => `/api/v1/rides/00000000-0000-4000-8000-00000000000${i}`)
    const attacker = await attack(victim.port, { send: [...paths.map((path) => get(path)), get('/healthz')].join('') })
    await expect.poll(() => attacker.text, { timeout: 10_000 }).toContain('{"status":"ok"}')
    expect([...attacker.text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))).toEqual([
      ...Array<number>(10).fill(404),
      200,
    ])
    expect(attacker.endedAfterMs).toBeUndefined()
    attacker.socket.destroy()
  })
})

/** These tests wait for real time limits, so they run at the same time. */
describe.concurrent('a client that is slow, silent or breaks off', () => {
  let victim: Victim
  let person: { cookie: string }
  beforeAll(async () => {
    victim = await startVictim()
    for (const one of await victim.server.ask.people(1)) person = one
  })
  afterAll(() => victim.stop())

  /** Waits until the connection ends, and expects it within this time and with one of these statuses. */
  async function expectEnd(attacker: Attacker, status: number[], [fromS, toS]: [number, number]) {
    await attacker.ended
    expect(status).toContain(statusOf(attacker))
    const seconds = (attacker.endedAfterMs ?? Infinity) / 1000
    expect(seconds).toBeGreaterThan(fromS)
    expect(seconds).toBeLessThan(toS)
    attacker.socket.destroy()
    expect(await health(victim.server.url)).toBeLessThan(ALIVE_WITHIN_MS)
  }
  const timeout = 60_000

  test('headers that never end get 408 after ten seconds', { timeout }, async () => {
    const attacker = await attack(victim.port, { send: 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ' })
    const drip = setInterval(() => attacker.socket.writable && attacker.socket.write('a'), 500)
    await expectEnd(attacker, [408], [9, 20]).finally(() => clearInterval(drip))
  })

  test('an upgrade whose headers never end gets 408 after ten seconds', { timeout }, async () => {
    const send = 'GET /live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
    await expectEnd(await attack(victim.port, { send }), [408], [9, 20])
  })

  test('a connection without a request is closed after ten seconds', { timeout }, async () => {
    await expectEnd(await attack(victim.port), [408], [9, 20])
  })

  test('a body that never ends gets 408 after thirty seconds', { timeout }, async () => {
    const head = ['POST /api/auth/sign-in/email HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
    const attacker = await attack(victim.port, { send: lines(...head, 'Content-Length: 1000') + '{"email":' })
    const drip = setInterval(() => attacker.socket.writable && attacker.socket.write(' '), 500)
    await expectEnd(attacker, [408], [29, 45]).finally(() => clearInterval(drip))
  })

  test.each(['Content-Length', 'chunked'])(
    'an upload (%s) without its last boundary is refused at once',
    { timeout },
    async (framing) => {
      const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n\xff\xd8\xff'
      const head = [
        'PUT /api/v1/me/picture HTTP/1.1',
        'Host: localhost',
        `Cookie: ${person.cookie}`,
        'Sec-Fetch-Site: same-origin',
        'Content-Type: multipart/form-data; boundary=b',
      ]
      const send =
        framing === 'chunked'
          ? lines(...head, 'Transfer-Encoding: chunked') + `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
          : lines(...head, `Content-Length: ${body.length}`) + body
      const attacker = await attack(victim.port, { send: Buffer.from(send, 'latin1') })
      await expect.poll(() => statusOf(attacker), { timeout: 20_000 }).toBe(400)
      expect(attacker.text).toContain('"code":"malformed"')
      attacker.socket.destroy()
    },
  )

  test('an upload that stops half-way gets 408 soon after its last byte', { timeout }, async () => {
    const head = [
      `Cookie: ${person.cookie}`,
      'Sec-Fetch-Site: same-origin',
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 900000',
    ]
    const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n' + 'x'.repeat(500_000)
    const send = lines('PUT /api/v1/me/picture HTTP/1.1', 'Host: localhost', ...head) + body
    await expectEnd(await attack(victim.port, { send }), [408], [14, 35])
  })

  test.each([
    ['without a key', ['Upgrade: websocket'], [400, 401, 403]],
    ['to something else', ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'], [400, 403, 404]],
  ])(
    'an upgrade %s gets a response, whatever follows it, and the connection ends',
    { timeout },
    async (_, headers, ok) => {
      const garbage = Buffer.alloc(1_000, 0xff)
      const send = Buffer.concat([Buffer.from(get('/live', 'Connection: Upgrade', ...headers)), garbage])
      await expectEnd(await attack(victim.port, { send }), ok, [-1, 10])
    },
  )

  test('a live connection that sends garbage is closed', { timeout }, async () => {
    const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
    const origin = `Origin: http://localhost:${victim.port}`
    const headers = [`Cookie: ${person.cookie}`, origin, 'Connection: Upgrade', 'Upgrade: websocket', key]
    const hello = lines('GET /live HTTP/1.1', `Host: localhost:${victim.port}`, ...headers, 'Sec-WebSocket-Version: 13')
    const attacker = await attack(victim.port, { send: hello })
    await expect.poll(() => statusOf(attacker), { timeout: 20_000 }).toBe(101)
    attacker.socket.write(Buffer.alloc(1_000, 0xff))
    await expectEnd(attacker, [101], [-1, 30])
  })
})
