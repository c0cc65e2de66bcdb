/** Rescue: what a person is offered whose request, seats or place on a waiting list ended without their doing. */
import { z } from './zod.ts'
import { endpoint, id } from './endpoint.ts'
import { ride } from './rides.ts'
import { ownWanted, planner } from './wanted.ts'

export const rescue = z.object({
  /**
   * At most `rescueLimits.rides` other rides with free seats on the section, within `rescueLimits.hours` of its departure: the nearest in time
   * first, those by a detour last.
   */
  rides: z.array(ride),
  /** Null in a country that has none here. */
  planner: planner.nullable(),
  /** The own wanted ride that asks for the same trip; null while there is none. */
  wanted: z.object({ id }).nullable(),
})
export type Rescue = z.infer<typeof rescue>

const wantErrors = [
  'validation',
  'email_not_verified',
  'not_found',
  'ride_departed',
  'wanted_exists',
  'too_many_wanted',
  'idempotency_key_reused',
  'rate_limited',
] as const

/** Endpoints of wanted rides, as the API groups them. What the person has ended, and what has not ended, is not found. */
export const rescueEndpoints = {
  rescueReservation: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/reservations/{id}/rescue',
    tag: 'wanted',
    summary: 'Other ways to travel, for the passenger of a reservation that ended without their doing',
    output: rescue,
    errors: ['not_found'],
  }),
  wantReservation: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/reservations/{id}/wanted',
    tag: 'wanted',
    summary: 'Keep a search for the trip of such a reservation: its places and seats, on its day, at about its time',
    output: ownWanted,
    status: 201,
    errors: wantErrors,
  }),
  rescueWaiting: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/waiting-list/{id}/rescue',
    tag: 'wanted',
    summary: 'Other ways to travel, for a person whose waiting list has ended',
    output: rescue,
    errors: ['not_found'],
  }),
  wantWaiting: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/waiting-list/{id}/wanted',
    tag: 'wanted',
    summary: 'Keep a search for the trip of such a place on a waiting list',
    output: ownWanted,
    status: 201,
    errors: wantErrors,
  }),
}
