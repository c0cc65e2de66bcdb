/** Rides: publishing, finding and reading them. */
import { z } from './zod.ts'
import { currencies, lengths, price, reservationStatuses, rideStatuses, searchPage, seats } from './constants.ts'
import { cursor, day, endpoint, id, instant, page } from './endpoint.ts'
import { digits, wholeNumber } from './numbers.ts'
import { person } from './profiles.ts'
import { oneLine, optionalMultiLine } from './text.ts'

/** One stop of a ride in order; position 0 is the start. `passes_at` is estimated between departure and arrival. */
export const routeStop = z.object({
  position: z.int(),
  text: z.string(),
  place_id: z.int().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  passes_at: instant,
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

/** What everybody sees of a ride. */
export const ride = z.object({
  id,
  driver: person,
  start_location: z.string(),
  end_location: z.string(),
  /** Names of the stops between start and end. */
  stops: z.array(z.string()),
  departure_time: instant,
  arrival_time: instant,
  /** Whole kr for one person and the whole ride. */
  price: z.int(),
  currency: z.enum(currencies),
  available_seats: z.int(),
  total_seats: z.int(),
  pets_allowed: z.boolean(),
  notes: z.string().nullable(),
  car_make: z.string(),
  car_model: z.string(),
  status: z.enum(rideStatuses),
  created_at: instant,
  route: z.array(routeStop),
  /** The section that was searched for; the whole ride when nothing narrower was asked. */
  section: rideSection,
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
  /** Present for the driver and an accepted passenger only. */
  contact: contact.nullable(),
  bookable: z.boolean(),
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

export const rideBody = z.strictObject({
  start_location: stopInput,
  end_location: stopInput,
  stops: z.array(stopInput, { error: 'invalid' }).max(lengths.stops, { error: 'too_many' }).default([]),
  departure_time: instantInput,
  arrival_time: instantInput,
  price: wholeNumber(price.min, price.max),
  total_seats: wholeNumber(seats.min, seats.max).default(seats.default),
  pets_allowed: z.boolean({ error: 'invalid' }).default(false),
  notes: optionalMultiLine(lengths.notes),
  license_plate: licensePlate,
  car_make: oneLine(lengths.carField),
  car_model: oneLine(lengths.carField),
  car_color: oneLine(lengths.carField),
  /** The specified client sends its own id; it passes only when it is the caller's. */
  driver_id: id.optional(),
})
export type RideBody = z.input<typeof rideBody>
export type NewRide = z.output<typeof rideBody>

const searchText = z
  .string({ error: 'invalid' })
  .max(lengths.place, { error: 'too_long' })
  .refine((text) => text.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(text), { error: 'invalid_characters' })
  .transform((text) => text.normalize('NFC').trim())

/** `date` is a day in Oslo. Without any of from, to and date all upcoming rides are listed. */
export const searchQuery = z.object({
  from: searchText.optional(),
  to: searchText.optional(),
  date: z.union([z.literal('').transform(() => undefined), day], { error: 'invalid' }).optional(),
  seats: digits(1, seats.max).optional(),
  limit: digits(1, searchPage.max).optional(),
  cursor: cursor.optional(),
})
export type SearchQuery = z.input<typeof searchQuery>

/** Reads of one ride may name the section of interest by its stops' positions. */
const sectionQuery = z.object({
  from_position: digits(0, lengths.stops).optional(),
  to_position: digits(1, lengths.stops + 1).optional(),
})

export const rides = {
  search: endpoint({
    access: 'open',
    method: 'GET',
    path: '/rides',
    tag: 'rides',
    summary: 'Upcoming rides with free seats, by departure; from and to match any stop in travel order',
    query: searchQuery,
    output: page(ride),
  }),
  publish: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/rides',
    tag: 'rides',
    summary: 'Publish a ride; the caller becomes its driver',
    body: rideBody,
    output: rideDetail,
    status: 201,
    errors: ['email_not_verified', 'idempotency_key_reused', 'rate_limited'],
  }),
  get: endpoint({
    access: 'open',
    method: 'GET',
    path: '/rides/{id}',
    tag: 'rides',
    summary: 'One ride',
    query: sectionQuery,
    output: rideDetail,
    errors: ['not_found'],
  }),
}
