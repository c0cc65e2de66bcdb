/** Reads of the search: sections of upcoming rides between the places that texts mean. */
import { CompiledQuery, sql } from 'kysely'
import { homeListSize, searchPage } from '@samtur/contract/constants'
import type { CardRow, ReadyRow } from '#features/rides/port'
import { kept, type Database, type Executor } from '#platform/db/database'
import { type Asked, type Form, type Search, type Side, statement } from './views-statement.ts'
import { MANY_PAIRS, MANY_PLACES, type Meaning, meaningOf, type Slot } from './views-texts.ts'

export interface Hit extends CardRow {
  from_position: number
  to_position: number
  seats_free: number
  sort_key: number
  sort_at: Date
}

/** A section whose card is ready to be sent. */
export interface ReadyHit extends ReadyRow {
  ride_id: string
  sort_at: Date
}

const usualLimits: readonly number[] = [homeListSize, searchPage.default]

/** Is it one of the few shapes of a search that make up nearly all of them? */
function isPlain({ filters: { seats: _, ...filters }, except, sort, cursor, limit }: Search): boolean {
  const unusual = [...Object.values(filters), except, cursor].some((part) => part !== undefined)
  return !unusual && sort === 'departure' && usualLimits.includes(limit)
}

/** Upcoming rides with enough free seats on a section that matches, in the order asked for. At most `limit` + 1 of them. */
export async function searchRides(db: Database, search: Search): Promise<Hit[]> {
  const asked = await askedOf(db, search)
  if (isPlain(search)) return askKept(db, asked, 'rows')
  return (await statement<Hit>(asked, 'rows').execute(db.read)).rows
}

/** The same with cards that are ready; undefined where what is asked for is unusual. */
export async function searchReady(db: Database, search: Search): Promise<ReadyHit[] | undefined> {
  if (!isPlain(search)) return undefined
  return askKept(db, await askedOf(db, search), 'ready')
}

/** Spots that came after the meanings of the texts are hardly ever among those that the texts name: only then is asked once more, with them. */
async function askKept<T extends Hit | ReadyHit>(db: Database, asked: Asked, form: Form): Promise<T[]> {
  const ask = async <Row>(search: Asked) =>
    (await db.prepared.executeQuery<Row>(keptStatement(db.prepared, search, form))).rows
  if (!asked.broad && (asked.from ?? asked.to)) {
    const rows = await ask<T & { stale: boolean; ride_id: string | null }>({ ...asked, newer: false })
    if (!rows[0]?.stale) return rows.filter(({ ride_id }) => ride_id !== null)
  }
  return ask(asked)
}

async function askedOf(db: Database, { from, to, ...search }: Search): Promise<Asked> {
  const [f, t] = await Promise.all([from ? meaningOf(db, from) : undefined, to ? meaningOf(db, to) : undefined])
  const sides = [f, t].filter((side) => side !== undefined)
  const pairs = sides.reduce((product, { whole, partly }) => product * (whole.length + partly.length), 1)
  return {
    ...search,
    from: f && sideOf(f),
    to: t && sideOf(t),
    asOf: `${sides.map(({ asOf }) => asOf).reduce((a, b) => (a < b ? a : b), sides[0]?.asOf ?? 0n)}`,
    broad: pairs > (sides.length > 1 ? MANY_PAIRS : MANY_PLACES) || sides.some(({ broad }) => broad),
    newer: true,
  }
}

const sideOf = ({ wording, placeIds, whole, partly, spots }: Meaning): Side => ({
  ...wording,
  placeIds,
  whole,
  partly,
  spots,
  places: [...whole, ...partly],
  isPartly: [...whole.map(() => false), ...partly.map(() => true)],
})

const texts = new Map<string, string>()
const none = sql.raw<never>('null')
const unused = { whole: none, partly: none, spots: none, places: none, isPartly: none }

/** Putting a statement together takes longer than answering it, so the text of each shape is made once. */
function keptStatement<T>(executor: Executor, search: Asked, form: Form): CompiledQuery<T> {
  const { from, to, asOf, filters, after, before, viewerId, ...asked } = search
  const { broad, newer, limit } = asked
  const byPlaces = !broad && Boolean(from ?? to)
  const shape = [form, broad, newer, limit, from?.column, to?.column, !!after, !!before, !!viewerId].join()
  // A value that a statement does not name has no type, and is refused.
  const byNewer = newer ? (['partly'] as const) : (['places', 'isPartly'] as const)
  const listed = broad ? [] : (['whole', 'spots', ...byNewer] as const)
  const ofSide = (side: Side | undefined) =>
    side ? [side.pattern, side.placeIds, ...listed.map((name) => side[name])] : []
  const values = [filters.seats, byPlaces ? asOf : undefined, ...ofSide(from), ...ofSide(to), after, before, viewerId]
  const used = values.filter((value) => value !== undefined && value !== null)
  let text = texts.get(shape)
  if (text === undefined) {
    let last = 0
    const slot = <T>() => sql.raw<T>(`$${++last}`)
    const next = <T>(value: Slot<T> | undefined | null) => (value ? slot<T>() : undefined)
    const slots = (side: Side | undefined): Side | undefined =>
      side && {
        column: side.column,
        pattern: slot(),
        placeIds: slot(),
        ...unused,
        ...Object.fromEntries(listed.map((name) => [name, slot()])),
      }
    // In the order of the values.
    const shaped = { ...asked, filters: { seats: slot<number>() }, asOf: byPlaces ? slot<string>() : '' }
    const sides = { from: slots(from), to: slots(to) }
    const span = { after: next(after), before: next(before), viewerId: next(viewerId) ?? null }
    text = sql`${kept} ${statement({ ...shaped, ...sides, ...span }, form)}`.compile(executor).sql
    texts.set(shape, text)
  }
  return CompiledQuery.raw(text, used)
}
