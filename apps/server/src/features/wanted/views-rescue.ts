/** Reads about trips that ended without the passenger's doing, and of the rides that stand in for them. */
import { sql } from 'kysely'
import { rescueLimits } from '@samtur/contract/constants'
import type { Executor } from '#platform/db/database'
import { instant, integer, nullable, rowsOf, text, uuid } from '#platform/db/rows'
import type { Criteria, Span } from './rules.ts'
import type { Lost, LostTrip } from './rules-rescue.ts'
import { listCards, type ServingCard } from './views-matching.ts'

const lostTrip = {
  ride_id: uuid,
  from: text,
  to: text,
  from_place_id: nullable(integer),
  to_place_id: nullable(integer),
  departs_at: instant,
  seats: integer,
}

/** Returns the person's trip; undefined for another person's, for one that has not ended, and for one that the person has ended. */
export const findLost = (executor: Executor, userId: string, lost: Lost): Promise<LostTrip | undefined> =>
  'reservation_id' in lost
    ? findLostReservation(executor, userId, lost.reservation_id)
    : findLostPlace(executor, userId, lost.waiting_id)

/** The trip is the one that the passenger agreed to, because an edited ride has other stops. */
async function findLostReservation(executor: Executor, userId: string, id: string): Promise<LostTrip | undefined> {
  const { rows } = await rowsOf(lostTrip)`
    select r.ride_id, r.agreed_from as from, r.agreed_to as to, r.agreed_departs_at as departs_at, r.seats_requested as seats,
      case when r.detour_end = 'start' then r.detour_place_id
        else (select place_id from ride_stop where ride_id = r.ride_id and text = r.agreed_from order by position limit 1) end as from_place_id,
      case when r.detour_end = 'end' then r.detour_place_id
        else (select place_id from ride_stop where ride_id = r.ride_id and text = r.agreed_to order by position desc limit 1) end as to_place_id
    from reservation r join ride on ride.id = r.ride_id
    where r.id = ${id} and r.passenger_id = ${userId} and (
      (r.status in ('rejected', 'cancelled') and r.ended_by is distinct from 'passenger')
      or (r.status = 'pending' and (r.answer_by <= app_now() or ride.departure_time <= app_now())))`.execute(executor)
  return rows[0]
}

/** The trip is the one that the notification names, because a place on a list keeps no stops when the ride gets others. */
async function findLostPlace(executor: Executor, userId: string, id: string): Promise<LostTrip | undefined> {
  const { rows } = await rowsOf(lostTrip)`
    select entry.ride_id, told.from, told.to, told.departs_at, entry.seats_requested as seats,
      (select place_id from ride_stop where ride_id = entry.ride_id and text = told.from order by position limit 1) as from_place_id,
      (select place_id from ride_stop where ride_id = entry.ride_id and text = told.to order by position desc limit 1) as to_place_id
    from waiting_entry entry
      join notification on notification.user_id = entry.passenger_id and notification.dedupe_key = 'waiting_ended:' || entry.id::text
      cross join lateral (select coalesce(params ->> 'from', '') as from, coalesce(params ->> 'to', '') as to,
        (params ->> 'departure_time')::timestamptz as departs_at) told
    where entry.id = ${id} and entry.passenger_id = ${userId} and entry.state = 'ended' and told.departs_at is not null`.execute(
    executor,
  )
  return rows[0]
}

interface Instead {
  userId: string
  /** The lost one is not offered again. */
  rideId: string
  departs: Date
  span: Span & { before: Date }
}

/**
 * Returns the cards of rides that stand in for a lost one: the nearest departures first, those by a detour last. Leaves out rides on which the
 * person has a request or seats.
 */
export const listInstead = (
  executor: Executor,
  criteria: Criteria,
  { userId, rideId, departs, span }: Instead,
): Promise<ServingCard[]> =>
  listCards(
    executor,
    criteria,
    { userId, span },
    {
      // The span is only a hint for sections that end at a detour.
      which: sql`ride_id <> ${rideId} and departs_at >= ${span.after} and departs_at < ${span.before}
        and not exists (select from reservation r where r.ride_id = served.ride_id and r.passenger_id = ${userId}
          and r.status in ('pending', 'accepted'))`,
      order: (card) =>
        sql`${card}.place_id is not null, abs(extract(epoch from ${card}.departs_at - ${departs}::timestamptz)), ${card}.ride_id`,
      limit: rescueLimits.rides,
    },
  )
