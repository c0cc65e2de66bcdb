/** Several rides at once: a weekly series, the return trip, or both. Each ride stands by itself afterwards. */
import { z } from './zod.ts'
import { lengths, rideStatuses } from './constants.ts'
import { day, endpoint, id, instant } from './endpoint.ts'
import { fieldCodes } from './errors.ts'
import { wholeNumber } from './numbers.ts'
import { rideBody, rideChanges } from './rides.ts'
import { optionalMultiLine } from './text.ts'

/** Wall clock in Oslo, hh:mm. */
export const clock = z
  .string({ error: (issue) => (issue.input === undefined || issue.input === '' ? 'required' : 'invalid') })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'invalid' })

/** ISO weekdays: 1 is Monday, 7 is Sunday. */
const weekday = z.int({ error: 'invalid' }).min(1, { error: 'invalid' }).max(7, { error: 'invalid' })

export const seriesBody = rideBody.omit({ departure_time: true, arrival_time: true, driver_id: true }).extend({
  /** The first day, in Oslo. */
  date: day,
  departure_clock: clock,
  /** Before or at the departure means the next day. */
  arrival_clock: clock,
  /** Every week on these days, the first day not before `date`; left out for that one day alone. */
  repeat: z
    .strictObject({
      weekdays: z.array(weekday, { error: 'invalid' }).min(1, { error: 'required' }).max(7, { error: 'too_many' }),
      until: day,
      except: z.array(day, { error: 'invalid' }).max(200, { error: 'too_many' }).default([]),
    })
    .optional(),
  /** The same way back, with the same car and terms unless a price is given. */
  return_trip: z
    .strictObject({
      /** How many days after the way there. */
      days_later: wholeNumber(0, 30),
      departure_clock: clock,
      arrival_clock: clock,
      price: rideBody.shape.price.optional(),
    })
    .optional(),
})
export type SeriesBody = z.input<typeof seriesBody>
export type NewSeries = z.output<typeof seriesBody>

export const directions = ['out', 'back'] as const
export type Direction = (typeof directions)[number]

const publishedRide = z.object({ id, direction: z.enum(directions), departure_time: instant, arrival_time: instant })

/** A day that got no ride: in the past, too far ahead, or a clock time that the day does not have. */
const skippedDay = z.object({ direction: z.enum(directions), date: day, code: z.enum(fieldCodes) })

export const published = z.object({
  /** Null for a single day. */
  series_id: id.nullable(),
  items: z.array(publishedRide),
  skipped: z.array(skippedDay),
})
export type Published = z.infer<typeof published>

export const series = z.object({
  id,
  weekdays: z.array(z.int()),
  until: day,
  rides: z.array(
    publishedRide.extend({
      status: z.enum(rideStatuses),
      start_location: z.string(),
      end_location: z.string(),
      price: z.int(),
      /** Requests that wait, and those that are accepted. */
      pending: z.int(),
      accepted: z.int(),
    }),
  ),
})
export type Series = z.infer<typeof series>

/** Changes rides of the series in one direction that have not departed, from a day on. Times are clock times. */
export const seriesChanges = rideChanges
  .omit({
    departure_time: true,
    arrival_time: true,
    version: true,
    start_location: true,
    end_location: true,
    stops: true,
  })
  .extend({
    from: day,
    direction: z.enum(directions, { error: 'invalid' }).default('out'),
    departure_clock: clock.optional(),
    arrival_clock: clock.optional(),
  })
export type SeriesChanges = z.input<typeof seriesChanges>
export type CheckedSeriesChanges = z.output<typeof seriesChanges>

export const seriesCancellation = z.strictObject({
  from: day,
  direction: z.enum(directions, { error: 'invalid' }).optional(),
  reason: optionalMultiLine(lengths.shortReason),
})
export type SeriesCancellation = z.input<typeof seriesCancellation>

/** The result for each ride; a ride that could not be changed has its error code and stays as it is. */
export const seriesOutcome = z.object({
  changed: z.array(id),
  refused: z.array(z.object({ id, departure_time: instant, code: z.string() })),
})
export type SeriesOutcome = z.infer<typeof seriesOutcome>

export const rideSeries = {
  publish: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/ride-series',
    tag: 'series',
    summary: 'Publish a weekly series of rides, a ride with its return, or both',
    body: seriesBody,
    output: published,
    status: 201,
    errors: ['email_not_verified', 'overlapping_ride', 'idempotency_key_reused', 'rate_limited'],
  }),
  get: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/ride-series/{id}',
    tag: 'series',
    summary: 'An own series with its rides, by departure',
    output: series,
    errors: ['not_found'],
  }),
  edit: endpoint({
    access: 'confirmed',
    method: 'PATCH',
    path: '/ride-series/{id}',
    tag: 'series',
    summary: 'Change the rides of an own series from a day on',
    body: seriesChanges,
    output: seriesOutcome,
    errors: ['not_found', 'overlapping_ride'],
  }),
  cancel: endpoint({
    access: 'confirmed',
    method: 'POST',
    path: '/ride-series/{id}/cancel',
    tag: 'series',
    summary: 'Cancel the rides of an own series from a day on',
    body: seriesCancellation,
    output: seriesOutcome,
    errors: ['not_found'],
  }),
}
