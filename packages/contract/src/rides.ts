/** Rides: publishing, changing and reading them. */
import { z } from './zod.ts'
import {
  currencies,
  detourEnds,
  extraCosts,
  instantBookings,
  lengths,
  luggageSizes,
  price,
  reservationStatuses,
  rideStatuses,
  seats,
  statedGenders,
  typedDistance,
} from './constants.ts'
import { detourInput, rideDetour } from './detours.ts'
import { bodyId, endpoint, id, instant } from './endpoint.ts'
import { chosenPoint } from './meeting-points.ts'
import { digits, wholeNumber } from './numbers.ts'
import { linePoint } from './places.ts'
import { driverRecord, nameConfirmation, person } from './profiles.ts'
import { multiLine, oneLine, optionalMultiLine } from './text.ts'

/** One stop of a ride in order; position 0 is the start. `passes_at` is estimated between departure and arrival. */
export const routeStop = z.object({
  position: z.int(),
  text: z.string(),
  place_id: z.int().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  passes_at: instant,
  /** Where the driver stops at the place; null where driver and passenger agree on it themselves. */
  meeting_point_id: id.nullable(),
  meeting_point: chosenPoint.nullable(),
})
export type RouteStop = z.infer<typeof routeStop>

/** The part of a ride that a passenger buys, from one stop to a later one. `price` is whole kr for one person. */
export const rideSection = z.object({
  from_position: z.int(),
  to_position: z.int(),
  start_location: z.string(),
  end_location: z.string(),
  departure_time: instant,
  arrival_time: instant,
  price: z.int(),
  available_seats: z.int(),
  /** True when the section is the whole ride. */
  whole: z.boolean(),
})
export type RideSection = z.infer<typeof rideSection>

/** What everyone sees of a ride. */
export const ride = z.object({
  id,
  /** Counts the driver's changes. A request and a confirmation send it, so that they agree to the ride that was shown. */
  version: z.int(),
  start_location: z.string(),
  end_location: z.string(),
  /** Names of the stops between start and end. */
  stops: z.array(z.string()),
  departure_time: instant,
  arrival_time: instant,
  /** Whole kr for one person and the whole ride. */
  price: z.int(),
  currency: z.enum(currencies),
  total_seats: z.int(),
  pets_allowed: z.boolean(),
  /** The largest piece that each passenger may bring. */
  luggage: z.enum(luggageSizes),
  /** By how many minutes the driver allows detours to lengthen the trip, all together; 0 is none. */
  detour_minutes: z.int(),
  /** Who gets a seat without the driver's answer. A request for a detour always waits for it. */
  instant_booking: z.enum(instantBookings),
  /** Only people with the driver's gender find the ride. */
  same_gender: z.boolean(),
  /** The driver's gender, of a ride for that gender only; null for other rides, and while the driver states none. */
  only_gender: z.enum(statedGenders).nullable(),
  notes: z.string().nullable(),
  car_make: z.string(),
  car_model: z.string(),
  status: z.enum(rideStatuses),
  created_at: instant,
  /** As the driver has typed it, or estimated from the places, km; null while one of the two ends is unknown and nothing was typed. */
  distance_km: z.number().nullable(),
  /** One person's share of the costs, whole kr, at the rate of the day it was published; null while it cannot be known or is not compared. */
  cost_share: z.int().nullable(),
  /** The price is above the share of the costs, so that riding along is more than sharing them. */
  above_cost_share: z.boolean(),
  route: z.array(routeStop),
  /** `record` is null below the minimum of trips and answers (`recordMinimum`). */
  driver: person.extend({ record: driverRecord.nullable() }),
  available_seats: z.int(),
  /** The section that was searched for; the whole ride without a search. */
  section: rideSection,
  /** Where the section begins or ends at a place beside the way; null for a section between stops. */
  detour: rideDetour.nullable(),
})
export type Ride = z.infer<typeof ride>

/** What only the driver and an accepted passenger see. */
export const contact = z.object({
  phone: z.string().nullable(),
  license_plate: z.string(),
  car_color: z.string(),
})
export type Contact = z.infer<typeof contact>

export const rideDetail = ride.extend({
  /** Who the caller is to this ride. */
  viewer: z.enum(['visitor', 'driver', 'passenger', 'other']),
  /** The caller's newest reservation on this ride. */
  reservation: z
    .object({ id, status: z.enum(reservationStatuses), from_position: z.int(), to_position: z.int() })
    .nullable(),
  /** The caller's place on the ride's waiting list, while it is waiting or has an offer. */
  waiting: z.object({ id, state: z.enum(['waiting', 'offered']), offer_until: instant.nullable() }).nullable(),
  /** Present for the driver and an accepted passenger only. */
  contact: contact.nullable(),
  bookable: z.boolean(),
  /** The section is full, and the caller may join the waiting list; also true for visitors, who sign in first. */
  can_wait: z.boolean(),
  /** Of the whole ride and of each part of it: what a note or a message may name. */
  prices: z.array(z.int()),
  /** The driver's account is suspended, so no seat can be requested; the reason is not disclosed. */
  driver_unavailable: z.boolean(),
  /** Of the driver. */
  name_confirmed: nameConfirmation.nullable(),
  /**
   * What the driver has typed above our own figures, beside these: kilometres, and tolls and ferry far above what the way can cost (`ours` is the
   * most that counts). Null where nothing is above, and where the way is uncertain.
   */
  claims: z
    .object({
      distance_km: z.object({ typed: z.int(), ours: z.int() }).nullable(),
      extra_costs: z.object({ typed: z.int(), ours: z.int() }).nullable(),
    })
    .nullable(),
  /** Tolls and ferry, the typed kilometres, and the series of the ride: for the driver; null for all others. */
  extra_costs: z.int().nullable(),
  typed_distance_km: z.int().nullable(),
  series_id: id.nullable(),
  /** The line of the map along the roads; null while a stop is an unknown place. */
  line: z.array(linePoint).nullable(),
  /** Of a cancelled ride. The reason is for the driver and people with a reservation. */
  cancellation: z.object({ at: instant.nullable(), reason: z.string().nullable() }).nullable(),
})
export type RideDetail = z.infer<typeof rideDetail>

/** A stop as text, or with the place that was chosen from the gazetteer. */
export const stopInput = z.union(
  [
    oneLine(lengths.place).transform((text) => ({ text, place_id: null as number | null })),
    z.strictObject({
      text: oneLine(lengths.place),
      place_id: z
        .int()
        .positive()
        .nullish()
        .transform((value) => value ?? null),
    }),
  ],
  { error: 'invalid' },
)

/**
 * A stop of a ride, with the meeting point that the driver has chosen at its place. Null is none; in a change of a ride, a stop without the
 * field keeps the point that the ride has at that place.
 */
export const rideStopInput = z.union(
  [
    oneLine(lengths.place).transform((text) => ({
      text,
      place_id: null as number | null,
      meeting_point_id: undefined as string | null | undefined,
    })),
    stopInput.options[1].extend({ meeting_point_id: bodyId.nullish() }),
  ],
  { error: 'invalid' },
)

/** Upper case without spaces and hyphens; 2 to 8 letters and digits, as the three countries' plates and personal ones need. */
export const licensePlate = z
  .string({ error: (issue) => (issue.input === undefined ? 'required' : 'invalid') })
  .transform((text) => text.normalize('NFC').toUpperCase().replace(/[\s-]/g, ''))
  .superRefine((text, context) => {
    if (text === '') context.addIssue({ code: 'custom', message: 'required' })
    else if (!/^[A-ZÆØÅÄÖ0-9]{2,8}$/.test(text)) context.addIssue({ code: 'custom', message: 'invalid' })
  })

/** An instant with offset between the years 2000 and 2200; the service checks it against the clock. */
const instantInput = z
  .string({ error: (issue) => (issue.input === undefined || issue.input === '' ? 'required' : 'invalid') })
  .superRefine((text, context) => {
    if (text === '') context.addIssue({ code: 'custom', message: 'required' })
    else if (!instant.safeParse(text).success || !/^2[01]\d\d-/.test(text))
      context.addIssue({ code: 'custom', message: 'invalid' })
  })

/** Whole km of the trip by the driver's own figure; `params` of a refusal have the limits. Null or left out: estimated. */
export const distanceInput = wholeNumber(1, typedDistance.max).nullish()

const termFields = {
  pets_allowed: z.boolean({ error: 'invalid' }),
  luggage: z.enum(luggageSizes, { error: 'invalid' }),
  detour_minutes: detourInput,
  instant_booking: z.enum(instantBookings, { error: 'invalid' }),
  same_gender: z.boolean({ error: 'invalid' }),
  notes: optionalMultiLine(lengths.notes),
  license_plate: licensePlate,
  car_make: oneLine(lengths.carField),
  car_model: oneLine(lengths.carField),
  car_color: oneLine(lengths.carField),
}
export type RideTerm = keyof typeof termFields
/** The fields of a ride beside route, times, price and seats. */
export const rideTerms = Object.keys(termFields) as RideTerm[]

/** Returns the terms of a ride alone. */
export const termsOf = <T extends Record<RideTerm, unknown>>(ride: T) =>
  Object.fromEntries(rideTerms.map((name) => [name, ride[name]])) as Pick<T, RideTerm>

const tripFields = {
  distance_km: distanceInput,
  start_location: rideStopInput,
  end_location: rideStopInput,
  stops: z.array(rideStopInput, { error: 'invalid' }).max(lengths.stops, { error: 'too_many' }).default([]),
  price: wholeNumber(price.min, price.max),
  /** Tolls and ferry of the whole trip, whole kr; counts into the share of the costs. */
  extra_costs: wholeNumber(extraCosts.min, extraCosts.max).default(0),
  total_seats: wholeNumber(seats.min, seats.max).default(seats.default),
  ...termFields,
  pets_allowed: termFields.pets_allowed.default(false),
  luggage: termFields.luggage.default('cabin'),
  detour_minutes: termFields.detour_minutes.default(0),
  instant_booking: termFields.instant_booking.default('off'),
  /** True is refused where the operator does not offer it (`not_offered`), and from a driver who states no gender (`gender_missing`) or one that does not count yet (`gender_waits`). */
  same_gender: termFields.same_gender.default(false),
}

/** Refuses with `overlapping_ride` where the driver is on another trip at that time; left out, nothing is compared. */
const warnOverlap = z.boolean({ error: 'invalid' }).optional()

export const rideBody = z.strictObject({
  ...tripFields,
  warn_overlap: warnOverlap,
  departure_time: instantInput,
  arrival_time: instantInput,
  /** The specified client sends its own id; it passes only when it is the caller's. */
  driver_id: id.optional(),
})
export type RideBody = z.input<typeof rideBody>
export type NewRide = z.output<typeof rideBody>

/** What the driver changes; fields left out stay. `stops` replaces all stops between the ends. */
export const rideChanges = z.strictObject({
  start_location: rideStopInput.optional(),
  end_location: rideStopInput.optional(),
  stops: z.array(rideStopInput, { error: 'invalid' }).max(lengths.stops, { error: 'too_many' }).optional(),
  departure_time: instantInput.optional(),
  arrival_time: instantInput.optional(),
  price: wholeNumber(price.min, price.max).optional(),
  /** Null goes back to the estimate; left out, the figure stays as long as the route does. */
  distance_km: distanceInput,
  extra_costs: wholeNumber(extraCosts.min, extraCosts.max).optional(),
  total_seats: wholeNumber(seats.min, seats.max).optional(),
  ...z.object(termFields).partial().shape,
  warn_overlap: warnOverlap,
  /** The version that the driver saw; refused with `ride_changed` when it is another one now. */
  version: z.int({ error: 'invalid' }).optional(),
})
export type RideChanges = z.input<typeof rideChanges>
export type CheckedRideChanges = z.output<typeof rideChanges>

/** A reason in the driver's or passenger's own words; the body may be left out. */
export const reasonBody = z.strictObject({ reason: optionalMultiLine(lengths.shortReason) }).optional()
export type ReasonBody = z.output<typeof reasonBody>

/** A reason that the other person receives. */
export const requiredReasonBody = z.strictObject({ reason: multiLine(lengths.shortReason) })

/**
 * Reads of one ride may name the section of interest by its stops' positions, and the place of a detour at one of its ends. A detour that
 * the ride does not offer is left out of the response.
 */
const sectionQuery = z.object({
  from_position: digits(0, lengths.stops).optional(),
  to_position: digits(1, lengths.stops + 1).optional(),
  detour_place_id: digits(1, 2_147_483_647).optional(),
  detour_end: z.enum(detourEnds, { error: 'invalid' }).optional(),
})

export const rides = {
  publish: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/rides',
    tag: 'rides',
    summary: 'Publish a ride; the caller becomes its driver',
    body: rideBody,
    output: rideDetail,
    status: 201,
    errors: ['email_not_verified', 'overlapping_ride', 'idempotency_key_reused', 'rate_limited'],
  }),
  edit: endpoint({
    access: 'confirmed',
    method: 'PATCH',
    path: '/rides/{id}',
    tag: 'rides',
    summary: 'Change an own ride before it departs; its passengers are notified, and confirm larger changes',
    body: rideChanges,
    output: rideDetail,
    errors: [
      'not_found',
      'ride_departed',
      'ride_cancelled',
      'ride_changed',
      'route_locked',
      'seats_taken',
      'overlapping_ride',
      'idempotency_key_reused',
    ],
  }),
  cancel: endpoint({
    access: 'confirmed',
    method: 'POST',
    path: '/rides/{id}/cancel',
    tag: 'rides',
    summary: 'Cancel an own ride before it departs; everyone with a reservation is notified',
    body: reasonBody,
    output: rideDetail,
    errors: ['not_found', 'ride_departed'],
  }),
  get: endpoint({
    access: 'open',
    mayLag: 'visitors',
    method: 'GET',
    path: '/rides/{id}',
    tag: 'rides',
    summary: 'One ride',
    query: sectionQuery,
    output: rideDetail,
    errors: ['not_found'],
  }),
}
