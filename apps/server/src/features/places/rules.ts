/** Pure rules of the gazetteer: which places a text finds while it is typed, and which it names. */
import { distanceKm } from '@samtur/roads/distance'
import type { Place, Point } from '@samtur/roads/gazetteer'
import { foldPlace, letters, plainPlace, withoutMeetingWords } from './rules-folding.ts'
import { type Key, Match, type PlaceIndex } from './rules-index.ts'
import { readPlace } from './rules-reading.ts'

const SHORTEST_TYPO = 4

export type SearchOptions = {
  limit: number
  /** Places near this point come first among equally good matches. */
  near?: Point | undefined
}

/**
 * Returns the place that the query is read as, then places by an exact name or alias, then those whose names, aliases and later words begin
 * with the query; larger places first. Only where nothing matches, one typing mistake is allowed.
 */
export function searchPlaces(index: PlaceIndex, query: string, options: SearchOptions): Place[] {
  const folded = foldPlace(query)
  if (folded === '') return []
  let best = matches(index, folded, plainPlace(query))
  if (best.size === 0) best = matches(index, withoutMeetingWords(folded).at(-1) ?? folded, '')
  // Names find their places by themselves, also namesakes.
  const read = index.exact.has(folded) ? undefined : readPlace(index, query)
  if (read) best.set(index.places.indexOf(read), FIRST)
  if (best.size === 0 && letters(folded) >= SHORTEST_TYPO) best = typoMatches(index, folded)
  return ranked(index, best, options)
}

/** The value of each place's best match; smaller is better. */
type Matches = Map<number, number>
const FIRST = -1

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
  // 'osl' is more often the beginning of Oslo than the code of an airport.
  return key.match === Match.alias && folded.length <= 3 ? Match.name : Match.exact
}

/** Returns a penalty for another letter than the typed one: for 'å', A comes after Å among equals, and for a single letter after all Å. */
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

// Whole names with the mistake come before names that only begin with it.
function typoQuality(key: Key, folded: string): Match {
  const whole = key.match !== Match.word && Math.abs(key.folded.length - folded.length) <= 1
  return whole && beginsWithOneTypo(folded, key.folded) ? Match.exact : key.match
}

function keepBetter(best: Matches, key: Key, value: number): void {
  const known = best.get(key.place)
  if (known === undefined || value < known) best.set(key.place, value)
}

/** Returns whether `text` begins with `query` or with a text one edit from it: a letter missing, added, changed, or two swapped. */
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
  // Ten times the population outweighs about ten times the distance.
  return near && row ? weight - Math.log10(1 + distanceKm(near, row) / 25) : weight
}
