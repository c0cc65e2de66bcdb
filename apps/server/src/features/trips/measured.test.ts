/** Estimates, publishing, edits and series with a routing engine that answers, lies, is slow, is away and recovers. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { rideBody } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { eachRow } from '../../../test/each-row.ts'
import {
  type Answer,
  measured,
  measures,
  type RoutingEngine,
  sendJson,
  sendWay,
  startRoutingEngine,
} from '../../../test/routing-engine.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { sharedApp } from '../../../test/shared-app.ts'
import { distanceKm, type Place, placeOfStop, roadAlong } from '#features/places/port'
import { dayOf } from '#platform/clock'
import { createRoadEngine } from '#platform/road-engine'

const placesOf = (texts: string[]) =>
  texts.map((text): Place => {
    const place = placeOfStop({ text, place_id: null })
    if (!place) throw new Error(text)
    return place
  })
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
const lengths = (texts: string[]) =>
  placesOf(texts)
    .slice(1)
    .map((place, index) => distanceKm(placesOf(texts)[index] ?? place, place) * measured.factor)
const measuredKm = (texts: string[]) => Math.round(sum(lengths(texts)))
const graphKm = (texts: string[]) => Math.round(sum((roadAlong(placesOf(texts)) ?? []).map(({ km }) => km)))

const aalborg = ['København', 'Odense', 'Aarhus', 'Aalborg']
const way = (texts: string[]) => ({
  start_location: texts[0],
  stops: texts.slice(1, -1),
  end_location: texts.at(-1),
})

describe.each([usualKind])('on the %s database', (kind) => {
  const { t, call } = sharedApp({ kind, env: { ROUTER_URL: 'http://127.0.0.1:9' } })
  let engine: RoutingEngine
  let driver: TestPerson
  /** Holds true in what a transaction runs, so that the transactions of jobs at the same time do not count. */
  const inTransaction = new AsyncLocalStorage<true>()
  /** Whether each request to the engine was made inside a transaction. */
  let seen: boolean[]
  /** Lets the server ask an engine as one that has just started does: without remembered answers and failures. */
  const use = (url: string) =>
    Object.assign(t.app.parts.roadEngine ?? {}, createRoadEngine({ url, log: t.app.parts.log }))

  beforeAll(async () => {
    engine = await startRoutingEngine()
    driver = await addPerson(t.db.kysely)
    // Reads the roads, which the first estimate would wait for.
    roadAlong(placesOf(aalborg))
    const { tx } = t.db
    t.db.tx = (work) => inTransaction.run(true, () => tx(work))
  })
  beforeEach(() => {
    use(engine.url)
    engine.asked.length = 0
    seen = []
    engine.answer = measures
    const { fetch } = globalThis
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
      if (new Request(address).url.startsWith(engine.url)) seen.push(inTransaction.getStore() ?? false)
      return fetch(address, init)
    })
    return () => spy.mockRestore()
  })
  afterAll(() => engine.close())
  const estimate = async (texts: string[], changes: object = {}) =>
    (await call('POST', '/rides/estimate', driver, { ...way(texts), total_seats: 3, ...changes })).body
  const publish = async (texts: string[], changes: object = {}) => {
    const { status, body } = await call('POST', '/rides', driver, rideBody(t.clock, { ...way(texts), ...changes }))
    expect(status).toBe(201)
    return body
  }
  const edit = async (id: string, changes: object) => (await call('PATCH', `/rides/${id}`, driver, changes)).body
  const shares = async (id: string) => {
    const rows = await t.db.read
      .selectFrom('ride_stop')
      .select('share')
      .where('ride_id', '=', id)
      .orderBy('position')
      .execute()
    return rows.map(({ share }) => Number(share))
  }

  test('an estimate has the measured km and minutes, and the ferries and bridges of the road graph', async () => {
    const { road, share } = await estimate(aalborg)
    const km = sum(lengths(aalborg))
    const minutes = Math.round((km / measured.speed) * 60)
    expect(road).toMatchObject({ km: Math.round(km), minutes, certain: true, about: false })
    expect(share).toMatchObject({ distance_km: Math.round(km), typed_distance: false, country: 'DK' })
    const ferry = ['Stavanger', 'Bergen']
    const crossing = (await estimate(ferry)).road
    expect(crossing.km).toBe(measuredKm(ferry))
    expect(crossing.ferries.length).toBeGreaterThan(0)
    const waits = sum(crossing.ferries.map((one: { wait_minutes: number }) => one.wait_minutes))
    expect(crossing.minutes).toBe(Math.round(sum(lengths(ferry)) + waits))
    expect(crossing.line.length).toBeGreaterThan(2)
  })

  test('outside the three countries nothing is compared, whatever the engine says', async () => {
    const { road, share } = await estimate(['Kemi', 'Helsinki'])
    expect(road).toMatchObject({ km: measuredKm(['Kemi', 'Helsinki']), certain: false })
    expect(share).toBeNull()
  })

  test('a published ride stores the measured distance, and its stops divide way and time by the measured legs', async () => {
    const { road, share } = await estimate(aalborg, { total_seats: 4 })
    const requests = engine.asked.length
    const ride = await publish(aalborg, { total_seats: 4 })
    expect(ride).toMatchObject({ distance_km: road.km, typed_distance_km: null, cost_share: share.price })
    // Remembered since the estimate.
    expect(engine.asked).toHaveLength(requests)
    const total = sum(lengths(aalborg))
    const expected = [0, ...lengths(aalborg).map((_, index) => sum(lengths(aalborg).slice(0, index + 1)) / total)]
    for (const [index, one] of (await shares(ride.id)).entries()) expect(one).toBeCloseTo(expected[index] ?? NaN, 6)
    const [departs, arrives] = [ride.departure_time, ride.arrival_time].map((text: string) => Date.parse(text))
    const odense = Date.parse(ride.route[1].passes_at) - (departs ?? 0)
    expect(Math.abs(odense - (expected[1] ?? 0) * ((arrives ?? 0) - (departs ?? 0)))).toBeLessThanOrEqual(150_000)
    engine.answer = (response) => void response.destroy()
    expect((await call('GET', `/rides/${ride.id}`)).body.distance_km).toBe(road.km)
  })

  test('an edit of the route and the removal of a typed distance measure; other edits keep the figures and ask nobody', async () => {
    const { id } = await publish(aalborg)
    const requests = engine.asked.length
    expect(await edit(id, { notes: 'Ny tekst', price: 250 })).toMatchObject({ distance_km: measuredKm(aalborg) })
    expect(engine.asked).toHaveLength(requests)
    const other = ['København', 'Vejle', 'Aalborg']
    expect(await edit(id, way(other))).toMatchObject({ distance_km: measuredKm(other) })
    const [, second = NaN] = await shares(id)
    expect(second).toBeCloseTo((lengths(other)[0] ?? NaN) / sum(lengths(other)), 6)
    expect(await edit(id, { distance_km: 600 })).toMatchObject({ distance_km: 600 })
    const removed = { distance_km: measuredKm(other), typed_distance_km: null }
    expect(await edit(id, { distance_km: null })).toMatchObject(removed)
  })

  test('a series measures each direction once, and a removed distance in all its rides', async () => {
    const texts = ['København', 'Odense', 'Aarhus']
    const { departure_time, arrival_time: _, ...ride } = rideBody(t.clock, { ...way(texts), inHours: 72 })
    const clocks = { departure_clock: '08:00', arrival_clock: '12:00' }
    const day = Temporal.PlainDate.from(dayOf(new Date(departure_time)))
    const published = await call('POST', '/ride-series', driver, {
      ...ride,
      ...clocks,
      date: day.toString(),
      repeat: { weekdays: [1, 2, 3, 4, 5, 6, 7], until: day.add({ days: 5 }).toString() },
      return_trip: { days_later: 0, departure_clock: '17:00', arrival_clock: '21:00' },
    })
    expect(published.status).toBe(201)
    expect([published.body.items.length, engine.asked.length]).toEqual([12, 4])
    const stored = async () => {
      const rides = t.db.read.selectFrom('ride').select('distance_km').where('series_id', '=', published.body.series_id)
      return (await rides.execute()).map(({ distance_km }) => distance_km)
    }
    expect(new Set(await stored())).toEqual(new Set([measuredKm(texts)]))
    const from = day.toString()
    const series = `/ride-series/${published.body.series_id}`
    expect((await call('PATCH', series, driver, { from, distance_km: 320 })).body.changed).toHaveLength(6)
    expect((await call('PATCH', series, driver, { from, distance_km: null })).body.changed).toHaveLength(6)
    expect(new Set(await stored())).toEqual(new Set([measuredKm(texts)]))
    expect([engine.asked.length, new Set(seen)]).toEqual([4, new Set([false])])
  })

  test('the engine is never asked inside a transaction', async () => {
    await estimate(aalborg)
    const { id } = await publish(['Bergen', 'Voss', 'Oslo'])
    await edit(id, way(['Bergen', 'Geilo', 'Oslo']))
    await edit(id, { distance_km: 520 })
    expect(seen.length).toBeGreaterThanOrEqual(7)
    expect(new Set(seen)).toEqual(new Set([false]))
  })

  test('an answer that cannot be true is ignored: the road graph counts, in the estimate and in what is stored', async () => {
    const way = ['Oslo', 'Trondheim']
    const line = (measuredKm(way) / measured.factor) * 1000
    const hours = (count: number) => count * 3600
    // The client's own test has all that is no answer.
    const answers: [string, Answer][] = [
      ['too short', (response) => sendWay(response, line * 0.9, hours(5))],
      ['too long', (response) => sendWay(response, line * 3 + 52_000, hours(20))],
      ['too fast', (response) => sendWay(response, line * 1.3, hours(2))],
      ['too slow', (response) => sendWay(response, line * 1.3, hours(60))],
      ['in no time', (response) => sendWay(response, line * 1.3, 0)],
      ['of places that its map does not have', (response) => sendWay(response, line * 1.3, hours(7), 20_000)],
      ['no number', (response) => sendWay(response, 'NaN', hours(7))],
      ['no way', (response) => sendJson(response, '{"code":"NoRoute"}', 400)],
    ]
    await eachRow(
      answers,
      ([name]) => name,
      async ([, answer]) => {
        use(engine.url)
        engine.asked.length = 0
        engine.answer = answer
        expect((await estimate(way)).road).toMatchObject({ km: graphKm(way) })
        expect(await publish(way)).toMatchObject({ distance_km: graphKm(way) })
        expect(engine.asked.length).toBeGreaterThan(0)
      },
    )
  })

  test('of a slow engine no answer counts, and after three trips it is left alone', async () => {
    engine.answer = async (response, request) => {
      await pause(4_000)
      await measures(response, request)
    }
    for (const end of ['Trondheim', 'Bergen', 'Kristiansand', 'Stavanger'])
      expect((await estimate(['Oslo', end])).road.km).toBe(graphKm(['Oslo', end]))
    expect(engine.asked).toHaveLength(3)
    const { id } = await publish(['Oslo', 'Trondheim'])
    expect(await edit(id, way(['Oslo', 'Bergen']))).toMatchObject({ distance_km: graphKm(['Oslo', 'Bergen']) })
  })

  test('an engine that is away changes nothing', async () => {
    const gone = await startRoutingEngine()
    await gone.close()
    use(gone.url)
    expect(await publish(aalborg)).toMatchObject({ distance_km: graphKm(aalborg) })
  })
})
