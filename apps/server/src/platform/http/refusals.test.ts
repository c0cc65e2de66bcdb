import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rideBody, startTestApp, type TestResponse, type TestApp } from '../../../test/app.ts'
import { addPerson, testSecret, type TestPerson } from '../../../test/sessions.ts'
import { AppError } from './errors.ts'
import { createRefusalLog } from './refusals.ts'

type Line = Record<string, unknown>

let t: TestApp
let driver: TestPerson
let passenger: TestPerson
let rideId: string
const texts: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'info', base: null }, { write: (text: string) => void texts.push(text) })
  t = await startTestApp({ log, env: { SECRET: testSecret } })
  driver = await addPerson(t.db.kysely)
  passenger = await addPerson(t.db.kysely)
  rideId = (await t.call('POST', '/api/v1/rides', { as: driver, body: rideBody(t.clock, { total_seats: 1 }) })).body.id
})
afterAll(() => t.close())

const refusedLines = () => texts.map((text) => JSON.parse(text) as Line).filter((line) => 'refused' in line)
const lineOf = ({ headers }: TestResponse) =>
  refusedLines().find((line) => line['request_id'] === headers.get('x-request-id'))
const reserve = (as: TestPerson | undefined, body: object) =>
  t.call('POST', `/api/v1/rides/${rideId}/reservations`, { as, body })

test('a refused write of a signed-in person is a line with code, route, ids and fields, without typed texts', async () => {
  const path = `/api/v1/rides/${rideId}/reservations`
  const own = await reserve(driver, { seats_requested: 1 })
  await expect
    .poll(() => lineOf(own))
    .toMatchObject({ refused: 'own_ride', method: 'POST', path, account_id: driver.id })
  const full = await reserve(passenger, { seats_requested: 2, message: 'Ring 99 88 77 66' })
  await expect.poll(() => lineOf(full)).toMatchObject({ refused: 'not_enough_seats', account_id: passenger.id })
  const wrong = await reserve(passenger, { seats_requested: 9, 'Ola Canary': 1 })
  await expect
    .poll(() => lineOf(wrong))
    .toMatchObject({ refused: 'validation', fields: { seats_requested: 'out_of_range' } })
  expect(texts.join('')).not.toMatch(/99 88|Canary/)
})

test('parts of a path that are no ids are left out', async () => {
  const refused = await t.call('POST', `/api/v1/reservations/${'secret-token-'.repeat(3)}/cancel`, { as: passenger })
  await expect.poll(() => lineOf(refused)).toMatchObject({ path: '/api/v1/reservations/…/cancel' })
})

test('reads and requests of visitors leave no line', async () => {
  const read = await t.call('GET', '/api/v1/rides?limit=0', { as: passenger })
  const visit = await reserve(undefined, { seats_requested: 1 })
  expect([read.status, visit.status]).toEqual([422, 401])
  const last = await reserve(driver, { seats_requested: 1 })
  await expect.poll(() => lineOf(last)).toBeDefined()
  expect([lineOf(read), lineOf(visit)]).toEqual([undefined, undefined])
})

test('HEAD and OPTIONS leave no line', async () => {
  const written: string[] = []
  const refuse = createRefusalLog(pino({}, { write: (text: string) => void written.push(text) }), t.app.parts.security)
  for (const method of ['HEAD', 'OPTIONS', 'PUT']) {
    const request = { method, url: `/${method}`, id: 'r', ip: '203.0.113.7', routeOptions: {}, caller: Promise.resolve({ id: 'a' }) } // prettier-ignore
    refuse(new AppError('own_ride'), request as unknown as FastifyRequest)
  }
  await expect.poll(() => written).toEqual([expect.stringContaining('/PUT')])
})

test('an account leaves at most thirty lines in a minute and one about the rest, and others still leave theirs', async () => {
  const written: string[] = []
  const log = pino({ base: null }, { write: (text: string) => void written.push((JSON.parse(text) as Line)['account_id'] as string) }) // prettier-ignore
  let now = 0
  const refuse = createRefusalLog(log, t.app.parts.security, () => now)
  const send = async (id: string, times: number) => {
    const request = { method: 'POST', url: '/x', id: 'r', ip: '203.0.113.7', routeOptions: {}, caller: Promise.resolve({ id }) } // prettier-ignore
    for (let i = 0; i < times; i++) refuse(new AppError('own_ride'), request as unknown as FastifyRequest)
    await request.caller
  }
  const count = async (id: string) => {
    await expect.poll(() => written.at(-1)).toBe(id)
    return written.splice(0).length
  }
  await send('a', 35)
  expect(await count('a')).toBe(31)
  await send('a', 1)
  await send('b', 1)
  expect(await count('b')).toBe(1)
  now = 60_000
  await send('a', 1)
  expect(await count('a')).toBe(1)
})
