import type { Rescue } from '@samtur/contract/rescue'
import type { FindRescue } from '#features/notifications/port'
import { type ApiContext, os, type Parts, participant, signedIn } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { presentCard } from './present.ts'
import { shownOwn } from './routes.ts'
import { wantedToStore } from './rules.ts'
import { plannerOf } from './rules-planner.ts'
import { criteriaOf, endsOf, isOver, type Lost, type LostTrip, spanAround, wantedFor } from './rules-rescue.ts'
import { wantLost } from './service-rescue.ts'
import { findSame } from './views.ts'
import { findLost, listInstead } from './views-rescue.ts'

const rescue = async (context: ApiContext, lost: Lost) => {
  const found = await rescueOf(context, signedIn(context).id, lost)
  assertThat(found, 'not_found')
  return found
}

const want = async (context: ApiContext, lost: Lost) => {
  const caller = participant(context)
  const { id } = await wantLost(context, caller, lost)
  return shownOwn(context, caller, id)
}

export const rescueRoutes = {
  rescueReservation: os.wanted.rescueReservation.handler(({ input, context }) =>
    rescue(context, { reservation_id: input.params.id }),
  ),
  wantReservation: os.wanted.wantReservation.handler(({ input, context }) =>
    want(context, { reservation_id: input.params.id }),
  ),
  rescueWaiting: os.wanted.rescueWaiting.handler(({ input, context }) =>
    rescue(context, { waiting_id: input.params.id }),
  ),
  wantWaiting: os.wanted.wantWaiting.handler(({ input, context }) => want(context, { waiting_id: input.params.id })),
}

type Deps = Pick<Parts, 'db' | 'clock'>

/** Returns the look-up for mails and push messages, which are written later than their event. */
export const createRescue =
  (deps: Deps): FindRescue =>
  (userId, lost) =>
    rescueOf(deps, userId, lost)

async function rescueOf(deps: Deps, userId: string, lost: Lost): Promise<Rescue | undefined> {
  const trip = await findLost(deps.db.read, userId, lost)
  return trip && rescueFor(deps, userId, trip)
}

/** Returns what stands in for the trip as of now; nothing once its time is over, and where its places are unknown. */
async function rescueFor({ db, clock }: Deps, userId: string, trip: LostTrip): Promise<Rescue> {
  const now = clock.now()
  const ends = endsOf(trip)
  if (!ends || isOver(trip, now)) return { rides: [], planner: null, wanted: null }
  const instead = { userId, rideId: trip.ride_id, departs: trip.departs_at, span: spanAround(trip, now) }
  const [cards, wanted] = await Promise.all([
    listInstead(db.read, criteriaOf(ends, trip), instead),
    findWanted(db, userId, trip, now),
  ])
  const departs = trip.departs_at > now ? trip.departs_at : now
  return { rides: cards.map(presentCard), planner: plannerOf({ ...ends, departs }), wanted }
}

async function findWanted({ read }: Parts['db'], userId: string, trip: LostTrip, now: Date) {
  const wanted = wantedToStore(wantedFor(trip), { now })
  const id = 'code' in wanted ? undefined : await findSame(read, userId, wanted)
  return id === undefined ? null : { id }
}
