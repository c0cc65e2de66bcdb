import type { z } from 'zod'
import { contract } from '@samtur/contract/contract'
import { alternatives as limits, searchDays, searchPage } from '@samtur/contract/constants'
import { filterNames, filters, type SearchSort } from '@samtur/contract/filters'
import type { Ride } from '@samtur/contract/rides'
import type { AlternativeRides, alternativesQuery, RideDays, searchQuery, Way } from '@samtur/contract/search'
import { placeById, placesMeant, resolvePlace, type SearchCounts } from '#features/places/port'
import { refuseSameGender } from '#features/profiles/port'
import { type Cards, presentFound } from '#features/rides/port'
import { dayInOslo, dayOf as dayOfInstant } from '#platform/clock'
import { type ApiContext, isAdministrator, os } from '#platform/http/context'
import { directRead } from '#platform/http/direct-reads'
import { fromJson, hasItems, type Json, type JsonPage, toJsonPage } from '#platform/http/json-body'
import {
  beforeAll,
  daysAround,
  daysToCount,
  decodePosition,
  encodePosition,
  type Span,
  surroundings,
  wayKm,
} from './rules.ts'
import { sectionsNearby } from './views-nearby.ts'
import type { Conditions } from './views-conditions.ts'
import { countSections, findSections, type Hit } from './views.ts'
import { findWays } from './views-ways.ts'
import type { Meanings } from './views-texts.ts'

const perMinute = { name: 'search', max: 60, per: 60, byAddress: true }
/** Counted apart, because each page of results asks for its days, and each home page for the ways. */
const daysPerMinute = { ...perMinute, name: 'search_days' }
const waysPerMinute = { ...perMinute, name: 'search_ways' }
export const countSearch = ({ limiter, ip }: ApiContext) => limiter.useLocally(perMinute, ip)

type Query = z.output<typeof searchQuery>
type AlternativesQuery = z.output<typeof alternativesQuery>
type Context = Pick<ApiContext, 'db' | 'caller'>

/** What the operator has decided about rides for one gender and about administrators. */
interface Rules {
  sameGenderRides: boolean
  adminNeedsTwoFactor: boolean
}
const off: Rules = { sameGenderRides: false, adminNeedsTwoFactor: false }

/** A search by its reader. */
type Reading = Context & Pick<Conditions, 'sameGender'>

export type Search = ReturnType<typeof createSearch>

/** What the process keeps between searches. */
interface Kept {
  meanings: Meanings
  cards: Cards
}

/** Also counts the places that searches name. Calls `onFound` with whether a search has found a ride. */
export function createSearch(
  kept: Kept,
  counts: SearchCounts,
  rules = off,
  onFound: (found: boolean) => void = () => {},
) {
  const readingOf = <T extends Context>(context: T): T & Reading => ({
    ...context,
    sameGender: shownTo(context.caller, rules),
  })
  const pageOf = async (context: Context, query: Query) => {
    if (query.same_gender) await refuseSameGender(context.db.read, rules, context.caller?.id ?? null)
    return search(kept, readingOf(context), query)
  }
  /**
   * Returns the body of a page of upcoming rides. Visitors share it for a moment. For a signed-in caller it is made anew, because blocks and
   * genders hide rides.
   */
  const page = async (context: Context & Pick<ApiContext, 'responses' | 'ip'>, query: Query) => {
    countPlaces(counts, context, query)
    const found = await (query.same_gender || context.caller
      ? pageOf(context, query)
      : context.responses.get(JSON.stringify(query), () => search(kept, readingOf(context), query)))
    if (!query.cursor) onFound(hasItems(found))
    return found
  }
  return {
    page,
    /** Returns a page of a driver's upcoming rides with free seats, by departure. */
    ofDriver: async (context: Context, driverId: string, cursor: string | undefined) =>
      fromJson(await search(kept, readingOf(context), { sort: 'departure', limit: searchPage.max, cursor }, driverId)),
    read: directRead(contract.rides.search, ({ query }, context) => {
      countSearch(context)
      return page(context, query)
    }),
    alternatives: os.rides.alternatives.handler(async ({ input, context }) => {
      countSearch(context)
      if (input.query.same_gender) await refuseSameGender(context.db.read, rules, context.caller?.id ?? null)
      return alternativesOf(kept, readingOf(context), input.query)
    }),
    days: os.rides.days.handler(async ({ input, context }) => {
      context.limiter.useLocally(daysPerMinute, context.ip)
      if (input.query.same_gender) await refuseSameGender(context.db.read, rules, context.caller?.id ?? null)
      const today = dayOfInstant(context.clock.now())
      return shared(context, `days ${today} ${JSON.stringify(input.query)}`, () =>
        daysOf(kept, readingOf(context), input.query, today),
      )
    }),
    ways: os.rides.ways.handler(async ({ context }) => {
      context.limiter.useLocally(waysPerMinute, context.ip)
      return shared(context, 'ways', async () => ({ items: await waysOf(readingOf(context)) }))
    }),
  }
}

/** Visitors share a response for a moment; for a signed-in caller it is made anew, because blocks and genders hide rides. */
const shared = <Body>(
  { caller, responses }: Pick<ApiContext, 'caller' | 'responses'>,
  key: string,
  make: () => Promise<Body>,
) => (caller ? make() : responses.get(key, make))

/** Returns the ways with the most coming rides, by the names of their places. */
async function waysOf(reading: Reading): Promise<Way[]> {
  const anywhere = conditionsOf({}, { after: undefined, before: undefined }, reading)
  const found = await findWays(reading.db.read, anywhere)
  return found.flatMap(({ from_id, to_id, ...way }) => {
    const [from, to] = [placeById(from_id)?.name, placeById(to_id)?.name]
    return from && to ? [{ ...way, from, to }] : []
  })
}

/** Counts the places of a search from one to another; further pages belong to the same search. */
function countPlaces(counts: SearchCounts, { ip }: Pick<ApiContext, 'ip'>, { from, to, cursor }: Query) {
  if (!from || !to || cursor) return
  counts.add(
    ip,
    [from, to].flatMap((text) => resolvePlace(text)?.id ?? []),
  )
}

/** A ride may change between finding its section and reading its card. A ride that does so each time is left out. */
const ATTEMPTS = 3

/** Returns a page of rides that stop at the places, and where it has room for more of rides by a detour. With a driver, only of that driver. */
async function search(
  { meanings, cards }: Kept,
  reading: Reading,
  query: Query,
  driverId?: string,
): Promise<Json<JsonPage<Ride>>> {
  const { db } = reading
  const { sort, limit = searchPage.default, from, to } = query
  const cursor = query.cursor ? decodePosition(sort, query.cursor) : undefined
  // A driver always decides about a detour, so none gives a seat at once.
  const detours = query.detours !== 'no' && !query.instant
  const wanted = {
    ...conditionsOf(query, dayOf(query), reading),
    driverId,
    from,
    to,
    except: undefined,
    sort,
    detours,
    cursor,
    limit,
  }
  for (let attempt = 1; ; attempt++) {
    const hits = await findSections(db, meanings, wanted)
    const shown = hits.slice(0, limit)
    const items = await cards.of(db.prepared, shown)
    if (items.includes(undefined) && attempt < ATTEMPTS) continue
    return toJsonPage(
      items.filter((item) => item !== undefined),
      nextCursor(sort, hits[limit - 1], hits[limit]),
    )
  }
}

/** Returns the cursor behind the last ride of a page; it begins anew where the next one is the first by a detour. */
function nextCursor(sort: SearchSort, last: Hit | undefined, next: Hit | undefined): string | null {
  if (!last || !next) return null
  const position = last.by_detour === next.by_detour ? positionOf(last) : beforeAll
  return encodePosition(sort, { ...position, byDetour: next.by_detour })
}

const positionOf = ({ sort_key: key, sort_at: at, id }: Pick<Hit, 'sort_key' | 'sort_at' | 'id'>) => ({ key, at, id })

/** Returns rides on other days and rides between places nearby, for a search that finds nothing. */
export async function alternativesOf(
  kept: Kept,
  reading: Reading,
  query: AlternativesQuery,
): Promise<AlternativeRides> {
  const [other_days, nearby] = await Promise.all([otherDays(kept, reading, query), nearbyPlaces(reading, query)])
  return { other_days, nearby }
}

/** Counts what the search finds on each of the days. Of a day with more rides than are counted the lowest price is not known. */
async function daysOf(
  { meanings }: Kept,
  reading: Reading,
  query: AlternativesQuery,
  today: string,
): Promise<RideDays> {
  const dates = daysToCount(query.date, today)
  const spans = dates.map((date) => dayOf({ date }))
  const wanted = {
    ...conditionsOf(query, { after: undefined, before: undefined }, reading),
    from: query.from,
    to: query.to,
    except: undefined,
    sort: 'departure' as const,
    detours: false,
    cursor: undefined,
    limit: searchDays.most,
  }
  const counted = await countSections(reading.db, meanings, wanted, spans)
  return {
    days: dates.map((date, index) => {
      const { count, lowest_price } = counted[index] ?? { count: 0, lowest_price: null }
      return { date, count, lowest_price: count > searchDays.most ? null : lowest_price }
    }),
  }
}

/** Returns rides between the same places on the days around the date of the query. */
async function otherDays({ meanings, cards }: Kept, reading: Reading, query: AlternativesQuery): Promise<Ride[]> {
  if (!query.date) return []
  const hits = await findSections(reading.db, meanings, {
    ...conditionsOf(query, daysAround(query.date), reading),
    from: query.from,
    to: query.to,
    except: dayOf(query),
    sort: 'departure',
    detours: false,
    cursor: undefined,
    limit: limits.max,
  })
  const items = await cards.of(reading.db.prepared, hits.slice(0, limits.max))
  return items.filter((item) => item !== undefined).map(fromJson)
}

/** Returns rides of the same day between places nearby; none unless at least one of the texts is a place. */
async function nearbyPlaces(reading: Reading, query: AlternativesQuery): Promise<AlternativeRides['nearby']> {
  const [from, to] = [query.from ? placesMeant(query.from) : [], query.to ? placesMeant(query.to) : []]
  if (from.length === 0 && to.length === 0) return []
  const side = (text: string | undefined, places: typeof from) =>
    text ? { text, surroundings: surroundings(places) } : undefined
  const hits = await sectionsNearby(reading.db, {
    ...conditionsOf(query, dayOf(query), reading),
    from: side(query.from, from),
    to: side(query.to, to),
    wayKm: wayKm(from, to),
    limit: limits.max,
  })
  return hits.map((hit) => ({ ...presentFound(hit), from_km: tenths(hit.from_km), to_km: tenths(hit.to_km) }))
}

const tenths = (km: number) => Math.round(km * 10) / 10

function dayOf({ date }: Pick<Query, 'date'>): Span {
  const day = date ? dayInOslo(date) : undefined
  return { after: day?.start, before: day?.end }
}

/** Returns which rides for one gender a caller finds. While they are off, none. */
function shownTo(caller: Context['caller'], { sameGenderRides, adminNeedsTwoFactor }: Rules): Conditions['sameGender'] {
  if (!caller || !sameGenderRides) return 'none'
  return isAdministrator(caller, adminNeedsTwoFactor) ? 'all' : 'own'
}

const conditionsOf = (query: AlternativesQuery, span: Span, { caller, sameGender }: Reading): Conditions => ({
  ...span,
  filters: {
    ...Object.fromEntries(filterNames.map((name) => [name, query[name]])),
    seats: query.seats ?? filters.seats.default,
  },
  viewerId: caller?.id ?? null,
  readerId: caller?.id ?? null,
  sameGender,
})
