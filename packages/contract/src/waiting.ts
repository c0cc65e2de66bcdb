/** Waiting lists: people who wait for seats on a full ride, and the offers that hold seats for them. */
import { z } from './zod.ts'
import { lengths, seats, waitingStates } from './constants.ts'
import { endpoint, id, instant } from './endpoint.ts'
import { wholeNumber } from './numbers.ts'
import { acceptOverlap, ownReservation } from './reservations.ts'
import { ride } from './rides.ts'
import { optionalMultiLine } from './text.ts'

/** A person's place on the waiting list of one ride, as the person sees it. */
export const waitingEntry = z.object({
  id,
  ride_id: id,
  /** Offered → taken or lapsed; left by the person; ended with the ride, its route or a block. */
  state: z.enum(waitingStates),
  seats_requested: z.int(),
  created_at: instant,
  /** How many people stand before this one for a part of the same section, plus one; null unless waiting. */
  place_in_line: z.int().nullable(),
  /** Between these an offer lasts. One of the night begins in the morning, but holds the seats, and can be taken, at once. */
  offer_from: instant.nullable(),
  offer_until: instant.nullable(),
  /**
   * Taking the offer gives the seat at once; otherwise it makes a request, which the driver answers. False on an instant ride, too, for a person
   * with another trip at that time or without seats left to get at once.
   */
  instant: z.boolean(),
  /** The person's other trip at that time. */
  overlap: z.object({ from: z.string(), to: z.string(), departure_time: instant }).nullable(),
  /** The driver cannot drive at present, so nothing can be taken. */
  driver_unavailable: z.boolean(),
  /** The ride with `section` set to what the person waits for. */
  ride,
})
export type WaitingEntry = z.infer<typeof waitingEntry>

/** Positions of stops; the whole ride when left out. */
export const waitingBody = z.strictObject({
  seats_requested: wholeNumber(1, seats.maxPerReservation),
  from_position: wholeNumber(0, lengths.stops).optional(),
  to_position: wholeNumber(1, lengths.stops + 1).optional(),
})
export type WaitingBody = z.input<typeof waitingBody>

export const takeBody = z
  .strictObject({
    message: optionalMultiLine(lengths.reservationMessage),
    /** The version of the ride that the person saw; refused with `ride_changed` when it is another one now. */
    ride_version: z.int({ error: 'invalid' }).optional(),
    accept_overlap: acceptOverlap,
  })
  .optional()
export type TakeBody = z.input<typeof takeBody>

export const waiting = {
  join: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/rides/{id}/waiting-list',
    tag: 'reservations',
    summary: 'Wait for seats on a section that is full',
    body: waitingBody,
    output: waitingEntry,
    status: 201,
    errors: [
      'email_not_verified',
      'not_found',
      'own_ride',
      'already_reserved',
      'already_waiting',
      'seats_available',
      'too_many_waiting',
      'ride_departed',
      'ride_cancelled',
      'too_many_attempts',
      'not_bookable',
      'idempotency_key_reused',
    ],
  }),
  leave: endpoint({
    access: 'confirmed',
    method: 'DELETE',
    path: '/rides/{id}/waiting-list',
    tag: 'reservations',
    summary: 'Leave the waiting list of a ride; seats that were held go to the next person',
    output: waitingEntry,
    errors: ['not_found'],
  }),
  take: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/waiting-list/{id}/take',
    tag: 'reservations',
    summary:
      'Take the held seats: accepted at once on an instant ride, otherwise a request that keeps them until its answer',
    body: takeBody,
    output: ownReservation,
    errors: [
      'email_not_verified',
      'not_found',
      'offer_closed',
      'already_reserved',
      'overlapping_ride',
      'ride_changed',
      'ride_departed',
      'ride_cancelled',
      'not_bookable',
      'idempotency_key_reused',
    ],
  }),
  mine: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/waiting-list',
    tag: 'reservations',
    summary: 'The caller’s places on waiting lists of rides ahead: offers first, then by departure',
    output: z.object({ items: z.array(waitingEntry) }),
  }),
}
