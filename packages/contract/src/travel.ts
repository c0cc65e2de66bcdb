/** The day of travel: today's trips, links with which others follow a trip, what has happened, and meeting codes. */
import { z } from './zod.ts'
import { email } from './accounts.ts'
import { checkInKinds, currencies, rideCheckInKinds } from './constants.ts'
import { bodyId, endpoint, id, instant, missingOr } from './endpoint.ts'
import { chosenPoint } from './meeting-points.ts'
import { person } from './profiles.ts'

/** Where and when somebody gets in or out. */
const tripEnd = z.object({
  text: z.string(),
  at: instant,
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  /** Null where driver and passenger agree on it themselves. */
  point: chosenPoint.nullable(),
})
export type TripEnd = z.infer<typeof tripEnd>

const car = z.object({ make: z.string(), model: z.string(), color: z.string(), plate: z.string() })

/** What a person says has happened. */
const checkIn = z.object({
  kind: z.enum(checkInKinds),
  at: instant,
  /** The caller said it; otherwise the other side did. */
  own: z.boolean(),
})
export type CheckIn = z.infer<typeof checkIn>

/** The other side of an accepted reservation. */
const companion = z.object({
  reservation_id: id,
  person: person.extend({ phone: z.string().nullable() }),
  seats: z.int(),
  /** For one seat, as agreed. */
  price: z.int(),
  currency: z.enum(currencies),
  /** Where the passenger gets in and out. */
  start: tripEnd,
  end: tripEnd,
  /** Four digits that the caller shows to the other side, who types them. */
  code: z.string(),
  /** One side has typed the other's code. */
  met: z.boolean(),
  check_ins: z.array(checkIn),
})
export type Companion = z.infer<typeof companion>

export const followLink = z.object({
  id,
  url: z.string(),
  created_at: instant,
  /** Three hours after arrival; moves with the trip. */
  ends_at: instant,
  /** Gets one mail when the person does not say that the trip has ended. */
  email: z.string().nullable(),
  /** When a position was last shown; null where none is. */
  position_at: instant.nullable(),
})
export type FollowLink = z.infer<typeof followLink>

export const todayTrip = z.object({
  ride_id: id,
  /** Null for an own ride. */
  reservation_id: id.nullable(),
  start: tripEnd,
  end: tripEnd,
  car,
  /** The driver, or the accepted passengers in the order in which they get in. */
  companions: z.array(companion),
  follow_links: z.array(followLink),
  /** What the caller has said of an own ride as a whole. */
  check_ins: z.array(checkIn),
  /** From when until when the trip is one of today. */
  shown_from: instant,
  shown_until: instant,
})
export type TodayTrip = z.infer<typeof todayTrip>

/** What somebody with the address of a follow link sees, without an account. */
export const followed = z.object({
  /** First names; the driver is the person who shares where `driving` is true. */
  sharer: z.string(),
  driver: z.string(),
  driving: z.boolean(),
  cancelled: z.boolean(),
  start: tripEnd.pick({ text: true, at: true }).extend({ point: z.string().nullable() }),
  end: tripEnd.pick({ text: true, at: true }).extend({ point: z.string().nullable() }),
  /** Null for a trip that is cancelled. */
  car: car.omit({ model: true }).nullable(),
  /** What the person who shares has said, in order. */
  check_ins: z.array(checkIn.omit({ own: true })),
  position: z.object({ lat: z.number(), lon: z.number(), at: instant }).nullable(),
  ends_at: instant,
})
export type Followed = z.infer<typeof followed>

/** When something happened, by the device's clock; a time that cannot be true is replaced by the server's. */
const happenedAt = z.iso.datetime({ offset: true, error: 'invalid' }).optional()

export const followLinkBody = z
  .strictObject({
    reservation_id: bodyId.optional(),
    ride_id: bodyId.optional(),
    email: email.nullish(),
  })
  .refine((body) => body.reservation_id !== undefined || body.ride_id !== undefined, {
    error: 'required',
    path: ['reservation_id'],
  })
  .refine((body) => body.reservation_id === undefined || body.ride_id === undefined, {
    error: 'invalid',
    path: ['ride_id'],
  })
export type FollowLinkBody = z.output<typeof followLinkBody>

export const checkInBody = z.strictObject({
  kind: z.enum(['got_in', 'arrived', 'not_met'], { error: missingOr('invalid') }),
  at: happenedAt,
})
export const rideCheckInBody = z.strictObject({
  kind: z.enum(rideCheckInKinds, { error: missingOr('invalid') }),
  at: happenedAt,
})
export const metBody = z.strictObject({
  code: z.string({ error: missingOr('invalid') }).regex(/^\d{4}$/, { error: 'invalid' }),
  at: happenedAt,
})
const degrees = (limit: number) =>
  z.number({ error: missingOr('invalid') }).refine((value) => Math.abs(value) <= limit, { error: 'out_of_range' })
export const positionBody = z.strictObject({ lat: degrees(90), lon: degrees(180) })

export const travel = {
  today: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/trips/today',
    tag: 'travel',
    summary: 'The caller’s trips from 12 hours before departure to 3 hours after arrival, earliest first',
    output: z.object({ items: z.array(todayTrip) }),
  }),
  share: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/trips/follow-links',
    tag: 'travel',
    summary: 'Make an address with which others follow an accepted reservation or an own ride; five for each trip',
    body: followLinkBody,
    output: followLink,
    status: 201,
    errors: [
      'not_found',
      'not_accepted',
      'ride_cancelled',
      'trip_over',
      'too_many_links',
      'rate_limited',
      'idempotency_key_reused',
    ],
  }),
  unshare: endpoint({
    access: 'participant',
    method: 'DELETE',
    path: '/trips/follow-links/{id}',
    tag: 'travel',
    summary: 'Take a follow link back: its address shows nothing from now on',
    output: z.object({ ended: z.literal(true) }),
    errors: ['not_found'],
  }),
  position: endpoint({
    access: 'participant',
    method: 'PUT',
    path: '/trips/follow-links/{id}/position',
    tag: 'travel',
    summary: 'Show the own position on a follow link; one that cannot be on the way is not stored',
    body: positionBody,
    output: z.object({ stored: z.boolean() }),
    errors: ['not_found', 'rate_limited'],
  }),
  hidePosition: endpoint({
    access: 'participant',
    method: 'DELETE',
    path: '/trips/follow-links/{id}/position',
    tag: 'travel',
    summary: 'Show no position on a follow link any more; the stored one is deleted',
    output: z.object({ ended: z.literal(true) }),
    errors: ['not_found'],
  }),
  follow: endpoint({
    access: 'open',
    // The key gives access, so it is not in the address, which proxies log.
    method: 'POST',
    path: '/follow',
    tag: 'travel',
    summary: 'What a follow link shows, changing nothing; the same error for a key that is unknown, taken back or over',
    body: z.strictObject({ key: z.string({ error: missingOr('invalid') }).max(100, { error: 'too_long' }) }),
    output: followed,
    errors: ['not_found', 'rate_limited'],
  }),
  checkIn: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/reservations/{id}/check-ins',
    tag: 'travel',
    summary:
      'Say what has happened on an accepted reservation, as one of its two sides; the same again changes nothing',
    body: checkInBody,
    output: companion,
    errors: ['not_found', 'not_accepted', 'ride_cancelled', 'not_travel_day', 'not_departed', 'already_met'],
  }),
  rideCheckIn: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/rides/{id}/check-ins',
    tag: 'travel',
    summary: 'Say as the driver that the ride has begun or ended; the same again changes nothing',
    body: rideCheckInBody,
    output: z.object({ check_ins: z.array(checkIn) }),
    errors: ['not_found', 'ride_cancelled', 'not_travel_day', 'not_departed'],
  }),
  met: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/reservations/{id}/met',
    tag: 'travel',
    summary: 'Type the code that the other side shows, which marks that both have met; five wrong ones, then a wait',
    body: metBody,
    output: companion,
    errors: ['not_found', 'not_accepted', 'ride_cancelled', 'not_travel_day', 'rate_limited'],
  }),
}
