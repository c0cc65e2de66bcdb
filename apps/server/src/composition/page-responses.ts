/** Composition: the first API responses of a page, which it needs at once. */
import { call } from '@orpc/server'
import { detourEnds, homeFewRides, homeListSize, similarRidesMax } from '@samtur/contract/constants'
import { readSearch, runs } from '@samtur/contract/filters'
import type { FirstAnswers } from '@samtur/contract/pages'
import type { RideDetail } from '@samtur/contract/rides'
import { searchQuery } from '@samtur/contract/search'
import type { FastifyRequest } from 'fastify'
import type { Deps } from './entry.ts'
import type { PageAt } from '../features/pages/routes.ts'
import type { ReadFigures } from '../features/pages/views.ts'
import type { createProfileRoutes } from '../features/profiles/routes.ts'
import type { createRatingRoutes } from '../features/ratings/routes.ts'
import type { createRideRoutes } from '../features/rides/routes.ts'
import { countSearch, type Search } from '../features/search/routes.ts'
import { createFollowedReader } from '../features/travel/routes.ts'
import { pageOfPosts } from '../features/wanted/routes.ts'
import type { Database } from '../platform/db/database.ts'
import type { ApiContext, Caller, Parts } from '../platform/http/context.ts'
import { toAppError } from '../platform/http/errors.ts'
import { fromJson } from '../platform/http/json-body.ts'
import type { Reader } from '../platform/http/reading.ts'

interface FirstResponses {
  data?: FirstAnswers
  /** The ride, person or follow link of the address does not exist for the reader. */
  missing?: boolean
}

export type ReadFirstResponses = (at: PageAt, caller: Caller | null, request: FastifyRequest) => Promise<FirstResponses>

interface Options {
  deps: Deps
  figures: ReadFigures
  search: Search
  rides: ReturnType<typeof createRideRoutes>
  profiles: ReturnType<typeof createProfileRoutes>
  ratings: ReturnType<typeof createRatingRoutes>
  reader: Reader
}

export function createFirstResponses({
  deps,
  figures,
  search,
  rides,
  profiles,
  ratings,
  reader,
}: Options): ReadFirstResponses {
  const { parts } = deps
  const readFollowed = createFollowedReader(deps)
  /** Calls the endpoints themselves, so that a page shows no more than they return. */
  const responsesFor = async (
    { page, pathname, query }: PageAt,
    context: ApiContext,
  ): Promise<FirstAnswers | undefined> => {
    const id = pathname.split('/')[2] ?? ''
    const newest: ApiContext = { ...context, db: parts.db, responses: parts.responses }
    // As at the endpoints, only visitors may get older posts, rides and people.
    const own = context.caller ? newest : context
    if (page === 'home') return homeOf(search, context, own.db)
    if (page === 'greenMission') return { figures: await figures() }
    if (page === 'follow')
      return { followed: { key: id, shown: await readFollowed(newest, id), at: parts.clock.now().toISOString() } }
    // A signed-in person may be driver or passenger, so the page requests ride and profile itself: here they only decide whether it exists.
    if (page === 'ride') {
      const ride = await call(rides.get, { params: { id }, query: sectionOf(query) }, { context: own })
      return context.caller ? undefined : rideOf(search, ride, context)
    }
    if (page === 'search') return context.caller ? undefined : searched(search, query, context)
    if (page !== 'profile') return undefined
    const [profile, list] = await Promise.all([
      call(profiles.get, { params: { id } }, { context: own }),
      context.caller ? undefined : call(ratings.list, { params: { id }, query: {} }, { context }),
    ])
    return list && { profile, ratings: list }
  }
  return async (at, caller, request) => {
    try {
      const data = await responsesFor(at, contextOf({ ...parts, ...reader.partsFor(request) }, caller, request))
      return data ? { data } : {}
    } catch (error) {
      const { code } = toAppError(error)
      // The page is sent without them, and requests them itself.
      if (code !== 'not_found' && code !== 'validation')
        request.log.warn({ err: error, request_id: request.id }, 'a page is sent without its first responses')
      return code === 'not_found' ? { missing: true } : {}
    }
  }
}

async function homeOf(search: Search, context: ApiContext, dbOfPosts: Database): Promise<FirstAnswers> {
  const upcoming: FirstAnswers['upcoming'] = fromJson(
    await search.page(context, { sort: 'departure', limit: homeListSize }),
  )
  if (!upcoming || upcoming.items.length >= homeFewRides) return { upcoming }
  return { upcoming, posts: await pageOfPosts({ db: dbOfPosts, caller: context.caller }, { limit: homeFewRides }) }
}

/** Adds coming rides between the same two places to a ride that has left. */
async function rideOf(search: Search, ride: RideDetail, context: ApiContext): Promise<FirstAnswers> {
  if (ride.status !== 'active' || new Date(ride.departure_time) > context.clock.now()) return { ride }
  const { start_location: from, end_location: to } = ride.section
  const query = searchQuery.parse({ from, to, sort: 'departure', limit: String(similarRidesMax) })
  return { ride, similar: fromJson(await search.page(context, query)) }
}

/** Returns the first page of what the address searches for; undefined where it searches for nothing. */
async function searched(
  search: Search,
  query: URLSearchParams,
  context: ApiContext,
): Promise<FirstAnswers | undefined> {
  const address = readSearch(query)
  const input = searchQuery.safeParse(address)
  if (!runs(address) || !input.success) return undefined
  countSearch(context)
  return { searched: { query: query.toString(), found: fromJson(await search.page(context, input.data)) } }
}

/** Returns the section of a ride that the address names, if any, with its detour. */
function sectionOf(query: URLSearchParams) {
  const [from, to] = [query.get('from_position'), query.get('to_position')]
  if (from === null || to === null) return {}
  const [place, end] = [query.get('detour_place_id'), detourEnds.find((one) => one === query.get('detour_end'))]
  const detour = place !== null && end !== undefined ? { detour_place_id: place, detour_end: end } : {}
  return { from_position: from, to_position: to, ...detour }
}

const contextOf = (parts: Parts, caller: Caller | null, request: FastifyRequest): ApiContext => ({
  ...parts,
  caller,
  ip: request.ip,
  requestId: request.id,
  idempotencyKey: undefined,
  acceptLanguage: request.headers['accept-language'],
})
