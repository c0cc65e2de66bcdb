import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { distanceKm } from '@samtur/roads/distance'
import type { Place } from '@samtur/roads/gazetteer'
import { placeById, places, placesMatching, resolvePlace } from './port.ts'
import { foldPlace } from './rules-folding.ts'
import { buildPlaceIndex } from './rules-index.ts'
import { beginsWithOneTypo, searchPlaces } from './rules.ts'

const search = (query: string, limit = 8): string[] =>
  searchPlaces(places(), query, { limit }).map((place) => place.name)

const town = (id: number, name: string, more: Partial<Place> = {}): Place => ({
  id, name, country: 'NO', region: 'Et fylke', population: 0, lat: 60, lon: 10, kind: 'town', aliases: [], ...more,
}) // prettier-ignore

test.each([
  ['Ålesund', 'alesund'],
  ['  ÅLESUND ', 'alesund'],
  ['A\u030Alesund', 'alesund'],
  ['ØRSTA', 'orsta'],
  ['Væggerløse', 'vaeggerlose'],
  ['Skanör-Falsterbo', 'skanor falsterbo'],
  ['S:t Michel', 's t michel'],
  ["Å's  \t gård", 'a s gard'],
  ['Aarhus', 'aarhus'],
  ['Þórshöfn í Eyði', 'thorshofn i eydi'],
  ['Größe Čáhcesuolu', 'grosse cahcesuolu'],
  ['Os\u200Blo', 'oslo'],
  ['🚗 Oslo', 'oslo'],
  ['Йошкар-Ола', 'йошкар ола'],
  ['أوسلو', 'أوسلو'],
  ['%_\\', ''],
])('folds %j to %j', (text, folded) => {
  expect(foldPlace(text)).toBe(folded)
})

test.each([
  ['oslo', 'Oslo'],
  // A code of an airport does not come before the town that begins like it.
  ['OSL', 'Oslo'],
  ['gardermo', 'Gardermoen'],
  ['Bergen lufthavn', 'Flesland'],
  ['trysil', 'Trysil'],
  ['alesund', 'Ålesund'],
  ['ÅLESUND ', 'Ålesund'],
  ['ØRSTA', 'Ørsta'],
  ['orsta', 'Ørsta'],
  ['å', 'Å'],
  ['Å i Lofoten', 'Å'],
  ['Copenhagen', 'København'],
  ['köpenhamn', 'København'],
  ['Gothenburg', 'Göteborg'],
  ['gøteborg', 'Göteborg'],
  ['Århus', 'Aarhus'],
  ['aarhus', 'Aarhus'],
  ['Helsingfors', 'Helsinki'],
  ['åbo', 'Turku'],
  ['Reykjavik', 'Reykjavík'],
  ['Осло', 'Oslo'],
  ['LINKOPING', 'Linköping'],
  ['Lidköping', 'Lidköping'],
  ['Älta', 'Älta'],
  ['alta', 'Alta'],
  ['mo i rana', 'Mo i Rana'],
  ['mo-i-rana', 'Mo i Rana'],
  ['rana', 'Mo i Rana'],
  ['skanor falsterbo', 'Skanör-Falsterbo'],
  ['sandefjord', 'Sandefjord'],
  ['torp', 'Torp'],
  ['trond', 'Trondheim'],
  ['kar', 'Karlstad'],
  ['longyear', 'Longyearbyen'],
  // Nothing begins like these, so one mistake is forgiven.
  ['stokholm', 'Stockholm'],
  ['trondhiem', 'Trondheim'],
  ['bergenn', 'Bergen'],
  ['kobbenhavn', 'København'],
  ['Stavangar', 'Stavanger'],
])('the first hit for %j is %s', (query, first) => {
  expect(search(query)[0]).toBe(first)
})

test('one letter means exactly that letter', () => {
  const hits = searchPlaces(places(), 'å', { limit: 30 })
  expect(hits[0]).toMatchObject({ name: 'Å', region: 'Nordland' })
  const spelled = (place: Place) => [place.name, ...place.aliases].some((name) => /(^| )å/i.test(name))
  expect(hits.filter((place) => !spelled(place))).toEqual([])
  expect(search('a')[0]).toMatch(/^A/)
})

test('names come before aliases, aliases before later words, and larger places before smaller ones', () => {
  const index = buildPlaceIndex([
    town(1, 'Vesle Bakken', { population: 90_000 }),
    town(2, 'Haugen', { population: 50_000, aliases: ['Bakkeby'] }),
    town(3, 'Bakkerud', { population: 10 }),
    town(4, 'Bakkestad', { population: 900 }),
    town(5, 'Bakke'),
  ])
  expect(searchPlaces(index, 'bakke', { limit: 9 }).map((place) => place.id)).toEqual([5, 4, 3, 2, 1])
  expect(searchPlaces(index, 'bakke', { limit: 2 })).toHaveLength(2)
})

test('near moves namesakes up, but never a worse kind of match', () => {
  const index = buildPlaceIndex([
    town(1, 'Vik', { population: 3000, lat: 61, lon: 6 }),
    town(2, 'Vik', { population: 500, lat: 65, lon: 12 }),
    town(3, 'Vikøyri', { population: 3000, lat: 65, lon: 12 }),
  ])
  const ids = (near?: { lat: number; lon: number }) =>
    searchPlaces(index, 'vik', { limit: 9, near }).map((place) => place.id)
  expect(ids()).toEqual([1, 2, 3])
  expect(ids({ lat: 65.1, lon: 12.1 })).toEqual([2, 1, 3])
})

test('a typing mistake is only forgiven when nothing else matches', () => {
  expect(search('LINKOPING')).not.toContain('Lidköping')
  expect(search('Lidkoping')).not.toContain('Linköping')
  const index = buildPlaceIndex([town(1, 'Hamar', { population: 29_000 }), town(2, 'Hamarøy'), town(3, 'Hammar')])
  const ids = (query: string) => searchPlaces(index, query, { limit: 9 }).map((place) => place.id)
  expect(ids('hamar')).toEqual([1, 2])
  expect(ids('hamsr')).toEqual([1, 2])
  expect(ids('hamxar')).toEqual([1, 3, 2])
  // Too short to guess at.
  expect(ids('hsm')).toEqual([])
})

test('what says where in a town they meet is passed over', () => {
  expect(search('Trondheim S')[0]).toBe('Trondheim')
  expect(search('malmö centralstation')[0]).toBe('Malmö')
})

test.each(['', '   ', '%', '_', '\\', "'", 'ывапролд', 'ьъыь', 'zzzzzz', 'oslo\u0000\u0000xxyyzz', '🚗'])(
  'nothing is found for %j',
  (query) => {
    expect(search(query)).toEqual([])
  },
)

test.each([
  ['oslo', 'oslo', true],
  ['oslo', 'osol', true],
  ['oslo', 'olso', true],
  ['oslo', 'osla', true],
  ['oslo', 'oslo1', true],
  ['oslo lufthavn', 'osolo', true],
  ['trondheim', 'trndh', true],
  ['oslo', 'oo', true],
  ['oslo', 'bergen', false],
  ['linkoping', 'lidkpoping', false],
  ['ab', 'abcd', false],
])('%s begins like %s but for one mistake: %s', (text, query, expected) => {
  expect(beginsWithOneTypo(text, query)).toBe(expected)
})

test('searching takes well under a millisecond', () => {
  const all = places().places
  const queries = Array.from({ length: 500 }, (_, at) => {
    const { name } = all[(at * 7919) % all.length]!
    return at % 5 === 0 ? `x${name}` : name.slice(0, 1 + (at % 9))
  })
  const times = queries.map((query) => {
    const start = performance.now()
    searchPlaces(places(), query, { limit: 8 })
    return performance.now() - start
  })
  expect(times.toSorted((a, b) => a - b)[250]).toBeLessThan(1)
})

test('placesMatching gives every namesake, and only whole names', () => {
  const sand = placesMatching('SAND')
  expect(sand.map((place) => place.region).sort()).toEqual(['Innlandet', 'Rogaland'])
  expect(placesMatching('alesund ').map((place) => place.name)).toEqual(['Ålesund'])
  expect(placesMatching('Linköping').map((place) => place.name)).toEqual(['Linköping'])
  expect(placesMatching('Copenhagen').map((place) => place.name)).toEqual(['København'])
  expect(placesMatching('Å').map((place) => place.name)).toEqual(['Å'])
  expect(placesMatching('a')).toEqual([])
  expect(placesMatching('Osl').map((place) => place.name)).toEqual(['Gardermoen'])
  expect(placesMatching('Trondhei')).toEqual([])
  expect(placesMatching('%')).toEqual([])
})

test.each([
  ['oslo ', 'Oslo'],
  ['Oslo, Bussterminalen', 'Oslo'],
  ['Oslo - Galleri Oslo', 'Oslo'],
  ['Oslo (ved stasjonen)', 'Oslo'],
  ['Oslo lufthavn', 'Gardermoen'],
  ['Trondheim sentralstasjon', 'Trondheim'],
  ['Lillehammer stasjon', 'Lillehammer'],
  ['Göteborg C', 'Göteborg'],
  ['Älta', 'Älta'],
  ['alta', 'Alta'],
  ['Å', 'Å'],
  ['Copenhagen', 'København'],
  ['Kiruna (Giron)', 'Kiruna'],
])('%j is the place %s', (text, name) => {
  expect(resolvePlace(text)?.name).toBe(name)
})

test.each([
  '0150',
  '0150 Storgata',
  'S, H, C',
  ',,,/,,',
  '9'.repeat(40),
  'sentrum',
  'S',
  'a',
  '',
  ', ',
  '🚗',
  'Linkøpin',
])('%j is no known place', (text) => {
  expect(resolvePlace(text)).toBeUndefined()
})

test('a region behind the comma chooses among namesakes', () => {
  expect(resolvePlace('Sand')?.region).toBe('Innlandet')
  expect(resolvePlace('Sand, Rogaland')?.region).toBe('Rogaland')
  expect(resolvePlace('Dale (Fjaler)')?.region).toBe('Fjaler, Vestland')
})

test('distances', () => {
  const [oslo, bergen] = [resolvePlace('Oslo')!, resolvePlace('Bergen')!]
  expect(distanceKm(oslo, bergen)).toBeGreaterThan(295)
  expect(distanceKm(oslo, bergen)).toBeLessThan(315)
  expect(distanceKm({ lat: 0, lon: 0 }, { lat: 0, lon: 180 })).toBeCloseTo(20015.1, 0)
})

test('placeById', () => {
  const oslo = resolvePlace('Oslo')!
  expect(placeById(oslo.id)).toBe(oslo)
  expect(placeById(1)).toBeUndefined()
})

// The data itself.

const rows = (): readonly Place[] => places().places
const label = (place: Place): string => `${place.name} ${place.country} ${place.region}`

test('there are enough places, and every id is one place', () => {
  expect(rows().length).toBeGreaterThanOrEqual(2700)
  expect(new Set(rows().map((place) => place.id)).size).toBe(rows().length)
  expect(rows().filter((place) => !Number.isSafeInteger(place.id) || place.id <= 0)).toEqual([])
})

test('every place lies where its country is', () => {
  const boxes = {
    NO: [57.9, 71.3, 4.5, 31.2],
    DK: [54.5, 57.8, 8.0, 15.3],
    SE: [55.3, 68.5, 10.9, 24.2],
    FI: [59.6, 70.1, 19.4, 31.6],
    IS: [63.3, 66.6, -24.6, -13.4],
  } as const
  const outside = rows().filter(({ country, region, lat, lon }) => {
    const [south, north, west, east] = region === 'Svalbard' ? [76, 81, 10, 34] : boxes[country]
    return !(lat >= south && lat <= north && lon >= west && lon <= east)
  })
  expect(outside.map(label)).toEqual([])
})

test('texts are clean', () => {
  const dirty = (text: string) => /[\p{Cc}\p{Cf}|]| {2}|^ | $|^$/u.test(text) || text !== text.normalize('NFC')
  const found = rows().filter((place) => [place.name, place.region, ...place.aliases].some(dirty))
  expect(found.map(label)).toEqual([])
  expect(rows().filter(({ population }) => !Number.isSafeInteger(population) || population < 0)).toEqual([])
})

test('the file is sorted and its coordinates have five decimals', () => {
  const lines = readFileSync(new URL('../../../../../packages/roads/data/places.tsv', import.meta.url), 'utf8')
    .split('\n')
    .slice(1, -1)
  const keys = lines.map((line) => `${line.split('\t')[2]} ${foldPlace(line.split('\t')[1]!)} `)
  expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : Number(a > b))))
  expect(lines.filter((line) => !/^\d+\t[^\t]+\t[A-Z]{2}\t[^\t]+\t\d+(\t-?\d+\.\d{5}){2}\t[a-z]+\t[^\t]*$/.test(line)))
    .toEqual([]) // prettier-ignore
})

test('namesakes are distinguished by their region', () => {
  const labels = rows().map((place) => `${foldPlace(place.name)} ${place.country} ${place.region}`)
  expect(labels.filter((text, at) => labels.indexOf(text) !== at)).toEqual([])
})

test("an airport's code is no other place's name", () => {
  const codes = rows().filter((place) => place.kind === 'airport').flatMap((place) => place.aliases)
    .filter((alias) => /^[A-Z]{3}$/.test(alias)) // prettier-ignore
  expect(codes.length).toBeGreaterThan(90)
  expect(codes.filter((code) => placesMatching(code).length !== 1)).toEqual([])
})

test('the towns one would miss are there', () => {
  const names = `Oslo Bergen Stavanger Trondheim Drammen Fredrikstad Kristiansand Tromsø Sandnes Ålesund Sarpsborg Skien
    Bodø Larvik Sandefjord Tønsberg Arendal Haugesund Porsgrunn Hamar Gjøvik Lillehammer Halden Moss Harstad Molde Narvik
    Kongsberg Horten Jessheim Kristiansund Alta Elverum Lillestrøm Askim Hønefoss Steinkjer Levanger Mandal Voss Førde Florø
    Kirkenes Hammerfest Vadsø Svolvær Leknes Namsos Røros Oppdal Dombås Otta Vinstra Ringebu Støren Gol Geilo Fagernes
    Rjukan Geiranger Flåm Stryn Sogndal Lærdal Honningsvåg Hell Beitostølen Hovden Longyearbyen Askøy Bærum
    København Aarhus Odense Aalborg Esbjerg Randers Kolding Horsens Vejle Roskilde Herning Silkeborg Hørsholm Helsingør
    Næstved Viborg Fredericia Køge Holstebro Taastrup Slagelse Hillerød Sønderborg Svendborg Hjørring Frederikshavn Holbæk
    Haderslev Skive Nyborg Hirtshals Gedser Rødby Rønne Skagen Billund
    Stockholm Göteborg Malmö Uppsala Västerås Örebro Linköping Helsingborg Jönköping Norrköping Lund Umeå Gävle Borås
    Södertälje Eskilstuna Halmstad Växjö Karlstad Sundsvall Östersund Trollhättan Luleå Lidingö Borlänge Kalmar Falun
    Kristianstad Karlskrona Skövde Skellefteå Uddevalla Varberg Örnsköldsvik Nyköping Landskrona Strömstad Ystad Trelleborg
    Visby Kiruna Gällivare Mora Sälen Åre Vemdalen Idre Lidköping Grisslehamn Kapellskär Nynäshamn
    Helsinki Turku Tampere Oulu Rovaniemi Vaasa Mariehamn Levi Ylläs Ruka Reykjavík Akureyri Keflavík Egilsstaðir Höfn`
  expect(names.split(/\s+/).filter((name) => placesMatching(name).length === 0)).toEqual([])
})

test('Danish, Norwegian and Swedish places above 5,000 are complete enough, and every kind is there', () => {
  const large = (country: string) => rows().filter((row) => row.country === country && row.population > 5000).length
  expect(large('NO')).toBeGreaterThan(100)
  expect(large('DK')).toBeGreaterThan(130)
  expect(large('SE')).toBeGreaterThan(220)
  const kinds = Map.groupBy(rows(), (place) => place.kind)
  expect(kinds.get('airport')!.length).toBeGreaterThan(100)
  expect(kinds.get('ski')!.length).toBeGreaterThan(50)
  expect(kinds.get('ferry')!.length).toBeGreaterThan(50)
})
