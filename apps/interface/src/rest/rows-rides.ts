/** Rides as rows of the table `rides`. */
import type { Contact, Ride } from '@samtur/contract/rides'
import { personRow } from './rows-people.ts'
import type { Row } from './shapes.ts'

/** Returns the row of a ride. Plate, colour and phone are null unless the API shows the caller the contact. */
export function rideRow(origin: string, ride: Ride, contact: Contact | null = null): Row {
  return {
    id: ride.id,
    driver_id: ride.driver.id,
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
    driver: { ...personRow(origin, ride.driver), phone: contact?.phone ?? null },
  }
}
