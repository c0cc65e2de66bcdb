/** The roads as they ship: known distances, named crossings, and ways that a second algorithm finds too. */
import { expect, test } from 'vitest'
import { distanceKm } from './distance.ts'
import { type Place, readPlaces } from './gazetteer.ts'
import { buildNetwork, costOf, growTree, stretchesTo } from './network.ts'
import { buildRoadMap, otherWay, type Road, roadBetween as between } from './road-map.ts'
import { readRoadTables, type StretchKind } from './stretches.ts'

const places = readPlaces()
const tables = readRoadTables(places)
const map = buildRoadMap(buildNetwork(tables.nodes, tables.stretches))

const placeOf = (name: string): Place =>
  places.find((place) => place.name === name) ?? expect.fail(`unknown place ${name}`)
const roadBetween = (from: Place, to: Place) => between(map, from, to)
const way = (from: string, to: string) => roadBetween(placeOf(from), placeOf(to))
const kmBetween = (from: string, to: string) => Math.round(way(from, to).km)
const namesOf = ({ stretches }: Road, ...kinds: StretchKind[]) =>
  stretches.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)
const placesOn = ({ nodes }: Road) => nodes.flatMap(({ place }) => place ?? [])

test('within 40 km the straight line counts where it is shorter than the way over the nearest nodes, unless there is a crossing', () => {
  const nodeIds = new Set(tables.nodes.flatMap(({ place }) => place?.id ?? []))
  const beside = places.filter(({ id, country }) => /^(NO|DK|SE)$/.test(country) && !nodeIds.has(id))
  const pairs = beside
    .flatMap((from, index) => beside.slice(index + 1).map((to) => ({ from, to, line: distanceKm(from, to) })))
    .filter(({ line }) => line > 4 && line < 40)
  const roads = pairs.map(({ from, to, line }) => ({ ...roadBetween(from, to), line }))
  const overland = roads.filter(({ stretches }) => stretches.every(({ kind }) => kind === 'road'))
  const longer = overland.filter(({ km, line }) => km > line * 1.25 + 1e-6)
  expect(longer.map(({ from, to }) => `${from.name} – ${to.name}`)).toEqual([])
  // Most are joined by the line, and also the way back.
  const direct = overland.filter(({ stretches }) => stretches.length === 0)
  expect(direct.length).toBeGreaterThan(overland.length / 2)
  for (const { from, to, km } of direct) expect(roadBetween(to, from).km, `${to.name} – ${from.name}`).toBe(km)
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
  expect(Math.abs(kmBetween(from, to) - km) / km).toBeLessThanOrEqual(0.05)
  expect(way(from, to).certain).toBe(true)
})

/** Mostly short ways beside fjords, sounds and islands, where a wrong stretch is a large part; km as road signs and tables of distances give them. */
const beside: [string, string, number][] = [
  ['Sauda', 'Haugesund', 98],
  ['Etne', 'Haugesund', 60],
  ['Odda', 'Haugesund', 135],
  ['Bergen', 'Haugesund', 138],
  ['Bergen', 'Leirvik', 82],
  ['Leirvik', 'Haugesund', 56],
  ['Haugesund', 'Kopervik', 19],
  ['Haugesund', 'Skudeneshavn', 40],
  ['Stavanger', 'Bryne', 31],
  ['Stavanger', 'Sola', 12],
  ['Stavanger', 'Sandnes', 15],
  ['Egersund', 'Stavanger', 76],
  ['Flåm', 'Gudvangen', 20],
  ['Voss', 'Gudvangen', 46],
  ['Voss', 'Flåm', 66],
  ['Odda', 'Kinsarvik', 41],
  ['Bergen', 'Norheimsund', 80],
  ['Bergen', 'Voss', 102],
  ['Sogndal', 'Kaupanger', 12],
  ['Sogndal', 'Gaupne', 31],
  ['Sogndal', 'Lom', 140],
  ['Førde', 'Florø', 68],
  ['Førde', 'Skei', 43],
  ['Stryn', 'Olden', 17],
  ['Nordfjordeid', 'Måløy', 60],
  ['Volda', 'Ørsta', 10],
  ['Ålesund', 'Molde', 80],
  ['Ålesund', 'Stranda', 60],
  ['Stranda', 'Hellesylt', 28],
  ['Molde', 'Åndalsnes', 57],
  ['Sunndalsøra', 'Oppdal', 70],
  ['Åndalsnes', 'Dombås', 105],
  ['Trondheim', 'Orkanger', 42],
  ['Trondheim', 'Stjørdal', 34],
  ['Trondheim', 'Rissa', 41],
  ['Trondheim', 'Steinkjer', 121],
  ['Steinkjer', 'Namsos', 77],
  ['Sandnessjøen', 'Mosjøen', 67],
  ['Nesna', 'Mo i Rana', 66],
  ['Bodø', 'Fauske', 56],
  ['Bodø', 'Saltstraumen', 33],
  ['Narvik', 'Evenes', 58],
  ['Sortland', 'Andenes', 101],
  ['Sortland', 'Stokmarknes', 27],
  ['Leknes', 'Reine', 54],
  ['Tromsø', 'Nordkjosbotn', 72],
  ['Alta', 'Kautokeino', 131],
  ['Olderfjord', 'Honningsvåg', 98],
  ['Honningsvåg', 'Nordkapp', 33],
  ['Lakselv', 'Karasjok', 74],
  ['Vadsø', 'Vardø', 75],
  ['Grimstad', 'Lillesand', 20],
  ['Lillesand', 'Kristiansand', 29],
  ['Kristiansand', 'Mandal', 41],
  ['Oslo', 'Skien', 133],
  ['Oslo', 'Larvik', 130],
  ['Moss', 'Fredrikstad', 37],
  ['Fredrikstad', 'Sarpsborg', 15],
  ['Drammen', 'Tønsberg', 63],
  ['Sønderborg', 'Aabenraa', 34],
  ['Sønderborg', 'Nordborg', 27],
  ['Aabenraa', 'Haderslev', 25],
  ['Aabenraa', 'Tønder', 42],
  ['Nykøbing Mors', 'Thisted', 28],
  ['Skive', 'Nykøbing Mors', 31],
  ['Skive', 'Thisted', 58],
  ['Thisted', 'Hanstholm', 21],
  ['Viborg', 'Thisted', 90],
  ['Hjørring', 'Hirtshals', 17],
  ['Frederikshavn', 'Skagen', 41],
  ['Ebeltoft', 'Grenaa', 34],
  ['Svendborg', 'Faaborg', 26],
  ['Svendborg', 'Rudkøbing', 20],
  ['Vordingborg', 'Nykøbing Falster', 31],
  ['Nykøbing Falster', 'Gedser', 24],
  ['Frederikssund', 'Roskilde', 28],
  ['København', 'Helsingør', 46],
  ['Uddevalla', 'Lysekil', 43],
  ['Göteborg', 'Lysekil', 117],
  ['Munkedal', 'Kungshamn', 40],
  ['Skärhamn', 'Stenungsund', 22],
  ['Henån', 'Stenungsund', 33],
  ['Skärhamn', 'Göteborg', 68],
  ['Uddevalla', 'Munkedal', 24],
  ['Strömstad', 'Uddevalla', 92],
  ['Kalmar', 'Borgholm', 41],
  ['Göteborg', 'Kungälv', 20],
  ['Helsingborg', 'Landskrona', 26],
]

test('ways beside water are 8 % off at most, and half of them 2 %', () => {
  const off = beside.map(([from, to, km]) => ({ from, to, off: Math.abs(kmBetween(from, to) - km) / km }))
  expect(off.filter((one) => one.off > 0.08)).toEqual([])
  const median = off.map((one) => one.off).toSorted((a, b) => a - b)[Math.floor(off.length / 2)]
  expect(median).toBeLessThanOrEqual(0.02)
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
  ['Uddevalla', 'Lysekil', ['Finnsbo–Skår']],
])('from %s to %s the ferries have their names', (from, to, names) => {
  const found = namesOf(way(from, to), 'ferry')
  for (const name of names) expect(found).toContain(name)
})

test.each<[string, string, string]>([
  ['Stavanger', 'Jørpeland', 'Ryfylketunnelen'],
  ['Volda', 'Ulsteinvik', 'Eiksundtunnelen'],
  ['Brattvåg', 'Steinshamn', 'Nordøyvegen'],
  ['Kinsarvik', 'Voss', 'Hardangerbrua'],
  ['Gjøvik', 'Hamar', 'Mjøsbrua'],
  ['Nykøbing Mors', 'Thisted', 'Vilsundbroen'],
  ['Hurup', 'Nykøbing Mors', 'Vilsundbroen'],
  ['Struer', 'Thisted', 'Oddesundbroen'],
  ['Løgstør', 'Fjerritslev', 'Aggersundbroen'],
  ['Aabenraa', 'Sønderborg', 'Alssundbroen'],
  ['Kolding', 'Nordborg', 'Alssundbroen'],
  ['Lakselv', 'Honningsvåg', 'Nordkapptunnelen'],
  ['Voss', 'Flåm', 'Gudvangatunnelen'],
])('from %s to %s no ferry is left beside %s', (from, to, name) => {
  const road = way(from, to)
  expect([namesOf(road, 'ferry'), namesOf(road, 'bridge', 'tunnel')]).toEqual([[], [name]])
})

test('the bridges of Denmark have their names, and the ferry from Zealand to Jutland is another way', () => {
  expect(namesOf(way('København', 'Aarhus'), 'bridge')).toContain('Storebæltsbroen')
  expect(namesOf(way('København', 'Malmö'), 'bridge')).toContain('Øresundsbron')
  const other = otherWay(map, way('København', 'Aarhus'))
  expect(other && namesOf(other, 'ferry')).toEqual(['Aarhus–Odden'])
})

test('the way back is the same one, and a stop on the way adds nothing', () => {
  for (const [a, b] of [
    ['Oslo', 'Bergen'],
    ['Aarhus', 'Malmö'],
    ['Voss', 'Geilo'],
  ] as const) {
    const [there, back] = [way(a, b), way(b, a)]
    expect([back.km, back.minutes]).toEqual([there.km, there.minutes])
    expect(back.nodes.map(({ key }) => key)).toEqual(there.nodes.map(({ key }) => key).toReversed())
  }
  for (const [from, to] of [
    ['Oslo', 'Trondheim'],
    ['Malmö', 'Sundsvall'],
  ] as const) {
    const road = way(from, to)
    const passed = placesOn(road)
    const middle = passed[Math.floor(passed.length / 2)] ?? expect.fail('no place between')
    const km = roadBetween(road.from, middle).km + roadBetween(middle, road.to).km
    expect(Math.abs(km - road.km)).toBeLessThanOrEqual(1)
  }
})

test('every place of the three countries is reached; another country and a lonely island are uncertain', () => {
  const oslo = placeOf('Oslo')
  const inside = places.filter(({ country, region }) => /NO|DK|SE/.test(country) && region !== 'Svalbard')
  const lost = inside.filter((place) => !roadBetween(oslo, place).certain)
  expect(lost.map(({ name }) => name)).toEqual([])
  for (const name of ['Longyearbyen', 'Helsinki', 'Reykjavík']) {
    const road = roadBetween(oslo, placeOf(name))
    expect([road.certain, road.km > distanceKm(oslo, placeOf(name))]).toEqual([false, true])
  }
})

test('no way is shorter than the straight line', () => {
  const towns = places.filter(({ country, population }) => /NO|DK|SE/.test(country) && population > 20_000)
  for (const [index, from] of towns.entries()) {
    const to = towns[(index * 37 + 11) % towns.length] ?? from
    expect(roadBetween(from, to).km).toBeGreaterThanOrEqual(distanceKm(from, to) * 0.99)
  }
})

test('the cheapest ways are those that relaxing every stretch finds, too', () => {
  const { nodes, stretches } = tables
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
