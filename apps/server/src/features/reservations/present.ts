/** Reservation rows → responses. Phone numbers pass only between the two sides of an accepted reservation. */
import type { OwnReservation, OwnRide, RideReservation } from '@samtur/contract/reservations'
import { presentPerson } from '#features/profiles/port'
import { presentContact, presentRide, presentSection, type RideRow, seesContact } from '#features/rides/port'
import type { OwnReservationRow, OwnRideRow, RequestRow, ReservationRow } from './views.ts'

function base(row: ReservationRow) {
  const { id, ride_id, seats_requested, message, status, price } = row
  return { id, ride_id, seats_requested, message, status, price, created_at: new Date(row.created_at).toISOString() }
}

const sectionOf = (row: ReservationRow) => ({ from: row.from_position, to: row.to_position })

export function presentOwnReservation(
  { reservation, ride, own_rating, blocked }: OwnReservationRow,
  now: Date,
): OwnReservation {
  const accepted = reservation.status === 'accepted'
  return {
    ...base(reservation),
    ride: presentRide(ride, sectionOf(reservation), reservation.price),
    contact: seesContact(reservation, ride.arrival_time, now) ? presentContact(ride, !blocked) : null,
    can_rate: accepted && own_rating === null && ride.departure_time <= now,
    own_rating,
  }
}

export function presentRequest(ride: RideRow, request: RequestRow, now: Date): RideReservation {
  const { phone, ...person } = request.passenger
  const reachable = seesContact(request, ride.arrival_time, now) && !request.blocked
  return {
    ...base(request),
    passenger: { ...presentPerson(person), phone: reachable ? phone : null },
    section: presentSection(ride, sectionOf(request), request.price),
  }
}

export function presentOwnRide({ requests, ...ride }: OwnRideRow, now: Date): OwnRide {
  return {
    ...presentRide(ride),
    contact: presentContact(ride),
    reservations: requests.map((request) => presentRequest(ride, request, now)),
  }
}
