/** Reservation rows → responses. Phone numbers pass only between the two sides of an accepted reservation. */
import type { DetourEnd } from '@samtur/contract/constants'
import type { OwnReservation, OwnRide, RideReservation } from '@samtur/contract/reservations'
import type { Ride } from '@samtur/contract/rides'
import { presentPerson } from '#features/profiles/port'
import {
  minutesOverLimit,
  presentContact,
  presentRide,
  presentSection,
  type RideRow,
  sectionByDetour,
  seesContact,
} from '#features/rides/port'
import { type EndPoints, hasMoved, hasOtherPoints, shownState, type Trip } from './rules.ts'
import type { OwnReservationRow, OwnRideRow, RequestRow, ReservationRow, ShownRow } from './views.ts'

interface AgreedRow {
  agreed_departs_at: Date | string
  agreed_arrives_at: Date | string
  agreed_from: string
  agreed_to: string
}

/** Returns the trip that the passenger has agreed to. */
export const agreedTrip = (row: AgreedRow): Trip => ({
  departure_time: new Date(row.agreed_departs_at).toISOString(),
  arrival_time: new Date(row.agreed_arrives_at).toISOString(),
  start_location: row.agreed_from,
  end_location: row.agreed_to,
})

interface AgreedPoints {
  agreed_from_point: string | null
  agreed_to_point: string | null
}

/** Returns the meeting points that the passenger has agreed to. */
export const agreedPoints = (row: AgreedPoints): EndPoints => ({ from: row.agreed_from_point, to: row.agreed_to_point })

/** Returns the ride's meeting points at the ends of a reserved section; a requested detour has none at its place. */
function meetingPointsOf({ stops }: RideRow, { from_position, to_position, detour_end }: ReservedRow) {
  const pointAt = (position: number) => stops[position]?.meeting_point ?? null
  return {
    start: detour_end === 'start' ? null : pointAt(from_position),
    end: detour_end === 'end' ? null : pointAt(to_position),
  }
}

/** Returns the ids of those meeting points. */
export function endPoints(ride: RideRow, row: ReservedRow): EndPoints {
  const { start, end } = meetingPointsOf(ride, row)
  return { from: start?.id ?? null, to: end?.id ?? null }
}

/** Returns the name of the meeting point where the passenger gets in; null where there is none. */
export const startPoint = (ride: RideRow, row: ReservedRow): string | null =>
  meetingPointsOf(ride, row).start?.name ?? null

const hasLeft = (ride: RideRow, now: Date) => ride.departure_time <= now

/** Returns whether no answer can come any more to a request that is pending. */
const isOver = ({ answer_by }: ReservationRow, ride: RideRow, now: Date) =>
  hasLeft(ride, now) || (answer_by !== null && new Date(answer_by) <= now)

function base(row: ShownRow, ride: RideRow, now: Date) {
  const { id, ride_id, seats_requested, message, price, holds_seats } = row
  const state = shownState(row, isOver(row, ride, now))
  return {
    id,
    ride_id,
    seats_requested,
    message,
    price,
    created_at: new Date(row.created_at).toISOString(),
    answer_by: row.answer_by && new Date(row.answer_by).toISOString(),
    instant: row.instant,
    holds_seats: holds_seats && state.status === 'pending',
    meeting_points: meetingPointsOf(ride, row),
    proposed_points:
      state.status === 'pending' ? { start: row.proposed_start, end: row.proposed_end } : { start: null, end: null },
    ...state,
  }
}

interface ReservedRow extends AgreedRow {
  from_position: number
  to_position: number
  detour_place_id: number | null
  detour_end: DetourEnd | null
}

const positionsOf = ({ from_position: from, to_position: to }: ReservedRow) => ({ from, to })

/** Returns the section by the detour that a request asks for; undefined for one between stops, and where the detour is not possible any more. */
export const detourOf = (ride: RideRow, row: ReservedRow, price?: number) =>
  row.detour_place_id !== null && row.detour_end !== null
    ? sectionByDetour(ride, positionsOf(row), { place_id: row.detour_place_id, end: row.detour_end }, price)
    : undefined

/** Returns the reserved section as it is now; `price` overrides the computed one. A detour that is not possible any more is as it was requested. */
export function reservedSection(ride: RideRow, row: ReservedRow, price?: number): Pick<Ride, 'section' | 'detour'> {
  const by = detourOf(ride, row, price)
  if (by) return { section: by.section, detour: by.detour }
  const section = presentSection(ride, positionsOf(row), price)
  return { section: row.detour_place_id === null ? section : { ...section, ...agreedTrip(row) }, detour: null }
}

/** Returns the passenger's section: as it is now, or as it was requested when the reservation has ended. */
function shownSection(ride: RideRow, row: ReservationRow) {
  const now = reservedSection(ride, row, row.price)
  const isActive = row.status === 'pending' || row.status === 'accepted'
  return isActive ? now : { ...now, section: { ...now.section, ...agreedTrip(row) } }
}

/** Returns whether the driver has changed the trip so much that the passenger has to confirm it, and has not yet. */
export function awaitsConfirmation(row: ReservationRow, ride: RideRow, now: Date): boolean {
  if (row.status !== 'accepted' || hasLeft(ride, now)) return false
  return (
    hasMoved(agreedTrip(row), presentSection(ride, positionsOf(row))) ||
    hasOtherPoints(agreedPoints(row), endPoints(ride, row))
  )
}

export function presentOwnReservation(
  {
    reservation,
    ride,
    own_rating,
    not_met,
    rating_paused,
    rate_from,
    blocked,
    suspended,
    agreed_from_name,
    agreed_to_name,
    name_confirmed,
  }: OwnReservationRow,
  now: Date,
): OwnReservation {
  const accepted = reservation.status === 'accepted'
  const isAhead = ride.status === 'active' && !hasLeft(ride, now) && (accepted || reservation.status === 'pending')
  const reachable = seesContact(reservation, ride.arrival_time, now) && !suspended
  const ratable = accepted && own_rating === null && !not_met && hasLeft(ride, now)
  return {
    ...base(reservation, ride, now),
    ride: { ...presentRide(ride), ...shownSection(ride, reservation) },
    contact: reachable ? presentContact(ride, !blocked) : null,
    can_rate: ratable && !rating_paused,
    can_rate_from: ratable && rate_from ? rate_from.toISOString() : null,
    own_rating,
    change: awaitsConfirmation(reservation, ride, now)
      ? { ...agreedTrip(reservation), start_point: agreed_from_name, end_point: agreed_to_name }
      : null,
    driver_unavailable: suspended && isAhead,
    name_confirmed,
  }
}

export function presentRequest(ride: RideRow, request: RequestRow, now: Date): RideReservation {
  const { phone, name_confirmed, ...person } = request.passenger
  const { section, detour } = shownSection(ride, request)
  const { own_rating, not_met, next_rating } = request
  const ratable = request.status === 'accepted' && own_rating === null && !not_met && hasLeft(ride, now)
  const reachable = seesContact(request, ride.arrival_time, now) && !request.blocked
  return {
    ...base(request, ride, now),
    passenger: { ...presentPerson(person), phone: reachable ? phone : null, name_confirmed },
    section,
    detour: detour && { ...detour, minutes_over_limit: minutesOverLimit(ride, detour) },
    awaits_confirmation: awaitsConfirmation(request, ride, now),
    can_rate: ratable && next_rating === null,
    can_rate_from: ratable && next_rating && next_rating !== 'infinity' ? new Date(next_rating).toISOString() : null,
    own_rating,
  }
}

export function presentOwnRide({ requests, waiting, held_seats, ...ride }: OwnRideRow, now: Date): OwnRide {
  return {
    ...presentRide(ride),
    contact: presentContact(ride),
    series_id: ride.series_id,
    waiting,
    held_seats,
    reservations: requests.map((request) => presentRequest(ride, request, now)),
  }
}
