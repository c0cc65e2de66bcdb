/** Plans who requests which seats, what the drivers answer, and how the trips were. */
import { type Calendar, earliest, HOUR, later, minutesAfter } from './calendar.ts'
import { comments, moodOf } from './comments.ts'
import { ingrid, type Person } from './people.ts'
import type { PlannedRequest, PlannedRide } from './planned.ts'
import { createRandom, type Random } from './random.ts'
import { requests as messages } from './requests.ts'

const DAY = 24 * HOUR

/** Adds requests to the rides; no person travels twice on one day. */
export function addBookings(rides: PlannedRide[], people: Person[], calendar: Calendar): void {
  const random = createRandom('bookings')
  const travelling = new Set<string>()
  const said = new Map<string, number>()
  const onThatDay = (person: Person, ride: PlannedRide) => `${person.name} ${ride.departure.toISOString().slice(0, 10)}`
  for (const ride of rides) travelling.add(onThatDay(ride.driver, ride))
  for (const ride of rides.toSorted((a, b) => a.departure.getTime() - b.departure.getTime())) {
    const booking = { ride, random, calendar, free: ride.stops.slice(1).map(() => ride.seats), said }
    for (let wanted = howMany(booking); wanted > 0; wanted--) {
      const passenger = random.weighted(people, (person) => likelihood(person, ride))
      if (travelling.has(onThatDay(passenger, ride))) continue
      travelling.add(onThatDay(passenger, ride))
      ask(booking, passenger)
    }
  }
  keepPending(rides, calendar.midnight)
  for (const ride of rides) if (givesSeats(ride, calendar.midnight)) ride.instant = instantOf(ride)
}

/** Makes unanswered requests recent, so that the time for their answer is not over when the demo starts. */
export function keepPending(rides: PlannedRide[], midnight: Date): void {
  for (const ride of rides) {
    if (ride.departure <= midnight || ride.fate) continue
    for (const request of ride.requests) if (!request.answer) request.at = recent(request.at, midnight)
  }
}

const PERIOD = 20 * HOUR
/** The newest messages are from the last hours before the start, which may come soon after midnight. */
const LATEST = -4 * HOUR

/** Returns the time by whole periods of 20 hours later, before the evening of the last day: its 48 hours are not over on the day of the start. */
function recent(at: Date, midnight: Date): Date {
  const periods = Math.floor((later(midnight, LATEST).getTime() - at.getTime()) / PERIOD)
  return later(at, Math.max(0, periods) * PERIOD)
}

/** Returns whether the ride may have instant booking: it has not departed, and no request on it is pending. */
const givesSeats = ({ departure, requests }: PlannedRide, midnight: Date) =>
  departure > midnight && requests.every(({ answer }) => answer)

const instantOf = ({ driver }: PlannedRide) =>
  createRandom(`seats at once of ${driver.name}`).pick(['off', 'off', 'off', 'trusted', 'all'] as const)

/** Returns how likely a person takes a ride: most people start or end their trips at home. */
function likelihood({ home, country }: Person, ride: PlannedRide) {
  if (ride.stops.includes(home)) return 12
  return country === ride.driver.country ? 1 : 0.05
}

interface Booking {
  ride: PlannedRide
  random: Random
  calendar: Calendar
  /** Free seats of each leg. */
  free: number[]
  /** How often each comment was used, in all and for each driver. */
  said: Map<string, number>
}

const isPast = ({ ride, calendar }: Booking) => ride.departure < calendar.midnight

function howMany(booking: Booking): number {
  const { ride, random, calendar } = booking
  if (ride.driver === ingrid) return random.int(2, 4)
  if (isPast(booking)) return random.int(1, 4)
  const days = (ride.departure.getTime() - calendar.midnight.getTime()) / DAY
  return random.chance(days < 7 ? 0.8 : days < 14 ? 0.55 : 0.25) ? random.int(1, 3) : 0
}

function ask(booking: Booking, passenger: Person): void {
  const { ride, random, calendar } = booking
  const [from, to] = sectionOf(ride, random)
  const left = Math.min(...booking.free.slice(from, to))
  if (left === 0) return
  const seats = Math.min(
    left,
    random.weighted([1, 2, 3], (count) => [0, 8, 2, 0.4][count] ?? 0),
  )
  const until = earliest(later(ride.departure, -3 * HOUR), minutesAfter(calendar.midnight, -30))
  const at = calendar.sometime(random, minutesAfter(ride.publishedAt, 25), until)
  const answer = answerTo(booking, at)
  if (answer?.status === 'accepted')
    for (let leg = from; leg < to; leg++) booking.free[leg] = (booking.free[leg] ?? 0) - seats
  const message = random.chance(0.7) ? random.pick(messages[passenger.language]) : null
  const request = { passenger, from, to, seats, message, at, answer }
  const rating = answer?.status === 'accepted' && isPast(booking) ? ratingFor(booking, passenger) : null
  ride.requests.push({ ...request, rating })
}

/** Returns the section: mostly the whole route, sometimes a part of it. */
function sectionOf({ stops }: PlannedRide, random: Random): [from: number, to: number] {
  const last = stops.length - 1
  if (last === 1 || random.chance(0.6)) return [0, last]
  return random.chance(0.5) ? [random.int(1, last - 1), last] : [0, random.int(1, last - 1)]
}

function answerTo(booking: Booking, requestedAt: Date): PlannedRequest['answer'] {
  const { ride, random, calendar } = booking
  const likely = isPast(booking)
    ? { accepted: 17, rejected: 2, cancelled: 1, open: 0 }
    : { accepted: 9, rejected: 2, cancelled: 1, open: 8 }
  const status = random.weighted(['accepted', 'rejected', 'cancelled', 'open'] as const, (it) => likely[it])
  if (status === 'open') return null
  const until = earliest(later(requestedAt, 12 * HOUR), later(ride.departure, -HOUR), calendar.midnight)
  return { status, at: calendar.sometime(random, minutesAfter(requestedAt, 4), until) }
}

function ratingFor(booking: Booking, passenger: Person): PlannedRequest['rating'] {
  const { ride, random, calendar } = booking
  if (random.chance(0.18)) return null
  const at = calendar.sometime(random, later(ride.arrival, HOUR), later(ride.arrival, 3 * DAY))
  if (at > calendar.midnight) return null
  const values = ride.driver === ingrid ? { 10: 9, 9: 8, 8: 2 } : { 10: 16, 9: 14, 8: 8, 7: 3, 6: 2, 5: 1 }
  const [value] = random.weighted(Object.entries(values), ([, weight]) => weight)
  return {
    value: Number(value),
    comment: random.chance(0.68) ? commentFor(booking, passenger, Number(value)) : null,
    at,
  }
}

/** Returns the least used of the fitting comments, never the same twice for one driver. */
function commentFor({ ride, random, said }: Booking, passenger: Person, value: number): string | null {
  const toDriver = (text: string) => `${ride.driver.name}: ${text}`
  const fresh = random.shuffled(comments[passenger.language][moodOf(value)]).filter((text) => !said.has(toDriver(text)))
  const text = fresh.toSorted((a, b) => (said.get(a) ?? 0) - (said.get(b) ?? 0))[0]
  if (text === undefined) return null
  said.set(text, (said.get(text) ?? 0) + 1).set(toDriver(text), 1)
  return text
}
