import type { z } from 'zod'
import { contract } from '@samtur/contract/contract'
import { alternatives as limits, searchPage } from '@samtur/contract/constants'
import { filterNames, filters } from '@samtur/contract/filters'
import type { Ride } from '@samtur/contract/rides'
import { type AlternativeRides, type alternativesQuery, searchQuery } from '@samtur/contract/search'
import { presentFound, writeFound } from '#features/rides/port'
import { dayInOslo } from '#platform/clock'
import { type ApiContext, os } from '#platform/http/context'
import type { QuickRead } from '#platform/http/quick'
import { daysAround, decodePosition, encodePosition, placesOf, surroundings, wayKm, type Span } from './rules.ts'
import { ridesNearby } from './views-nearby.ts'
import type { Conditions, Search } from './views-statement.ts'
import { type Hit, searchReady, searchRides } from './views.ts'

const perMinute = { name: 'search', max: 60, per: 60, byAddress: true }

export const searchRoutes = {
  search: os.rides.search.handler(async ({ input, context }) => answerSearch(context, input.query)),
  alternatives: os.rides.alternatives.handler(async ({ input, context }) => {
    context.limiter.useLocally(perMinute, context.ip)
    return alternativesOf(context, input.query)
  }),
}

/** Most requests are this one. */
export const quickSearch: QuickRead = {
  path: contract.rides.search['~orpc'].route.path ?? '',
  read(asked) {
    const { data: query } = searchQuery.safeParse(asked)
    return query && ((context) => answerAsText(context, query))
  },
}

async function answerSearch(context: ApiContext, query: Query) {
  context.limiter.useLocally(perMinute, context.ip)
  return search(context, query)
}

async function answerAsText(context: ApiContext, query: Query): Promise<string> {
  context.limiter.useLocally(perMinute, context.ip)
  // Who is signed in does not see the rides of everybody.
  if (context.caller) return writeAnswer(context, query)
  return context.held.get(JSON.stringify(query), () => writeAnswer(context, query))
}

async function writeAnswer(context: ApiContext, query: Query): Promise<string> {
  const asked = searchOf(context, query)
  const hits = await searchReady(context.db, asked)
  if (!hits) return JSON.stringify(await search(context, query))
  const shown = hits.slice(0, asked.limit)
  const last = hits.length > asked.limit ? shown.at(-1) : undefined
  const cursor = last && encodePosition(asked.sort, { key: 0, at: last.sort_at, id: last.ride_id })
  return `{"items":[${shown.map(writeFound).join(',')}],"next_cursor":${cursor ? `"${cursor}"` : 'null'}}`
}

type Query = z.output<typeof searchQuery>
type Asked = z.output<typeof alternativesQuery>
type Context = Pick<ApiContext, 'db' | 'caller'>

/** One page of upcoming rides; also what the home page starts with. */
export async function search(context: Context, query: Query) {
  const asked = searchOf(context, query)
  const { sort, limit } = asked
  const hits = await searchRides(context.db, asked)
  const last = hits.length > limit ? hits[limit - 1] : undefined
  return {
    items: hits.slice(0, limit).map(presentHit),
    next_cursor: last ? encodePosition(sort, { key: last.sort_key, at: last.sort_at, id: last.id }) : null,
  }
}

function searchOf({ caller }: Context, query: Query): Search {
  const { sort, limit = searchPage.default, cursor, from, to } = query
  return {
    ...conditionsOf(query, dayOf(query), caller),
    from,
    to,
    except: undefined,
    sort,
    cursor: cursor ? decodePosition(sort, cursor) : undefined,
    limit,
  }
}

/** Both groups of what is offered where a search finds nothing. */
export async function alternativesOf(context: Context, query: Asked): Promise<AlternativeRides> {
  const [other_days, nearby] = await Promise.all([otherDays(context, query), nearbyPlaces(context, query)])
  return { other_days, nearby }
}

/** The same way on the days around the one that was asked for. */
async function otherDays({ db, caller }: Context, query: Asked): Promise<Ride[]> {
  if (!query.date) return []
  const hits = await searchRides(db, {
    ...conditionsOf(query, daysAround(query.date), caller),
    from: query.from,
    to: query.to,
    except: dayOf(query),
    sort: 'departure',
    cursor: undefined,
    limit: limits.max,
  })
  return hits.slice(0, limits.max).map(presentHit)
}

/** The same day, between places nearby; only where at least one of the texts is a place. */
async function nearbyPlaces({ db, caller }: Context, query: Asked): Promise<AlternativeRides['nearby']> {
  const [from, to] = [query.from ? placesOf(query.from) : [], query.to ? placesOf(query.to) : []]
  if (from.length === 0 && to.length === 0) return []
  const side = (text: string | undefined, places: typeof from) =>
    text ? { text, surroundings: surroundings(places) } : undefined
  const hits = await ridesNearby(db, {
    ...conditionsOf(query, dayOf(query), caller),
    from: side(query.from, from),
    to: side(query.to, to),
    wayKm: wayKm(from, to),
    limit: limits.max,
  })
  return hits.map((hit) => ({ ...presentHit(hit), from_km: tenths(hit.from_km), to_km: tenths(hit.to_km) }))
}

const tenths = (km: number) => Math.round(km * 10) / 10
const presentHit = (hit: Hit) => presentFound(hit, { from: hit.from_position, to: hit.to_position }, hit.seats_free)

function dayOf({ date }: Pick<Query, 'date'>): Span {
  const day = date ? dayInOslo(date) : undefined
  return { after: day?.start, before: day?.end }
}

const conditionsOf = (query: Asked, span: Span, caller: Context['caller']): Conditions => ({
  ...span,
  filters: {
    ...Object.fromEntries(filterNames.map((name) => [name, query[name]])),
    seats: query.seats ?? filters.seats.default,
  },
  viewerId: caller?.id ?? null,
})
