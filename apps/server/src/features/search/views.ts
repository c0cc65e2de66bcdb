/** Reads of the search: sections of upcoming rides between the places that texts mean. */
import { filterNames } from '@samtur/contract/filters'
import { foundSection } from '#features/rides/port'
import type { Database } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import { boolean, instant, integer, nullable, type RowOf, rowsOf } from '#platform/db/rows'
import type { ResolvedSearch, Search, Side, Span } from './views-conditions.ts'
import { countStatement, statement } from './views-statement.ts'
import { type Meaning, type Meanings, planOf } from './views-texts.ts'

const hit = { ...foundSection, by_detour: boolean, sort_key: integer, sort_at: instant }
export type Hit = RowOf<typeof hit>

/**
 * Returns sections that match, one of each ride, in the order of the search: at most `limit` + 1 of them between stops, and where these are no more than
 * `limit`, at most as many by a detour, of rides that the search does not find between stops.
 */
export async function findSections(db: Database, meanings: Meanings, search: Search): Promise<Hit[]> {
  const resolved = await resolve(db, meanings, search)
  // Long searches run on the larger pool, because session look-ups and messages wait for the connections of `db.prepared`.
  const executor = isShort(resolved) ? db.prepared : db.read
  const found = statement(resolved)
  return found ? (await rowsOf(hit)`${prepared} ${found}`.execute(executor)).rows : []
}

const figures = { count: integer, lowest_price: nullable(integer) }

/**
 * Returns for each span how many rides the search finds between stops, at most `limit` + 1, and the lowest price among these. The spans are days. It
 * is one statement, because seven at once would take the connections of other searches.
 */
export async function countSections(
  db: Database,
  meanings: Meanings,
  search: Search,
  spans: readonly Span[],
): Promise<RowOf<typeof figures>[]> {
  const resolved = await resolve(db, meanings, { ...search, ...spans[0] })
  const executor = isShort(resolved) ? db.prepared : db.read
  return (await rowsOf(figures)`${prepared} ${countStatement(resolved, spans)}`.execute(executor)).rows
}

/** Returns whether one walk through an index finds the page: by departure, from the beginning, of all drivers, with no filter but the seats. */
function isShort({ sort, cursor, except, filters, driverId }: ResolvedSearch): boolean {
  const filtered = filterNames.some((name) => name !== 'seats' && (filters[name] ?? null) !== null)
  return sort === 'departure' && !cursor && !except && !filtered && !driverId
}

async function resolve(db: Database, meanings: Meanings, { from, to, ...search }: Search): Promise<ResolvedSearch> {
  const meaningOf = (text: string | undefined) => (text ? meanings.of(db, text) : undefined)
  const [f, t] = await Promise.all([meaningOf(from), meaningOf(to)])
  const sides = [f, t].filter((side) => side !== undefined)
  const placesOf = (side: Meaning | undefined) => side && side.whole.length + side.partly.length
  const hasDay = isDay(search)
  return {
    ...search,
    from: f && sideOf(f),
    to: t && sideOf(t),
    asOf: `${sides.map(({ asOf }) => asOf).reduce((a, b) => (a < b ? a : b), sides[0]?.asOf ?? 0n)}`,
    plan: sides.some(({ broad }) => broad) ? 'rides' : planOf(placesOf(f), placesOf(t), hasDay),
  }
}

const DAY_MS = 86_400_000

/** Returns whether the span is one day, which may have 25 hours. The days around another one have too many rides to compare each. */
const isDay = ({ after, before }: Span) =>
  after !== undefined && before !== undefined && before.getTime() - after.getTime() < 2 * DAY_MS

const sideOf = ({ wording, placeIds, whole, partly, stopTextIds }: Meaning): Side => ({
  ...wording,
  placeIds,
  whole,
  partly,
  stopTextIds,
})
