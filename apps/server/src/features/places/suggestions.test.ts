/** Stops that are offered while a trip is typed: towns on its way, those first that drivers and passengers want. */
import { beforeAll, describe, expect, test } from 'vitest'
import { suggestions as limits } from '@samtur/contract/constants'
import { buildNetwork } from '@samtur/roads/network'
import type { Road } from '@samtur/roads/road-map'
import { rideBody } from '../../../test/app.ts'
import { usualKind } from '../../../test/database.ts'
import { addPerson, type TestPerson } from '../../../test/sessions.ts'
import { sharedApp } from '../../../test/shared-app.ts'
import { dayOf, systemClock } from '#platform/clock'
import { createCards } from '../rides/port.ts'
import { createMeanings } from '../search/views-texts.ts'
import { createSearch } from '../search/routes.ts'
import { createSearchCounts, startPlaceJobs } from './jobs.ts'
import { type Place, placeOfStop } from './port.ts'
import { candidatesOn as towns, nodesBeside, suggestStops } from './rules-suggestions.ts'
import { addSearches, removeOldSearches } from './store.ts'

const place = (id: number, lat: number, more: Partial<Place> = {}): Place => ({
  id, name: `P${id}`, country: 'NO', region: '', population: 1000 * id, lat, lon: 10, kind: 'town', aliases: [], ...more,
}) // prettier-ignore
const road = (from: Place, to: Place, ...passed: Place[]): Road => ({
  from, to, km: 1, minutes: 1, stretches: [], certain: true,
  nodes: [from, ...passed, to].map((one) => ({ key: one.name, place: one, lat: one.lat, lon: one.lon })),
}) // prettier-ignore
const none = () => []
const candidatesOn = (legs: Road[]) => towns(legs, none)
const [a, b, c, d, e] = [place(1, 60), place(2, 60.5), place(3, 61), place(4, 61.05), place(5, 62)]

test('candidates are towns on the way, in order, and none in the town of a stop', () => {
  const quay = place(6, 61.5, { kind: 'ferry' })
  const found = candidatesOn([road(a, c, b), road(c, e, d, quay)])
  expect(found.map(({ place: { id }, position }) => [id, position])).toEqual([[2, 0]])
  expect(candidatesOn([road(a, e, b, c)]).map(({ place: { id } }) => id)).toEqual([2, 3])
})

test('a town beside the road counts, where a short drive leads to it; on a long trip a suburb does not', () => {
  const nodes = [a, b, c, d, e].map((one) => ({ key: one.name, place: one, lat: one.lat, lon: one.lon }))
  const stretch = { km: 5, wait: 0, name: '', toll: null, sure: true, season: '' as const }
  const beside = nodesBeside(
    buildNetwork(nodes, [
      { ...stretch, from: 1, to: 2, minutes: 12, kind: 'road' },
      { ...stretch, from: 1, to: 3, minutes: 13, kind: 'road' },
      { ...stretch, from: 1, to: 0, minutes: 5, kind: 'ferry' },
    ]),
  )
  expect(beside(nodes[1] ?? expect.fail('no node')).map(({ key }) => key)).toEqual(['P3'])
  const leg = { ...road(a, e), nodes: [nodes[0], nodes[1], nodes[4]].flatMap((node) => node ?? []) }
  expect(towns([leg], beside).map(({ place: { id } }) => id)).toEqual([2, 3])
  const suburb = place(9, 60.2)
  expect(candidatesOn([{ ...road(a, e, suburb), km: 90 }])).toHaveLength(1)
  expect(candidatesOn([{ ...road(a, e, suburb), km: 300 }])).toHaveLength(0)
})

test('wanted places come before large ones, in the order of the way, and small counts stay unsaid', () => {
  const towns = Array.from({ length: limits.max + 2 }, (_, index) => place(10 + index, 60 + index / 5))
  const candidates = towns.map((one) => ({ place: one, position: 0 }))
  const ids = (demand: Record<number, { drivers: number; searches: number }>) =>
    suggestStops(candidates, (id) => demand[id]).map(({ place_id }) => place_id)
  expect(ids({})).toEqual([12, 13, 14, 15, 16, 17])
  expect(ids({ 10: { drivers: 0, searches: 1 } })).toEqual([10, 13, 14, 15, 16, 17])
  expect(ids({ 10: { drivers: 0, searches: 4 }, 11: { drivers: 1, searches: 0 } })).toEqual([10, 11, 14, 15, 16, 17])
  const [first] = suggestStops(candidates, (id) =>
    id === 10 ? { drivers: limits.minimum, searches: limits.minimum - 1 } : undefined,
  )
  expect(first).toMatchObject({ place_id: 10, drivers: limits.minimum, searches: 0 })
})

test('an address counts once for a place, and taken counts begin anew', () => {
  const counts = createSearchCounts()
  counts.add('1.1.1.1', [1, 2])
  counts.add('1.1.1.1', [1, 1])
  counts.add('2.2.2.2', [1])
  expect(counts.take()).toEqual(new Map([[1, 2], [2, 1]])) // prettier-ignore
  counts.add('1.1.1.1', [1])
  expect(counts.take()).toEqual(new Map())
})

describe.each([usualKind])('on the %s database', (kind) => {
  const { t, call } = sharedApp({ kind })
  let driver: TestPerson
  beforeAll(async () => {
    driver = await addPerson(t.db.kysely)
  })

  const way = { start_location: 'Stockholm', end_location: 'Malmö', stops: [] as string[] }
  const suggested = async (body: object = way) => (await call('POST', '/rides/estimate', driver, body)).body.suggestions
  const today = () => dayOf(t.clock.now())
  const idOf = (text: string) => placeOfStop({ text, place_id: null })?.id ?? expect.fail(text)

  test('towns on the way are offered, without the typed stops, and none where a stop is unknown', async () => {
    const found = await suggested()
    expect(found.length).toBe(limits.max)
    expect(found.map(({ name }: { name: string }) => name)).toContain('Linköping')
    const names = (await suggested({ ...way, stops: ['Linköping'] })).map(({ name }: { name: string }) => name)
    expect(names).not.toContain('Linköping')
    expect(await suggested({ ...way, stops: ['Hytta til Kari'] })).toEqual([])
    expect(await suggested({ ...way, end_location: 'Hytta til Kari' })).toEqual([])
  })

  test('each suggestion names its position among the typed stops', async () => {
    const found = await suggested({ ...way, stops: ['Linköping', 'Jönköping'] })
    const positions = found.map(({ position }: { position: number }) => position)
    expect(positions).toEqual(positions.toSorted((x: number, y: number) => x - y))
    expect(new Set(positions).size).toBeGreaterThan(1)
  })

  test('a stop of other drivers on the same way, and a searched place, are among them', async () => {
    const [small, searched] = ['Ödeshög', 'Markaryd']
    const before = (await suggested()).map(({ name }: { name: string }) => name)
    expect([before.includes(small), before.includes(searched)]).toEqual([false, false])
    for (let ride = 0; ride < limits.minimum; ride++)
      await call('POST', '/rides', driver, rideBody(t.clock, { ...way, stops: [small], inHours: 30 + ride }))
    const counts = new Map([[idOf(searched), 4]])
    await addSearches(t.db.kysely, today(), counts)
    await addSearches(t.db.kysely, today(), counts)
    const found = await suggested()
    expect(found).toContainEqual(expect.objectContaining({ name: small, drivers: limits.minimum }))
    expect(found).toContainEqual(expect.objectContaining({ name: searched, searches: 8 }))
  })

  test('a search from place to place counts both once an hour for an address; a search with one side, and an unknown place, do not', async () => {
    const counts = createSearchCounts()
    const search = createSearch({ meanings: createMeanings(), cards: createCards(systemClock) }, counts)
    const context = { ...t.app.parts, caller: null, ip: '192.0.2.1' }
    const query = { from: 'Nybro', to: 'Kalmar', sort: 'departure' as const }
    await search.page(context, query)
    await search.page(context, { from: 'Nybro', sort: 'departure' })
    await search.page(context, query)
    await search.page({ ...context, ip: '192.0.2.2' }, { ...query, from: 'Hytta til Kari' })
    expect(counts.take()).toEqual(new Map([[idOf('Nybro'), 1], [idOf('Kalmar'), 2]])) // prettier-ignore
  })

  test('the job writes what was counted, also when it stops', async () => {
    const counts = createSearchCounts()
    counts.add('192.0.2.1', [55])
    const job = startPlaceJobs(t.app.parts, counts)
    await job.stop()
    const rows = await t.db.kysely.selectFrom('place_search').select('searches').where('place_id', '=', 55).execute()
    expect(rows).toEqual([{ searches: 1 }])
  })

  test('counts are removed after 30 days', async () => {
    const old = dayOf(new Date(t.clock.now().getTime() - (limits.days + 1) * 86_400_000))
    await addSearches(t.db.kysely, old, new Map([[1, 5]]))
    await removeOldSearches(t.db.kysely, today())
    expect(await t.db.kysely.selectFrom('place_search').select('day').where('place_id', '=', 1).execute()).toEqual([])
  })

  test('many processes write the same place at once', async () => {
    const writes = Array.from({ length: 20 }, () => addSearches(t.db.kysely, today(), new Map([[7, 1], [8, 1]]))) // prettier-ignore
    await Promise.all(writes)
    const rows = await t.db.kysely
      .selectFrom('place_search')
      .select('searches')
      .where('place_id', 'in', [7, 8])
      .execute()
    expect(rows.map(({ searches }) => searches)).toEqual([20, 20])
  })
})
