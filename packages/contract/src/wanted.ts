/** Wanted rides: searches that people keep, which report matching rides; public ones are posts that drivers see. */
import { z } from './zod.ts'
import { lengths, searchPage, wanted as limits } from './constants.ts'
import { bodyId, cursor, day, endpoint, id, instant, page } from './endpoint.ts'
import { digits, wholeNumber } from './numbers.ts'
import { ride, stopInput } from './rides.ts'
import { clock } from './series.ts'
import { optionalMultiLine } from './text.ts'
import { type Filter, filterOf } from './filters.ts'
import {
  isSwitch,
  unfiltered,
  unkeptFilters,
  type WantedFilterName,
  wantedFilterNames,
  type WantedFilters,
} from './wanted-filters.ts'

/** ISO weekdays: 1 is Monday, 7 is Sunday; each once, in rising order. */
const weekdays = z
  .array(z.int({ error: 'invalid' }).min(1, { error: 'invalid' }).max(7, { error: 'invalid' }), { error: 'invalid' })
  .min(1, { error: 'required' })
  .max(7, { error: 'too_many' })
  .transform((given) => [...new Set(given)].toSorted((a, b) => a - b))

/** The start of a tag: a note is plain text, and what looks like markup is a mistake or an attempt. */
const markup = /<[a-z!/]/i

function filterSchema(filter: Filter): z.ZodType {
  if (isSwitch(filter)) return z.boolean({ error: 'invalid' })
  if ('values' in filter) return z.enum(filter.values, { error: 'invalid' }).nullable()
  const number = wholeNumber(filter.min, filter.max)
  return filter.default === undefined ? number.nullable() : number
}

type FilterSchemas = { [Name in WantedFilterName]: z.ZodType<WantedFilters[Name], WantedFilters[Name]> }
const filterFields = Object.fromEntries(
  wantedFilterNames.map((name) => [name, filterSchema(filterOf(name))]),
) as unknown as FilterSchemas
const optionalFilters = Object.fromEntries(
  wantedFilterNames.map((name) => [name, filterSchema(filterOf(name)).default(unfiltered(filterOf(name)))]),
) as unknown as { [Name in WantedFilterName]: z.ZodDefault<FilterSchemas[Name]> }

/** An unknown place is refused at its field. Null removes an optional value. */
const fields = {
  from: stopInput,
  to: stopInput,
  /** Around both ends, km as the crow flies. */
  radius_km: wholeNumber(0, limits.radiusKm),
  /** Days in Oslo on which the ride departs: one day, a range of at most 60 days, or weekdays. */
  date_from: day.nullish(),
  date_to: day.nullish(),
  weekdays: weekdays.nullish(),
  /** Clock in Oslo between which the ride departs, both included. */
  time_from: clock.nullish(),
  time_to: clock.nullish(),
  note: optionalMultiLine(lengths.wantedNote).refine((note) => note === null || !markup.test(note), {
    error: 'invalid_characters',
  }),
  /** Drivers see it as a post. */
  public: z.boolean({ error: 'invalid' }),
  /** The last day. */
  until: day.nullish(),
  /** Those of a search (`filters.ts`). */
  ...filterFields,
}

export const wantedBody = z.strictObject({
  ...fields,
  ...optionalFilters,
  radius_km: fields.radius_km.default(0),
  public: fields.public.default(false),
})
export type WantedBody = z.input<typeof wantedBody>
export type NewWanted = z.output<typeof wantedBody>

/** What its owner changes; fields left out stay. Weekdays replace the dates, and dates the weekdays. */
export const wantedChanges = z.strictObject({
  ...z.object(fields).partial().shape,
  /** Nothing is reported and no driver sees it until this is false again. */
  paused: z.boolean({ error: 'invalid' }).optional(),
})
export type WantedChanges = z.input<typeof wantedChanges>
export type CheckedWantedChanges = z.output<typeof wantedChanges>

/** `ended`: by its owner, or because its last day has passed. */
export const wantedStates = ['active', 'paused', 'ended'] as const

const wantedRide = z.object({
  id,
  state: z.enum(wantedStates),
  from: z.string(),
  to: z.string(),
  from_place_id: z.int(),
  to_place_id: z.int(),
  radius_km: z.int(),
  date_from: z.string().nullable(),
  date_to: z.string().nullable(),
  weekdays: z.array(z.int()).nullable(),
  time_from: z.string().nullable(),
  time_to: z.string().nullable(),
  ...filterFields,
  note: z.string().nullable(),
  public: z.boolean(),
  until: z.string().nullable(),
  /** When it ends by itself. */
  ends_at: instant,
  created_at: instant,
})

/** A ride that matches now; `offered`: its driver has offered it. */
const wantedMatch = ride.extend({ offered: z.boolean() })

/** What its owner sees. */
export const ownWanted = wantedRide.extend({
  /** The offered rides and the next ones by departure, at most `wanted.matches` of each. */
  matches: z.array(wantedMatch),
  /** How many rides match now, without those that are only offered. */
  match_count: z.int(),
  /** Filters that the person is in no position to use now, such as the own gender while none is stated: no ride matches. */
  unkept: z.array(z.enum(unkeptFilters)),
})
export type OwnWanted = z.infer<typeof ownWanted>

/** What everybody sees of a public one. Places have the names of the gazetteer. */
export const wantedPost = z.object({
  id,
  /** For a conversation; null for visitors. */
  user_id: id.nullable(),
  first_name: z.string(),
  from: z.string(),
  to: z.string(),
  /** Some names are those of several places. */
  from_place_id: z.int(),
  to_place_id: z.int(),
  date_from: z.string().nullable(),
  date_to: z.string().nullable(),
  weekdays: z.array(z.int()).nullable(),
  seats: z.int(),
})
export type WantedPost = z.infer<typeof wantedPost>

/** A post on the way of an own ride: the section that the person would travel, and when the driver passes its ends. */
export const postOnWay = wantedPost.extend({
  section: ride.shape.section,
  detour: ride.shape.detour,
  /** The ride was offered to the person. */
  offered: z.boolean(),
})
export type PostOnWay = z.infer<typeof postOnWay>

/** The planner for bus, train and boat of the country where a way starts, with places and time filled in. */
export const planner = z.object({ name: z.string(), url: z.string() })
export type Planner = z.infer<typeof planner>

/** What a wanted ride would find. */
export const wantedPreview = z.object({
  matches: z.array(ride),
  match_count: z.int(),
  /** Rides that went this way in the last 30 days, by day; null where they are fewer than three. */
  recent: z.object({ rides: z.int(), days: z.array(z.object({ date: z.string(), rides: z.int() })) }).nullable(),
  /** For the first day; null for days of the week, and in a country that has none here. */
  planner: planner.nullable(),
})
export type WantedPreview = z.infer<typeof wantedPreview>

export const wantedOffer = z.object({ wanted_id: id, ride_id: id, created_at: instant })

const placeFilter = stopInput.options[0].optional()

export const wanted = {
  create: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/ride-wanted',
    tag: 'wanted',
    summary: 'Keep a search; returns the rides that match now, and reports later ones',
    body: wantedBody,
    output: ownWanted,
    status: 201,
    errors: ['email_not_verified', 'wanted_exists', 'too_many_wanted', 'idempotency_key_reused', 'rate_limited'],
  }),
  own: endpoint({
    access: 'signed-in',
    method: 'GET',
    path: '/me/ride-wanted',
    tag: 'wanted',
    summary: 'The caller’s wanted rides, newest first, with rides that match now',
    query: z.object({ cursor: cursor.optional() }),
    output: page(ownWanted),
  }),
  edit: endpoint({
    access: 'confirmed',
    method: 'PATCH',
    path: '/ride-wanted/{id}',
    tag: 'wanted',
    summary: 'Change, pause or resume an own one',
    body: wantedChanges,
    output: ownWanted,
    errors: ['not_found', 'wanted_ended', 'wanted_exists', 'too_many_wanted', 'rate_limited'],
  }),
  end: endpoint({
    access: 'confirmed',
    method: 'DELETE',
    path: '/ride-wanted/{id}',
    tag: 'wanted',
    summary: 'End an own one; it is deleted 30 days later',
    output: ownWanted,
    errors: ['not_found'],
  }),
  posts: endpoint({
    access: 'open',
    mayLag: 'visitors',
    method: 'GET',
    path: '/ride-wanted',
    tag: 'wanted',
    summary: 'Public ones, newest first; from and to are places that suit the person',
    query: z.object({
      from: placeFilter,
      to: placeFilter,
      limit: digits(1, searchPage.max).optional(),
      cursor: cursor.optional(),
    }),
    output: page(wantedPost),
    errors: ['rate_limited'],
  }),
  preview: endpoint({
    access: 'open',
    method: 'POST',
    path: '/ride-wanted/preview',
    tag: 'wanted',
    summary: 'What a wanted ride would find; stores nothing',
    body: wantedBody,
    output: wantedPreview,
    errors: ['rate_limited'],
  }),
  onYourWay: endpoint({
    access: 'confirmed',
    method: 'GET',
    path: '/ride-wanted/on-your-way',
    tag: 'wanted',
    summary: 'Public ones on the way of an own ride, at most 50, by departure',
    query: z.object({ ride_id: bodyId }),
    output: z.object({ items: z.array(postOnWay) }),
    errors: ['not_found'],
  }),
  offer: endpoint({
    access: 'participant',
    method: 'POST',
    path: '/ride-wanted/{id}/offers',
    tag: 'wanted',
    summary: 'Offer an own ride to the person of a public one, who is notified once',
    body: z.strictObject({ ride_id: bodyId }),
    output: wantedOffer,
    status: 201,
    errors: [
      'email_not_verified',
      'not_found',
      'ride_departed',
      'ride_cancelled',
      'not_on_the_way',
      'idempotency_key_reused',
      'rate_limited',
    ],
  }),
}
