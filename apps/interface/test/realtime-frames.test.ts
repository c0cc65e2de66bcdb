/** The channel protocol on raw sockets: what a client library would not send, limits, and tokens. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { addPerson, testSecret, type TestPerson } from '../../server/test/sessions.ts'
import { messagesOf, RawProgram, socketUrl } from './realtime-client.ts'

const serviceKey = 'service-key-of-tests-7Qm2Zr9Xw4Lp8Kd1'

let t: TestApp
let kari: TestPerson
let ola: TestPerson
let programs: RawProgram[] = []

beforeAll(async () => {
  t = await startTestApp({ env: { SECRET: testSecret, RATE_LIMITS: 'on' }, config: { localMailbox: false } })
  ;[kari, ola] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely, { name: 'Ola Nordmann' })]
})
afterAll(() => t.close())
afterEach(async () => {
  vi.restoreAllMocks()
  for (const { socket } of programs) socket.terminate()
  programs = []
  await expect.poll(async () => (await t.call('GET', '/metrics')).text).toContain('samtur_live_sockets 0')
})

async function connect() {
  const program = await RawProgram.open(t)
  programs.push(program)
  return program
}
const tokenOf = async (person: TestPerson) =>
  (await t.call('GET', '/api/auth/token', { as: person })).body.token as string
const refusal = (reason: string) => ({ status: 'error', response: { reason } })
const unauthorized = (verb: string, name: string) =>
  refusal(`Unauthorized: You do not have permissions to ${verb} this Channel topic: ${name}`)
const tooMany = refusal('ChannelRateLimitReached: Too many channels')
const badToken = refusal('InvalidJWTToken: Token is invalid or has expired')

describe('the handshake', () => {
  test.each([
    ['without a key', 'vsn=1.0.0', 401],
    ['with another key', 'apikey=other&vsn=1.0.0', 401],
    ['in another version', 'apikey=samtur-public&vsn=3.0.0', 400],
  ])('is refused %s', async (_name, query, status) => {
    const socket = new WebSocket(socketUrl(t, query)).on('error', () => {})
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
    expect(response.statusCode).toBe(status)
  })

  test('is open to pages of any site, and no cookie counts', async () => {
    const socket = new WebSocket(socketUrl(t), {
      headers: { cookie: kari.cookie, origin: 'https://elsewhere.example' },
    })
    await once(socket, 'open')
    socket.send(
      JSON.stringify({
        topic: 'realtime:x',
        event: 'phx_join',
        ref: '1',
        payload: { config: { postgres_changes: [messagesOf()] } },
      }),
    )
    const [data] = (await once(socket, 'message')) as [Buffer]
    expect(JSON.parse(data.toString())).toMatchObject({ payload: unauthorized('read from', 'x') })
    socket.terminate()
  })

  test('is refused with the service key, of a page or in the address', async () => {
    const withKey = await startTestApp({ env: { SERVICE_KEY: serviceKey } })
    const open = (origin?: string) =>
      new WebSocket(socketUrl(withKey, `apikey=${serviceKey}&vsn=1.0.0`), origin === undefined ? {} : { origin })
    for (const origin of ['https://elsewhere.example', undefined]) {
      const socket = open(origin).on('error', () => {})
      const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
      expect([origin, response.statusCode]).toEqual([origin, 403])
    }
    await withKey.close()
  })

  test('is refused for the twenty-first socket of an address', async () => {
    await Promise.all(Array.from({ length: 20 }, connect))
    const socket = new WebSocket(socketUrl(t)).on('error', () => {})
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
    expect(response.statusCode).toBe(429)
  })
})

describe('frames', () => {
  test('a heartbeat gets a reply', async () => {
    expect(await (await connect()).push('phoenix', 'heartbeat')).toEqual({ status: 'ok', response: {} })
  })

  test.each([
    ['no JSON', '{'],
    ['an array', '[null,"1","phoenix","heartbeat",{}]'],
    ['no payload', '{"topic":"phoenix","event":"heartbeat","ref":"1"}'],
    ['a number as reference', '{"topic":"phoenix","event":"heartbeat","ref":1,"payload":{}}'],
    ['an unknown event', '{"topic":"realtime:x","event":"postgres_changes","ref":"1","payload":{}}'],
    ['bytes', Buffer.from('{"topic":"phoenix","event":"heartbeat","ref":"1","payload":{}}')],
  ])('the third malformed one closes the socket with 1008: %s', async (_name, data) => {
    const program = await connect()
    for (let i = 0; i < 2; i++) program.socket.send(data)
    await program.push('phoenix', 'heartbeat')
    program.socket.send(data)
    expect(await program.closed).toBe(1008)
  })

  test('more than 64 KB close it with 1009', async () => {
    const program = await connect()
    program.socket.send('x'.repeat(64 * 1024 + 1))
    expect(await program.closed).toBe(1009)
  })

  test('more than 250 a second close it with 1008', async () => {
    const program = await connect()
    const frame = JSON.stringify({ topic: 'phoenix', event: 'heartbeat', ref: '1', payload: {} })
    for (let i = 0; i < 600; i++) program.socket.send(frame)
    expect(await program.closed).toBe(1008)
  })

  test('a socket without a topic is closed after a minute', async () => {
    const program = await connect()
    const began = performance.now()
    const now = vi.spyOn(performance, 'now')
    for (const later of [30_000, 61_000]) {
      now.mockReturnValue(began + later)
      await program.push('phoenix', 'heartbeat')
    }
    expect(await program.closed).toBe(1000)
  }, 10_000)
})

describe('joining', () => {
  test.each([
    ['nothing', {}],
    ['a text for the bindings', { config: { postgres_changes: 'messages' } }],
    ['a binding without an event', { config: { postgres_changes: [{ table: 'messages' }] } }],
    ['a list for the token', { access_token: ['x'], config: { postgres_changes: [messagesOf()] } }],
  ])('is refused with a payload of the wrong shape: %s', async (_name, payload) => {
    const response = await (await connect()).push('realtime:x', 'phx_join', payload)
    expect(response).toEqual(refusal('InvalidJoinPayload: The payload provided is not valid'))
  })

  test.each(['phoenix', 'realtime:', 'rooms:x'])('is refused for the topic %s', async (topic) => {
    const payload = { access_token: await tokenOf(kari), config: { postgres_changes: [messagesOf()] } }
    expect(await (await connect()).push(topic, 'phx_join', payload)).toEqual(refusal('unmatched topic'))
  })

  test('is refused with a token that is forged, of another algorithm, or of a session that has ended', async () => {
    const gone = await addPerson(t.db.kysely)
    const ended = await tokenOf(gone)
    await t.call('POST', '/api/auth/sign-out', { as: gone })
    const good = await tokenOf(kari)
    const [, claims = '', signature = ''] = good.split('.')
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
    const program = await connect()
    for (const token of [ended, `${none}.${claims}.`, `${good.slice(0, -signature.length)}${'A'.repeat(86)}`, 'x', ''])
      expect(await program.join('x', token, messagesOf()), token).toEqual(badToken)
    expect(await program.join('x', undefined, messagesOf())).toEqual(unauthorized('read from', 'x'))
    expect(await program.join('x', 'samtur-public', messagesOf())).toEqual(unauthorized('read from', 'x'))
    expect(await program.join('x', good, messagesOf())).toMatchObject({ status: 'ok' })
  })

  test('is refused with the token of an unconfirmed person', async () => {
    const una = await addPerson(t.db.kysely, { verified: false })
    const token = await tokenOf(una)
    expect((await (await connect()).join('x', token, messagesOf())).status).toBe('error')
  })

  test('a hundred topics at once are joined, the next is refused, and leaving one makes room', async () => {
    const [program, token] = [await connect(), await tokenOf(kari)]
    const names = Array.from({ length: 100 }, (_, i) => `topic ${i}`)
    const responses = await Promise.all(names.map((name) => program.join(name, token, messagesOf())))
    expect(responses.every(({ status }) => status === 'ok')).toBe(true)
    expect(await program.join('one more', token, messagesOf())).toEqual(tooMany)
    expect(await program.push('realtime:topic 0', 'phx_leave')).toEqual({ status: 'ok', response: {} })
    await expect.poll(() => program.events('topic 0')).toEqual(['phx_reply', 'system', 'phx_reply', 'phx_close'])
    expect(await program.join('one more', token, messagesOf())).toMatchObject({ status: 'ok' })
    expect(await program.join('topic 1', token, ...Array<object>(3).fill(messagesOf()))).toEqual(tooMany)
  })

  test('3,000 joins of a network within a minute are checked, and no further one', { timeout: 60_000 }, async () => {
    const limited = await startTestApp({
      env: { SECRET: testSecret, RATE_LIMITS: 'on' },
      config: { localMailbox: false },
    })
    // The minute of the limit begins now.
    limited.clock.advance(60_000 - (limited.clock.now().getTime() % 60_000))
    const all = await Promise.all(Array.from({ length: 16 }, () => RawProgram.open(limited)))
    programs.push(...all)
    const frame = (ref: number) =>
      JSON.stringify({
        topic: 'realtime:x',
        event: 'phx_join',
        ref: String(ref),
        payload: { access_token: 'x', config: { postgres_changes: [messagesOf()] } },
      })
    for (const { socket } of all) for (let ref = 0; ref < 200; ref++) socket.send(frame(ref))
    const replies = () => all.flatMap(({ frames }) => frames.map(({ payload }) => payload.response?.['reason']))
    await expect.poll(() => replies().length, { timeout: 20_000 }).toBe(3_200)
    const limitedReplies = replies().filter((reason) => String(reason).startsWith('ClientJoinRateLimitReached'))
    expect(limitedReplies).toHaveLength(200)
    await limited.close()
  })

  test('a topic again closes the earlier one, and leaving one that was never joined does no harm', async () => {
    const [program, token] = [await connect(), await tokenOf(kari)]
    await program.join('x', token, messagesOf())
    await program.join('x', token, messagesOf())
    await expect.poll(() => program.events('x')).toEqual(['phx_reply', 'system', 'phx_close', 'phx_reply', 'system'])
    expect(await program.push('realtime:never', 'phx_leave')).toEqual({ status: 'ok', response: {} })
  })

  test('the bindings of the reply have the order of the request', async () => {
    const { body } = await t.call('POST', '/api/v1/chats', { as: kari, body: { user_id: ola.id } })
    const bindings = [messagesOf(), messagesOf(body.id as string), messagesOf()]
    const { response } = await (await connect()).join('x', await tokenOf(kari), ...bindings)
    expect(response).toEqual({ postgres_changes: bindings.map((binding, i) => ({ ...binding, id: i + 1 })) })
  })

  test('a person may join on ten sockets, and on another when one has left', async () => {
    const token = await tokenOf(kari)
    const all = await Promise.all(Array.from({ length: 11 }, connect))
    for (const program of all.slice(0, 10))
      expect(await program.join('x', token, messagesOf())).toMatchObject({ status: 'ok' })
    const last = all[10]!
    expect(await last.join('x', token, messagesOf())).toEqual(tooMany)
    await all[0]!.push('realtime:x', 'phx_leave')
    expect(await last.join('x', token, messagesOf())).toMatchObject({ status: 'ok' })
  })
})

test('a program that does not read is closed, and another receives every message', async () => {
  const { body } = await t.call('POST', '/api/v1/chats', { as: kari, body: { user_id: ola.id } })
  const id = body.id as string
  const [slow, quick] = [await connect(), await connect()]
  const names = Array.from({ length: 100 }, (_, i) => `topic ${i}`)
  const token = await tokenOf(kari)
  await Promise.all(names.map((name) => slow.join(name, token, messagesOf(id))))
  await quick.join('x', await tokenOf(ola), messagesOf(id))
  slow.socket.pause()
  // Each message is 400 kB for the slow program, which has it in a hundred topics.
  const contents = Array.from({ length: 30 }, (_, i) => `${i} `.padEnd(2_000, 'ш'))
  for (const content of contents) {
    const sent = await t.call('POST', `/api/v1/chats/${id}/messages`, { as: kari, body: { content } })
    expect(sent.status).toBe(201)
  }
  await expect.poll(() => quick.events('x').filter((event) => event === 'postgres_changes')).toHaveLength(30)
  expect((await t.call('GET', '/metrics')).text).toMatch(/samtur_live_closed_slow(_total)? 1\n/)
  slow.socket.resume()
  expect([1013, 1006]).toContain(await slow.closed)
})

describe('a token over a joined topic', () => {
  test.each([
    ['of another person', async () => tokenOf(ola), 'Token belongs to another user'],
    ['that is no token', () => 'x', 'InvalidJWTToken: Token is invalid or has expired'],
    ['that is none', () => null, 'Unauthorized: You do not have permissions to read from this Channel topic: x'],
  ])('%s closes it', async (_name, token, message) => {
    const program = await connect()
    await program.join('x', await tokenOf(kari), messagesOf())
    const ref = JSON.stringify({
      topic: 'realtime:x',
      event: 'access_token',
      ref: 'a',
      payload: { access_token: await token() },
    })
    program.socket.send(ref)
    await expect.poll(() => program.events('x')).toEqual(['phx_reply', 'system', 'system', 'phx_close'])
    expect(program.frames.at(-2)?.payload).toMatchObject({ status: 'error', message })
  })

  test('another person cannot join beside the first', async () => {
    const program = await connect()
    await program.join('x', await tokenOf(kari), messagesOf())
    expect(await program.join('y', await tokenOf(ola), messagesOf())).toEqual(tooMany)
  })

  test('a suspended person’s topics are closed within a second', async () => {
    const [person, admin] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely, { role: 'admin' })]
    const program = await connect()
    await program.join('x', await tokenOf(person), messagesOf())
    const body = { reason: 'Sak 1' }
    const response = await t.call('POST', `/api/v1/admin/users/${person.id}/suspend`, { as: admin, body })
    expect(response.status).toBe(200)
    await expect.poll(() => program.events('x').at(-1), { timeout: 1_000 }).toBe('phx_close')
  })
})
