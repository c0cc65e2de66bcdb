/** Pure rules of published rides: what a driver may change, and on which days a series has rides. */
import { ride as limits, seriesMaxRides } from '@samtur/contract/constants'
import type { ErrorCode, FieldCode } from '@samtur/contract/errors'
import { type CheckedRideChanges, type NewRide, rideTerms, termsOf } from '@samtur/contract/rides'
import type { CheckedSeriesChanges, Direction, NewSeries } from '@samtur/contract/series'
import { distanceKm, lowerCase, placeOfStop } from '#features/places/port'
import { passingTime, type RideRow, type RideToStore, timeProblem } from '#features/rides/port'
import { clockOf, dayOf, instantInOslo } from '#platform/clock'

/** Returns why the driver cannot change the ride; undefined when it can be changed. `seenVersion` is the version on the driver's screen. */
export function refusal(ride: RideRow, now: Date, seenVersion: number | undefined): ErrorCode | undefined {
  if (ride.status === 'cancelled') return 'ride_cancelled'
  if (ride.departure_time <= now) return 'ride_departed'
  if (seenVersion !== undefined && seenVersion !== ride.version) return 'ride_changed'
  return undefined
}

/** Returns the body that would publish the ride anew with the changes. */
export function withChanges(
  ride: RideRow,
  { version: _, warn_overlap: _1, notes, ...sent }: CheckedRideChanges,
): NewRide {
  const [start, ...rest] = ride.stops.map(({ text, place_id, meeting_point_id }) => ({
    text,
    place_id,
    meeting_point_id,
  }))
  const end = rest.pop()
  const changes = keepPoints(ride, sent)
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
    // Null removes the notes; only undefined leaves them as they are.
    notes: notes === undefined ? ride.notes : notes,
  }
}

type SentStop = NewRide['start_location']

/** Returns the changes with the points of stops that were sent without one: a place that the ride stops at keeps its point. */
function keepPoints<T extends RouteChanges>(ride: RideRow, changes: T): T {
  const pointOf = new Map(ride.stops.map((stop) => [stop.place_id, stop.meeting_point_id]))
  const keep = (stop: SentStop): SentStop =>
    stop.meeting_point_id === undefined
      ? { ...stop, meeting_point_id: pointOf.get(placeOfStop(stop)?.id ?? null) ?? null }
      : stop
  const { start_location: start, end_location: end, stops } = changes
  return {
    ...changes,
    ...(start && { start_location: keep(start) }),
    ...(end && { end_location: keep(end) }),
    ...(stops && { stops: stops.map(keep) }),
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

/** Within this distance two places are in the same town. */
const SAME_PLACE_KM = 10

/** Returns whether two stops are one for a passenger: the same place, two close ones, or the same text. */
export function isSameStop(a: Stop, b: Stop): boolean {
  if (a.place_id !== null && a.place_id === b.place_id) return true
  if (a.lat !== null && a.lon !== null && b.lat !== null && b.lon !== null)
    return distanceKm({ lat: a.lat, lon: a.lon }, { lat: b.lat, lon: b.lon }) <= SAME_PLACE_KM
  return lowerCase(a.text) === lowerCase(b.text)
}

export interface Change {
  /** `wording`: other texts, meeting points or nearby places for the same stops, so that all sections stay. */
  route: 'same' | 'wording' | 'new'
  times: boolean
  seats: boolean
  price: boolean
  extraCosts: boolean
  distance: boolean
  /** One of `rideTerms`. */
  terms: boolean
}

/** Returns what differs between a ride and its edited version. */
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
  // In another currency the same number is another price.
  if (before.stops.length !== after.stops.length || before.currency !== after.currency) return 'new'
  const pairs = before.stops.flatMap((stop, index) => {
    const other = after.stops[index]
    return other ? [[stop, other] as const] : []
  })
  if (pairs.some(([a, b]) => !isSameStop(a, b))) return 'new'
  const isSame = ([a, b]: (typeof pairs)[number]) =>
    a.text === b.text && a.place_id === b.place_id && a.meeting_point_id === b.meeting_point_id
  return pairs.every(isSame) ? 'same' : 'wording'
}

/** Returns the stops of a changed ride on the same route: as they divided the way and the time before, between the new times. */
export function stopsOfSameRoute(
  before: RideRow,
  { stops, departure_time, arrival_time }: RideToStore,
): RideToStore['stops'] {
  const start = before.departure_time.getTime()
  const length = before.arrival_time.getTime() - start
  const sameTimes = start === departure_time.getTime() && before.arrival_time.getTime() === arrival_time.getTime()
  return stops.map((stop, index) => {
    const kept = before.stops[index]
    if (!kept) return stop
    // Times that stay are not rounded again.
    if (sameTimes) return { ...stop, share: kept.share, passes_at: new Date(kept.passes_at) }
    const timeShare = (new Date(kept.passes_at).getTime() - start) / length
    return { ...stop, share: kept.share, passes_at: passingTime(departure_time, arrival_time, timeShare) }
  })
}

export const changesNothing = ({ route, ...rest }: Change): boolean =>
  route === 'same' && !Object.values(rest).includes(true)

/** Returns whether a change can alter one person's share of the costs. */
export function touchesCosts(change: Change, before: RideRow, after: RideToStore): boolean {
  const otherDay = dayOf(before.departure_time) !== dayOf(after.departure_time)
  return change.route !== 'same' || change.seats || change.price || change.extraCosts || change.distance || otherDay
}

/** Returns the times of a ride of a series at other clock times on the same day, or why the day cannot have them. */
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
  // One clock time alone does not turn a trip of an afternoon into one through the night; both together may.
  const overnight = dayOf(ride.arrival_time) !== dayOf(ride.departure_time)
  const both = departure_clock !== undefined && arrival_clock !== undefined
  if (!both && arrival < departure !== overnight) return { field: 'arrival_clock', code: 'before_departure' }
  const times = timesOn(dayOf(ride.departure_time), departure, arrival)
  if ('code' in times) return times
  return { departure_time: times.departure.toISOString(), arrival_time: times.arrival.toISOString() }
}

/** A field and what is wrong with it. */
export interface Problem {
  field: string
  code: FieldCode
}

interface Times {
  departure: Date
  arrival: Date
}

/** Returns the instants of clock times on a day; an arrival that is earlier than the departure is on the next day. */
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
  /** Days of the schedule that get no ride, with the field that is the reason. */
  skipped: (Problem & { direction: Direction; date: string })[]
}

type Schedule = Pick<NewSeries, 'date' | 'departure_clock' | 'arrival_clock' | 'repeat' | 'return_trip'>

/** Returns what is wrong with the days and clock times themselves, by field; undefined when nothing is. */
export function scheduleProblem(schedule: Schedule, now: Date): Problem | undefined {
  const { date, departure_clock, arrival_clock, repeat, return_trip: back } = schedule
  if (departure_clock === arrival_clock) return { field: 'arrival_clock', code: 'before_departure' }
  if (back && back.departure_clock === back.arrival_clock)
    return { field: 'return_trip.arrival_clock', code: 'before_departure' }
  // Limits the number of days, because each skipped one is listed in the response.
  const today = dayOf(now)
  if (daysBetween(today, date) < -limits.maxDaysAhead) return { field: 'date', code: 'in_past' }
  const until = repeat?.until ?? date
  if (daysBetween(today, until) > 2 * limits.maxDaysAhead)
    return { field: repeat ? 'repeat.until' : 'date', code: 'too_far_ahead' }
  if (back && turnsTooEarly(schedule, back)) return { field: 'return_trip.departure_clock', code: 'before_departure' }
  return undefined
}

/** Returns whether the return trip departs before the trip there has arrived. */
function turnsTooEarly({ departure_clock, arrival_clock }: Schedule, back: NonNullable<Schedule['return_trip']>) {
  const arrivesDaysLater = arrival_clock < departure_clock ? 1 : 0
  return (
    back.days_later < arrivesDaysLater || (back.days_later === arrivesDaysLater && back.departure_clock < arrival_clock)
  )
}

/** Returns the days of the trip there: one day, or the chosen weekdays until the last day, without the exceptions. */
export function daysOf({ date, repeat }: Pick<NewSeries, 'date' | 'repeat'>): string[] {
  if (!repeat) return [date]
  const count = Math.max(0, daysBetween(date, repeat.until) + 1)
  const except = new Set(repeat.except)
  return Array.from({ length: count }, (_, index) => Temporal.PlainDate.from(date).add({ days: index }))
    .filter((day) => repeat.weekdays.includes(day.dayOfWeek))
    .map((day) => day.toString())
    .filter((day) => !except.has(day))
}

/** Returns the rides of a series or of a day with its return trip, and the skipped days. A skipped trip has no return trip either. */
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

/** Returns why a plan cannot be published, by field: a single day needs all its rides; a series needs at least one, and not too many. */
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
