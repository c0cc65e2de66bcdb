/** Rides as rows of the table `rides`. */
import type { Contact, Ride } from '@samtur/contract/rides'
import type { Row } from './shapes.ts'

/** Returns the row of a ride. Plate, colour and phone stand in it for those whose response of the API has them. */
export function rideRow(origin: string, ride: Ride, contact: Contact | null = null): Row {
  const { id, full_name, profile_picture, rating } = ride.driver
  return {
    id: ride.id,
    driver_id: id,
    start_location: ride.start_location,
    end_location: ride.end_location,
    stops: ride.stops,
    departure_time: ride.departure_time,
    arrival_time: ride.arrival_time,
    price: ride.price,
    available_seats: ride.available_seats,
    total_seats: ride.total_seats,
    pets_allowed: ride.pets_allowed,
    notes: ride.notes,
    license_plate: contact?.license_plate ?? null,
    car_make: ride.car_make,
    car_model: ride.car_model,
    car_color: contact?.car_color ?? null,
    created_at: ride.created_at,
    driver: {
      id,
      full_name,
      rating,
      profile_picture: profile_picture === null ? null : `${origin}${profile_picture}`,
      phone: contact?.phone ?? null,
    },
  }
}
