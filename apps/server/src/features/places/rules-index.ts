/** The gazetteer's index: its places with the texts by which they are found. */
import type { Place } from '@samtur/roads/gazetteer'
import { foldPlace, plainPlace } from './rules-folding.ts'

/** A searchable text of one place: its name, an alias, or the end of either from a later word on. */
export type Key = { folded: string; plain: string; place: number; match: Match }

export type PlaceIndex = {
  places: readonly Place[]
  byId: ReadonlyMap<number, Place>
  /** Sorted by folded text, so that all keys with one prefix are neighbours. */
  keys: readonly Key[]
  /** Folded whole names and aliases → positions in `places`. */
  exact: ReadonlyMap<string, readonly number[]>
  /** Per place the logarithm of the population, which a distance is compared with. */
  weight: readonly number[]
  /** Per place its rank by name, because numbers are compared faster than texts. */
  nameRank: readonly number[]
}

// Smaller is better.
export const Match = { exact: 0, name: 1, alias: 2, word: 3 } as const
export type Match = (typeof Match)[keyof typeof Match]

/** Builds the index of the gazetteer's rows. */
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

// Compares by code unit, because the prefix search needs a prefix right before its continuations.
function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
