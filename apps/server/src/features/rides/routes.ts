import { searchPage } from '@samtur/contract/constants'
import type { z } from 'zod'
import type { searchQuery } from '@samtur/contract/rides'
import { foldPlace, lowerCase, placesMatching } from '#features/places/port'
import { dayInOslo } from '#platform/clock'
import { type ApiContext, os, verified } from '#platform/http/context'
import { assertThat, invalidField } from '#platform/http/errors'
import { decodeCursor, encodeCursor } from '#platform/http/cursor'
import { seesContact } from './policy.ts'
import { presentContact, presentRide, sectionOf } from './present.ts'
import { publishRide } from './service.ts'
import { findRide, findViewer, type FoundRide, searchRides, type SearchText } from './views.ts'

const perMinute = { name: 'search', max: 60, per: 60, byAddress: true }

export const rideRoutes = {
  search: os.rides.search.handler(async ({ input, context }) => {
    context.limiter.useLocally(perMinute, context.ip)
    return search(context, input.query)
  }),
  publish: os.rides.publish.handler(async ({ input, context }) => {
    const caller = verified(context)
    const { id } = await publishRide(context, caller, input.body)
    const ride = await findRide(context.db.read, id)
    assertThat(ride, 'internal')
    return presentDetail(context, ride)
  }),
  get: os.rides.get.handler(async ({ input, context }) => {
    const ride = await findRide(context.db.read, input.params.id)
    assertThat(ride, 'not_found')
    const { from_position: from, to_position: to } = input.query
    return presentDetail(context, ride, from, to)
  }),
}

type Query = z.output<typeof searchQuery>

/** One page of upcoming rides; also what the home page starts with. */
export async function search(context: Pick<ApiContext, 'db' | 'caller'>, query: Query) {
  const limit = query.limit ?? searchPage.default
  const day = query.date ? dayInOslo(query.date) : undefined
  const hits = await searchRides(context.db.read, {
    from: searchText(query.from),
    to: searchText(query.to),
    after: day?.start,
    before: day?.end,
    seats: query.seats ?? 1,
    cursor: query.cursor ? decodeCursor(query.cursor) : undefined,
    limit,
    viewerId: context.caller?.id ?? null,
  })
  const last = hits.length > limit ? hits[limit - 1] : undefined
  return {
    items: hits.slice(0, limit).map((hit) => presentRide(hit, { from: hit.from_position, to: hit.to_position })),
    next_cursor: last ? encodeCursor(last.departs_at, last.id) : null,
  }
}

function searchText(text: string | undefined): SearchText | undefined {
  if (!text) return undefined
  return { name: lowerCase(text), folded: foldPlace(text), placeIds: placesMatching(text).map((place) => place.id) }
}

async function presentDetail(context: ApiContext, ride: FoundRide, from?: number, to?: number) {
  const section = sectionOf(ride, from, to)
  if (!section) throw invalidField('to_position', 'out_of_range')
  const { caller } = context
  const isDriver = caller?.id === ride.driver.id
  const viewer = caller && !isDriver ? await findViewer(context.db.read, ride, caller.id) : null
  const now = context.clock.now()
  const reservation = viewer?.reservation ?? null
  const isPassenger = seesContact(reservation, ride.arrival_time, now)
  const shown = presentRide(ride, section)
  const open = ride.status === 'active' && !ride.shut && ride.departure_time > now && shown.section.available_seats > 0
  const active = reservation?.status === 'pending' || reservation?.status === 'accepted'
  return {
    ...shown,
    viewer: !caller
      ? ('visitor' as const)
      : isDriver
        ? ('driver' as const)
        : isPassenger
          ? ('passenger' as const)
          : ('other' as const),
    reservation,
    contact: isDriver || isPassenger ? presentContact(ride, !viewer?.blocked) : null,
    bookable: open && !isDriver && !active && !viewer?.blocked,
  }
}
