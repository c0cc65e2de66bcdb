/** The columns that are written of a ride. Every statement that writes them derives from here, so that a column of the table that is missing does not compile. */
import type { RideTerm } from '@samtur/contract/rides'
import type { Selectable } from 'kysely'
import type { Tables } from '#platform/db/tables'

type Columns = Selectable<Tables['ride']>

/** Written once, when the ride is published. */
type PublishedColumn = 'id' | 'driver_id' | 'series_id' | 'series_direction' | 'created_at'
/** Written by a statement of their own. */
type StateColumn = 'status' | 'version' | 'cancelled_at' | 'cancel_reason' | 'hidden_at'
type StoredColumn = Exclude<keyof Columns, PublishedColumn | StateColumn>

/** What publishing and each change of the ride write. */
export type StoredRide = Pick<Columns, StoredColumn>

/** Name → type in the database. */
export const storedTypes: Record<StoredColumn, string> = {
  start_location: 'text',
  end_location: 'text',
  departure_time: 'timestamptz',
  arrival_time: 'timestamptz',
  price: 'integer',
  currency: 'text',
  distance_km: 'integer',
  typed_distance_km: 'integer',
  road_km: 'integer',
  road_costs: 'integer',
  extra_costs: 'integer',
  cost_share: 'integer',
  total_seats: 'smallint',
  available_seats: 'smallint',
  detour_minutes_used: 'smallint',
  pets_allowed: 'boolean',
  luggage: 'text',
  detour_minutes: 'smallint',
  instant_booking: 'text',
  same_gender: 'boolean',
  notes: 'text',
  license_plate: 'text',
  car_make: 'text',
  car_model: 'text',
  car_color: 'text',
}
export const storedColumns = Object.keys(storedTypes) as StoredColumn[]

/** Terms that each section repeats from its ride, because a search filters by them. */
type SectionTerm = RideTerm & keyof Tables['ride_section']
const repeatedTerms: Record<SectionTerm, true> = {
  pets_allowed: true,
  luggage: true,
  instant_booking: true,
  same_gender: true,
}
export const sectionTerms = Object.keys(repeatedTerms) as SectionTerm[]

/** The columns of a section in their order. */
export const sectionColumns = `ride_id, from_position, to_position, from_stop_text_id, to_stop_text_id, from_key, to_key, departs_at, arrives_at,
  ride_departs_at, is_start, is_end, price, seats_free, repeated, ${sectionTerms.join(', ')}`
