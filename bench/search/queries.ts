/** Generates searches, and takes the server's own statements for them. */
import { alternativesQuery, searchQuery } from '@samtur/contract/search'
import { createSearchCounts, detoursAlong, placeById } from '../../apps/server/src/features/places/port.ts'
import { createCards } from '../../apps/server/src/features/rides/port.ts'
import { alternativesOf, createSearch } from '../../apps/server/src/features/search/routes.ts'
import { createMeanings, EVERYTHING } from '../../apps/server/src/features/search/views-texts.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import type { Database } from '../../apps/server/src/platform/db/database.ts'
import { connect } from '../tools/databases.ts'
import type { Route } from '../tools/routes.ts'

export type Query = Record<string, string>

export interface Statement {
  text: string
  values: readonly unknown[]
}

/** Returns one of the next thirty days, a near one more often. */
const drawDay = (random: () => number) =>
  Temporal.Now.plainDateISO('Europe/Oslo')
    .add({ days: 1 + Math.floor(30 * random() ** 1.5) })
    .toString()

/** Generates different searches for a part of a route. */
export function makeSearches(routes: readonly Route[], count: number, random: () => number): Query[] {
  const searches = new Map<string, Query>()
  while (searches.size < count) {
    const { stops } = routes[Math.floor(random() * routes.length)] ?? { stops: [] }
    const from = Math.floor(random() * (stops.length - 1))
    const to = from + 1 + Math.floor(random() * (stops.length - from - 1))
    const name = (stop: number) => placeById(stops[stop]?.place_id ?? 0)?.name ?? ''
    const query = { from: name(from), to: name(to), date: drawDay(random) }
    searches.set(JSON.stringify(query), query)
  }
  return [...searches.values()]
}

/** Generates searches from places beside the ways of drivers who offer detours. */
export function makeDetourSearches(routes: readonly Route[], count: number, random: () => number): Query[] {
  const offered = routes.filter(({ detour }) => detour > 0)
  const searches: Query[] = []
  while (searches.length < count) {
    const { stops, detour } = offered[Math.floor(random() * offered.length)] ?? { stops: [], detour: 0 }
    const places = stops.map(({ place_id }) => placeById(place_id))
    const found = detoursAlong(places, detour)
    const beside = found[Math.floor(random() * found.length)]
    const to = places.at(-1)?.name
    if (beside && to) searches.push({ from: beside.place.name, to, date: drawDay(random), limit: '10' })
  }
  return searches
}

export interface Statements {
  /** Returns the statement that finds the sections, once the meanings of the texts are known. */
  ofSearch(query: Query): Promise<Statement>
  /** Returns the statements for places nearby: the meaning of the texts, and the alternatives. */
  ofNearby(query: Query): Promise<{ meant: Statement[]; offers: Statement[] }>
}

/** Takes the statements of searches with new texts and nothing cached, while they run on a connection of their own. */
export function openStatements(cleanup: AsyncDisposableStack, db: Database, url: string): Statements {
  let taken: Statement[] = []
  const connection = cleanup.use(connect(url, ({ sql, parameters }) => taken.push({ text: sql, values: parameters })))
  const recording = { ...db, read: connection, prepared: connection }
  const nothingKept = () => ({ meanings: createMeanings(), cards: createCards(systemClock) })
  const responses = { get: <T>(_key: string, make: () => Promise<T>) => make() }
  return {
    async ofSearch(query) {
      taken = []
      const { page } = createSearch(nothingKept(), createSearchCounts())
      await page({ db: recording, caller: null, responses, ip: '127.0.0.1' }, searchQuery.parse(query))
      const [statement, ...others] = taken.filter(({ text }) => text.includes('seats_free'))
      if (!statement || others.length > 0) throw new Error(`the search has ${others.length} statements more or none`)
      return statement
    },
    async ofNearby(query) {
      taken = []
      const context = { db: recording, caller: null, sameGender: 'none' as const }
      await alternativesOf(nothingKept(), context, alternativesQuery.parse(query))
      const offers = taken.filter(({ text }) => text.includes('from_km'))
      const meant = taken.filter(
        ({ text, values }) => text.includes('pg_current_snapshot') && values.includes(EVERYTHING),
      )
      if (offers.length > 1 || meant.length > 2) throw new Error('the search for places nearby has other statements')
      return { meant, offers }
    },
  }
}

/** Returns a value as it stands in the text of a statement. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  if (value instanceof Date) return quoted(value.toISOString())
  if (Array.isArray(value)) return quoted(`{${value.join(',')}}`)
  if (typeof value === 'string' || typeof value === 'number') return quoted(`${value}`)
  throw new Error('no parameter of a search')
}
