/** The meanings of the texts that people search with: stop texts that match the wording, and places that the text is read as. */
import { sql } from 'kysely'
import { foldPlace, lowerCase, placesMeant } from '#features/places/port'
import type { Database } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import { integer, integers, nullable, rowsOf, text } from '#platform/db/rows'

/** A `like` pattern, and the column of `stop_text` that it is compared with. */
interface Wording {
  column: 'name' | 'folded'
  pattern: string
}

export interface Meaning {
  wording: Wording
  /** Places of the gazetteer with the name, or the one that the text is read as. All their stop texts are meant, also those that are written later. */
  placeIds: number[]
  /** Places and single stop texts that are meant whole, by `stop_text.key`. */
  whole: number[]
  /** Places of which only some stop texts are meant, and the ids of those. */
  partly: number[]
  stopTextIds: number[]
  /** The first transaction whose stop texts are not included. */
  asOf: bigint
  /** Names too many places to look up one by one: only the wording and the places of the gazetteer are known. */
  broad: boolean
}

/** Beyond this many places on its only side, or on each of both, a search walks the rides by departure instead of looking up each place. */
export const MANY_PLACES = 400
/**
 * Beyond this many pairs of places a search walks the rides, too. It looks up more pairs than places: 'Ås' names a thousand places, but few
 * rides go from there to Kolbotn, and a walk would pass all rides of a day.
 */
export const MANY_PAIRS = 10_000
/** Beyond this many pairs a search on one day looks up the places of the side that names fewer: a pair costs 4 µs, and a day has few rides. */
export const MANY_PAIRS_OF_A_DAY = 2_500

/**
 * How a search finds its sections: with a look-up of each pair of places, with one of each place of one side, or with a walk through the rides
 * by departure. The walk lists rides by their own departure, the others by that of the section.
 */
export type SearchPlan = 'pairs' | 'side' | 'rides'

/** Returns the plan for sides that name so many places each; undefined for a side without a text. */
export function planOf(from: number | undefined, to: number | undefined, hasDay: boolean): SearchPlan {
  if (from === undefined || to === undefined) return (from ?? to ?? 0) > MANY_PLACES ? 'rides' : 'pairs'
  if (from * to <= (hasDay ? MANY_PAIRS_OF_A_DAY : MANY_PAIRS)) return 'pairs'
  return hasDay && Math.min(from, to) <= MANY_PLACES ? 'side' : 'rides'
}

const like = (typed: string) => `%${typed.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Returns the specification's partial match, which ignores case and accents. A single letter, or a text with a character that folding
 * removes, is compared as it was typed: 'å' does not find every text with an a, and '%' is a character like any other.
 */
function wordingOf(typed: string): Wording {
  const [name, folded] = [lowerCase(typed), foldPlace(typed)]
  const asTyped = folded.length < 2 || /^\p{M}|[%_\\]/u.test(name)
  return asTyped ? { column: 'name', pattern: like(name) } : { column: 'folded', pattern: like(folded) }
}

/** The wording and the places of a text, as conditions need them. */
export interface Named {
  column: Wording['column']
  pattern: string
  placeIds: number[]
}

/** Returns the condition on stop texts that a text names. */
export const named = ({ column, pattern, placeIds }: Named) =>
  sql`(${sql.ref(column)} like ${pattern} or place_id = any(${placeIds}::integer[]))`

/** Returns the same condition without the stop texts of places that are meant whole. */
export const namedOtherwise = ({ column, pattern, placeIds }: Named) =>
  sql`${sql.ref(column)} like ${pattern} and (place_id is null or place_id <> all(${placeIds}::integer[]))`

interface KeptMeaning {
  /** Also while it is being looked up, so that requests at the same time share one query. */
  meaning: Promise<Meaning>
  until: number
}

/** The older a meaning is, the more stop texts have been written since, which every search has to compare. */
const KEPT_MS = 180_000
const MOST_TEXTS = 5_000
/** A meaning with more stop texts is not kept, so that the memory has a bound. */
const MOST_STOP_TEXTS = 3_000

export interface Meanings {
  /** Returns the meaning of the text, which is up to three minutes old. */
  of(db: Database, typed: string): Promise<Meaning>
}

/**
 * Keeps the meanings of one database. They stay true, because stop texts do not change while a ride uses them, and every search compares
 * the stop texts that are newer than its meanings.
 */
export function createMeanings(): Meanings {
  /** In the order in which they were looked up. */
  const kept = new Map<string, KeptMeaning>()
  return {
    of(db, typed) {
      const known = kept.get(typed)
      if (known && known.until > performance.now()) return known.meaning
      const entry = { meaning: lookUp(db, typed, MANY_PAIRS), until: performance.now() + KEPT_MS }
      const forget = () => kept.get(typed) === entry && kept.delete(typed)
      entry.meaning.then((meaning) => meaning.stopTextIds.length > MOST_STOP_TEXTS && forget(), forget)
      kept.delete(typed)
      kept.set(typed, entry)
      if (kept.size > MOST_TEXTS) for (const oldest of [...kept.keys()].slice(0, MOST_TEXTS / 10)) kept.delete(oldest)
      return entry.meaning
    },
  }
}

/** No limit to the number of places. */
export const EVERYTHING = 2_147_483_647

/** Looks up the meaning of the text as of now, however many places it names. */
export const everythingMeant = (db: Database, typed: string): Promise<Meaning> => lookUp(db, typed, EVERYTHING)

const meaningRow = {
  as_of: text,
  places: integer,
  alone: nullable(integers),
  partly: nullable(integers),
  stop_text_ids: nullable(integers),
}

async function lookUp(db: Database, typed: string, most: number): Promise<Meaning> {
  const wording = wordingOf(typed)
  const placeIds = placesMeant(typed).map((place) => place.id)
  const { rows } = await rowsOf(meaningRow)`${prepared}
    with named as materialized (select id, key from stop_text where ${namedOtherwise({ ...wording, placeIds })}),
    counted as materialized (select count(distinct key)::integer as places from named)
    select pg_snapshot_xmin(pg_current_snapshot())::text as as_of, places,
      case when places <= ${most} then array(select key from named where key < 0) end as alone,
      case when places <= ${most} then array(select distinct key from named where key > 0) end as partly,
      case when places <= ${most} then array(select id from named where key > 0) end as stop_text_ids
    from counted`.execute(db.prepared)
  const { as_of = '0', places = 0, alone, partly, stop_text_ids } = rows[0] ?? {}
  return {
    wording,
    placeIds,
    whole: [...placeIds, ...(alone ?? [])],
    partly: partly ?? [],
    stopTextIds: stop_text_ids ?? [],
    asOf: BigInt(as_of),
    broad: placeIds.length + places > most,
  }
}
