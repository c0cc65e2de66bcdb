/** The client of a routing engine that answers, is slow, lies, is away and recovers. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type Answer,
  measures,
  type RoutingEngine,
  sendJson,
  sendWay,
  startRoutingEngine,
} from '../../test/routing-engine.ts'
import { createRoadEngine, type Leg } from './road-engine.ts'
import { patient } from '../../test/patience.ts'

const oslo = { lat: 59.91, lon: 10.75 }
const bergen = { lat: 60.39, lon: 5.32 }
const there: Leg = { from: oslo, to: bergen }
/** Different legs, none of which is remembered. */
const leg = (nr: number): Leg => ({ from: oslo, to: { lat: 60 + nr / 10_000, lon: 11 } })

let engine: RoutingEngine
let time: number
let lines: { level: string; reason?: string }[]
beforeEach(async () => {
  engine = await startRoutingEngine()
  time = 0
  lines = []
})
afterEach(() => engine.close())

function start(url = engine.url) {
  const line = (level: string) => (fields: object | string) =>
    void lines.push({ level, ...(typeof fields === 'object' && fields) })
  const log = { warn: line('warn'), info: line('info') } as never
  return createRoadEngine({ url, log, now: () => time })
}

const slowly: Answer = async (response, request) => {
  await pause(4_000)
  await measures(response, request)
}

const away = async () => {
  const gone = await startRoutingEngine()
  await gone.close()
  return gone.url
}

test('a leg is asked for with the longitude first, and measured in km and minutes', async () => {
  engine.answer = (response) => sendWay(response, 463_250.4, 24_300, 250)
  expect(await start(`${engine.url}/osrm/`).measure([there])).toEqual([{ km: 463.2504, minutes: 405, offRoadKm: 0.25 }])
  expect(engine.asked).toEqual(['/osrm/route/v1/driving/10.75,59.91;5.32,60.39?overview=false&generate_hints=false'])
})

test('every leg is asked for once, in its direction, and the answers keep the order', async () => {
  const client = start()
  const back = { from: bergen, to: oslo }
  const found = await client.measure([there, leg(1), back, there])
  expect(found[0]).toEqual(found[3])
  expect(found[1]?.km).toBeLessThan(30)
  expect(engine.asked).toHaveLength(3)
})

test('an answer is remembered for 10 minutes, a thousand legs at most', async () => {
  const client = start()
  await client.measure([there])
  time = 599_999
  await client.measure([there])
  expect(engine.asked).toHaveLength(1)
  time = 600_000
  await client.measure([there])
  expect(engine.asked).toHaveLength(2)
  for (let nr = 0; nr < 999; nr += 9) await client.measure(Array.from({ length: 9 }, (_, index) => leg(nr + index)))
  await client.measure([there])
  expect(engine.asked).toHaveLength(2 + 999)
  await client.measure([leg(999)])
  await client.measure([there])
  expect(engine.asked).toHaveLength(2 + 999 + 2)
})

test('at most eight requests run at a time', async () => {
  let [running, most] = [0, 0]
  engine.answer = async (response, request) => {
    most = Math.max(most, ++running)
    await pause(20)
    running--
    await measures(response, request)
  }
  const client = start()
  const found = await Promise.all(
    Array.from({ length: 6 }, (_, trip) => client.measure([0, 1, 2, 3].map((nr) => leg(trip * 4 + nr)))),
  )
  expect(found.flat().includes(null)).toBe(false)
  expect([most, engine.asked.length]).toEqual([8, 24])
})

const wrong: [string, Answer][] = [
  ['an error', (response) => sendJson(response, '{"code":"InvalidQuery"}', 400)],
  ['an error of a proxy', (response) => sendJson(response, '<html>Bad gateway</html>', 502)],
  ['a way with an error’s status', (response) => sendJson(response, '{"code":"Ok","routes":[{"distance":500000,"duration":25000}],"waypoints":[{"distance":1},{"distance":1}]}', 500)],
  ['a page', (response) => void response.end('<!doctype html><title>Welcome</title>')],
  ['nothing', (response) => void response.end()],
  ['half of a response', (response) => void response.end('{"code":"Ok","routes":[{"dist')],
  ['no way and no reason', (response) => sendJson(response, '{"code":"Ok","routes":[],"waypoints":[]}')],
  ['NaN', (response) => sendWay(response, 'NaN', 25_000)],
  ['an endless number', (response) => sendWay(response, '1e999', 25_000)],
  ['a text for a number', (response) => sendWay(response, '"500000"', 25_000)],
  ['null', (response) => sendWay(response, 500_000, 'null')],
  ['negative metres', (response) => sendWay(response, -500_000, 25_000)],
  ['negative seconds', (response) => sendWay(response, 500_000, -25_000)],
  ['a huge body', (response) => sendJson(response, ' '.repeat(20_000) + '{"code":"NoRoute"}')],
  ['an endless body', (response) => {
    const more = setInterval(() => response.write(' '.repeat(10_000)), 1)
    response.once('close', () => clearInterval(more))
  }],
  ['a closed connection', (response) => void response.destroy()],
] // prettier-ignore

test.each(wrong)('%s is no answer, and three in a row make the client silent', async (_, answer) => {
  engine.answer = answer
  const client = start()
  for (let nr = 0; nr < 3; nr++) expect(await client.measure([leg(nr)])).toEqual([null])
  expect(await client.measure([leg(4)])).toEqual([null])
  expect(engine.asked).toHaveLength(3)
  expect(lines).toEqual([{ level: 'warn', reason: expect.any(String) }])
})

test('a redirect is not followed', async () => {
  const other = await startRoutingEngine()
  engine.answer = (response) => void response.writeHead(302, { location: `${other.url}/route` }).end()
  expect(await start().measure([there])).toEqual([null])
  expect([engine.asked.length, other.asked.length]).toEqual([1, 0])
  await other.close()
})

test.each(['NoRoute', 'NoSegment'])('%s is an answer: it is remembered and no failure', async (code) => {
  engine.answer = (response) => sendJson(response, JSON.stringify({ code, message: 'Impossible route' }), 400)
  const client = start()
  for (let nr = 0; nr < 5; nr++) expect(await client.measure([leg(nr)])).toEqual([null])
  await client.measure([leg(0)])
  expect([engine.asked.length, lines]).toEqual([5, []])
})

test('a slow engine is given up after 800 ms, with all legs of the trip, and the legs that came count', async () => {
  engine.answer = (response, request) => (request.url?.includes('5.32,60.39') ? slowly : measures)(response, request)
  const began = performance.now()
  const [late, ...inTime] = await start().measure([there, leg(1), leg(2)])
  expect(performance.now() - began).toBeLessThan(patient(2_000))
  expect([late, inTime.every((one) => one !== null)]).toEqual([null, true])
})

test('who waits for a place behind slow requests waits no longer than 800 ms', async () => {
  engine.answer = slowly
  const client = start()
  const began = performance.now()
  const found = await Promise.all(Array.from({ length: 30 }, (_, nr) => client.measure([leg(nr)])))
  expect(performance.now() - began).toBeLessThan(patient(2_000))
  expect(found.flat().every((one) => one === null)).toBe(true)
  expect(engine.asked).toHaveLength(8)
})

describe('silence', () => {
  test('lasts 30 seconds, then one question tries, and a success ends it', async () => {
    engine.answer = (response) => void response.destroy()
    const client = start()
    // A success in between starts the count again.
    for (let nr = 0; nr < 2; nr++) await client.measure([leg(nr)])
    engine.answer = measures
    await client.measure([leg(10)])
    engine.answer = (response) => void response.destroy()
    for (let nr = 0; nr < 4; nr++) await client.measure([leg(nr)])
    expect(engine.asked).toHaveLength(6)
    time = 29_999
    expect(await client.measure([leg(0), leg(10)])).toEqual([null, expect.any(Object)])
    expect(engine.asked).toHaveLength(6)
    time = 30_000
    await Promise.all([leg(0), leg(1), leg(2)].map((one) => client.measure([one])))
    expect(engine.asked).toHaveLength(7)
    time = 59_999
    await client.measure([leg(0)])
    expect(engine.asked).toHaveLength(7)
    time = 60_000
    engine.answer = measures
    expect(await client.measure([leg(0)])).toEqual([expect.any(Object)])
    expect(await client.measure([leg(1)])).toEqual([expect.any(Object)])
    expect(lines.map(({ level }) => level)).toEqual(['warn', 'info'])
  })

  test('the legs of one trip fail once together', async () => {
    engine.answer = (response) => void response.destroy()
    const client = start()
    await client.measure([leg(0), leg(1), leg(2), leg(3)])
    await client.measure([leg(4)])
    expect(engine.asked).toHaveLength(5)
  })

  test('begins with a refused connection, too, and the log names no address', async () => {
    const url = await away()
    const client = start(url)
    for (let nr = 0; nr < 4; nr++) expect(await client.measure([leg(nr)])).toEqual([null])
    expect(lines).toEqual([{ level: 'warn', reason: 'ECONNREFUSED' }])
  })
})
