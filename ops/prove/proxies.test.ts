/** Two processes of the product behind each proxy, with the configurations of ops/nginx and ops/haproxy, on one PostgreSQL. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type http2 from 'node:http2'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cameraPhoto } from '../../apps/server/test/images/photos.ts'
import { LiveClient } from '../../apps/server/test/live-client.ts'
import { Listener } from '../../apps/server/test/rolling-load.ts'
import { type OwnPostgres, startOwnPostgres } from '../../apps/server/test/postgres.ts'
import { addPerson, type TestPerson } from '../../apps/server/test/sessions.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { type Database, openDatabase } from '../../apps/server/src/platform/db/database.ts'
import {
  type Client,
  clientFrom,
  connectionOf,
  http2ClientFrom,
  openHttp2,
  requestUpgrade,
  type Site,
} from './proxies/client.ts'
import { type Engine, makeCertificate, type Ports, proxyNames, startProxy } from './proxies/engines.ts'
import { Load, type Sent } from './proxies/load.ts'
import { freePort } from '../../apps/server/test/free-port.ts'
import { Product, until } from './proxies/processes.ts'
import { openRestarter } from './proxies/restarts.ts'
import { openSlow, slowKinds } from './proxies/slow.ts'
import { report } from './report.ts'

const PER_SECOND = 250
const KILLS = 6
/** Rolling restarts behind each proxy: 50 in all. */
const ROLLS = Number(process.env['ROLLS'] ?? 25)
/** Pairs of which one person has a live connection during these. */
const LISTENERS = 12
/** One of so many requests writes a message. */
const WRITE_EVERY = 5
const PAIRS = 60
const SLOW_EACH = 40
const MEBIBYTE = 1024 * 1024
const built = path.resolve(import.meta.dirname, '../../apps/web/dist')

describe.each(proxyNames)('two processes behind %s', (name) => {
  let folder: string
  let server: OwnPostgres
  let db: Database
  let site: Site
  let ports: Ports
  let engine: Engine
  let env: Record<string, string>
  const processes: Product[] = []

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-proxy-'))
    ports = { http: await freePort(), https: await freePort(), processes: [await freePort(), await freePort()] }
    const ca = await makeCertificate(folder)
    site = { url: `https://samtur.example:${ports.https}`, port: ports.https, ca }
    engine = startProxy(name, folder, ports)
    server = await startOwnPostgres(['max_connections=200'])
    const url = await server.create()
    db = await openDatabase({ url, folder: '', clock: systemClock })
    // As in ops/systemd/samtur@.conf.
    const DRAIN_SECONDS = '5'
    env = { DRAIN_SECONDS, DATABASE_URL: url, DATA_DIR: path.join(folder, 'data'), PUBLIC_URL: site.url }
    processes.push(...(await Promise.all(ports.processes.map((port) => Product.start(port, env)))))
    for (const product of processes) await untilServing(product)
  })

  afterAll(async () => {
    await Promise.all(processes.map((product) => product.kill('SIGKILL')))
    await engine?.stop()
    await db?.close()
    await server?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const headersOf = ({ cookie }: TestPerson) => ({ cookie: `__Host-${cookie}`, origin: site.url })
  const connect = (person: TestPerson, localAddress: string) =>
    LiveClient.open(site.url, headersOf(person).cookie, connectionOf(site, localAddress))

  async function addPairs(count: number): Promise<Pair[]> {
    using client = clientFrom(site, '127.0.0.1')
    const pairs: Pair[] = []
    for (let i = 0; i < count; i++) {
      const [kari, ola] = [await addPerson(db.kysely), await addPerson(db.kysely, { name: 'Ola Nordmann' })]
      const chat = await client('/api/v1/chats', {
        method: 'POST',
        headers: headersOf(kari),
        body: { user_id: ola.id },
      })
      pairs.push({ kari, ola, chatId: (JSON.parse(chat.body) as { id: string }).id })
    }
    return pairs
  }

  test('pages and the API come over HTTPS and HTTP/2, for its own name only', async () => {
    using visitor = clientFrom(site, '127.0.0.1')
    const page = await visitor('/')
    expect(page.body).toContain('</html>')
    expect(page.headers['strict-transport-security']).toMatch(/^max-age=31536000/)
    const rides = await visitor('/api/v1/rides')
    expect([rides.status, rides.headers['content-type']]).toEqual([200, expect.stringContaining('application/json')])

    const session = openHttp2(site)
    const stream = session.request({ ':path': '/api/v1/rides' })
    const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
    expect([session.alpnProtocol, headers[':status']]).toEqual(['h2', 200])
    session.destroy()

    const plain = http.get({ port: ports.http, path: '/rides?from=Oslo', headers: { host: 'samtur.example' } })
    const [redirect] = (await once(plain, 'response')) as [http.IncomingMessage]
    redirect.resume()
    expect([redirect.statusCode, redirect.headers.location]).toEqual([301, 'https://samtur.example/rides?from=Oslo'])

    const stranger = tls.connect({ port: ports.https, servername: 'other.example', ca: site.ca })
    const [refused] = (await once(stranger, 'error')) as [Error]
    expect(refused.message).toMatch(/unrecognized name|handshake failure/)
  })

  test('the session cookie is Secure, and the session has the address of the client, whatever X-Forwarded-For it sends', async () => {
    using client = clientFrom(site, '127.8.9.10')
    const account = { email: `${randomUUID()}@example.no`, password: 'en lang hemmelighet 47' }
    const origin = site.url
    const signUp = { name: 'Kari Nordmann', terms_accepted: true, ...account }
    expect(
      await client('/api/auth/sign-up/email', { method: 'POST', headers: { origin }, body: signUp }),
    ).toMatchObject({
      status: 200,
    })
    await db.kysely.updateTable('auth_user').set({ email_verified: true }).where('email', '=', account.email).execute()
    const headers = { origin, ...forged('192.0.2.77') }
    const signedIn = await client('/api/auth/sign-in/email', { method: 'POST', headers, body: account })
    const session = signedIn.headers['set-cookie']?.find((cookie) => cookie.startsWith('__Host-session='))
    expect(session).toMatch(/; HttpOnly; SameSite=Lax; Secure$/)
    const sessions = await client('/api/v1/me/sessions', { headers: { cookie: session?.split(';')[0] ?? '' } })
    expect(sessions.body).toContain('"ip_address":"127.8.9.10"')
    await until('the security log has the network', () => loggedBy(processes, '"network":"127.8.9.0/24"'))
    expect(loggedBy(processes, '192.0.2.')).toBe(false)
  })

  test('limits per network count each client by itself, and a forged X-Forwarded-For has no effect', async () => {
    using client = clientFrom(site, '127.20.0.1')
    using other = clientFrom(site, '127.20.0.2')
    const body = { email: `${randomUUID()}@example.no` }
    const ask = async (by: Client, headers = {}) =>
      (
        await by('/api/auth/request-password-reset', {
          method: 'POST',
          headers: { origin: site.url, ...headers },
          body,
        })
      ).status
    expect(await ask(client)).toBe(200)
    expect(await ask(client)).toBe(429)
    expect(await ask(client, forged('127.20.0.3'))).toBe(429)
    expect(await ask(client, { 'x-forwarded-for': ['127.20.0.4', '127.20.0.5'] })).toBe(429)
    expect(await ask(other)).toBe(200)
    expect((await client('/metrics', { headers: { host: 'localhost' } })).body).not.toContain('process_')
  })

  test('the limit on live connections counts the client, and a refused one is logged with its network', async () => {
    const person = await addPerson(db.kysely)
    const headers = { origin: 'https://other.example', cookie: headersOf(person).cookie, ...forged('192.0.2.78') }
    expect(await requestUpgrade(site, '/live', headers, '127.30.31.32')).toBe(403)
    await until('the security log has the network', () => loggedBy(processes, '"network":"127.30.31.0/24"'))
  })

  test('a message over one process reaches a person at the other', async () => {
    const [{ kari, ola, chatId }] = (await addPairs(1)) as [Pair]
    const [first, second] = processes as [Product, Product]
    const opened = async () => Promise.all([first, second].map((product) => product.metric('samtur_live_sockets')))
    const left = await connect(kari, '127.0.0.1')
    let right = await connect(ola, '127.0.0.1')
    // The proxy chooses the process by the connections that it has, among them those of requests that have just ended.
    for (let time = 0; time < 10 && !(await opened()).every((count) => count === 1); time++) {
      right.socket.terminate()
      await until('the connection has ended', async () => (await opened()).includes(0) && (await opened()).includes(1))
      right = await connect(ola, '127.0.0.1')
    }
    expect(await opened()).toEqual([1, 1])
    for (const client of [left, right]) expect(await client.subscribe(`chat:${chatId}`)).toBe('subscribed')
    for (const [from, to] of [
      [left, right],
      [right, left],
    ] as const) {
      const content = `Hei ${randomUUID()}`
      expect(await from.say(`chat:${chatId}`, { client_id: randomUUID(), content })).toMatchObject({ type: 'sent' })
      await to.next((frame) => JSON.stringify(frame).includes(content))
    }
    for (const client of [left, right]) client.socket.terminate()
    await until('the connections have ended', async () => (await opened()).every((count) => count === 0))
  })

  test('the connection of programs is upgraded, and no other address', async () => {
    const origin = { origin: site.url }
    expect(await requestUpgrade(site, '/realtime/v1/websocket?apikey=samtur-public&vsn=1.0.0', origin)).toBe(101)
    expect(await requestUpgrade(site, '/api/v1/rides', origin)).not.toBe(101)
  })

  test.runIf(name === 'haproxy')('a live connection opens within an HTTP/2 connection, too', async () => {
    const person = await addPerson(db.kysely)
    const session = openHttp2(site)
    const [settings] = (await once(session, 'remoteSettings')) as [http2.Settings]
    expect(settings.enableConnectProtocol).toBe(true)
    const stream = session.request({
      ':method': 'CONNECT',
      ':protocol': 'websocket',
      ':path': '/live',
      'sec-websocket-version': '13',
      ...headersOf(person),
    })
    const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
    expect(headers[':status']).toBe(200)
    let received = ''
    stream.on('data', (chunk) => (received += String(chunk)))
    stream.write(textFrame('{"type":"heartbeat"}'))
    await until('the response to the heartbeat', () => received.includes('{"type":"heartbeat"}'))
    session.destroy()
  })

  test('a process that is taken out gets no requests, and gets them again', async () => {
    const [, second] = processes as [Product, Product]
    await engine.use(false)
    using client = clientFrom(site, '127.0.0.1')
    const getsSome = async () => {
      const served: (Product | undefined)[] = []
      for (let i = 0; i < 6; i++) served.push(await probe(client))
      return served.includes(second)
    }
    await until('the proxy has changed', async () => !(await getsSome()))
    expect(await getsSome()).toBe(false)
    await engine.use(true)
    await untilServing(second)
  })

  /** Reads pages and lists, and writes messages, over HTTP/1.1 and HTTP/2. */
  function startLoad(pairs: Pair[]) {
    const clients = [
      clientFrom(site, '127.40.0.1'),
      http2ClientFrom(site, '127.40.0.2'),
      http2ClientFrom(site, '127.40.0.3'),
    ]
    const clientOf = (index: number) => clients[index % clients.length] as Client
    const pairOf = (index: number) => pairs[Math.floor(index / WRITE_EVERY) % pairs.length] as Pair
    const send = (index: number, clientId: string) => {
      const { kari, ola, chatId } = pairOf(index)
      const from = Math.floor(index / WRITE_EVERY / pairs.length) % 2 ? kari : ola
      const body = { client_id: clientId, content: `Melding ${index}` }
      return clientOf(index)(`/api/v1/chats/${chatId}/messages`, { method: 'POST', headers: headersOf(from), body })
    }
    const reads = ['/', '/api/v1/chats', '/api/v1/me', '/healthz']
    const load = new Load({
      perSecond: PER_SECOND,
      writeEvery: WRITE_EVERY,
      read: (index) => clientOf(index)(reads[index % reads.length] ?? '/', { headers: headersOf(pairOf(index).kari) }),
      write: send,
    })
    /** Stops, repeats the messages that failed, and returns what was found. */
    const end = async () => {
      const sent = await load.stop()
      const failedReads = sent.filter(({ method, ok }) => method === 'GET' && !ok)
      const writes = sent.filter(({ method }) => method === 'POST')
      const failedWrites = writes.filter(({ ok }) => !ok)
      const before = await countStored(db, writes)
      const lost = writes.filter(({ ok, clientId }) => ok && before.get(clientId ?? '') !== 1)
      for (const { index, clientId = '' } of failedWrites)
        expect((await send(index, clientId)).status, 'a repeated message').toBe(201)
      const after = await countStored(db, writes)
      const wrong = writes.filter(({ clientId }) => after.get(clientId ?? '') !== 1)
      for (const client of clients) client[Symbol.dispose]()
      return { reads: sent.length - writes.length, writes: writes.length, failedReads, failedWrites, lost, wrong }
    }
    return { load, end }
  }

  /**
   * Sends a write that is refused, and returns the process that has logged it; undefined when none got it. Each comes from another person, because
   * the log leaves out what one does too often.
   */
  async function probe(client: Client): Promise<Product | undefined> {
    const person = await addPerson(db.kysely)
    const request = { method: 'POST', headers: headersOf(person), body: { user_id: randomUUID() } }
    if ((await answerOf(client('/api/v1/chats', request))) !== 404) return undefined
    const find = () => processes.find(({ output }) => output.includes(person.id))
    await until('the refusal is logged', () => find() !== undefined)
    return find()
  }

  /** Waits until the process gets requests through the proxy. */
  async function untilServing(product: Product) {
    using client = clientFrom(site, '127.0.0.1')
    await until('the process gets requests', async () => (await probe(client)) === product)
  }

  async function restart(which: 0 | 1) {
    const product = await Product.start(ports.processes[which], env)
    processes[which] = product
    const ready = performance.now()
    await untilServing(product)
    return performance.now() - ready
  }

  test('one process is killed under load: no read fails, and no message is lost or doubled', async () => {
    const { load, end } = startLoad(await addPairs(PAIRS))
    const times: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      await load.more(300)
      await processes[kill % 2]?.kill('SIGKILL')
      await load.more(300)
      times.push(await restart((kill % 2) as 0 | 1))
    }
    const rate = load.perSecond
    const found = await end()
    report(
      `${name}: process killed (SIGKILL) at ${rate} requests/s`,
      KILLS,
      `${found.failedReads.length} of ${found.reads} reads failed; ${found.failedWrites.length} of ${found.writes} messages had an error, ${found.lost.length} confirmed ones lost, ${found.wrong.length} lost or doubled after repeating`,
      `gets requests again at most ${Math.max(...times).toFixed(0)} ms after it is ready`,
    )
    expect(found.failedReads.slice(0, 5)).toEqual([])
    expect(found.lost).toEqual([])
    expect(found.wrong).toEqual([])
    // Only what was under way at the killed process: at most all connections of a kill.
    expect(found.failedWrites.length).toBeLessThan(KILLS * 20)
    for (const { outcome } of found.failedWrites) expect(outcome).toMatch(/^50[234] /)
  })

  test(
    'rolling restarts under load: nothing fails, and no message is lost or doubled',
    async () => {
      const pairs = await addPairs(PAIRS)
      using reader = clientFrom(site, '127.41.0.1')
      const listeners = pairs.slice(0, LISTENERS).map(
        ({ ola, chatId }) =>
          new Listener(chatId, {
            open: () => connect(ola, '127.41.0.2'),
            read: async (address) => JSON.parse((await reader(address, { headers: headersOf(ola) })).body) as unknown,
          }),
      )
      await Promise.all(listeners.map((listener) => listener.connect()))
      const { load, end } = startLoad(pairs)
      using restarter = await openRestarter(folder, ports.processes, async (port) => {
        const which = ports.processes.indexOf(port)
        await processes[which]?.kill('SIGTERM')
        processes[which] = Product.launch(port, env)
      })
      const began = performance.now()
      for (let roll = 0; roll < ROLLS; roll++) {
        await load.more(300)
        await restarter.restartAll()
      }
      const took = (performance.now() - began) / ROLLS / 1000
      const rate = load.perSecond
      const found = await end()
      let missed = 0
      for (const listener of listeners) {
        const stored = await countIn(db, listener.chatId)
        await listener.catchUp(stored)
        missed += listener.missing(stored)
        listener.close()
      }
      const failed = [...found.failedReads, ...found.failedWrites]
      report(
        `${name}: rolling restart of two processes at ${rate} requests/s`,
        ROLLS,
        `${failed.length} of ${found.reads + found.writes} requests failed, ${found.wrong.length} of ${found.writes} messages lost or doubled, ${missed} not seen over live connections`,
        `${took.toFixed(1)} s each`,
      )
      expect(failed.slice(0, 5)).toEqual([])
      expect(found.wrong).toEqual([])
      expect(missed).toBe(0)
    },
    240_000 * ROLLS,
  )

  test('a file that one of two versions has comes from there, whichever is asked first', async () => {
    using client = clientFrom(site, '127.0.0.1')
    let refused = 0
    const other = http.createServer(({ url }, response) => {
      const has = url === '/assets/other-AAAAAAAA.js' || url === '/readyz'
      if (!has) refused++
      response.writeHead(has ? 200 : 404).end('other()')
    })
    await processes[1]?.kill('SIGTERM')
    other.listen(ports.processes[1], '127.0.0.1')
    try {
      // Until the proxy uses the other one.
      await until('it gets requests', async () => (await answerOf(client('/assets/missing.js'))) === 404 && refused > 0)
      const own = fs.readdirSync(path.join(built, 'assets')).find((file) => file.endsWith('.js')) ?? ''
      for (let i = 0; i < 20; i++) {
        expect(await client('/assets/other-AAAAAAAA.js')).toMatchObject({ status: 200, body: 'other()' })
        expect(await answerOf(client(`/assets/${own}`))).toBe(200)
        expect(await answerOf(client('/assets/missing.js'))).toBe(404)
      }
    } finally {
      other.closeAllConnections()
      await new Promise((resolve) => other.close(resolve))
    }
    await restart(1)
  })

  test('slow clients hold the proxy, and no process', async () => {
    using client = clientFrom(site, '127.0.0.1')
    const open = async () =>
      (await Promise.all(processes.map((product) => product.metric('samtur_connections_open')))).reduce((a, b) => a + b)
    const before = await open()
    const began = performance.now()
    const crowd = slowKinds.flatMap((kind, k) =>
      Array.from({ length: SLOW_EACH }, (_, i) => openSlow(site, kind, `127.5${k}.0.${1 + (i % 4)}`)),
    )
    let most = 0
    let slowest = 0
    await until(
      'the proxy ends them',
      async () => {
        const asked = performance.now()
        expect((await client('/api/v1/rides?limit=1')).status).not.toBe(503)
        slowest = Math.max(slowest, performance.now() - asked)
        most = Math.max(most, await open())
        return crowd.every(({ ended }) => ended)
      },
      60_000,
    )
    const took = (performance.now() - began) / 1000
    report(
      `${name}: slow clients`,
      crowd.length,
      `${most - before} connections more at the processes, slowest other response ${slowest.toFixed(0)} ms`,
      `all ended after ${took.toFixed(0)} s`,
    )
    expect(most - before).toBeLessThan(10)
    expect(slowest).toBeLessThan(3_000)
  })

  test('a large picture passes, and a larger one gets the error of the product', async () => {
    using client = clientFrom(site, '127.0.0.1')
    const person = await addPerson(db.kysely)
    const upload = (body: Buffer) =>
      client('/api/v1/me/picture', {
        method: 'PUT',
        headers: { ...headersOf(person), 'content-type': 'image/jpeg' },
        body,
      })
    const photo = await cameraPhoto({ width: 1600, height: 1200 })
    expect(photo.length).toBeGreaterThan(2 * MEBIBYTE)
    expect(photo.length).toBeLessThan(5 * MEBIBYTE)
    const stored = await upload(photo)
    expect([stored.status, stored.body]).toEqual([200, expect.stringContaining('profile_picture')])
    for (const size of [5.5, 7, 20]) {
      const { status, body } = await upload(Buffer.concat([photo, Buffer.alloc(size * MEBIBYTE - photo.length)]))
      expect([size, status, JSON.parse(body)]).toEqual([
        size,
        413,
        expect.objectContaining({ code: 'payload_too_large' }),
      ])
    }
  })

  test('while the database does not respond, the product itself says so', async () => {
    using client = clientFrom(site, '127.0.0.1')
    const headers = headersOf(await addPerson(db.kysely))
    server.signal('SIGSTOP')
    try {
      await until(
        'no process is ready',
        async () => !(await Promise.all(processes.map((one) => one.isReady()))).some(Boolean),
      )
      // By then haproxy has seen it as well.
      const checks = Array.from({ length: 8 }, async () => answerOf(client('/readyz')))
      expect((await Promise.all(checks)).every((status) => status === 503)).toBe(true)
      const answer = await client('/api/v1/me', { headers })
      expect([answer.status, JSON.parse(answer.body)]).toEqual([503, expect.objectContaining({ code: 'unavailable' })])
      expect((await client('/healthz')).status).toBe(200)
    } finally {
      server.signal('SIGCONT')
    }
    await until('the proxy is ready', async () => (await answerOf(client('/readyz'))) === 200)
  })
})

interface Pair {
  kari: TestPerson
  ola: TestPerson
  chatId: string
}

/** Headers by which a client may claim another address. */
const forged = (address: string) => ({
  'x-forwarded-for': address,
  'x-real-ip': address,
  forwarded: `for=${address};host=other.example`,
  'x-forwarded-host': 'other.example',
})

const answerOf = (answer: ReturnType<Client>) =>
  answer.then(
    ({ status }) => status,
    () => 0,
  )

const loggedBy = (products: Product[], text: string) => products.some(({ output }) => output.includes(text))

/** Returns a frame as a browser sends it, under a mask of zeros. */
const textFrame = (text: string) =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])

async function countIn(db: Database, chatId: string): Promise<number> {
  const { count } = await db.kysely
    .selectFrom('message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('chat_id', '=', chatId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns how many messages with each client id are stored. */
async function countStored(db: Database, writes: Sent[]): Promise<Map<string, number>> {
  const ids = writes.flatMap(({ clientId }) => clientId ?? [])
  const rows = await db.kysely
    .selectFrom('message')
    .select(['client_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('client_id', 'in', ids)
    .groupBy('client_id')
    .execute()
  return new Map(rows.map(({ client_id, count }) => [client_id ?? '', Number(count)]))
}
