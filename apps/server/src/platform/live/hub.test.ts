import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { live as timing } from '@samtur/contract/constants'
import type { Message } from '@samtur/contract/chat'
import type { LiveEvent } from '@samtur/contract/live'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { LiveClient, refusedHandshake } from '../../../test/live-client.ts'
import { testCaller } from '../../../test/sessions.ts'
import { readConfig } from '../../config.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/context.ts'
import { createHttpServer } from '../http/server.ts'
import { createLog } from '../log.ts'
import { createBus, type Bus } from './bus.ts'
import { createHub, type Hub } from './hub.ts'
import type { Channel } from './subscriptions.ts'
import type { Times } from './sweep.ts'
import { patient } from '../../../test/patience.ts'

const event: LiveEvent = { event: 'changed', what: 'rides' }
const message: Message = {
  id: crypto.randomUUID(),
  chat_id: crypto.randomUUID(),
  seq: 1,
  sender_id: crypto.randomUUID(),
  content: 'x'.repeat(20_000),
  image_url: null,
  image_size: null,
  message_type: 'text',
  created_at: new Date().toISOString(),
  client_id: null,
}

let http: FastifyInstance
let bus: Bus
let hub: Hub
let url: string
/** Cookie → who it belongs to; the test's sessions. */
let sessions: Map<string, Caller>
/** Runs before a session is returned. */
let onLookUp: () => Promise<void> | void
let left: string[]

const signIn = (name: string, session = name) => {
  const caller = { ...testCaller, id: name, email: `${name}@example.no`, sessionId: session }
  sessions.set(`session=${session}`, caller)
  return `session=${session}`
}
const connect = (name: string) => LiveClient.open(url, signIn(name))

async function start(times?: Partial<Times>, env: Record<string, string> = {}) {
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', SMTP_URL: 'smtp://mail.example', ...env })
  const log = createLog('silent')
  bus = await createBus({ kind: 'embedded' } as Database, log)
  http = createHttpServer(config, log)
  const callerOf = async ({ headers }: FastifyRequest) => {
    const bearer = headers.authorization?.replace('Bearer ', 'session=')
    const caller = sessions.get(bearer ?? headers.cookie ?? '') ?? null
    await onLookUp()
    return caller
  }
  const holderOf = async (id: string) => {
    const caller = sessions.values().find(({ sessionId }) => sessionId === id) ?? null
    await onLookUp()
    return caller
  }
  hub = createHub(http, { parts: { log }, config, callerOf, holderOf, ...(times && { times }) })
  bus.listen(hub.listeners)
  hub.register({ prefix: 'inbox', authorise: () => Promise.resolve(true) })
  hub.register(ownChannels)
  await http.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(http.server.address() as { port: number }).port}`
}

/** Channels whose id begins with the caller's id are the caller's. */
const ownChannels: Channel = {
  prefix: 'room:',
  async authorise(caller, id) {
    await sleep(1)
    if (id === 'broken') throw new Error('the database is away')
    return id.startsWith(caller.id)
  },
  left: (id) => left.push(id),
}

beforeEach(async () => {
  sessions = new Map()
  left = []
  onLookUp = () => {}
  await start()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await hub.close()
  await http.close()
})

describe('the handshake', () => {
  test('is refused from other pages, and from clients that do not say where they come from', async () => {
    const cookie = signIn('kari')
    for (const origin of [
      'https://evil.example',
      'null',
      `${url}.evil.example`,
      url.replace('127.0.0.1', 'localhost'),
    ]) {
      expect(await refusedHandshake(url, { cookie, origin })).toMatchObject({
        status: 403,
        body: { code: 'origin_refused' },
      })
    }
    expect(await refusedHandshake(url, { cookie })).toMatchObject({ status: 403, body: { code: 'origin_refused' } })
    expect(hub.metrics).toMatchObject({ sockets: 0, refused: 5 })
  })

  test('needs a session, and a confirmed address', async () => {
    expect(await refusedHandshake(url, { origin: url })).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
    expect(await refusedHandshake(url, { origin: url, cookie: 'session=forged' })).toMatchObject({ status: 401 })
    sessions.set('session=new', { ...sessions.get(signIn('kari'))!, verified: false })
    expect(await refusedHandshake(url, { origin: url, cookie: 'session=new' })).toMatchObject({
      status: 403,
      body: { code: 'email_not_verified' },
    })
  })

  test('is refused with a time to try again while sessions cannot be looked up', async () => {
    onLookUp = () => Promise.reject(new Error('the database is away'))
    const answer = await refusedHandshake(url, { origin: url, cookie: signIn('kari') })
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(answer.headers['retry-after']).toBe('10')
  })

  test('finds nothing on other paths', async () => {
    expect(await refusedHandshake(`${url}/elsewhere`, { origin: url, cookie: signIn('kari') })).toMatchObject({
      status: 404,
    })
  })

  test('does not negotiate compression', async () => {
    const client = await connect('kari')
    expect(client.socket.extensions).toBe('')
  })

  test('is refused for the eleventh socket of a person, and possible again when one has closed', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => connect('kari')))
    const refused = await refusedHandshake(url, { origin: url, cookie: signIn('kari') })
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(refused.headers['retry-after']).toBe('10')
    clients[0]?.socket.close()
    await vi.waitFor(() => expect(hub.metrics.sockets).toBe(9))
    await connect('kari')
  })

  test('is refused for the twenty-first socket of an address, also of requests that wait for a response', async () => {
    onLookUp = () => sleep(50)
    const attempts = await Promise.allSettled(Array.from({ length: 25 }, (_, i) => connect(`person ${i}`)))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    await vi.waitFor(() => expect(hub.metrics).toMatchObject({ sockets: 20, refused: 5 }))
  })

  test.each([null, 'laptop'])('does not let a session in that ends meanwhile (%s)', async (session_id) => {
    onLookUp = () => bus.emit('session_ended', { user_id: 'kari', session_id })
    const answer = await refusedHandshake(url, { origin: url, cookie: signIn('kari', 'laptop') })
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

  test('keeps no place for clients that give up meanwhile', async () => {
    onLookUp = () => sleep(20)
    const headers = { cookie: signIn('kari'), origin: url }
    for (let i = 0; i < 30; i++) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, { headers }).on('error', () => {})
      await sleep(5)
      socket.terminate()
    }
    await sleep(50)
    await Promise.all(Array.from({ length: 10 }, () => connect('kari')))
    expect(hub.metrics.sockets).toBe(10)
  })
})

describe('frames', () => {
  test('a heartbeat gets a response', async () => {
    const client = await connect('kari')
    client.send({ type: 'heartbeat' })
    expect(await client.next(({ type }) => type === 'heartbeat')).toEqual({ type: 'heartbeat' })
  })

  test('more than 64 KB close the socket with 1009', async () => {
    const client = await connect('kari')
    client.send({ type: 'subscribe', channel: 'x'.repeat(64 * 1024) })
    expect(await client.closed).toBe(1009)
    await vi.waitFor(() => expect(hub.metrics.sockets).toBe(0))
  })

  test.each([
    ['no JSON', '{'],
    ['unknown fields', '{"type":"heartbeat","x":1}'],
    ['another type', '{"type":"publish"}'],
    ['an array', '[]'],
    ['bytes', Buffer.from('{"type":"heartbeat"}')],
  ])('the third malformed one closes it with 1008: %s', async (_name, data) => {
    const client = await connect('kari')
    for (let i = 0; i < 2; i++) client.socket.send(data)
    client.send({ type: 'heartbeat' })
    await client.next(({ type }) => type === 'heartbeat')
    client.socket.send(data)
    expect(await client.closed).toBe(1008)
  })

  test('more than fifty a second close it with 1008', async () => {
    const client = await connect('kari')
    for (let i = 0; i < 120; i++) client.send({ type: 'heartbeat' })
    expect(await client.closed).toBe(1008)
    expect(client.frames.length).toBeLessThanOrEqual(100)
  })
})

describe('channels', () => {
  test('another person’s, an unknown one and one of no slice are refused alike', async () => {
    const client = await connect('kari')
    for (const channel of [
      'room:ola',
      'room:',
      'room',
      'messages',
      'inbox:',
      'inbox:kari',
      '__proto__',
      'constructor',
    ]) {
      expect(await client.subscribe(channel)).toBe('refused')
      expect(client.frames.at(-1)).toEqual({ type: 'refused', channel })
    }
  })

  test('the hundred and first is refused; leaving one makes room', async () => {
    const client = await connect('kari')
    for (let i = 0; i < 100; i += 1) {
      if (i === 45 || i === 90) await sleep(1000)
      expect(await client.subscribe(`room:kari ${i}`)).toBe('subscribed')
    }
    expect(await client.subscribe('room:kari 100')).toBe('refused')
    expect(await client.subscribe('room:kari 99')).toBe('subscribed')
    client.send({ type: 'unsubscribe', channel: 'room:kari 0' })
    client.frames.length = 0
    expect(await client.subscribe('room:kari 100')).toBe('subscribed')
    expect(left).toEqual(['kari 0'])
  })

  test('events reach the subscribers, or the named people among them, and no others', async () => {
    const [kari, ola, eva] = await Promise.all([connect('kari'), connect('ola'), connect('eva')])
    await Promise.all([kari, ola].map((client) => client.subscribe('inbox')))
    hub.publish('inbox', event)
    hub.publish('inbox', { event: 'changed', what: 'chats' }, { to: ['ola', 'eva', 'ola'] })
    for (const client of [kari, ola, eva]) {
      client.send({ type: 'heartbeat' })
      await client.next(({ type }) => type === 'heartbeat')
    }
    expect(kari.events('inbox')).toEqual([event])
    expect(ola.events('inbox')).toEqual([event, { event: 'changed', what: 'chats' }])
    expect(eva.frames).toEqual([{ type: 'heartbeat' }])
  })

  test('a client that unsubscribes before the subscription is granted gets no events', async () => {
    const client = await connect('kari')
    client.send({ type: 'subscribe', channel: 'room:kari' })
    client.send({ type: 'unsubscribe', channel: 'room:kari' })
    await sleep(20)
    hub.publish('room:kari', event)
    client.send({ type: 'heartbeat' })
    await client.next(({ type }) => type === 'heartbeat')
    expect(client.frames).toEqual([{ type: 'heartbeat' }])
    expect(left).toContain('kari')
  })

  test('a client that subscribes again before the first is granted is subscribed once', async () => {
    const client = await connect('kari')
    for (const type of ['subscribe', 'unsubscribe', 'subscribe']) client.send({ type, channel: 'room:kari' })
    await client.next(({ type }) => type === 'subscribed')
    await sleep(20)
    hub.publish('room:kari', event)
    await client.next(({ type }) => type === 'event')
    expect(client.frames.map(({ type }) => type)).toEqual(['subscribed', 'event'])
  })

  test('while rights cannot be looked up, the connection is closed with the code to reconnect', async () => {
    const client = await connect('kari')
    client.send({ type: 'subscribe', channel: 'room:broken' })
    expect(await client.closed).toBe(1013)
  })
})

describe('the end of a connection', () => {
  test('a session that ends closes its sockets within a second, and no others', async () => {
    signIn('kari', 'phone')
    const [laptop, phone, ola] = [
      await connect('kari'),
      await LiveClient.open(url, 'session=phone'),
      await connect('ola'),
    ]
    await laptop.subscribe('inbox')
    const started = Date.now()
    bus.emit('session_ended', { user_id: 'kari', session_id: 'kari' })
    hub.publish('inbox', event)
    expect(await laptop.closed).toBe(4401)
    expect(Date.now() - started).toBeLessThan(patient(1000))
    expect(laptop.events('inbox')).toEqual([])
    expect(hub.metrics.sockets).toBe(2)
    bus.emit('session_ended', { user_id: 'kari', session_id: null })
    expect(await phone.closed).toBe(4401)
    expect(ola.socket.readyState).toBe(ola.socket.OPEN)
  })

  test('also for a client that does not return the closing handshake', async () => {
    const client = await connect('kari')
    client.socket.pause()
    bus.emit('session_ended', { user_id: 'kari', session_id: null })
    await vi.waitFor(() => expect(connections(http)).resolves.toBe(0), { timeout: 2000 })
  })

  test('a slow reader is closed and the others still get everything', async () => {
    const [slow, quick] = await Promise.all([connect('slow'), connect('quick')])
    await Promise.all([slow, quick].map((client) => client.subscribe('inbox')))
    slow.socket.pause()
    for (let i = 1; i <= 1000; i++) {
      hub.publish('inbox', { event: 'message', message: { ...message, seq: i } })
      if (i % 10 === 0) await sleep(1)
    }
    await vi.waitFor(() => expect(quick.events('inbox')).toHaveLength(1000), { timeout: 5000 })
    expect(hub.metrics).toMatchObject({ sockets: 1, closed_slow: 1 })
    slow.socket.resume()
    // What was on the way arrives; the rest was never sent.
    expect([1013, 1006]).toContain(await slow.closed)
    expect(slow.events('inbox').length).toBeLessThan(1000)
  })

  test('silent connections get a ping and are cut off without a pong', async () => {
    await hub.close()
    await http.close()
    await start({ sweepEvery: 20 })
    const began = Math.ceil(performance.now())
    // The clock stands still until the test moves it.
    const now = vi.spyOn(performance, 'now').mockReturnValue(began)
    const entered = vi.spyOn(hub.base.host, 'entered')
    const silent = await LiveClient.open(url, signIn('kari'), { autoPong: false })
    const awake = await connect('ola')
    const heardAt = () => entered.mock.calls.map(([connection]) => connection.heardAt - began)
    expect(heardAt()).toEqual([0, 0])
    const pinged = once(silent.socket, 'ping')
    now.mockReturnValue(began + timing.heartbeat + 1)
    await pinged
    await vi.waitFor(() => expect(heardAt()).toEqual([0, timing.heartbeat + 1]))
    now.mockReturnValue(began + timing.silentAfter + 1)
    expect(await silent.closed).toBe(1006)
    expect(awake.socket.readyState).toBe(awake.socket.OPEN)
    expect(hub.metrics.sockets).toBe(1)
    expect(timing.silentAfter).toBe(60_000)
  })

  test('sessions are looked at again, and only those that are gone are closed', async () => {
    await hub.close()
    await http.close()
    await start({ checkSessionAfter: 50, sweepEvery: 20 })
    const [kari, ola] = [await connect('kari'), await connect('ola')]
    let failed = 0
    onLookUp = () => {
      failed++
      throw new Error('the database is away')
    }
    sessions.delete('session=kari')
    await vi.waitFor(() => expect(failed).toBeGreaterThan(2))
    expect(hub.metrics.sockets).toBe(2)
    onLookUp = () => {}
    expect(await kari.closed).toBe(4401)
    expect(ola.socket.readyState).toBe(ola.socket.OPEN)
  })

  test('a socket that a token opened lives as long as its session, whatever cookie came along', async () => {
    await hub.close()
    await http.close()
    await start({ checkSessionAfter: 50, sweepEvery: 20 })
    signIn('kari')
    const headers = { authorization: 'Bearer kari', origin: url }
    const bare = await LiveClient.open(url, '', { headers })
    const beside = await LiveClient.open(url, '', { headers: { ...headers, cookie: signIn('ola') } })
    let looked = 0
    onLookUp = () => void looked++
    await expect.poll(() => looked).toBeGreaterThan(3)
    expect(hub.metrics.sockets).toBe(2)
    sessions.delete('session=kari')
    expect([await bare.closed, await beside.closed]).toEqual([4401, 4401])
  })

  test('at a restart every connection is closed with the code to reconnect', async () => {
    const clients = await Promise.all([connect('kari'), connect('ola')])
    clients[1]?.socket.pause()
    const started = Date.now()
    await hub.close()
    expect(Date.now() - started).toBeLessThan(patient(1500))
    expect(await clients[0]?.closed).toBe(1012)
    expect(await connections(http)).toBe(0)
    expect(await refusedHandshake(url, { origin: url, cookie: signIn('eva') })).toMatchObject({ status: 503 })
  })
})

function connections(app: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
