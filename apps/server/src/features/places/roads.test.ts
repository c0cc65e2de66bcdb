/** The roads as they ship: known distances, named crossings, and ways that a second algorithm finds too. */
import { expect, test } from 'vitest'
import {
  otherRoad,
  type Place,
  places,
  presentRoad,
  readRoadTables,
  resolvePlace,
  roadAlong,
  roadBetween,
} from './port.ts'
import { distanceKm } from './rules-distance.ts'
import { buildNetwork, costOf, growTree, roadProblems, stretchesTo } from './rules-network.ts'

const placeOf = (name: string): Place => resolvePlace(name) ?? expect.fail(`unknown place ${name}`)
const way = (...names: string[]) =>
  presentRoad(roadAlong(names.map(placeOf)) ?? expect.fail(`no way ${names.join(' – ')}`), true)
const ferriesOf = (from: string, to: string) => way(from, to).ferries.map(({ name }) => name)

test('no row of the tables is wrong', () => {
  const tables = readRoadTables()
  expect([...tables.problems, ...roadProblems(tables)]).toEqual([])
  expect(tables.nodes.length).toBeGreaterThan(400)
})

// Distances by road, km, as road signs and route planners give them; an answer may be 5 % off.
test.each<[string, string, number]>([
  ['København', 'Aarhus', 310],
  ['København', 'Odense', 165],
  ['København', 'Aalborg', 415],
  ['København', 'Esbjerg', 300],
  ['København', 'Malmö', 45],
  ['Aarhus', 'Aalborg', 118],
  ['Aarhus', 'Odense', 145],
  ['Oslo', 'Bergen', 463],
  ['Oslo', 'Trondheim', 494],
  ['Oslo', 'Stavanger', 540],
  ['Oslo', 'Kristiansand', 320],
  ['Oslo', 'Lillehammer', 168],
  ['Oslo', 'Göteborg', 292],
  ['Oslo', 'Stockholm', 522],
  ['Bergen', 'Stavanger', 210],
  ['Bergen', 'Ålesund', 385],
  ['Bodø', 'Tromsø', 545],
  ['Tromsø', 'Narvik', 231],
  ['Tromsø', 'Alta', 395],
  ['Trondheim', 'Bodø', 705],
  ['Stockholm', 'Göteborg', 470],
  ['Stockholm', 'Malmö', 613],
  ['Stockholm', 'Umeå', 640],
  ['Stockholm', 'Sundsvall', 375],
  ['Göteborg', 'Malmö', 272],
  ['Umeå', 'Luleå', 264],
  ['Oslo', 'Drammen', 42],
  ['Oslo', 'Fredrikstad', 93],
  ['Oslo', 'Gjøvik', 124],
  ['Oslo', 'Geilo', 222],
  ['Oslo', 'Karlstad', 220],
  ['Bergen', 'Voss', 103],
  ['Haugesund', 'Stavanger', 84],
  ['Kristiansand', 'Arendal', 66],
  ['Førde', 'Sogndal', 107],
  ['Lom', 'Stryn', 115],
  ['Molde', 'Kristiansund', 72],
  ['Kristiansund', 'Trondheim', 197],
  ['Røros', 'Trondheim', 155],
  ['Trondheim', 'Mo i Rana', 476],
  ['Mo i Rana', 'Bodø', 230],
  ['Bodø', 'Narvik', 299],
  ['Svolvær', 'Leknes', 68],
  ['Alta', 'Hammerfest', 141],
  ['Vadsø', 'Kirkenes', 172],
  ['Narvik', 'Kiruna', 180],
  ['Trondheim', 'Östersund', 266],
  ['Stockholm', 'Uppsala', 71],
  ['Stockholm', 'Linköping', 201],
  ['Stockholm', 'Gävle', 173],
  ['Stockholm', 'Luleå', 904],
  ['Göteborg', 'Borås', 65],
  ['Göteborg', 'Jönköping', 148],
  ['Malmö', 'Helsingborg', 64],
  ['Lund', 'Helsingborg', 57],
  ['Jönköping', 'Linköping', 128],
  ['Kalmar', 'Växjö', 109],
  ['Karlstad', 'Örebro', 110],
  ['Falun', 'Gävle', 92],
  ['Luleå', 'Kiruna', 342],
  ['København', 'Göteborg', 315],
  ['København', 'Kolding', 230],
  ['København', 'Hillerød', 38],
  ['København', 'Nykøbing Falster', 128],
  ['Odense', 'Svendborg', 45],
  ['Odense', 'Faaborg', 40],
  ['Aarhus', 'Viborg', 66],
  ['Aalborg', 'Frederikshavn', 64],
  ['Herning', 'Holstebro', 36],
  ['Randers', 'Silkeborg', 54],
])('%s – %s is %i km', (from, to, km) => {
  const answer = way(from, to)
  expect(Math.abs(answer.km - km) / km).toBeLessThanOrEqual(0.05)
  expect(answer.certain).toBe(true)
})

test.each<[string, string, string[]]>([
  ['Bergen', 'Stavanger', ['Halhjem–Sandvikvåg', 'Mortavika–Arsvågen']],
  ['Førde', 'Bergen', ['Lavik–Oppedal']],
  ['Førde', 'Ålesund', ['Anda–Lote', 'Festøya–Solavågen']],
  ['Molde', 'Ålesund', ['Molde–Vestnes']],
  ['Kristiansund', 'Trondheim', ['Halsa–Kanestraum']],
  ['Moss', 'Horten', ['Moss–Horten']],
  ['Helsingør', 'Helsingborg', ['Helsingør–Helsingborg']],
  ['Geiranger', 'Ålesund', ['Eidsdal–Linge']],
  ['Sogndal', 'Voss', ['Fodnes–Mannheller']],
  ['Rønne', 'Ystad', ['Rønne–Ystad']],
  ['Bergen', 'Rosendal', ['Gjermundshamn–Årsnes']],
  ['Norheimsund', 'Jondal', ['Jondal–Tørvikbygd']],
  ['Voss', 'Utne', ['Kvanndal–Utne']],
  ['Sogndal', 'Balestrand', ['Hella–Dragsvik']],
  ['Ulsteinvik', 'Ålesund', ['Hareid–Sulesund']],
  ['Åndalsnes', 'Molde', ['Åfarnes–Sølsnes']],
  ['Ålesund', 'Trondheim', ['Molde–Vestnes', 'Halsa–Kanestraum']],
  ['Sandnessjøen', 'Brønnøysund', ['Forvik–Tjøtta', 'Horn–Anddalsvåg']],
  ['Nesna', 'Ørnes', ['Kilboghamn–Jektvik', 'Ågskardet–Forøy']],
  ['Bodø', 'Narvik', ['Bognes–Skarberget']],
  ['Bodø', 'Lødingen', ['Bognes–Lødingen']],
  ['Bodø', 'Leknes', ['Bodø–Moskenes']],
  ['Tromsø', 'Lyngseidet', ['Breivikeidet–Svensby']],
  ['Stockholm', 'Visby', ['Nynäshamn–Visby']],
  ['Halmstad', 'Grenaa', ['Grenaa–Halmstad']],
])('from %s to %s the ferries have their names', (from, to, names) => {
  const found = ferriesOf(from, to)
  for (const name of names) expect(found).toContain(name)
})

test.each<[string, string, string]>([
  ['Stavanger', 'Jørpeland', 'Ryfylketunnelen'],
  ['Volda', 'Ulsteinvik', 'Eiksundtunnelen'],
  ['Brattvåg', 'Steinshamn', 'Nordøyvegen'],
  ['Kinsarvik', 'Voss', 'Hardangerbrua'],
  ['Gjøvik', 'Hamar', 'Mjøsbrua'],
])('from %s to %s no ferry is left beside %s', (from, to, name) => {
  const { ferries, bridges } = way(from, to)
  expect([ferries, bridges.map((crossing) => crossing.name)]).toEqual([[], [name]])
})

test('the bridges of Denmark have their names, and the ferry from Zealand to Jutland is another way', () => {
  expect(way('København', 'Aarhus').bridges).toContainEqual({ name: 'Storebæltsbroen', kind: 'bridge' })
  expect(way('København', 'Malmö').bridges).toContainEqual({ name: 'Øresundsbron', kind: 'bridge' })
  const other = otherRoad([roadBetween(placeOf('København'), placeOf('Aarhus'))])
  expect(other && presentRoad([other], true).ferries.map(({ name }) => name)).toEqual(['Aarhus–Odden'])
})

test('the way back is the same one, and a stop on the way adds nothing', () => {
  for (const [a, b] of [
    ['Oslo', 'Bergen'],
    ['Aarhus', 'Malmö'],
    ['Voss', 'Geilo'],
  ] as const) {
    const [there, back] = [way(a, b), way(b, a)]
    expect([back.km, back.minutes]).toEqual([there.km, there.minutes])
    expect(back.via.map(({ name }) => name)).toEqual(there.via.map(({ name }) => name).toReversed())
  }
  for (const [from, to] of [
    ['Oslo', 'Trondheim'],
    ['Malmö', 'Sundsvall'],
  ] as const) {
    const { km, via } = way(from, to)
    const middle = places().byId.get(via[Math.floor(via.length / 2)]?.place_id ?? 0) ?? expect.fail('no place between')
    const legs = roadAlong([placeOf(from), middle, placeOf(to)]) ?? []
    expect(Math.abs(presentRoad(legs, true).km - km)).toBeLessThanOrEqual(1)
  }
})

test('every place of the three countries is reached; another country and a lonely island are uncertain', () => {
  const oslo = placeOf('Oslo')
  const inside = places().places.filter(({ country, region }) => /NO|DK|SE/.test(country) && region !== 'Svalbard')
  const lost = inside.filter((place) => !roadBetween(oslo, place).certain)
  expect(lost.map(({ name }) => name)).toEqual([])
  for (const name of ['Longyearbyen', 'Helsinki', 'Reykjavík']) {
    const road = roadBetween(oslo, placeOf(name))
    expect([road.certain, road.km > distanceKm(oslo, placeOf(name))]).toEqual([false, true])
  }
})

test('no way is shorter than the straight line', () => {
  const towns = places().places.filter(({ country, population }) => /NO|DK|SE/.test(country) && population > 20_000)
  for (const [index, from] of towns.entries()) {
    const to = towns[(index * 37 + 11) % towns.length] ?? from
    expect(roadBetween(from, to).km).toBeGreaterThanOrEqual(distanceKm(from, to) * 0.99)
  }
})

test('the cheapest ways are those that relaxing every stretch finds, too', () => {
  const { nodes, stretches } = readRoadTables()
  const network = buildNetwork(nodes, stretches)
  for (const root of [0, Math.floor(nodes.length / 2), nodes.length - 1]) {
    const tree = growTree(network, root)
    const costs = bellmanFord(nodes.length, root)
    for (const [node, cost] of costs.entries()) expect(tree.cost[node]).toBeCloseTo(cost, 6)
    const far = costs.indexOf(Math.max(...costs.filter(Number.isFinite)))
    const sum = stretchesTo(tree, far).reduce((total, stretch) => total + costOf(stretch), 0)
    expect(sum).toBeCloseTo(costs[far] ?? 0, 6)
  }

  function bellmanFord(count: number, root: number): number[] {
    const costs = Array.from({ length: count }, (_, node) => (node === root ? 0 : Infinity))
    for (let changed = true; changed;) {
      changed = false
      for (const stretch of stretches) {
        for (const [a, b] of [
          [stretch.from, stretch.to],
          [stretch.to, stretch.from],
        ] as const) {
          const there = (costs[a] ?? Infinity) + costOf(stretch)
          if (there >= (costs[b] ?? Infinity)) continue
          costs[b] = there
          changed = true
        }
      }
    }
    return costs
  }
})

test('a trip without a known end has no way, one with an unknown stop is uncertain, and the same place twice has none', () => {
  const [oslo, moss] = [placeOf('Oslo'), placeOf('Moss')]
  expect(roadAlong([oslo, undefined])).toBeNull()
  expect(roadAlong([undefined, moss])).toBeNull()
  expect(roadAlong([oslo, oslo])).toBeNull()
  expect(roadAlong([oslo, undefined, moss])?.length).toBe(1)
  expect(presentRoad(roadAlong([oslo, moss]) ?? [], false).certain).toBe(false)
})
