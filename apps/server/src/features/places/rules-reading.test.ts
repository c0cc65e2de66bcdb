/** Typed texts with a country, a region, a postal code, a street or a part of the town: read as their place, or as none. */
import { expect, test } from 'vitest'
import { placesMeant, places, resolvePlace } from './port.ts'
import { foldPlace, withoutMeetingWords } from './rules-folding.ts'
import { searchPlaces } from './rules.ts'
import { patient } from '../../../test/patience.ts'

const read = (text: string) => {
  const place = resolvePlace(text)
  return place && `${place.name} ${place.country}`
}

test.each([
  // Country.
  ['Oslo, Norge', 'Oslo NO'],
  ['Oslo, Norway', 'Oslo NO'],
  ['oslo ,noreg', 'Oslo NO'],
  ['Осло, Норвегия', 'Oslo NO'],
  ['أوسلو، النرويج', 'Oslo NO'],
  ['Å, Norge', 'Å NO'],
  ['København, Danmark', 'København DK'],
  ['Kopenhaga, Dania', 'København DK'],
  ['Stockholm, Sverige', 'Stockholm SE'],
  ['Göteborg (Sweden)', 'Göteborg SE'],
  ['Oslo S, Norge', 'Oslo NO'],
  ['Storgata 12, 2609 Lillehammer, Norge', 'Lillehammer NO'],
  // Region.
  ['Ålesund, Møre og Romsdal', 'Ålesund NO'],
  ['Ålesund, Møre og Romsdal, Norge', 'Ålesund NO'],
  ['Norrtälje, Stockholm', 'Norrtälje SE'],
  // Postal code.
  ['0150 Oslo', 'Oslo NO'],
  ['NO-0150 Oslo', 'Oslo NO'],
  ['411 03 Göteborg', 'Göteborg SE'],
  ['41103 Göteborg', 'Göteborg SE'],
  ['SE-411 03 Göteborg, Sverige', 'Göteborg SE'],
  ['1050 København K', 'København DK'],
  ['0150 Oslo S', 'Oslo NO'],
  // Where in the town.
  ['Aarhus C', 'Aarhus DK'],
  ['København H', 'København DK'],
  ['København K', 'København DK'],
  ['København NV', 'København DK'],
  ['Københavns Hovedbanegård', 'København DK'],
  ['Aalborg Ø', 'Aalborg DK'],
  ['Göteborgs central', 'Göteborg SE'],
  ['Stockholm Central', 'Stockholm SE'],
  ['Oslo kommune', 'Oslo NO'],
  ['Moss kommune', 'Moss NO'],
  ['Älta centrum', 'Älta SE'],
  ['alta sentrum', 'Alta NO'],
  ['Å kommune', 'Å NO'],
  ['Oslo S, Jernbanetorget', 'Oslo NO'],
  // Two names of one place.
  ['Trondheim/Tråante', 'Trondheim NO'],
  ['Tråante / Trondheim', 'Trondheim NO'],
  ['Malmö/Lund', 'Malmö SE'],
  // An address, and names of other places that are parts of a town.
  ['Storgata 12, Lillehammer', 'Lillehammer NO'],
  ['Drottninggatan 5, 111 51 Stockholm', 'Stockholm SE'],
  ['Nørregade 3, 8000 Aarhus C', 'Aarhus DK'],
  ['Storgata 12/14, Hamar', 'Hamar NO'],
  ['Sandviken, Bergen', 'Bergen NO'],
  ['Oslo, Nydalen', 'Oslo NO'],
  ['Nydalen, Oslo', 'Oslo NO'],
  ['Torp, Sandefjord', 'Torp NO'],
  ['Jessheim, Oslo', 'Jessheim NO'],
])('%j is %s', (text, place) => {
  expect(read(text)).toBe(place)
})

test.each([
  'Malmö, Norge', // It is in another country.
  '0150 Göteborg',
  'Lund, Kristiansand', // A part of Kristiansand, but also a larger town in Sweden.
  'Oslo/Bergen',
  'Storgata 12',
  'Norge',
  'Hytta til Kari, Norge',
])('%j is read as no place rather than as a wrong one', (text) => {
  expect(read(text)).toBeUndefined()
})

test('the words around a name never make another place of it', () => {
  const spellings = (name: string) => [
    `${name} sentrum`, `${name} S`, `${name} C`, `${name} kommune`, `${name}, sentrum`, `Storgata 12, ${name}`,
    `0150 ${name}`, `411 03 ${name}`, `Storgata 12, 0150 ${name}`,
  ] // prettier-ignore
  // Each place in three of the spellings, so that each spelling is tried on a third of them.
  const tried = places().places.flatMap(({ name }, nr) =>
    spellings(name).flatMap((text, nth) => (nth % 3 === nr % 3 ? [{ name, text }] : [])),
  )
  const wrong = tried.filter(({ name, text }) => {
    const found = resolvePlace(text)
    if (!found || placesMeant(name).some(({ id }) => id === found.id)) return false
    return !placesMeant(text).some((place) => foldPlace(place.name) === foldPlace(text))
  })
  expect(wrong).toEqual([])
})

test('the country behind the comma chooses among namesakes', () => {
  const inCountries = Map.groupBy(places().places, ({ name }) => foldPlace(name))
  const namesakes = [...inCountries.values()].filter((found) => new Set(found.map(({ country }) => country)).size > 1)
  expect(namesakes.length).toBeGreaterThan(5)
  const names = new Intl.DisplayNames('nb', { type: 'region' })
  const wrong = namesakes.flat().filter(({ name, country }) => {
    const found = resolvePlace(`${name}, ${names.of(country) ?? country}`)
    return found?.country !== country
  })
  expect(wrong).toEqual([])
})

test.each([
  'Oslo, Norge', 'Oslo, Norway', 'Å, Norge', 'København, Danmark', 'Stockholm, Sverige', 'Ålesund, Møre og Romsdal', '0150 Oslo',
  '411 03 Göteborg', 'Oslo kommune', 'Trondheim/Tråante', 'Oslo S', 'Storgata 12, Lillehammer', 'Aarhus C', 'København H', 'København K',
])('what %j is read as is suggested first', (text) => {
  const [first] = searchPlaces(places(), text, { limit: 8 })
  expect(first).toBe(resolvePlace(text))
}) // prettier-ignore

test('a read place comes before others that begin with the text, and takes none away', () => {
  const found = (text: string) => searchPlaces(places(), text, { limit: 8 }).map(({ name }) => name)
  expect(found('København K')).toEqual(expect.arrayContaining(['København', 'Københavns Lufthavn']))
  expect(found('Borup S').filter((name) => name === 'Borup')).toHaveLength(2)
})

test('texts of many parts are read in no time', () => {
  const started = performance.now()
  for (const part of [',', '(', '/', ', no', 'a, ', ' - ', '0150 ']) resolvePlace(part.repeat(120).slice(0, 120))
  expect(performance.now() - started).toBeLessThan(patient(100))
})

test.each([
  ['Oslo S', ['oslo']],
  ['Å C sentrum', ['å c', 'å']],
  ['sentrum', []],
])('without where they meet, %j is %j', (text, left) => {
  expect(withoutMeetingWords(text)).toEqual(left)
})
