/** Operations on rides. */
import { call } from '@orpc/server'
import { searchPage } from '@samtur/contract/constants'
import type { Ride } from '@samtur/contract/rides'
import { type SearchQuery, searchQuery } from '@samtur/contract/search'
import { countSearch } from '../../features/search/routes.ts'
import { dayOf } from '../../platform/clock.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { fromJson } from '../../platform/http/response-cache.ts'
import { notOffered, unreadable } from './errors.ts'
import {
  enoughFor,
  isOwn,
  mustBe,
  type Operation,
  type OperationInput,
  reach,
  readPages,
  valueOf,
} from './operations.ts'
import type { Filter } from './query.ts'
import { personRow } from './rows-people.ts'
import { rideRow } from './rows-rides.ts'
import { type Row, words } from './shapes.ts'
import { ownRideRow } from './tables-reservations.ts'

const rideFields = words(
  'driver_id start_location end_location stops departure_time arrival_time price available_seats total_seats ' +
    'pets_allowed notes license_plate car_make car_model car_color',
)

export const rideOperations: readonly Operation[] = [
  {
    name: 'rides.search',
    table: 'rides',
    verb: 'GET',
    filters: {
      departure_time: { operators: ['gt', 'gte', 'lt', 'lte'], required: true, most: 3 },
      available_seats: { operators: ['gt', 'gte'], required: true },
      start_location: { operators: ['ilike'] },
      end_location: { operators: ['ilike'] },
    },
    order: 'departure_time.asc',
    most: searchPage.max,
    run: searchRides,
  },
  {
    name: 'rides.mine',
    table: 'rides',
    verb: 'GET',
    filters: { driver_id: { operators: ['eq'], required: true } },
    order: 'departure_time.desc',
    run: listOwn,
  },
  {
    name: 'rides.insert',
    table: 'rides',
    verb: 'POST',
    filters: {},
    body: rideFields,
    needs: ['start_location', 'end_location', 'departure_time', 'arrival_time', 'price'],
    run: publish,
  },
]

/** Searches as our own pages do, for rides ahead with free seats; compares here what the filters say beyond that. */
async function searchRides(input: OperationInput): Promise<Row[]> {
  const { deps, context, filters } = input
  countSearch(context)
  const span = spanOf(filters.get('departure_time') ?? [])
  const [from, to] = [textOf(valueOf(filters, 'start_location')), textOf(valueOf(filters, 'end_location'))]
  const [seats] = filters.get('available_seats') ?? []
  const least = Number(seats?.values[0]) + (seats?.operator === 'gt' ? 1 : 0)
  if (!Number.isInteger(least)) throw unreadable('filter', 'available_seats')
  const fits = (ride: Ride) =>
    isWithin(ride.departure_time, span) &&
    includes(ride.start_location, from) &&
    includes(ride.end_location, to) &&
    ride.available_seats >= least
  const enough = enoughFor(input, searchPage.max)
  const found: Ride[] = []
  for (const date of datesOf(span)) {
    const words = { ...(date && { date }), ...(from && { from }), ...(to && { to }), limit: String(searchPage.max) }
    await readPages(async (cursor) => {
      const page = readSearch({ ...words, ...(cursor && { cursor }) })
      const { items, next_cursor } = fromJson<{ items: Ride[]; next_cursor: string | null }>(
        await deps.search.page(context, page),
      )
      const fitting = items.filter(fits)
      found.push(...fitting)
      return { items: fitting, next_cursor }
    }, enough - found.length)
  }
  return found.map((ride) => rideRow(deps.origin(), ride))
}

function readSearch(given: SearchQuery) {
  const { success, data, error } = searchQuery.safeParse(given)
  if (!success) throw invalidInput(error.issues)
  return data
}

interface Span {
  after: number
  before: number
}

function spanOf(filters: readonly Filter[]): Span {
  const span = { after: -Infinity, before: Infinity }
  for (const { operator, values } of filters) {
    const at = Date.parse(values[0] ?? '')
    if (Number.isNaN(at)) throw unreadable('filter', `departure_time=${operator}.${values[0]}`)
    // Instants have whole milliseconds, so that a bound that is not part of the span lies one beside it.
    if (operator === 'gt' || operator === 'gte') span.after = Math.max(span.after, operator === 'gt' ? at + 1 : at)
    else span.before = Math.min(span.before, operator === 'lte' ? at + 1 : at)
  }
  return span
}

const isWithin = (departure: string, { after, before }: Span) =>
  Date.parse(departure) >= after && Date.parse(departure) < before

const DAY_MS = 86_400_000
const MOST_DAYS = 3

/** The days in Oslo that a short span touches; undefined, for all days, where it is longer. */
function datesOf({ after, before }: Span): (string | undefined)[] {
  if (!(before - after <= (MOST_DAYS - 1) * DAY_MS) || before <= after) return [undefined]
  const days = new Set<string>()
  for (let at = after; at < before; at += DAY_MS / 4) days.add(dayOf(new Date(at)))
  return [...days.add(dayOf(new Date(before - 1)))]
}

/** `%oslo%` and `*oslo*` look for a part of the name; other patterns are not offered. */
function textOf(pattern: string | undefined): string | undefined {
  if (pattern === undefined) return undefined
  const text = pattern.replace(/^[%*]|[%*]$/g, '')
  if (/[%*_]/.test(text)) throw notOffered('rides', 'A name or a part of it between two % is expected.')
  return text || undefined
}

const includes = (name: string, part: string | undefined) =>
  part === undefined || name.toLowerCase().includes(part.toLowerCase())

/** Lists the caller's own rides with their requests; of another driver the rides that a search finds, without requests. */
async function listOwn(input: OperationInput): Promise<Row[]> {
  const { deps, context, caller } = input
  if (caller && isOwn(input, 'driver_id')) {
    const mine = reach(input, deps.router.reservations.myRides)
    const rides = await readPages((cursor) =>
      call(mine, { query: cursor === undefined ? {} : { cursor } }, { context }),
    )
    const { profile } = await call(reach(input, deps.router.accounts.me), {}, { context })
    const driver = { ...personRow(deps.origin(), profile), phone: profile.phone }
    return rides.map((ride) => ({ ...ownRideRow(deps.origin(), ride), driver }))
  }
  countSearch(context)
  const driverId = valueOf(input.filters, 'driver_id')
  const rides = await readPages(async (cursor) => {
    const page = readSearch({ limit: String(searchPage.max), ...(cursor && { cursor }) })
    return fromJson<{ items: Ride[]; next_cursor: string | null }>(await deps.search.page(context, page))
  })
  return rides
    .filter(({ driver }) => driver.id === driverId)
    .toReversed()
    .map((ride) => rideRow(deps.origin(), ride))
}

async function publish(input: OperationInput): Promise<Row[]> {
  const { deps, context, caller, body } = input
  const insert = reach(input, deps.router.rides.publish)
  const { available_seats: available, ...fields } = body[0] ?? {}
  mustBe('rides', 'driver_id', fields['driver_id'], caller?.id)
  mustBe('rides', 'available_seats', available, fields['total_seats'])
  const ride = await call(insert, { body: fields } as never, { context })
  return [rideRow(deps.origin(), ride, ride.contact)]
}
