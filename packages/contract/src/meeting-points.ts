/** Meeting points: where people get in and out at a place, by the names that people there use. */
import { z } from './zod.ts'
import { lengths, meetingPointKinds, meetingPoints as limits } from './constants.ts'
import { bodyId, endpoint, id, instant } from './endpoint.ts'
import { digits, wholeNumber } from './numbers.ts'
import { place } from './places.ts'
import { oneLine } from './text.ts'

/** The largest id of a place. */
const MOST = 2_147_483_647

/** A meeting point on a ride. Null means that it is not known. */
export const chosenPoint = z.object({
  id,
  name: z.string(),
  kind: z.enum(meetingPointKinds),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  step_free: z.boolean().nullable(),
  shelter: z.boolean().nullable(),
  toilet: z.boolean().nullable(),
  /** How many hours a car may stay; 0 where it may not. */
  parking_hours: z.int().nullable(),
})
export type ChosenPoint = z.infer<typeof chosenPoint>

export const meetingPoint = chosenPoint.extend({
  /** Where the entry comes from. */
  source: z.string(),
})
export type MeetingPoint = z.infer<typeof meetingPoint>

/** What administrators see. */
export const listedPoint = meetingPoint.extend({
  place_id: z.int(),
  /** Name of the place. */
  place: z.string(),
  updated_at: instant,
  /** Drivers can no longer choose it; rides that have it keep it. */
  retired_at: instant.nullable(),
})
export type ListedPoint = z.infer<typeof listedPoint>

/** The name of a stop that many people have agreed on and that is no meeting point yet. */
const suggestedPoint = z.object({
  place_id: z.int(),
  place: z.string(),
  name: z.string(),
  /** How often it was agreed on in the last year. */
  times: z.int(),
})
export type SuggestedPoint = z.infer<typeof suggestedPoint>

const degrees = (limit: number) =>
  z
    .number({ error: 'invalid' })
    .refine((value) => Math.abs(value) <= limit, { error: 'out_of_range' })
    .nullish()

const known = z.boolean({ error: 'invalid' }).nullish()

const fields = {
  /** Has a letter: a name of signs alone names no place. */
  name: oneLine(lengths.meetingPoint).refine((text) => /\p{L}/u.test(text), { error: 'invalid' }),
  kind: z.enum(meetingPointKinds, { error: 'invalid' }),
  /** Both or none, near the place. */
  lat: degrees(90),
  lon: degrees(180),
  step_free: known,
  shelter: known,
  toilet: known,
  parking_hours: wholeNumber(0, limits.parkingHours).nullish(),
  source: oneLine(lengths.subject),
}

export const meetingPointBody = z.strictObject({ place_id: wholeNumber(1, MOST), ...fields })
export type MeetingPointBody = z.input<typeof meetingPointBody>
export type NewMeetingPoint = z.output<typeof meetingPointBody>

/** Fields left out stay, and null removes a value. The place stays for ever, because rides stop there. */
export const meetingPointChanges = z.strictObject(fields).partial()
export type MeetingPointChanges = z.output<typeof meetingPointChanges>

/** Columns of the file, in this order. Without an id a row is a new point; `place` is for readers. */
export const csvColumns = [
  'id',
  'place_id',
  'place',
  'name',
  'kind',
  'lat',
  'lon',
  'step_free',
  'shelter',
  'toilet',
  'parking_hours',
  'source',
] as const

/** A suggestion that is to show no more. */
export const dismissedBody = z.strictObject({ place_id: wholeNumber(1, MOST), name: oneLine(lengths.meetingPoint) })

export const csvBody = z.strictObject({
  /** A longer file is sent in parts, each with the line of the columns. */
  csv: z.string({ error: 'invalid' }).min(1, { error: 'required' }),
})

export const meetingPoints = {
  list: endpoint({
    access: 'open',
    method: 'GET',
    path: '/meeting-points',
    tag: 'meeting points',
    summary: 'The meeting points of a place, and the place itself, whose centre people can meet in',
    query: z.object({ place_id: digits(1, MOST) }),
    output: z.object({ place, items: z.array(meetingPoint) }),
    errors: ['not_found', 'rate_limited'],
  }),
  all: endpoint({
    access: 'admin',
    method: 'GET',
    path: '/admin/meeting-points',
    tag: 'meeting points',
    summary: 'All meeting points, or those of a place, also retired ones; pages of 200',
    query: z.object({ place_id: digits(1, MOST).optional(), cursor: bodyId.optional() }),
    output: z.object({ items: z.array(listedPoint), next_cursor: z.string().nullable() }),
    errors: ['forbidden', 'two_factor_required'],
  }),
  add: endpoint({
    access: 'admin',
    method: 'POST',
    path: '/admin/meeting-points',
    tag: 'meeting points',
    summary: 'Add a meeting point to a place',
    body: meetingPointBody,
    output: listedPoint,
    status: 201,
    errors: ['forbidden', 'two_factor_required'],
  }),
  change: endpoint({
    access: 'admin',
    method: 'PATCH',
    path: '/admin/meeting-points/{id}',
    tag: 'meeting points',
    summary: 'Change a meeting point that is not retired',
    body: meetingPointChanges,
    output: listedPoint,
    errors: ['forbidden', 'two_factor_required', 'not_found'],
  }),
  retire: endpoint({
    access: 'admin',
    method: 'DELETE',
    path: '/admin/meeting-points/{id}',
    tag: 'meeting points',
    summary: 'Retire a meeting point: drivers can no longer choose it, and rides that have it keep it',
    output: listedPoint,
    errors: ['forbidden', 'two_factor_required', 'not_found'],
  }),
  suggestions: endpoint({
    access: 'admin',
    method: 'GET',
    path: '/admin/meeting-points/suggestions',
    tag: 'meeting points',
    summary:
      'Stops that people agree on often and that are no meeting points yet; never what a few people alone have typed',
    output: z.object({ items: z.array(suggestedPoint) }),
    errors: ['forbidden', 'two_factor_required'],
  }),
  restore: endpoint({
    access: 'admin',
    method: 'POST',
    path: '/admin/meeting-points/{id}/restore',
    tag: 'meeting points',
    summary: 'Let drivers choose a retired meeting point again',
    body: z.strictObject({}).optional(),
    output: listedPoint,
    errors: ['forbidden', 'two_factor_required', 'not_found'],
  }),
  dismiss: endpoint({
    access: 'admin',
    method: 'POST',
    path: '/admin/meeting-points/suggestions/dismiss',
    tag: 'meeting points',
    summary: 'Dismiss a suggestion: its name becomes a retired meeting point, which can be restored',
    body: dismissedBody,
    output: listedPoint,
    errors: ['forbidden', 'two_factor_required'],
  }),
  export: endpoint({
    access: 'admin',
    method: 'GET',
    path: '/admin/meeting-points/file',
    tag: 'meeting points',
    summary: 'All meeting points that are not retired, as CSV without formulas',
    output: z.object({ csv: z.string() }),
    errors: ['forbidden', 'two_factor_required'],
  }),
  import: endpoint({
    access: 'admin',
    method: 'POST',
    path: '/admin/meeting-points/file',
    tag: 'meeting points',
    summary: 'Add and change meeting points from CSV, all or none; `params` of a refusal have the line and the column',
    body: csvBody,
    output: z.object({ added: z.int(), changed: z.int(), unchanged: z.int() }),
    errors: ['forbidden', 'two_factor_required'],
  }),
}
