/** Reservations: requesting seats, and the driver's decision. */
import { z } from './zod.ts'
import {
  answerHours,
  defaultAnswerHours,
  detourOverLimitMax,
  lengths,
  reservationEndings,
  reservationStatuses,
  seats,
} from './constants.ts'
import { rideDetour, wantedDetour } from './detours.ts'
import { bodyId, cursor, endpoint, id, instant, page } from './endpoint.ts'
import { chosenPoint } from './meeting-points.ts'
import { wholeNumber } from './numbers.ts'
import { nameConfirmation, person } from './profiles.ts'
import { contact, reasonBody, requiredReasonBody, ride, rideSection } from './rides.ts'
import { optionalMultiLine } from './text.ts'

const reservationBase = z.object({
  id,
  ride_id: id,
  seats_requested: z.int(),
  message: z.string().nullable(),
  status: z.enum(reservationStatuses),
  /** Whole kr for one person on the section, fixed at the request. */
  price: z.int(),
  created_at: instant,
  /** Until when the driver can answer; a request ends then. Null for instant bookings, and for requests from before this field. */
  answer_by: instant.nullable(),
  /** The seats were given at once, without an answer. */
  instant: z.boolean(),
  /** A pending request from the waiting list, whose seats are held until it is answered. */
  holds_seats: z.boolean(),
  /** What ended it, and the reason that was given; null while it is pending or accepted. */
  ended_by: z.enum(reservationEndings).nullable(),
  end_reason: z.string().nullable(),
  /** Where the passenger gets in and out; null where driver and passenger agree on it themselves. */
  meeting_points: z.object({ start: chosenPoint.nullable(), end: chosenPoint.nullable() }),
  /** The points that the passenger asks for instead; null where none, and once the request is answered. */
  proposed_points: z.object({ start: chosenPoint.nullable(), end: chosenPoint.nullable() }),
})

/** What was agreed on, as the passenger last saw it. */
export const agreedTrip = z.object({
  departure_time: instant,
  arrival_time: instant,
  start_location: z.string(),
  end_location: z.string(),
})
export type AgreedTrip = z.infer<typeof agreedTrip>

/** The passenger's own view. */
export const ownReservation = reservationBase.extend({
  /** The ride with `section` set to what was reserved. */
  ride,
  /** Present while accepted, until 30 days after arrival. */
  contact: contact.nullable(),
  /** Accepted, departed and not yet rated, and no rating of the driver stands in the way. */
  can_rate: z.boolean(),
  /** When the driver can be rated again, where an earlier rating is less than seven days old; null otherwise. */
  can_rate_from: instant.nullable(),
  /** The passenger's own rating of this ride. */
  own_rating: z.int().nullable(),
  /**
   * The driver has moved the trip by more than 15 minutes, to another place or to another meeting point since it was agreed on: what it was before. The passenger
   * confirms the ride as it is now, or cancels. Null when there is nothing to confirm.
   */
  change: agreedTrip
    .extend({
      /** Names of the meeting points; null where there was none. */
      start_point: z.string().nullable(),
      end_point: z.string().nullable(),
    })
    .nullable(),
  /** Pending or accepted, not yet departed, and the driver's account is suspended; the reason is not disclosed. */
  driver_unavailable: z.boolean(),
  /** Of the driver. */
  name_confirmed: nameConfirmation.nullable(),
})
export type OwnReservation = z.infer<typeof ownReservation>

/** The driver's view of one request. */
export const rideReservation = reservationBase.extend({
  passenger: person.extend({ phone: z.string().nullable(), name_confirmed: nameConfirmation.nullable() }),
  section: rideSection,
  /** The detour that the passenger asks for; null for a section between stops, and once it was accepted, when the place is a stop. */
  detour: rideDetour
    .extend({
      /** By how many minutes it goes beyond what the driver allows for all detours of the ride together; 0 where it does not. */
      minutes_over_limit: z.int(),
    })
    .nullable(),
  /** The passenger has not yet agreed to a change of the ride. */
  awaits_confirmation: z.boolean(),
  /** Accepted, departed and not yet rated by the driver, and no rating of the passenger stands in the way. */
  can_rate: z.boolean(),
  /** When the passenger can be rated again, where an earlier rating is less than seven days old; null otherwise. */
  can_rate_from: instant.nullable(),
  own_rating: z.int().nullable(),
})
export type RideReservation = z.infer<typeof rideReservation>

/** One of the caller's own rides, with every request on it. */
export const ownRide = ride.extend({
  contact,
  series_id: id.nullable(),
  reservations: z.array(rideReservation),
  /** People on the waiting list, including those with an offer; without their names. */
  waiting: z.int(),
  /** Seats that offers from the waiting list hold at present, on the fullest part of the ride. */
  held_seats: z.int(),
})
export type OwnRide = z.infer<typeof ownRide>

/** Pages of 50; `next_cursor` of a page is the cursor of the next one. */
const pageQuery = z.object({ cursor: cursor.optional() })

const answerWithinHours = z.literal(answerHours, { error: 'invalid' }).default(defaultAnswerHours)
export const acceptOverlap = z.boolean({ error: 'invalid' }).optional()

/** Positions of stops; the whole ride when left out. */
export const reservationBody = z.strictObject({
  seats_requested: wholeNumber(1, seats.maxPerReservation),
  message: optionalMultiLine(lengths.reservationMessage),
  from_position: wholeNumber(0, lengths.stops).optional(),
  to_position: wholeNumber(1, lengths.stops + 1).optional(),
  /** A place beside the way at which the section begins or ends; the section's stop at that end is the last one before it or the first one after it. */
  detour: wantedDetour.optional(),
  /** Meeting points that the passenger asks for at the ends of the section, instead of those of the ride; not at the place of a detour. */
  start_point_id: bodyId.optional(),
  end_point_id: bodyId.optional(),
  /** The version of the ride that the passenger saw; refused with `ride_changed` when it is another one now. */
  ride_version: z.int({ error: 'invalid' }).optional(),
  /** Hours in which the passenger wants an answer; the request ends then, or half an hour before departure. */
  answer_within_hours: answerWithinHours,
  /** The passenger knows of another trip at that time. */
  accept_overlap: acceptOverlap,
  // What the specified client sends itself passes only when equal to what the server would set.
  ride_id: id.optional(),
  passenger_id: id.optional(),
  status: z.literal('pending', { error: 'invalid' }).optional(),
})
export type ReservationBody = z.input<typeof reservationBody>

const acceptBody = z
  .strictObject({
    ...reasonBody.unwrap().shape,
    /** Gives the seats but keeps the ride's meeting points where the passenger asks for others. */
    keep_points: z.boolean({ error: 'invalid' }).optional(),
    /** By how many minutes at most the detour may go beyond what the driver allows; 0 when left out. */
    minutes_over_limit: wholeNumber(0, detourOverLimitMax).optional(),
  })
  .optional()

const decisionErrors = [
  'not_found',
  'reservation_closed',
  'not_enough_seats',
  'not_bookable',
  'detour_unavailable',
  'ride_departed',
  'ride_cancelled',
] as const

export const reservations = {
  create: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/rides/{id}/reservations',
    tag: 'reservations',
    summary: 'Request seats on the whole ride or on a section of it',
    body: reservationBody,
    output: ownReservation,
    status: 201,
    errors: [
      'email_not_verified',
      'not_found',
      'own_ride',
      'already_reserved',
      'not_enough_seats',
      'ride_departed',
      'ride_cancelled',
      'too_many_attempts',
      'not_bookable',
      'detour_unavailable',
      'ride_changed',
      'overlapping_ride',
      'idempotency_key_reused',
    ],
  }),
  accept: endpoint({
    access: 'confirmed',
    method: 'POST',
    path: '/reservations/{id}/accept',
    tag: 'reservations',
    summary:
      'Accept a pending request; takes the seats on the legs travelled, and moves the ride to the meeting points asked for',
    body: acceptBody,
    output: rideReservation,
    errors: [...decisionErrors, 'detour_over_limit'],
  }),
  reject: endpoint({
    access: 'confirmed',
    method: 'POST',
    path: '/reservations/{id}/reject',
    tag: 'reservations',
    summary: 'Reject a pending request',
    body: reasonBody,
    output: rideReservation,
    errors: decisionErrors,
  }),
  remove: endpoint({
    access: 'confirmed',
    method: 'POST',
    path: '/reservations/{id}/remove',
    tag: 'reservations',
    summary:
      'Remove an accepted passenger from an own ride before departure; frees the seats and notifies the passenger of the reason',
    body: requiredReasonBody,
    output: rideReservation,
    errors: ['not_found', 'reservation_closed', 'ride_departed'],
  }),
  cancel: endpoint({
    access: 'confirmed',
    method: 'POST',
    path: '/reservations/{id}/cancel',
    tag: 'reservations',
    summary: 'Take back an own request or give back the seats, before departure; also declines a change',
    body: reasonBody,
    output: ownReservation,
    errors: ['not_found', 'reservation_closed', 'ride_departed'],
  }),
  confirm: endpoint({
    access: 'confirmed',
    method: 'POST',
    path: '/reservations/{id}/confirm',
    tag: 'reservations',
    summary: 'Agree to the ride as the driver has changed it',
    body: z.strictObject({
      ride_version: z.int({ error: (issue) => (issue.input === undefined ? 'required' : 'invalid') }),
    }),
    output: ownReservation,
    errors: ['not_found', 'reservation_closed', 'ride_departed', 'ride_changed'],
  }),
  mine: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/reservations',
    tag: 'reservations',
    summary: 'The caller’s reservations, newest first',
    query: pageQuery,
    output: page(ownReservation),
  }),
  myRides: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/rides',
    tag: 'reservations',
    summary: 'The caller’s rides with their requests, latest departure first',
    query: pageQuery,
    output: page(ownRide),
  }),
}
