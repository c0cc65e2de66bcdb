import { sql } from 'kysely'
import { searchPage, wanted as limits } from '@samtur/contract/constants'
import type { OwnWanted, PostOnWay } from '@samtur/contract/wanted'
import { placeOfStop } from '#features/places/port'
import { genderProblem, refuseSameGender } from '#features/profiles/port'
import { findRide, presentSection, type RideRow, sectionByDetour } from '#features/rides/port'
import { dayInOslo } from '#platform/clock'
import { type ApiContext, type Caller, os, participant, signedIn, verified } from '#platform/http/context'
import { decodeCursor, encodeCursor } from '#platform/http/cursor'
import { assertThat, invalidField } from '#platform/http/errors'
import { presentOnWay, presentOwn, presentPost, presentPreview } from './present.ts'
import { departuresOf, recentDays, stateOf } from './rules.ts'
import { plannerOfDay } from './rules-planner.ts'
import { checkWanted, createWanted, editWanted, endOwn, type GenderRules, offerRide } from './service.ts'
import {
  countRecent,
  findOwn,
  listOffered,
  listOfferedFor,
  listOwn,
  listPosts,
  listPostsById,
  OWN_PAGE,
  type PostQuery,
  type WantedRow,
} from './views.ts'
import { findServed, listServingCards, surroundingsOf, type WantedSection } from './views-matching.ts'

/** Reads count with searches of the same address. */
const perMinute = { name: 'search', max: 60, per: 60, byAddress: true }

export const createWantedRoutes = (rules: GenderRules) => ({
  create: os.wanted.create.handler(async ({ input, context }) => {
    const caller = participant(context)
    const { id } = await createWanted(context, rules, caller, input.body)
    return shownOwn(context, caller, id)
  }),
  own: os.wanted.own.handler(async ({ input, context }) => {
    const caller = signedIn(context)
    const { cursor } = input.query
    const rows = await listOwn(context.db.read, caller.id, cursor ? decodeCursor(cursor) : undefined)
    const items: OwnWanted[] = []
    for (const row of rows.slice(0, OWN_PAGE)) items.push(await withMatches(context, row))
    return { items, next_cursor: nextCursor(rows, OWN_PAGE) }
  }),
  edit: os.wanted.edit.handler(async ({ input, context }) => {
    const caller = verified(context)
    await editWanted(context, rules, caller, input.params.id, input.body)
    return shownOwn(context, caller, input.params.id)
  }),
  end: os.wanted.end.handler(async ({ input, context }) => {
    const caller = verified(context)
    await endOwn(context, caller, input.params.id)
    return shownOwn(context, caller, input.params.id)
  }),
  posts: os.wanted.posts.handler(async ({ input, context }) => {
    context.limiter.useLocally(perMinute, context.ip)
    const { from, to, cursor, limit = searchPage.default } = input.query
    return pageOfPosts(context, {
      from: placeOfFilter('from', from),
      to: placeOfFilter('to', to),
      before: cursor ? decodeCursor(cursor) : undefined,
      limit,
    })
  }),
  preview: os.wanted.preview.handler(async ({ input, context }) => {
    const { db, clock, limiter, ip, caller } = context
    limiter.useLocally(perMinute, ip)
    if (input.body.same_gender) await refuseSameGender(db.read, rules, caller?.id ?? null)
    const now = clock.now()
    const wanted = checkWanted(input.body, now)
    const seeker = { userId: caller?.id ?? null, span: departuresOf(wanted, now) }
    const days = recentDays(now)
    const [first = '', last = ''] = [days[0], days.at(-1)]
    const [cards, perDay] = await Promise.all([
      listServingCards(db.read, wanted, seeker),
      countRecent(db.read, wanted, { first: dayInOslo(first).start, until: dayInOslo(last).end }),
    ])
    return { ...presentPreview(cards, days, perDay, limits.minimum), planner: plannerOfDay(wanted, now) }
  }),
  onYourWay: os.wanted.onYourWay.handler(async ({ input, context }) => {
    const caller = verified(context)
    const ride = await findRide(context.db.read, input.query.ride_id)
    assertThat(ride?.driver.id === caller.id, 'not_found')
    return { items: await postsOnWay(context, caller, ride) }
  }),
  offer: os.wanted.offer.handler(async ({ input, context }) =>
    offerRide(context, participant(context), input.params.id, input.body.ride_id),
  ),
})

/** Returns a page of public wanted rides as the caller sees them; without a limit of requests, for the server's own pages. */
export async function pageOfPosts(
  { db, caller }: Pick<ApiContext, 'db' | 'caller'>,
  query: Pick<PostQuery, 'limit'> & Partial<PostQuery>,
) {
  const viewerId = caller?.id ?? null
  const rows = await listPosts(
    db.read,
    { from: undefined, to: undefined, before: undefined, ...query, viewerId },
    limits.radiusKm,
  )
  return {
    items: rows.slice(0, query.limit).map((row) => presentPost(row, viewerId)),
    next_cursor: nextCursor(rows, query.limit),
  }
}

/** Returns the cursor behind a page; null where no row comes after it. */
function nextCursor(rows: readonly { created_at: Date; id: string }[], size: number) {
  const last = rows.length > size ? rows[size - 1] : undefined
  return last ? encodeCursor(last.created_at, last.id) : null
}

function placeOfFilter(field: string, stop: { text: string; place_id: number | null } | undefined) {
  if (!stop) return undefined
  const place = placeOfStop(stop)
  if (!place) throw invalidField(field, 'unknown_place')
  return place.id
}

/** Returns a wanted ride of the caller with its matches. Error: `not_found`. */
export async function shownOwn(context: ApiContext, caller: Caller, id: string): Promise<OwnWanted> {
  const row = await findOwn(context.db.read, caller.id, id)
  assertThat(row, 'not_found')
  return withMatches(context, row)
}

/** Returns the wanted ride with the rides that match now; one that is paused or over has none. */
async function withMatches({ db, clock }: ApiContext, row: WantedRow): Promise<OwnWanted> {
  const now = clock.now()
  const waits = row.filters.same_gender !== undefined && (await genderProblem(db.read, row.user_id)) !== undefined
  if (stateOf(row, now) !== 'active') return presentOwn(row, { matching: [], offered: [] }, { now, waits })
  const seeker = { userId: row.user_id, span: departuresOf(row, now) }
  const rideIds = await listOffered(db.read, row.id)
  const [matching, offered] = await Promise.all([
    listServingCards(db.read, row, seeker),
    rideIds.length > 0 ? listServingCards(db.read, row, { ...seeker, rideIds, strictness: 'passes' }) : [],
  ])
  return presentOwn(row, { matching, offered }, { now, waits })
}

const MOST_POSTS = 50

async function postsOnWay({ db }: ApiContext, caller: Caller, ride: RideRow): Promise<PostOnWay[]> {
  const around = await surroundingsOf(db.read, ride.id)
  if (!around) return []
  const served = await findServed(db.read, around, { which: sql`w.public`, strictness: 'passes' })
  const next = served.toSorted((a, b) => a.departs_at.getTime() - b.departs_at.getTime()).slice(0, MOST_POSTS)
  const posts = await listPostsById(
    db.read,
    caller.id,
    next.map(({ wanted_id }) => wanted_id),
  )
  const byId = new Map(posts.map((post) => [post.id, post]))
  const offered = new Set(await listOfferedFor(db.read, ride.id))
  return next.flatMap((section) => {
    const post = byId.get(section.wanted_id)
    const way = sectionOf(ride, section)
    return post && way ? [presentOnWay(post, way, { viewerId: caller.id, offered: offered.has(post.id) })] : []
  })
}

/** Returns the section as it is shown; undefined where the ride has changed meanwhile. */
function sectionOf(ride: RideRow, { from_position: from, to_position: to, place_id, at_start }: WantedSection) {
  if (to >= ride.stops.length) return undefined
  if (place_id === null) return { section: presentSection(ride, { from, to }), detour: null }
  return sectionByDetour(ride, { from, to }, { place_id, end: at_start ? 'start' : 'end' })
}
