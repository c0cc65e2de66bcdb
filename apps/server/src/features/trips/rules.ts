/** Pure rules of the life of a published ride: what a driver may change of it, and on which days a series has rides. */
import { ride as limits, seriesMaxRides } from '@samtur/contract/constants'
import type { ErrorCode, FieldCode } from '@samtur/contract/errors'
import { type CheckedRideChanges, type NewRide, rideTerms, termsOf } from '@samtur/contract/rides'
import type { CheckedSeriesChanges, Direction, NewSeries } from '@samtur/contract/series'
import { distanceKm, lowerCase } from '#features/places/port'
import { type RideRow, type RideToStore, timeProblem } from '#features/rides/port'
import { clockOf, dayOf, instantInOslo } from '#platform/clock'

/** Why nothing of the ride can be changed any more, or not from what the driver has seen of it. */
export function refusal(ride: RideRow, now: Date, seenVersion: number | undefined): ErrorCode | undefined {
  if (ride.status === 'cancelled') return 'ride_cancelled'
  if (ride.departure_time <= now) return 'ride_departed'
  if (seenVersion !== undefined && seenVersion !== ride.version) return 'ride_changed'
  return undefined
}

/** The ride as if it were published anew with the changes. */
export function withChanges(
  ride: RideRow,
  { version: _, warn_overlap: _1, notes, ...changes }: CheckedRideChanges,
): NewRide {
  const [start, ...rest] = ride.stops.map(({ text, place_id }) => ({ text, place_id }))
  const end = rest.pop()
  if (!start || !end) throw new Error(`ride ${ride.id} has no two stops`)
  const { price, extra_costs, total_seats } = ride
  return {
    ...termsOf(ride),
    distance_km: touchesRoute(changes) ? null : ride.typed_distance_km,
    price,
    extra_costs,
    total_seats,
    start_location: start,
    stops: rest,
    end_location: end,
    departure_time: ride.departure_time.toISOString(),
    arrival_time: ride.arrival_time.toISOString(),
    ...(Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<NewRide>),
    // Null takes the notes away, and only what was not said leaves them.
    notes: notes === undefined ? ride.notes : notes,
  }
}

type RouteChanges = Pick<CheckedRideChanges, 'start_location' | 'end_location' | 'stops'>

export const touchesRoute = ({ start_location, end_location, stops }: RouteChanges): boolean =>
  start_location !== undefined || end_location !== undefined || stops !== undefined

interface Stop {
  text: string
  place_id: number | null
  lat: number | null
  lon: number | null
}

/** Meeting at another corner of the same town is the same way; the next town is not. */
const SAME_PLACE_KM = 10

/** Do both mean one place? Two different ones are as good as one while they are close to each other. */
export function isSamePlace(a: Stop, b: Stop): boolean {
  if (a.place_id !== null && a.place_id === b.place_id) return true
  if (a.lat !== null && a.lon !== null && b.lat !== null && b.lon !== null)
    return distanceKm({ lat: a.lat, lon: a.lon }, { lat: b.lat, lon: b.lon }) <= SAME_PLACE_KM
  return lowerCase(a.text) === lowerCase(b.text)
}

export interface Change {
  /** `wording` are other words or another corner for the same places: nobody's section is another one. */
  route: 'same' | 'wording' | 'new'
  times: boolean
  seats: boolean
  price: boolean
  extraCosts: boolean
  distance: boolean
  /** One of `rideTerms`. */
  terms: boolean
}

/** What differs between a ride and what its driver wants it to be. */
export function changeOf(before: RideRow, after: RideToStore): Change {
  return {
    route: routeChange(before, after),
    times:
      before.departure_time.getTime() !== after.departure_time.getTime() ||
      before.arrival_time.getTime() !== after.arrival_time.getTime(),
    seats: before.total_seats !== after.total_seats,
    price: before.price !== after.price,
    extraCosts: before.extra_costs !== after.extra_costs,
    distance: before.typed_distance_km !== after.typed_distance_km,
    terms: rideTerms.some((name) => before[name] !== after[name]),
  }
}

function routeChange(before: RideRow, after: RideToStore): Change['route'] {
  // Across a border the same figure is another price.
  if (before.stops.length !== after.stops.length || before.currency !== after.currency) return 'new'
  const pairs = before.stops.flatMap((stop, index) => {
    const other = after.stops[index]
    return other ? [[stop, other] as const] : []
  })
  if (pairs.some(([a, b]) => !isSamePlace(a, b))) return 'new'
  return pairs.every(([a, b]) => a.text === b.text && a.place_id === b.place_id) ? 'same' : 'wording'
}

export const changesNothing = ({ route, ...rest }: Change): boolean =>
  route === 'same' && !Object.values(rest).includes(true)

/** What one person's share of the costs depends on. */
export function touchesCosts(change: Change, before: RideRow, after: RideToStore): boolean {
  const otherDay = dayOf(before.departure_time) !== dayOf(after.departure_time)
  return change.route !== 'same' || change.seats || change.price || change.extraCosts || change.distance || otherDay
}

/** A ride of a series: its day stays, its clock times are what is asked for. Undefined where the day lacks one of them. */
export function timesByClock(
  ride: Pick<RideRow, 'departure_time' | 'arrival_time'>,
  { departure_clock, arrival_clock }: Pick<CheckedSeriesChanges, 'departure_clock' | 'arrival_clock'>,
): { departure_time?: string; arrival_time?: string } | Problem {
  if (departure_clock === undefined && arrival_clock === undefined) return {}
  const [departure, arrival] = [
    departure_clock ?? clockOf(ride.departure_time),
    arrival_clock ?? clockOf(ride.arrival_time),
  ]
  if (departure === arrival) return { field: 'arrival_clock', code: 'before_departure' }
  // One clock alone must not make a trip of an afternoon one through the night: whoever means that says both.
  const overnight = dayOf(ride.arrival_time) !== dayOf(ride.departure_time)
  const both = departure_clock !== undefined && arrival_clock !== undefined
  if (!both && arrival < departure !== overnight) return { field: 'arrival_clock', code: 'before_departure' }
  const times = timesOn(dayOf(ride.departure_time), departure, arrival)
  if ('code' in times) return times
  return { departure_time: times.departure.toISOString(), arrival_time: times.arrival.toISOString() }
}

/** What is wrong, by field. */
export interface Problem {
  field: string
  code: FieldCode
}

interface Times {
  departure: Date
  arrival: Date
}

/** An arrival clock before the departure's means the next day. */
function timesOn(day: string, departureClock: string, arrivalClock: string): Times | Problem {
  const departure = instantInOslo(day, departureClock)
  if (!departure) return { field: 'departure_clock', code: 'clock_gap' }
  const arrival = instantInOslo(arrivalClock < departureClock ? addDays(day, 1) : day, arrivalClock)
  return arrival ? { departure, arrival } : { field: 'arrival_clock', code: 'clock_gap' }
}

const addDays = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString()
const daysBetween = (from: string, to: string) => Temporal.PlainDate.from(from).until(to).days

export interface PlannedRide {
  direction: Direction
  departure: Date
  arrival: Date
}

export interface Plan {
  rides: PlannedRide[]
  /** Days without a ride that would have had one, with the field that keeps it from being. */
  skipped: (Problem & { direction: Direction; date: string })[]
}

type Schedule = Pick<NewSeries, 'date' | 'departure_clock' | 'arrival_clock' | 'repeat' | 'return_trip'>

/** What is wrong with the days and clock times as such, by field; undefined when nothing is. */
export function scheduleProblem(schedule: Schedule, now: Date): Problem | undefined {
  const { date, departure_clock, arrival_clock, repeat, return_trip: back } = schedule
  if (departure_clock === arrival_clock) return { field: 'arrival_clock', code: 'before_departure' }
  if (back && back.departure_clock === back.arrival_clock)
    return { field: 'return_trip.arrival_clock', code: 'before_departure' }
  // Between two such days lie so few that each of them can be told of.
  const today = dayOf(now)
  if (daysBetween(today, date) < -limits.maxDaysAhead) return { field: 'date', code: 'in_past' }
  const until = repeat?.until ?? date
  if (daysBetween(today, until) > 2 * limits.maxDaysAhead)
    return { field: repeat ? 'repeat.until' : 'date', code: 'too_far_ahead' }
  if (back && turnsTooEarly(schedule, back)) return { field: 'return_trip.departure_clock', code: 'before_departure' }
  return undefined
}

/** Nobody drives back before they are there. */
function turnsTooEarly({ departure_clock, arrival_clock }: Schedule, back: NonNullable<Schedule['return_trip']>) {
  const arrivesDaysLater = arrival_clock < departure_clock ? 1 : 0
  return (
    back.days_later < arrivesDaysLater || (back.days_later === arrivesDaysLater && back.departure_clock < arrival_clock)
  )
}

/** The days of the way there: the one day, or every week on some until the last, without the exceptions. */
export function daysOf({ date, repeat }: Pick<NewSeries, 'date' | 'repeat'>): string[] {
  if (!repeat) return [date]
  const count = Math.max(0, daysBetween(date, repeat.until) + 1)
  const except = new Set(repeat.except)
  return Array.from({ length: count }, (_, index) => Temporal.PlainDate.from(date).add({ days: index }))
    .filter((day) => repeat.weekdays.includes(day.dayOfWeek))
    .map((day) => day.toString())
    .filter((day) => !except.has(day))
}

/** The rides of a series or of a day with its return, and what cannot be one. Without the way there, there is no way back either. */
export function planRides(schedule: Schedule, now: Date): Plan {
  const { departure_clock, arrival_clock, return_trip: back } = schedule
  const plan: Plan = { rides: [], skipped: [] }
  for (const date of daysOf(schedule)) {
    const out = { direction: 'out' as const, date }
    const there = checkedTimes(date, departure_clock, arrival_clock, now)
    if ('code' in there) plan.skipped.push({ ...out, ...there })
    else plan.rides.push({ direction: 'out', ...there })
    if (!back) continue
    const backOn = { direction: 'back' as const, date: addDays(date, back.days_later) }
    const home = 'code' in there ? there : checkedTimes(backOn.date, back.departure_clock, back.arrival_clock, now)
    if ('code' in home) plan.skipped.push({ ...backOn, ...home })
    else plan.rides.push({ direction: 'back', ...home })
  }
  return plan
}

function checkedTimes(day: string, departureClock: string, arrivalClock: string, now: Date): Times | Problem {
  const times = timesOn(day, departureClock, arrivalClock)
  if ('code' in times) return times
  const problem = timeProblem(now, times.departure, times.arrival)
  if (!problem) return times
  const field = problem.field === 'arrival_time' ? 'arrival_clock' : day === dayOf(now) ? 'departure_clock' : 'date'
  return { field, code: problem.code }
}

/** Why a plan cannot be published as it is, by field: a single day must be as it was asked for, a series must have rides, and not too many. */
export function planProblem({ rides, skipped }: Plan, { repeat }: Pick<NewSeries, 'repeat'>): Problem | undefined {
  const [first] = skipped
  if (!repeat) return first && { field: fieldOf(first), code: first.code }
  const out = rides.filter(({ direction }) => direction === 'out').length
  if (out > seriesMaxRides) return { field: 'repeat.until', code: 'too_many' }
  return out === 0 ? { field: 'repeat.until', code: 'no_dates' } : undefined
}

function fieldOf({ direction, field }: Plan['skipped'][number]) {
  if (direction === 'out') return field
  return field === 'date' ? 'return_trip.days_later' : `return_trip.${field}`
}
