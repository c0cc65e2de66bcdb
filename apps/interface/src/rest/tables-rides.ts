/** Operations on rides. */
import { searchPage } from '@samtur/contract/constants'
import { id as idSchema } from '@samtur/contract/endpoint'
import type { Ride } from '@samtur/contract/rides'
import { notOffered, unreadable } from './errors.ts'
import {
  isOwn,
  mustBe,
  type Operation,
  type OperationInput,
  pageFrom,
  readPages,
  readSelf,
  valueOf,
} from './operations.ts'
import { type Filter, instantOf } from './query.ts'
import { selfRow } from './rows-people.ts'
import { rideRow } from './rows-rides.ts'
import { namesIn, type Row } from './shapes.ts'
import { ownRideRow } from './tables-reservations.ts'

const rideFields = namesIn(
  'driver_id start_location end_location stops departure_time arrival_time price available_seats total_seats ' +
    'pets_allowed notes license_plate car_make car_model car_color',
)

export const rideOperations: readonly Operation[] = [
  {
    name: 'rides.search',
    table: 'rides',
    verb: 'GET',
    filters: {
      departure_time: { operators: ['gt', 'gte', 'lt', 'lte'], most: 3 },
      available_seats: { operators: ['gt', 'gte'] },
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
    run: listOfDriver,
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

/** Lists upcoming rides with free seats by the search of our own pages, whatever is filtered, and compares what the filters require beyond that. */
async function searchRides(input: OperationInput): Promise<Row[]> {
  const { deps, product, filters, enough } = input
  const span = spanOf(filters.get('departure_time') ?? [])
  const [from, to] = [textOf(valueOf(filters, 'start_location')), textOf(valueOf(filters, 'end_location'))]
  const seats = seatsOf(filters.get('available_seats')?.[0])
  const fits = (ride: Ride) =>
    isWithin(ride.departure_time, span) &&
    includes(ride.start_location, from) &&
    includes(ride.end_location, to) &&
    ride.available_seats >= seats
  // Where a ride stops decides, as in the specification's query.
  const query = {
    detours: 'no' as const,
    ...(from && { from }),
    ...(to && { to }),
    seats: String(seats),
    limit: String(searchPage.max),
  }
  // Other searches begin with the next ride anyway, and share its page.
  const first = span.after > deps.clock.now().getTime() ? product.cursorAt(new Date(span.after)) : undefined
  const search = product.reach('rides.search')
  const found = await readPages(async (cursor = first) => {
    const { items, next_cursor } = await search({ query: { ...query, ...(cursor && { cursor }) } })
    const last = items.at(-1)
    const isPast = last !== undefined && Date.parse(last.departure_time) >= span.before
    return { items: items.filter(fits), next_cursor: isPast ? null : next_cursor }
  }, enough)
  return found.map((ride) => rideRow(deps.origin(), ride))
}

interface Span {
  after: number
  before: number
}

function spanOf(filters: readonly Filter[]): Span {
  const span = { after: -Infinity, before: Infinity }
  for (const filter of filters) {
    const { operator } = filter
    const at = instantOf(filter)
    // Instants have whole milliseconds, so that a bound that is not part of the span lies one beside it.
    if (operator === 'gt' || operator === 'gte') span.after = Math.max(span.after, operator === 'gt' ? at + 1 : at)
    else span.before = Math.min(span.before, operator === 'lte' ? at + 1 : at)
  }
  return span
}

const isWithin = (departure: string, { after, before }: Span) =>
  Date.parse(departure) >= after && Date.parse(departure) < before

/** Returns the number of free seats that a ride needs: one at least, also without a filter, because no full ride is listed. */
function seatsOf(filter: Filter | undefined): number {
  if (!filter) return 1
  const [text = ''] = filter.values
  if (!/^\d{1,3}$/.test(text)) throw unreadable('filter', `available_seats=${text}`)
  const seats = Number(text) + (filter.operator === 'gt' ? 1 : 0)
  if (seats < 1) throw notOffered('rides', 'Only rides with free seats are listed.')
  return seats
}

/** `%oslo%` and `*oslo*` look for a part of the name; other patterns are not offered. */
function textOf(pattern: string | undefined): string | undefined {
  if (pattern === undefined) return undefined
  const [, text] = /^[%*]([^%*_\\]*)[%*]$/.exec(pattern) ?? []
  if (text === undefined) throw notOffered('rides', 'A part of a name between two % is expected.')
  return text.normalize('NFC') || undefined
}

const includes = (name: string, part: string | undefined) =>
  part === undefined || name.toLowerCase().includes(part.toLowerCase())

/** Lists the caller's own rides with their requests; of another driver the rides that a search finds, without requests. */
async function listOfDriver(input: OperationInput): Promise<Row[]> {
  const { deps, product, caller, enough } = input
  if (caller && isOwn(input, 'driver_id')) {
    const mine = product.reach('reservations.myRides')
    const rides = await readPages((cursor) => mine({ query: pageFrom(cursor) }), enough)
    const { profile } = await readSelf(input)
    return rides.map((ride) => ({ ...ownRideRow(deps.origin(), ride), driver: selfRow(deps.origin(), profile) }))
  }
  const driverId = idSchema.safeParse(valueOf(input.filters, 'driver_id')).data
  if (driverId === undefined) return []
  // The last departure comes first, so all pages are needed; few drivers have more than one.
  const rides = await readPages((cursor) => product.ridesOfDriver(driverId, cursor))
  return rides.toReversed().map((ride) => rideRow(deps.origin(), ride))
}

async function publish(input: OperationInput): Promise<Row[]> {
  const { deps, product, caller, body } = input
  const insert = product.reach('rides.publish')
  const { available_seats: available, ...fields } = body[0] ?? {}
  mustBe('rides', 'driver_id', fields['driver_id'], caller?.id)
  mustBe('rides', 'available_seats', available, fields['total_seats'])
  const ride = await insert({ body: fields } as never)
  return [rideRow(deps.origin(), ride, ride.contact)]
}
