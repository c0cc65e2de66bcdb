/** What the check of the tables finds. */
import { expect, test } from 'vitest'
import type { Place } from './gazetteer.ts'
import { problemsOf } from './problems.ts'
import { JUNCTION_COLUMNS, readRoads, STRETCH_COLUMNS } from './stretches.ts'

const place = (id: number, name: string, lat: number, lon: number, region = 'Et fylke'): Place => ({
  id, name, country: 'NO', region, population: 0, lat, lon, kind: 'town', aliases: [],
}) // prettier-ignore
// One degree of latitude is 111 km.
const towns = [place(1, 'Sør', 60, 10), place(2, 'Midt', 60.5, 10), place(3, 'Nord', 61, 10), place(4, 'Øy', 60.5, 11)]

const good = ['NO Sør', 'NO Midt', '60', '50', 'road', '', '', '', '', '', 'sure', '', 'E1, sign', '2026-11-24']
const row = (changes: Record<number, string> = {}) => good.map((text, index) => changes[index] ?? text).join('\t')
const roads = (...rows: string[]) => [STRETCH_COLUMNS, ...rows].join('\n')
const found = (rows: string[], junctions: string[] = []) =>
  problemsOf(towns, [JUNCTION_COLUMNS, ...junctions].join('\n'), roads(...rows))

test('a good row has no problem', () => {
  expect(found([row()])).toEqual([])
  const { stretches, nodes } = readRoads(towns, JUNCTION_COLUMNS, roads(row()))
  expect(stretches).toMatchObject([{ from: 0, to: 1, km: 60, minutes: 50, kind: 'road', sure: true, toll: null }])
  expect(nodes.map(({ key }) => key)).toEqual(['NO Sør', 'NO Midt'])
})

test.each<[string, Record<number, string>, string]>([
  ['a node that is not there', { 1: 'NO Bakvendtland' }, 'unknown node'],
  ['km below the straight line', { 2: '50' }, 'below the straight line of 55.6 km'],
  ['km above 2.5 times the line', { 2: '150', 3: '120' }, 'far above the 55.6 km of the line'],
  ['a figure of text', { 2: 'sixty' }, 'figure missing'],
  ['a crawl', { 3: '200' }, 'at 18 km/h'],
  ['a race', { 3: '30' }, 'at 120 km/h'],
  ['an unknown kind', { 4: 'path' }, 'unknown kind'],
  ['a ferry without a name', { 4: 'ferry' }, 'name missing'],
  ['a wait on a road', { 6: '10' }, 'wait on a road'],
  ['a toll without a currency', { 5: 'Bru', 7: '50' }, 'currency missing'],
  ['a list price without its year', { 5: 'Bru', 7: '50', 9: 'NOK' }, 'year of the list price missing'],
  ['an unknown confidence', { 10: 'maybe' }, 'unknown confidence'],
  ['an unknown season', { 11: 'spring' }, 'unknown season'],
  ['no source', { 12: '' }, 'source missing'],
  ['no day of the check', { 13: 'yesterday' }, 'day of the check missing'],
])('%s is found', (_, changes, problem) => {
  expect(found([row(changes)])).toContainEqual(expect.stringContaining(problem))
})

test('a repeated stretch, a wrong junction and a wrong header are found', () => {
  expect(found([row(), row({ 0: 'NO Midt', 1: 'NO Sør' })])).toEqual([expect.stringContaining('repeated')])
  expect(found([row()], ['NO Kryss\t60.2\t'])).toEqual(['junction incomplete or repeated: NO Kryss'])
  expect(found([row()], ['NO Sør\t60\t10'])).toEqual(['junction incomplete or repeated: NO Sør'])
  expect(problemsOf(towns, JUNCTION_COLUMNS, 'from\tto')).toEqual(['unexpected columns: from\tto'])
})

test('namesakes of a country are told apart by their county', () => {
  const namesakes = [...towns, place(5, 'Sør', 60.1, 10, 'Et annet')]
  expect(problemsOf(namesakes, JUNCTION_COLUMNS, roads(row({ 0: 'NO Sør (Et fylke)' })))).toEqual([])
  expect(problemsOf(namesakes, JUNCTION_COLUMNS, roads(row()))).toHaveLength(1)
})

test('an island of nodes, and a stretch far longer than the way around, are found', () => {
  const island = row({ 0: 'NO Nord', 1: 'NO Øy', 2: '90', 3: '80' })
  expect(found([row(), island])).toEqual(['nothing reaches NO Nord', 'nothing reaches NO Øy'])
  const north = row({ 0: 'NO Midt', 1: 'NO Nord' })
  const direct = row({ 1: 'NO Nord', 2: '160', 3: '120' })
  expect(found([row(), north, direct])).toEqual(['NO Sør – NO Nord: 160 km, but 120 km around'])
})
