/** Reservation rows → responses. Phone numbers pass only between the two sides of an accepted reservation. */
import type { OwnReservation, OwnRide, RideReservation } from '@samtur/contract/reservations'
import { presentPerson } from '#features/profiles/port'
import { presentContact, presentRide, presentSection, type RideRow, seesContact } from '#features/rides/port'
import { hasMoved, shownState, type Trip } from './rules.ts'
import type { OwnReservationRow, OwnRideRow, RequestRow, ReservationRow } from './views.ts'

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

const hasLeft = (ride: RideRow, now: Date) => ride.departure_time <= now

function base(row: ReservationRow, ride: RideRow, now: Date) {
  const { id, ride_id, seats_requested, message, price } = row
  const state = shownState(row, hasLeft(ride, now))
  return { id, ride_id, seats_requested, message, price, created_at: new Date(row.created_at).toISOString(), ...state }
}

const sectionOf = (row: ReservationRow) => ({ from: row.from_position, to: row.to_position })

/** Returns the passenger's section: as it is now, or as it was requested when the reservation has ended. */
function section(ride: RideRow, row: ReservationRow) {
  const now = presentSection(ride, sectionOf(row), row.price)
  return row.status === 'pending' || row.status === 'accepted' ? now : { ...now, ...agreedTrip(row) }
}

/** Returns whether the driver has changed the trip so much that the passenger has to confirm it, and has not yet. */
export function awaitsConfirmation(row: ReservationRow, ride: RideRow, now: Date): boolean {
  if (row.status !== 'accepted' || hasLeft(ride, now)) return false
  return hasMoved(agreedTrip(row), presentSection(ride, sectionOf(row)))
}

export function presentOwnReservation(
  { reservation, ride, own_rating, blocked, suspended }: OwnReservationRow,
  now: Date,
): OwnReservation {
  const accepted = reservation.status === 'accepted'
  const isAhead = ride.status === 'active' && !hasLeft(ride, now) && (accepted || reservation.status === 'pending')
  const reachable = seesContact(reservation, ride.arrival_time, now) && !suspended
  return {
    ...base(reservation, ride, now),
    ride: { ...presentRide(ride), section: section(ride, reservation) },
    contact: reachable ? presentContact(ride, !blocked) : null,
    can_rate: accepted && own_rating === null && hasLeft(ride, now),
    own_rating,
    change: awaitsConfirmation(reservation, ride, now) ? agreedTrip(reservation) : null,
    driver_unavailable: suspended && isAhead,
  }
}

export function presentRequest(ride: RideRow, request: RequestRow, now: Date): RideReservation {
  const { phone, ...person } = request.passenger
  const reachable = seesContact(request, ride.arrival_time, now) && !request.blocked
  return {
    ...base(request, ride, now),
    passenger: { ...presentPerson(person), phone: reachable ? phone : null },
    section: section(ride, request),
    awaits_confirmation: awaitsConfirmation(request, ride, now),
    can_rate: request.status === 'accepted' && request.own_rating === null && hasLeft(ride, now),
    own_rating: request.own_rating,
  }
}

export function presentOwnRide({ requests, ...ride }: OwnRideRow, now: Date): OwnRide {
  return {
    ...presentRide(ride),
    contact: presentContact(ride),
    series_id: ride.series_id,
    reservations: requests.map((request) => presentRequest(ride, request, now)),
  }
}
