/** Turns the routes into trips in both directions, on days with much traffic. */
import { resolvePlace, type Road, roadAlong } from '#features/places/port'
import { type Car, carOf } from './cars.ts'
import { type Calendar, HOUR, later, toFiveMinutes } from './calendar.ts'
import { notes, type Occasion } from './notes.ts'
import { ingrid, type Person } from './people.ts'
import type { PlannedRide } from './planned.ts'
import { createRandom, type Random } from './random.ts'
import { type Kind, type Route, routes } from './routes.ts'

const PAST_DAYS = 95
const AHEAD_DAYS = 28
/** On shorter routes people take the bus. */
const SHORTEST_KM = 55

export function upcomingTrips(driver: Person, calendar: Calendar): PlannedRide[] {
  return tripsOf(driver, calendar, { first: 0, last: AHEAD_DAYS - 1, pause: 11 })
}

/** Moves trips that have departed today by four weeks, so that the number of coming trips is the same at any hour. */
export function postponeDeparted(rides: PlannedRide[], { midnight, now }: Calendar): void {
  for (const ride of rides) {
    if (ride.departure < midnight || ride.departure > later(now, HOUR / 2)) continue
    ride.departure = later(ride.departure, AHEAD_DAYS * 24 * HOUR)
    ride.arrival = later(ride.arrival, AHEAD_DAYS * 24 * HOUR)
  }
}

export function pastTrips(driver: Person, calendar: Calendar): PlannedRide[] {
  return tripsOf(driver, calendar, { first: -PAST_DAYS, last: -2, pause: driver === ingrid ? 16 : 110 })
}

interface Period {
  first: number
  last: number
  /** The longest time between two trips, in days. */
  pause: number
}

function tripsOf(driver: Person, calendar: Calendar, { first, last, pause }: Period): PlannedRide[] {
  const random = createRandom(`trips of ${driver.name} from ${first < 0 ? 'then' : 'now'}`)
  const habits = {
    asks: 0.6 + random.next() * 0.4,
    pets: random.chance(0.3),
    talkative: random.chance(0.75),
    detour: createRandom(`detours of ${driver.name}`).pick([0, 0, 10, 15]),
  }
  const rides: PlannedRide[] = []
  for (let day = first; ;) {
    const leaving = dayOfLeaving(random, calendar, day, day + random.int(1, pause))
    if (leaving > last) return rides
    const way = wayFrom(driver.home, random, calendar, leaving)
    const returning = leaving + stayOf(random, calendar, leaving, way)
    const trip = { driver, way, habits, random, calendar }
    rides.push(rideOn({ ...trip, day: leaving, back: false }))
    if (returning <= last && random.chance(0.85)) rides.push(rideOn({ ...trip, day: returning, back: true }))
    day = returning + 1
  }
}

/** Fridays first, then Sundays. */
const travelDays = [0, 2, 1, 1, 2, 6, 2, 3]

function dayOfLeaving(random: Random, calendar: Calendar, from: number, to: number) {
  const days = Array.from({ length: Math.min(to - from + 1, 7) }, (_, index) => to - index)
  return random.weighted(days, (day) => travelDays[calendar.weekday(day)] ?? 1)
}

function stayOf(random: Random, calendar: Calendar, leaving: number, way: Way) {
  const weekday = calendar.weekday(leaving)
  if (weekday === 5 || weekday === 6) return 7 - weekday
  return way.km < 150 && weekday < 5 ? 0 : random.int(1, 3)
}

interface Way {
  stops: string[]
  km: number
  hours: number
  kind: Kind
  /** Destination of the whole route, and its kind. */
  goal: string
}

const weights: Record<Kind, number> = { town: 2, airport: 1, ferry: 1, ski: 3, summer: 2 }

/** Returns a route that passes the driver's home, from there to one of its ends or, now and then, to a place before it. */
function wayFrom(home: string, random: Random, calendar: Calendar, day: number): Way {
  const way = random.weighted(
    waysFrom(home).filter((it) => isOpen(it, calendar, day)),
    ({ kind }) => weights[kind],
  )
  const nearer = way.stops.length > 3 && random.chance(0.3) ? part(way, way.stops.length - 1) : way
  return nearer.km >= SHORTEST_KM ? nearer : way
}

function isOpen({ kind }: Way, calendar: Calendar, day: number) {
  if (kind === 'ski') return calendar.season(day) === 'winter' && [5, 6].includes(calendar.weekday(day))
  return kind !== 'summer' || calendar.season(day) === 'summer'
}

const known = new Map<string, Way[]>()

function waysFrom(home: string): Way[] {
  const ways = known.get(home) ?? routes.flatMap((route) => waysAlong(route, home))
  known.set(home, ways)
  return ways
}

function waysAlong(route: Route, home: string): Way[] {
  const goal = route.stops.at(-1) ?? ''
  return [route.stops, route.stops.toReversed()]
    .filter((stops) => stops.includes(home))
    .map((stops) => wayOf(stops.slice(stops.indexOf(home)), route.kind, goal))
    .filter(({ stops, km }) => stops.length > 1 && km >= SHORTEST_KM)
}

/** Returns the stops up to but not including `end`, with their distance and time. */
const part = ({ stops, kind, goal }: Way, end: number): Way => wayOf(stops.slice(0, end), kind, goal)

function wayOf(stops: string[], kind: Kind, goal: string): Way {
  const legs = legsOf(stops)
  const minutes = legs.reduce((sum, leg) => sum + leg.minutes, 0)
  return { stops, kind, goal, km: kmOf(legs), hours: minutes / 60 }
}

const kmOf = (legs: readonly Road[]) => legs.reduce((sum, { km }) => sum + km, 0)

function legsOf(stops: string[]): Road[] {
  const places = stops.map((stop) => {
    const place = resolvePlace(stop)
    if (!place) throw new Error(`routes.ts: unknown place ${stop}`)
    return place
  })
  return roadAlong(places) ?? []
}

interface Trip {
  driver: Person
  way: Way
  /** `asks`: the price as a fraction of a passenger's share of the costs. */
  habits: { asks: number; pets: boolean; talkative: boolean; detour: number }
  random: Random
  calendar: Calendar
  day: number
  back: boolean
}

function rideOn({ driver, way, habits, random, calendar, day, back }: Trip): PlannedRide {
  const car = carOf(driver)
  const between = way.stops.slice(1, -1).filter(() => random.chance(0.7))
  const stops = [way.stops[0] ?? '', ...between, way.stops.at(-1) ?? '']
  const time = departureTime({ way, random, weekday: calendar.weekday(day), back })
  const departure = calendar.at(day, time)
  const hours = way.hours * (1 + random.next() * 0.1) + 0.08 * between.length
  const free = way.km < 250 && random.chance(0.03)
  const pets = habits.pets || random.chance(0.1)
  const seats = Math.min(
    car.seats,
    random.weighted([1, 2, 3, 4, 5, 6], (count) => [0, 1, 3, 5, 2, 1, 1][count] ?? 0),
  )
  const ride = {
    driver,
    stops: back ? stops.toReversed() : stops,
    departure,
    arrival: toFiveMinutes(later(departure, hours * HOUR)),
    price: free ? 0 : priceOf(stops, seats, habits.asks),
    seats,
    pets,
    // Nothing finds a past trip.
    detour: day < 0 ? 0 : habits.detour,
    publishedAt: calendar.at(
      Math.min(day - random.int(3, 14), -random.int(1, 13)),
      `${random.int(10, 21)}:${random.pick(['07', '18', '34', '52'])}`,
    ),
    requests: [],
  }
  const occasions = occasionsOf(ride, { way, car, hour: Number(time.split(':')[0]), day, calendar })
  return {
    ...ride,
    note: free || (habits.talkative && random.chance(0.85)) ? noteFor(driver, occasions, random) : null,
  }
}

/** Kr per km: the product's default rates. */
const rates: Record<string, number> = { NO: 3.5, DK: 3.94, SE: 2.5 }

/**
 * Returns a round fraction of the share of the costs. Both directions cost the same: the lower price where the countries at the two ends
 * have different rates.
 */
function priceOf(stops: string[], seats: number, asks: number): number {
  const ends = [stops[0], stops.at(-1)].map((stop) => rates[resolvePlace(stop ?? '')?.country ?? ''] ?? 2.5)
  return Math.floor((kmOf(legsOf(stops)) * Math.min(...ends) * asks) / (seats + 1) / 10) * 10
}

interface Departing {
  way: Way
  random: Random
  weekday: number
  back: boolean
}

/** Returns the departure: work and school end before a weekend begins, and long trips start early. */
function departureTime({ way, random, weekday, back }: Departing): string {
  const [from, to] = hoursOfDeparture(way, weekday, back)
  return `${String(random.int(from, to)).padStart(2, '0')}:${random.pick(['00', '00', '15', '30', '30', '45'])}`
}

function hoursOfDeparture({ hours, km, kind }: Way, weekday: number, back: boolean): [number, number] {
  if (kind === 'airport') return back ? [11, 21] : [5, 14]
  if (hours > 6) return weekday === 5 ? [8, 14] : [7, 10]
  if (weekday === 5) return [14, 18]
  if (weekday === 6) return kind === 'ski' ? [6, 7] : [8, 13]
  if (weekday === 7) return [12, 17]
  if (km < 150) return back ? [15, 17] : [6, 7]
  return [8, 16]
}

interface Circumstances {
  way: Way
  car: Car
  hour: number
  day: number
  calendar: Calendar
}

function occasionsOf(
  { stops, price, pets }: Omit<PlannedRide, 'note'>,
  { way, car, hour, day, calendar }: Circumstances,
): Occasion[] {
  if (price === 0) return ['free']
  const occasions: Occasion[] = [
    'any',
    ...(way.kind === 'town' ? placesOn(way, calendar.season(day) === 'winter') : []),
  ]
  const toTheGoal = stops.at(-1) === way.goal
  if (toTheGoal && (way.kind === 'ski' || way.kind === 'airport' || way.kind === 'ferry')) occasions.push(way.kind)
  if (way.hours > 4) occasions.push('long')
  if (car.electric && way.km > 220) occasions.push('electric')
  if (pets) occasions.push('pets')
  if (car.luggage === 'large') occasions.push('luggage')
  const workday = calendar.weekday(day) < 6
  if (workday && hour < 8) occasions.push('early')
  if (workday && hour >= 16) occasions.push('evening')
  return occasions
}

const placesOn = ({ stops }: Way, winter: boolean): Occasion[] =>
  stops
    .slice(1, -1)
    .flatMap((stop) => (winter ? [`via ${stop}` as const, `in winter via ${stop}` as const] : [`via ${stop}` as const]))

function noteFor({ language }: Person, occasions: Occasion[], random: Random): string | null {
  const fitting = occasions.filter((occasion) => notes[language][occasion])
  const occasion = random.weighted(fitting, (it) => (it === 'any' ? 2 : 1))
  return random.pick(notes[language][occasion] ?? [])
}
