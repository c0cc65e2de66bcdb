/** What the texts of searches mean: stop texts by their wording, places by their name. Remembered, because the same texts are asked for all day. */
import { sql } from 'kysely'
import { foldPlace, lowerCase, placesMatching } from '#features/places/port'
import type { Database } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import { integer, integers, nullable, rowsOf, text } from '#platform/db/rows'

/** Which stop texts a text names by their wording. */
interface Wording {
  column: 'name' | 'folded'
  pattern: string
}

export interface Meaning {
  wording: Wording
  /** Gazetteer places that the text names: every stop text of theirs is meant, also those to come. */
  placeIds: number[]
  /** Places and single stop texts that are meant whole, by `stop_text.key`. */
  whole: number[]
  /** Other places of which some stop texts are meant, and those stop texts. */
  partly: number[]
  stopTextIds: number[]
  /** Stop texts of transactions from this one on are not among them. */
  asOf: bigint
  /** Names more places than are ever looked up one by one: only the wording and the places of the gazetteer are known. */
  broad: boolean
}

/**
 * Beyond this many places, or pairs of them, a search walks the rides by departure instead of looking up each. With two sides more are looked
 * up: a text like 'Ås' names a thousand places, but few rides go from there to Kolbotn, and the walk would pass all of a day.
 */
export const MANY_PLACES = 400
export const MANY_PAIRS = 10_000

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * The specification's partial match, blind to case and accents. One letter, or a text with a sign that folding drops, is compared as it
 * was typed: 'å' must not find everything with an a, and '%' is a sign, as is an accent without its letter.
 */
function wordingOf(text: string): Wording {
  const [name, folded] = [lowerCase(text), foldPlace(text)]
  const asTyped = folded.length < 2 || /^\p{M}|[%_\\]/u.test(name)
  return asTyped ? { column: 'name', pattern: like(name) } : { column: 'folded', pattern: like(folded) }
}

/** What is asked of the database for a text. */
export interface Named {
  column: Wording['column']
  pattern: string
  placeIds: number[]
}

/** Stop texts that a text names. */
export const named = ({ column, pattern, placeIds }: Named) =>
  sql`(${sql.ref(column)} like ${pattern} or place_id = any(${placeIds}::integer[]))`

/** The same, without those of the places that are meant whole anyway. */
export const namedOtherwise = ({ column, pattern, placeIds }: Named) =>
  sql`${sql.ref(column)} like ${pattern} and (place_id is null or place_id <> all(${placeIds}::integer[]))`

interface Remembered {
  /** Also while it is being looked up: however many ask, the database is asked once. */
  meaning: Promise<Meaning>
  until: number
}

/** Of each database by itself: stop texts never change or vanish, and newer ones are looked at by every search. */
const remembered = new WeakMap<Database, Map<string, Remembered>>()
/** The older a meaning is, the more stop texts have come since. */
const KEPT_MS = 180_000
const MOST_TEXTS = 5_000
/** A text that means more than this is asked for anew each time, so that the memory has a bound. */
const MOST_STOP_TEXTS = 3_000

/** What the text means, as of a moment ago at the earliest. */
export function meaningOf(db: Database, text: string): Promise<Meaning> {
  const texts = remembered.get(db) ?? new Map<string, Remembered>()
  remembered.set(db, texts)
  const known = texts.get(text)
  if (known && known.until > performance.now()) return known.meaning
  const asked = { meaning: lookUp(db, text, MANY_PAIRS), until: performance.now() + KEPT_MS }
  const forget = () => texts.get(text) === asked && texts.delete(text)
  asked.meaning.then((meaning) => meaning.stopTextIds.length > MOST_STOP_TEXTS && forget(), forget)
  texts.delete(text)
  texts.set(text, asked)
  // What was looked up longest ago is the first.
  if (texts.size > MOST_TEXTS) for (const oldest of [...texts.keys()].slice(0, MOST_TEXTS / 10)) texts.delete(oldest)
  return asked.meaning
}

/** No bound to the number of places. */
export const EVERYTHING = 2_147_483_647

/** The same, as of now and however much it is. */
export const everythingMeant = (db: Database, text: string): Promise<Meaning> => lookUp(db, text, EVERYTHING)

const meaningRow = {
  as_of: text,
  places: integer,
  alone: nullable(integers),
  partly: nullable(integers),
  stop_text_ids: nullable(integers),
}

async function lookUp(db: Database, typed: string, most: number): Promise<Meaning> {
  const wording = wordingOf(typed)
  const placeIds = placesMatching(typed).map((place) => place.id)
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
