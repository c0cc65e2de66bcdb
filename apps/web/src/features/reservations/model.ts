/** What the lists show first, and what the dialog offers; no React, no texts. */
import { type AnswerHours, lateCancellationHours, seats, travelDay } from '@samtur/contract/constants'
import type {
  AgreedTrip,
  OwnReservation,
  OwnRide,
  ReservationBody,
  RideReservation,
} from '@samtur/contract/reservations'
import type { Ride, RideSection } from '@samtur/contract/rides'
import { withDetourStop } from '../rides/detours.ts'

/** 1 to as many as are free, at most four. */
export function seatChoices(available: number): number[] {
  const most = Math.min(Math.max(available, 0), seats.maxPerReservation)
  return Array.from({ length: most }, (_, index) => index + 1)
}

interface ReservationInput {
  seats: number
  message: string
  /** Hours in which the passenger wants an answer; left out where the seat is given at once. */
  answerHours?: AnswerHours | undefined
  /** Meeting points that the passenger asks for. */
  startPointId?: string | null
  endPointId?: string | null
  /** The passenger knows of another trip at that time. */
  acceptOverlap?: boolean
}

/**
 * Positions travel only when the section is not the whole ride, and the place of a detour with them; a blank message is none. The version
 * says which state of the ride was looked at.
 */
export function reservationBody(
  { section, version, detour }: Pick<Ride, 'section' | 'version' | 'detour'>,
  { seats: count, message, answerHours, acceptOverlap, startPointId, endPointId }: ReservationInput,
): ReservationBody {
  return {
    seats_requested: count,
    message: message.trim() || null,
    ...((!section.whole || detour) && { from_position: section.from_position, to_position: section.to_position }),
    ...(detour && { detour: { place_id: detour.place_id, end: detour.end } }),
    ...(startPointId && { start_point_id: startPointId }),
    ...(endPointId && { end_point_id: endPointId }),
    ride_version: version,
    ...(answerHours && { answer_within_hours: answerHours }),
    ...(acceptOverlap && { accept_overlap: true }),
  }
}

export type ChangedPart = 'start' | 'end' | 'start_point' | 'end_point' | 'departure' | 'arrival' | 'price'

export interface Change {
  part: ChangedPart
  /** An empty text is no meeting point. */
  before: string | number
  now: string | number
}

/** Names of meeting points; null where driver and passenger agree on it themselves. */
interface PointNames {
  start_point: string | null
  end_point: string | null
}

type Comparable = AgreedTrip & Partial<PointNames> & { price?: number }

/** Returns what has changed, most important first. */
export function changesOf(
  before: Comparable,
  now: Pick<RideSection, keyof AgreedTrip | 'price'> & Partial<PointNames>,
): Change[] {
  const all: Change[] = [
    { part: 'departure', before: before.departure_time, now: now.departure_time },
    { part: 'arrival', before: before.arrival_time, now: now.arrival_time },
    { part: 'start', before: before.start_location, now: now.start_location },
    { part: 'end', before: before.end_location, now: now.end_location },
    { part: 'start_point', before: before.start_point ?? '', now: now.start_point ?? '' },
    { part: 'end_point', before: before.end_point ?? '', now: now.end_point ?? '' },
    ...(before.price === undefined ? [] : [{ part: 'price' as const, before: before.price, now: now.price }]),
  ]
  const isTime = (part: ChangedPart) => part === 'departure' || part === 'arrival'
  // The same instant may be written in two ways.
  const same = (change: Change) =>
    isTime(change.part)
      ? Date.parse(String(change.before)) === Date.parse(String(change.now))
      : change.before === change.now
  return all.filter((change) => !same(change))
}

export interface SectionStop {
  /** Of the stop, for React. */
  position: number
  /** One, or several that share a line. */
  places: readonly string[]
  /** Left out where several share a line. */
  time?: string
  kind: 'start' | 'via' | 'end'
  /** Calculated from the distance. */
  estimated: boolean
  /** The place of a detour, which is no stop yet. */
  dashed: boolean
}

const mostBetween = 4

/** The stops of the part that is reserved, in order; many on the way share one line. */
export function sectionStops(ride: Pick<Ride, 'route' | 'section' | 'detour'>): SectionStop[] {
  const { route, section, detour } = withDetourStop(ride)
  const { from_position: from, to_position: to } = section
  // Only where the ride itself starts and ends has the driver said when, and no detour moves it.
  const estimated = (position: number) => Boolean(detour) || (position > 0 && position < route.length - 1)
  const stopAt = (position: number) => ({
    position,
    estimated: estimated(position),
    dashed: !Number.isInteger(position),
  })
  const between = route
    .filter(({ position }) => position > from && position < to)
    .map(({ text, passes_at, position }) => ({
      ...stopAt(position),
      places: [text],
      time: passes_at,
      kind: 'via' as const,
    }))
  const gathered = { ...stopAt(from + 1), places: between.flatMap(({ places }) => places), kind: 'via' as const }
  return [
    { ...stopAt(from), places: [section.start_location], time: section.departure_time, kind: 'start' },
    ...(between.length > mostBetween ? [{ ...gathered, dashed: false }] : between),
    { ...stopAt(to), places: [section.end_location], time: section.arrival_time, kind: 'end' },
  ]
}

const byTime =
  <Item>(timeOf: (item: Item) => string) =>
  (a: Item, b: Item) =>
    Date.parse(timeOf(a)) - Date.parse(timeOf(b))

const hasPassed = (time: string, now: number) => Date.parse(time) <= now

/** Over only on arrival: on the way, the other person's phone number is needed most. */
export const isOver = (ride: Pick<Ride, 'arrival_time'>, now: number) => hasPassed(ride.arrival_time, now)

/** Returns whether the reservation was rejected or cancelled. */
export const hasEnded = ({ status }: Pick<OwnReservation, 'status'>) => status === 'rejected' || status === 'cancelled'

/** Splits own reservations into upcoming ones, the next first and ended ones last, and past ones, the latest first. */
export function splitReservations(items: readonly OwnReservation[], now: number) {
  const departure = byTime<OwnReservation>(({ ride }) => ride.section.departure_time)
  return {
    upcoming: items
      .filter(({ ride }) => !isOver(ride, now))
      .toSorted((a, b) => Number(hasEnded(a)) - Number(hasEnded(b)) || departure(a, b)),
    past: items.filter(({ ride }) => isOver(ride, now)).toSorted((a, b) => departure(b, a)),
  }
}

/** Returns whether the driver can still accept or reject the request, which ends with its time and at departure. */
export function isAnswerable(
  ride: Pick<Ride, 'departure_time' | 'status'>,
  { status, answer_by }: RideReservation,
  now: number,
) {
  const isOpen = !hasPassed(ride.departure_time, now) && !(answer_by && hasPassed(answer_by, now))
  return status === 'pending' && ride.status === 'active' && isOpen
}

/** Returns whether the passenger can still cancel, which ends at departure. */
export function isWithdrawable({ status, ride }: Pick<OwnReservation, 'status' | 'ride'>, now: number): boolean {
  return (
    (status === 'pending' || status === 'accepted') && ride.status === 'active' && !hasPassed(ride.departure_time, now)
  )
}

type RequestedSeats = Pick<RideReservation, 'status' | 'seats_requested' | 'holds_seats'>

/** Returns whether fewer seats are free on the section than the request needs. Held seats are its own. */
export const lacksSeats = (
  { status, seats_requested, holds_seats }: RequestedSeats,
  section: Pick<RideSection, 'available_seats'>,
) => status === 'pending' && !holds_seats && section.available_seats < seats_requested

/** Returns whether to offer a search for another ride: the reservation was not ended by the passenger, and the departure is in the future. */
export function needsAnother({ status, ended_by, ride }: OwnReservation, now: number): boolean {
  return hasEnded({ status }) && ended_by !== 'passenger' && !hasPassed(ride.section.departure_time, now)
}

/** Returns whether the passenger should see now what has become of the trip: it changed, or it may come to nothing. */
export const asksSomething = (reservation: OwnReservation, now: number): boolean =>
  needsAnother(reservation, now) ||
  (isWithdrawable(reservation, now) &&
    (reservation.change !== null ||
      reservation.driver_unavailable ||
      lacksSeats(reservation, reservation.ride.section)))

/** Returns whether a cancellation now would count as late in the driver's record. */
export const isLate = (departure: string, now: number) =>
  Date.parse(departure) - now < lateCancellationHours * 3_600_000

/** The driver may change and cancel a ride until it departs. */
export const isChangeable = ({ status, departure_time }: Pick<Ride, 'status' | 'departure_time'>, now: number) =>
  status === 'active' && !hasPassed(departure_time, now)

/** A request that waits for the driver, and its ride. */
export interface OpenRequest {
  ride: OwnRide
  request: RideReservation
}

/** Returns the requests that the driver can accept or reject now: those from the waiting list first, then by their deadlines. */
export function openRequests(items: readonly OwnRide[], now: number): OpenRequest[] {
  const deadline = byTime<OpenRequest>(({ ride, request }) => request.answer_by ?? ride.departure_time)
  return items
    .flatMap((ride) =>
      ride.reservations.filter((request) => isAnswerable(ride, request, now)).map((request) => ({ ride, request })),
    )
    .toSorted((a, b) => Number(b.request.holds_seats) - Number(a.request.holds_seats) || deadline(a, b))
}

/** Splits own rides into upcoming ones with requests or passengers (the cancelled last), upcoming ones without any, and past ones. */
export function splitRides(items: readonly OwnRide[], now: number) {
  const departure = byTime<OwnRide>((ride) => ride.departure_time)
  const ahead = items.filter((ride) => !isOver(ride, now)).toSorted(departure)
  const isOff = ({ status }: OwnRide) => status === 'cancelled'
  const isUnasked = (ride: OwnRide) => !isOff(ride) && ride.reservations.length === 0
  return {
    upcoming: ahead.filter((ride) => !isUnasked(ride)).toSorted((a, b) => Number(isOff(a)) - Number(isOff(b))),
    unasked: ahead.filter(isUnasked),
    past: items.filter((ride) => isOver(ride, now)).toSorted((a, b) => departure(b, a)),
  }
}

const order = { pending: 0, accepted: 1, rejected: 2, cancelled: 3 } as const

/** Open requests first, those from the waiting list before the others, in the order they came. */
export function sortRequests(requests: readonly RideReservation[]): RideReservation[] {
  const sent = byTime<RideReservation>(({ created_at }) => created_at)
  const held = ({ status, holds_seats }: RideReservation) => status === 'pending' && holds_seats
  return requests.toSorted(
    (a, b) => order[a.status] - order[b.status] || Number(held(b)) - Number(held(a)) || sent(a, b),
  )
}

/** Returns the number of accepted seats. */
export const countPassengers = ({ reservations }: OwnRide) =>
  reservations.reduce((sum, { status, seats_requested }) => sum + (status === 'accepted' ? seats_requested : 0), 0)

export type Tab = 'reservations' | 'rides'

/** Returns the tab to open first: own rides when a request waits or when there are no reservations. A list that failed to load counts as unknown. */
export function firstTab(
  reservations: readonly OwnReservation[] | undefined,
  rides: readonly OwnRide[] = [],
  now: number,
): Tab {
  return openRequests(rides, now).length > 0 || (reservations?.length === 0 && rides.length > 0)
    ? 'rides'
    : 'reservations'
}

/** Returns the pending or accepted reservation on a ride. */
export const activeOn = (rideId: string, items: readonly OwnReservation[] = []) =>
  items.find(({ ride_id, status }) => ride_id === rideId && (status === 'pending' || status === 'accepted'))

const hour = 3_600_000

const isOnDay = ({ departure_time, arrival_time }: { departure_time: string; arrival_time: string }, now: number) =>
  now >= Date.parse(departure_time) - travelDay.hoursBefore * hour &&
  now < Date.parse(arrival_time) + travelDay.hoursAfter * hour

/**
 * Returns when the trip of the day of travel departs, an accepted reservation or an own ride: the first that has not arrived, or else the
 * first; undefined when there is none.
 */
export function departureToday(
  reservations: readonly Pick<OwnReservation, 'status' | 'ride'>[],
  rides: readonly Pick<OwnRide, 'status' | 'departure_time' | 'arrival_time'>[],
  now: number,
): string | undefined {
  const trips = [
    ...reservations
      .filter(({ status, ride }) => status === 'accepted' && ride.status === 'active')
      .map(({ ride }) => ride.section),
    ...rides.filter(({ status }) => status === 'active'),
  ]
    .filter((trip) => isOnDay(trip, now))
    .toSorted(byTime(({ departure_time }) => departure_time))
  return (trips.find((trip) => !isOver(trip, now)) ?? trips[0])?.departure_time
}
