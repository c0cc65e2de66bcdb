/** Stores rides for tests without the API: at any time, also in the past. */
import type { InstantBooking, LuggageSize } from '@samtur/contract/constants'
import type { Ride } from '@samtur/contract/rides'
import { rideBody as rideSchema } from '@samtur/contract/rides'
import { rideToStore, storeRide } from '../src/features/rides/service-storing.ts'
import { addRideTasks } from '../src/features/wanted/store-matches.ts'
import type { StopTexts } from '../src/features/rides/store-texts.ts'
import type { Database } from '../src/platform/db/database.ts'
import type { TestApp } from './app.ts'

export interface RideToAdd {
  driverId: string
  /** Start, stops, end. */
  route: string[]
  departure: Date | string
  hours?: number
  price?: number
  seats?: number
  pets?: boolean
  luggage?: LuggageSize
  detour?: number
  instant?: InstantBooking
  /** For the driver's gender only. */
  same?: boolean
}

/** Stores a ride as publishing does, without what follows from it; returns its id. */
export async function storeRideToAdd(
  db: Pick<Database, 'kysely'>,
  {
    driverId,
    route,
    departure,
    hours = route.length - 1,
    price = 300,
    seats = 4,
    pets = false,
    luggage = 'cabin',
    detour = 0,
    instant = 'off',
    same = false,
  }: RideToAdd,
  ensure?: StopTexts['ensure'],
): Promise<string> {
  const from = new Date(departure)
  const body = rideSchema.parse({
    start_location: route[0],
    stops: route.slice(1, -1),
    end_location: route.at(-1),
    departure_time: from.toISOString(),
    arrival_time: new Date(from.getTime() + hours * 3_600_000).toISOString(),
    price,
    total_seats: seats,
    pets_allowed: pets,
    luggage,
    detour_minutes: detour,
    instant_booking: instant,
    same_gender: same,
    license_plate: 'AB12345',
    car_make: 'Volvo',
    car_model: 'V60',
    car_color: 'Blå',
  })
  // Publishes it a moment before departure; old rides may repeat a stop.
  const before = new Date(from.getTime() - 1000)
  return storeRide(db.kysely, rideToStore(driverId, body, before, { routeStays: true }), ensure)
}

/** Stores a ride that alerts are compared with; returns its id. */
export async function addRide(
  db: Pick<Database, 'kysely'>,
  ride: RideToAdd,
  ensure?: StopTexts['ensure'],
): Promise<string> {
  const id = await storeRideToAdd(db, ride, ensure)
  await addRideTasks(db.kysely, [id])
  return id
}

export type Query = Record<string, string | number | undefined>

/** Returns all pages of a search. */
export async function findRides({ call }: TestApp, query: Query, as?: { cookie: string }): Promise<Ride[]> {
  const found: Ride[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const given = Object.entries({ limit: 50, ...query, ...(cursor && { cursor }) }).filter(
      ([, value]) => value !== undefined,
    )
    const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    const { status, body, text } = await call('GET', `/api/v1/rides?${parameters}`, { as })
    if (status !== 200) throw new Error(`${parameters}: ${status} ${text}`)
    found.push(...(body.items as Ride[]))
    cursor = body.next_cursor as string | null
  }
  return found
}
