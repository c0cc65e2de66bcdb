/** Traces, received by a real collector: requests, statements, background work and calls of other servers, without anything personal. */
// @module-tag slow
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '../src/platform/log.ts'
import { password, rideBody, signIn, startTestApp, type TestApp, type TestAppOptions } from './app.ts'
import { type Collector, type ReceivedSpan, startCollector } from './collector.ts'
import { databaseKinds } from './database.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { startRoutingEngine } from './routing-engine.ts'
import { patient } from './patience.ts'

let collector: Collector
let mailServer: MailServer
beforeAll(async () => {
  collector = await startCollector()
  mailServer = await startMailServer()
})
afterAll(() => Promise.all([collector.close(), mailServer.close()]))

let t: TestApp | undefined
beforeEach(() => {
  for (const list of [collector.spans, collector.services, collector.bodies, collector.requests]) list.length = 0
  collector.status = 200
})
afterEach(() => stop())

async function start(env: Record<string, string> = {}, options: TestAppOptions = {}): Promise<TestApp> {
  t = await startTestApp({ ...options, env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env } })
  return t
}

/** Stops the server, which sends what still waits. */
async function stop() {
  await t?.close()
  t = undefined
}

/** Signs up and in through the API: the mail, the password and the cookies are part of what must not be sent. */
async function arrive({ call, db }: TestApp, name: string, email = `${randomUUID()}@example.no`) {
  await call('POST', '/api/auth/sign-up/email', { body: { name, email, password, terms_accepted: true } })
  await db.kysely.updateTable('auth_user').set({ email_verified: true }).where('email', '=', email).execute()
  return signIn(call, { name, email })
}

const named = (name: string) => collector.spans.filter((span) => span.name === name)
const childrenOf = ({ spanId, traceId }: ReceivedSpan) =>
  collector.spans.filter((span) => span.parentSpanId === spanId && span.traceId === traceId)

describe.each(databaseKinds)('on the %s database', (kind) => {
  test('a request has a span with its route, status and id, and a span below it for each statement', async () => {
    const server = await start({}, { kind })
    const driver = await server.person()
    const ride = await server.call('POST', '/api/v1/rides', { body: rideBody(server.clock), as: driver })
    expect(ride.status).toBe(201)
    const shown = await server.call('GET', `/api/v1/rides/${ride.body.id}`)
    await stop()
    const [read] = named('GET rides.get')
    expect(read).toMatchObject({
      kind: 2,
      failed: false,
      attributes: {
        'http.request.method': 'GET',
        'http.route': 'rides.get',
        'http.response.status_code': 200,
        'samtur.request_id': shown.headers.get('x-request-id'),
      },
    })
    expect(read?.parentSpanId).toBeUndefined()
    expect(read?.milliseconds).toBeGreaterThan(0)
    const statements = childrenOf(read!)
    expect(statements.length).toBeGreaterThan(0)
    for (const { attributes } of statements) expect(attributes['db.system.name']).toBe('postgresql')
    const [written] = named('POST rides.publish')
    // A body was read before: the statements of the write still belong to its request.
    expect(childrenOf(written!).map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'commit']))
    expect(collector.services[0]).toMatchObject({ 'service.name': 'samtur', 'service.version': expect.any(String) })
  })
})

test('a mail is sent in the trace of the background work, not of the request that has caused it', async () => {
  const server = await start({ SMTP_URL: mailServer.url })
  const email = `${randomUUID()}@example.no`
  await server.call('POST', '/api/auth/sign-up/email', {
    body: { name: 'Ola Nordmann', email, password: 'fjordtur-2026', terms_accepted: true },
  })
  await mailServer.next(email)
  await stop()
  const [sent] = named('smtp send')
  const work = collector.spans.find(({ spanId }) => spanId === sent?.parentSpanId)
  expect(work).toMatchObject({ name: 'job outbox', kind: 1, attributes: { 'samtur.job': 'outbox' } })
  expect(work?.parentSpanId).toBeUndefined()
  const [request] = named('POST /api/auth/sign-up/email')
  expect(request?.traceId).not.toBe(sent?.traceId)
})

test('a request to the routing engine is a span of the request that waits for it', async () => {
  const engine = await startRoutingEngine()
  try {
    const server = await start({ ROUTER_URL: engine.url })
    const driver = await server.person()
    await server.call('POST', '/api/v1/rides', { body: rideBody(server.clock), as: driver })
    await stop()
    const [request] = named('POST rides.publish')
    const calls = named('osrm route')
    expect(calls.length).toBeGreaterThan(0)
    for (const call of calls) expect(call).toMatchObject({ kind: 3, traceId: request?.traceId })
  } finally {
    await engine.close()
  }
})

test('nothing personal is sent: no name, address, token, text or id of a person', async () => {
  const server = await start({ SMTP_URL: mailServer.url, TRUST_PROXY: '1' })
  const name = 'Gunnhild Hemmelig'
  const email = `hidden-${randomUUID()}@example.no`
  const [driver, other] = [await arrive(server, name, email), await arrive(server, 'Birger Bortgjemt')]
  const ride = await server.call('POST', '/api/v1/rides', {
    body: rideBody(server.clock, { notes: 'a-private-note', license_plate: 'ZZ98765' }),
    as: driver,
  })
  const asked = await server.call('POST', `/api/v1/rides/${ride.body.id}/reservations`, {
    body: { seats_requested: 1, message: 'a-private-message' },
    as: other,
    headers: { 'idempotency-key': randomUUID(), 'x-forwarded-for': '203.0.113.77', 'user-agent': 'a-private-agent' },
  })
  await server.call('GET', `/api/v1/rides?from=Hamar&to=Lillehammer`)
  await server.call('GET', `/api/v1/profiles/${driver.id}`)
  await server.call('GET', '/a-private-page', { headers: { accept: 'text/html' } })
  await server.call('POST', '/api/auth/sign-in/email', { body: { email, password: 'a-wrong-password' } })
  await mailServer.next(email).catch(() => undefined)
  await stop()
  expect(asked.status, asked.text).toBe(201)
  expect(collector.spans.length).toBeGreaterThan(50)
  const sent = collector.bodies.join('\n')
  const secrets = [
    'Gunnhild',
    'Birger',
    'hidden-',
    'example.no',
    'a-private',
    'a-wrong-password',
    'fjordtur-2026',
    'ZZ98765',
    'Hamar',
    '203.0.113.77',
    driver.id,
    other.id,
    ride.body.id as string,
    ...[driver, other].map(({ cookie }) => cookie.split('=')[1] ?? ''),
  ]
  expect(secrets.filter((secret) => secret === '' || sent.includes(secret))).toEqual([])
})

test('only names of attributes that hold names, codes and ids of requests are sent', async () => {
  const server = await start({ SMTP_URL: mailServer.url })
  await arrive(server, 'Kari Nordmann')
  await stop()
  expect([...new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)))].toSorted()).toEqual([
    'db.collection.name',
    'db.operation.name',
    'db.system.name',
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'samtur.job',
    'samtur.request_id',
  ])
})

const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`

test('a traceparent counts behind a proxy only', async () => {
  const open = await start()
  await open.call('GET', '/healthz', { headers: { traceparent } })
  await stop()
  expect(named('GET /healthz')[0]?.traceId).not.toBe(traceId)
  collector.spans.length = 0
  const behind = await start({ TRUST_PROXY: '1' })
  await behind.call('GET', '/healthz', { headers: { traceparent } })
  await behind.call('GET', '/readyz', { headers: { traceparent: 'broken' } })
  await stop()
  expect(named('GET /healthz')[0]).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
  expect(named('GET /readyz')[0]?.parentSpanId).toBeUndefined()
})

test('a ratio of 0 sends nothing but what a proxy has chosen', async () => {
  const server = await start({ OTEL_TRACES_SAMPLER_ARG: '0', TRUST_PROXY: '1' })
  for (let i = 0; i < 20; i++) await server.call('GET', '/readyz')
  await server.call('GET', '/healthz', { headers: { traceparent } })
  await stop()
  expect(collector.spans.map(({ name }) => name)).toEqual(['GET /healthz'])
})

test('a call that fails is marked, with its code and without its text', async () => {
  const server = await start({ SMTP_URL: mailServer.url })
  mailServer.answers.push(451)
  await server.call('POST', '/api/auth/sign-up/email', {
    body: { name: 'Ola', email: 'ola@example.no', password: 'fjordtur-2026', terms_accepted: true },
  })
  const reason = () => server.db.kysely.selectFrom('outbox').select('last_error').executeTakeFirst()
  await expect.poll(async () => (await reason())?.last_error).toBe('451')
  await stop()
  expect(named('smtp send')[0]).toMatchObject({ failed: true, attributes: { 'error.type': 'EMESSAGE' } })
  expect(collector.bodies.join()).not.toContain('not now')
})

test('the collector gets the headers of the settings, and its failures are logged once', async () => {
  const log = createLog('silent')
  const warn = vi.spyOn(log, 'warn')
  collector.status = 400
  const server = await start({ OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20key,x-team=travel' }, { log })
  const failures = () => warn.mock.calls.filter(([, text]) => String(text).startsWith('the collector of traces'))
  for (let round = 1; round <= 2; round++) {
    await server.call('GET', '/healthz')
    await expect.poll(() => collector.requests.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(round)
  }
  await expect.poll(() => failures().length).toBe(1)
  expect(collector.requests[0]).toMatchObject({
    url: '/v1/traces',
    headers: { 'api-key': 'a key', 'x-team': 'travel' },
  })
})

test('a collector that is away holds up neither requests nor the stop', async () => {
  const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect((await server.call('GET', '/readyz')).status).toBe(200)
  const began = performance.now()
  await stop()
  expect(performance.now() - began).toBeLessThan(patient(8_000))
})

test('without an address no library of OpenTelemetry for traces is loaded', async () => {
  const program = `
    import { registerHooks } from 'node:module'
    const seen = []
    registerHooks({ resolve(name, context, next) { const found = next(name, context); seen.push(found.url); return found } })
    const { readConfig } = await import('${import.meta.resolve('../src/config.ts')}')
    await import('${import.meta.resolve('../src/composition/app.ts')}')
    const { startTracing } = await import('${import.meta.resolve('../src/operating/tracing/tracing.ts')}')
    const loaded = () => seen.filter((url) => /opentelemetry.(sdk|exporter|otlp)/.test(url)).length
    const before = loaded()
    const { tracing } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
    await (await startTracing(tracing, '1', { warn() {} }))()
    console.log(JSON.stringify([readConfig({}).tracing ?? null, before, loaded() > 0]))
    process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  expect(JSON.parse(stdout)).toEqual([null, 0, true])
})
