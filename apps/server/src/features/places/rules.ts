// The gazetteer's pure logic: folding names, finding places by what people type, and distances.

export type PlaceKind = 'town' | 'airport' | 'ski' | 'ferry' | 'area'
export type Country = 'NO' | 'DK' | 'SE' | 'FI' | 'IS'

export type Point = { lat: number; lon: number }

export type Place = Point & {
  id: number
  name: string
  country: Country
  /** County, with the municipality in front where one county has the name twice. */
  region: string
  /** 0 when unknown. */
  population: number
  kind: PlaceKind
  aliases: string[]
}

/** A searchable text of one place: its name, an alias, or the rest of either from a later word on. */
type Key = { folded: string; plain: string; place: number; match: Match }

export type PlaceIndex = {
  places: readonly Place[]
  byId: ReadonlyMap<number, Place>
  /** Sorted by folded text, so that everything with one prefix stands together. */
  keys: readonly Key[]
  /** Folded whole names and aliases → positions in `places`. */
  exact: ReadonlyMap<string, readonly number[]>
  /** Per place: log of the population, so that a distance can weigh against it. */
  weight: readonly number[]
  /** Per place: its rank by name, because comparing numbers is cheaper than comparing texts. */
  nameRank: readonly number[]
}

// Smaller is better.
const Match = { exact: 0, name: 1, alias: 2, word: 3 } as const
type Match = (typeof Match)[keyof typeof Match]

const SHORTEST_TYPO = 4
const ROAD_FACTOR = 1.25
const EARTH_RADIUS_KM = 6371.0088
const KM_PER_DEGREE = 111

// Letters that do not decompose into a base letter and an accent.
const LETTERS: Record<string, string> = {
  æ: 'ae', ø: 'o', œ: 'oe', ð: 'd', đ: 'd', þ: 'th', ß: 'ss', ł: 'l', ŋ: 'n', ŧ: 't', ħ: 'h', ı: 'i',
} // prettier-ignore

/** The form in which names are compared: "Ålesund" and "ALESUND " are one, other scripts stay themselves. */
export function foldPlace(text: string): string {
  return plainPlace(text)
    .normalize('NFKD')
    .replace(/[æøœðđþßłŋŧħı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/([a-z])\p{M}+/gu, '$1') // only Latin letters lose their marks: й is not и
    .normalize('NFC')
}

/** Lower case letter by letter: JavaScript makes another letter of Σ at the end of a word, and two of İ. */
export function lowerCase(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')
}

/** Lower case and one space between words, but with its accents: tells Å from A. */
function plainPlace(text: string): string {
  return lowerCase(text.normalize('NFC'))
    .replace(/\p{Cf}/gu, '') // zero-width characters are no word boundary
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

export function buildPlaceIndex(rows: readonly Place[]): PlaceIndex {
  const keys = rows.flatMap((row, place) => keysOf(row, place)).sort((a, b) => compareTexts(a.folded, b.folded))
  const exact = new Map<string, number[]>()
  rows.forEach((row, place) => {
    for (const folded of new Set([row.name, ...row.aliases].map(foldPlace))) {
      exact.set(folded, [...(exact.get(folded) ?? []), place])
    }
  })
  return {
    places: rows,
    byId: new Map(rows.map((row) => [row.id, row])),
    keys,
    exact,
    weight: rows.map((row) => Math.log10(row.population + 10)),
    nameRank: rankByName(rows),
  }
}

function keysOf(row: Place, place: number): Key[] {
  const aliases = row.aliases.flatMap((alias) => keysOfText(alias, place, Match.alias))
  return [...keysOfText(row.name, place, Match.name), ...aliases]
}

function keysOfText(text: string, place: number, match: Match): Key[] {
  const folded = foldPlace(text)
  const plain = plainPlace(text)
  // A folded word never holds a space, so both forms have their words at the same ordinal.
  const plainWords = plain.split(' ')
  const words = folded.split(' ')
  return words.map((_, first) => ({
    folded: first === 0 ? folded : words.slice(first).join(' '),
    plain: first === 0 ? plain : plainWords.slice(first).join(' '),
    place,
    match: first === 0 ? match : Match.word,
  }))
}

function rankByName(rows: readonly Place[]): number[] {
  const order = rows.map((row, place) => ({ folded: foldPlace(row.name), id: row.id, place }))
  order.sort((a, b) => compareTexts(a.folded, b.folded) || a.id - b.id)
  const ranks: number[] = []
  order.forEach((entry, rank) => {
    ranks[entry.place] = rank
  })
  return ranks
}

// By code unit: the prefix search needs an order in which a prefix stands right before its continuations.
function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

export type SearchOptions = {
  limit: number
  /** Places close to here move up among equally good matches. */
  near?: Point | undefined
}

/**
 * Exact name or alias, then names, aliases and later words that begin with the query; larger places first.
 * Only when nothing at all matches, the same once more with one typing mistake allowed.
 */
export function searchPlaces(index: PlaceIndex, query: string, options: SearchOptions): Place[] {
  const folded = foldPlace(query)
  if (folded === '') return []
  let best = matches(index, folded, plainPlace(query))
  if (best.size === 0) best = matches(index, withoutMeetingWords(folded), '')
  if (best.size === 0 && letters(folded) >= SHORTEST_TYPO) best = typoMatches(index, folded)
  return ranked(index, best, options)
}

const letters = (text: string): number => [...text].length

/** Place → how good its best match is, smaller is better. */
type Matches = Map<number, number>

function matches(index: PlaceIndex, folded: string, plain: string): Matches {
  const best: Matches = new Map()
  for (let at = firstFrom(index.keys, folded); at < index.keys.length; at++) {
    const key = index.keys[at]
    if (!key?.folded.startsWith(folded)) break
    keepBetter(best, key, 2 * quality(key, folded) + otherLetters(key, folded, plain))
  }
  return best
}

function quality(key: Key, folded: string): Match {
  if (key.match === Match.word || key.folded.length !== folded.length) return key.match
  // Whoever has typed 'osl' is on the way to Oslo more often than to the airport with that code.
  return key.match === Match.alias && folded.length <= 3 ? Match.name : Match.exact
}

/** Whoever types å means å: among equals A comes later, and for a single letter later than everything with å. */
function otherLetters(key: Key, folded: string, plain: string): number {
  const single = letters(folded) === 1
  if ((plain === folded && !single) || key.plain.startsWith(plain)) return 0
  return single ? 2 * (Match.word + 1) : 1
}

function typoMatches(index: PlaceIndex, folded: string): Matches {
  const best: Matches = new Map()
  for (const key of index.keys) {
    if (beginsWithOneTypo(key.folded, folded)) keepBetter(best, key, 2 * typoQuality(key, folded))
  }
  return best
}

// Whole names with the mistake come before names that merely begin like that.
function typoQuality(key: Key, folded: string): Match {
  const whole = key.match !== Match.word && Math.abs(key.folded.length - folded.length) <= 1
  return whole && beginsWithOneTypo(folded, key.folded) ? Match.exact : key.match
}

function keepBetter(best: Matches, key: Key, value: number): void {
  const known = best.get(key.place)
  if (known === undefined || value < known) best.set(key.place, value)
}

/** Does `text` begin with something one edit (letter missing, added, changed, or two swapped) away from `query`? */
export function beginsWithOneTypo(text: string, query: string): boolean {
  let at = 0
  while (at < query.length && text[at] === query[at]) at++
  if (at === query.length) return true
  const rest = query.slice(at + 1)
  return (
    text.startsWith(rest, at + 1) || // changed
    text.startsWith(rest, at) || // one letter too many
    text.startsWith(query.slice(at), at + 1) || // one letter missing
    (text[at] === query[at + 1] && text[at + 1] === query[at] && text.startsWith(query.slice(at + 2), at + 2))
  )
}

function firstFrom(keys: readonly Key[], folded: string): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle]?.folded ?? '') < folded) low = middle + 1
    else high = middle
  }
  return low
}

function ranked(index: PlaceIndex, best: Matches, { limit, near }: SearchOptions): Place[] {
  const hits = [...best].map(([place, value]) => ({ place, value, weight: weightOf(index, place, near) }))
  hits.sort((a, b) => a.value - b.value || b.weight - a.weight || rankOf(index, a.place) - rankOf(index, b.place))
  return hits.slice(0, limit).flatMap((hit) => index.places[hit.place] ?? [])
}

const rankOf = (index: PlaceIndex, place: number): number => index.nameRank[place] ?? 0

function weightOf(index: PlaceIndex, place: number, near: Point | undefined): number {
  const weight = index.weight[place] ?? 0
  const row = index.places[place]
  // Ten times the people make up for about ten times the way.
  return near && row ? weight - Math.log10(1 + distanceKm(near, row) / 25) : weight
}

/** Every place that carries exactly this name or alias: namesakes are all meant until the person chose one. */
export function placesMatching(index: PlaceIndex, text: string): Place[] {
  const folded = foldPlace(text)
  const found = (index.exact.get(folded) ?? []).flatMap((place) => index.places[place] ?? [])
  return letters(folded) === 1 ? found.filter((place) => isSpelled(place, text)) : found
}

function isSpelled(place: Place, text: string): boolean {
  const plain = plainPlace(text)
  return [place.name, ...place.aliases].some((name) => plainPlace(name) === plain)
}

// What people add to a town's name to say where in it they meet.
const MEETING_WORDS = new Set(
  (
    'sentrum centrum s sentralstasjon togstasjon stasjon busstasjon bussterminal rutebilstasjon lufthavn ' +
    'c centralstation station busstation resecentrum flygplats h hovedbanegard banegard rutebilstation ' +
    'keskusta rautatieasema'
  ).split(' '),
)

/** The one place a typed stop most likely means: the text itself, its part before a comma, or without "sentrum". */
export function resolvePlace(index: PlaceIndex, text: string): Place | undefined {
  const [, head = '', behind = ''] = /^(.+?)(?:,| - | – |\()(.*)$/s.exec(text) ?? []
  return (
    mostLikely(placesMatching(index, text), text) ??
    mostLikely(placesMatching(index, head), head, behind) ??
    mostLikely(placesMatching(index, withoutMeetingWords(foldPlace(text))), text)
  )
}

function withoutMeetingWords(folded: string): string {
  const words = folded.split(' ')
  while (words.length > 1 && MEETING_WORDS.has(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}

/** Among namesakes those in the region named behind the comma, then those spelled like that (Älta, Alta), the largest. */
function mostLikely(found: readonly Place[], text: string, behind = ''): Place | undefined {
  const region = foldPlace(behind)
  const inRegion = found.filter((place) => region !== '' && ` ${foldPlace(place.region)} `.includes(` ${region} `))
  const near = inRegion.length > 0 ? inRegion : found
  const spelled = near.filter((place) => plainPlace(text) !== foldPlace(text) && isSpelled(place, text))
  const left = spelled.length > 0 ? spelled : near
  return left.toSorted((a, b) => b.population - a.population || a.id - b.id)[0]
}

/** Of each place within `km` of one of `centres`, as the crow flies, how far it is from the nearest of them. */
export function placesWithin(index: PlaceIndex, centres: readonly Point[], km: number): Map<number, number> {
  const found = new Map<number, number>()
  for (const centre of centres) {
    const dLat = km / KM_PER_DEGREE
    for (const place of index.places) {
      // Cheap and exact enough to leave out nearly all: degrees of latitude are everywhere as long.
      if (Math.abs(place.lat - centre.lat) > dLat) continue
      const distance = distanceKm(centre, place)
      if (distance <= km && distance < (found.get(place.id) ?? Infinity)) found.set(place.id, distance)
    }
  }
  return found
}

export function distanceKm(a: Point, b: Point): number {
  const dLat = radians(b.lat - a.lat)
  const dLon = radians(b.lon - a.lon)
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLon / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** An estimate: Nordic roads are about a quarter longer than the straight line. */
export function roadKm(a: Point, b: Point): number {
  return Math.round(distanceKm(a, b) * ROAD_FACTOR * 10) / 10
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180
