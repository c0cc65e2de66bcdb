/** Tables about trips: what they cost, rides, reservations, ratings and conversations. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Country, Currency, ReservationEnding, ReservationStatus } from '@samtur/contract/constants'
import type { Bigint, DefaultInstant, Instant, NullableInstant } from './columns.ts'

export interface CostRateTable {
  id: Generated<string>
  country: Country
  valid_from: ColumnType<string, string, string>
  ore_per_km: number
  source: string
  created_by: string | null
  created_at: DefaultInstant
}

export interface Spot {
  id: GeneratedAlways<number>
  name: string
  folded: string
  place_id: number | null
  key: GeneratedAlways<number>
  made_by: ColumnType<string, string | undefined, string>
}

export interface Ride {
  id: Generated<string>
  driver_id: string
  start_location: string
  end_location: string
  departure_time: Instant
  arrival_time: Instant
  price: number
  currency: Currency
  total_seats: number
  available_seats: number
  pets_allowed: boolean
  notes: string | null
  license_plate: string
  car_make: string
  car_model: string
  car_color: string
  status: Generated<'active' | 'cancelled'>
  version: Generated<number>
  distance_km: number | null
  typed_distance_km: number | null
  extra_costs: Generated<number>
  cost_share: number | null
  cancelled_at: NullableInstant
  cancel_reason: string | null
  series_id: string | null
  series_direction: 'out' | 'back' | null
  created_at: DefaultInstant
  route: Generated<string>
  stop_texts: Generated<string[]>
  hidden_at: NullableInstant
  card: GeneratedAlways<string>
}

export interface RideStop {
  ride_id: string
  position: number
  text: string
  spot_id: number
  place_id: number | null
  lat: number | null
  lon: number | null
  share: number
  passes_at: Instant
}

export interface RideLeg {
  ride_id: string
  position: number
  seats_taken: Generated<number>
  capacity: number
}

export interface RideSection {
  ride_id: string
  from_position: number
  to_position: number
  from_spot: number
  to_spot: number
  from_key: number
  to_key: number
  departs_at: Instant
  arrives_at: Instant
  ride_departs_at: Instant
  is_start: boolean
  is_end: boolean
  price: number
  pets_allowed: boolean
  seats_free: number
  repeated: boolean
}

export interface Reservation {
  id: Generated<string>
  ride_id: string
  passenger_id: string
  from_position: number
  to_position: number
  seats_requested: number
  message: string | null
  status: Generated<ReservationStatus>
  price: number
  created_at: DefaultInstant
  decided_at: NullableInstant
  accepted_at: NullableInstant
  agreed_departs_at: NullableInstant
  agreed_arrives_at: NullableInstant
  agreed_from: string | null
  agreed_to: string | null
  ended_by: ReservationEnding | null
  end_reason: string | null
  waiting_told_at: NullableInstant
  reminded_for: NullableInstant
}

export interface RideSeries {
  id: Generated<string>
  driver_id: string
  weekdays: number[]
  until_day: string
  created_at: DefaultInstant
}

export interface Rating {
  id: Generated<string>
  ride_id: string
  rater_id: string
  rated_id: string
  rating: number
  comment: string | null
  shown: Generated<boolean>
  reply: string | null
  replied_at: NullableInstant
  comment_hidden_at: NullableInstant
  created_at: DefaultInstant
}

export interface DriverRecordTable {
  driver_id: string
  completed_trips: number
  cancelled_late: number
  answer_minutes: number | null
}

export interface DriverRecordDue {
  ride_id: string
  due_at: Instant
}

export interface Chat {
  id: Generated<string>
  driver_id: string
  passenger_id: string
  ride_id: string | null
  last_seq: Bigint
  driver_read_seq: Bigint
  passenger_read_seq: Bigint
  driver_cleared_seq: Bigint
  passenger_cleared_seq: Bigint
  deleted_by_driver: Generated<boolean>
  deleted_by_passenger: Generated<boolean>
  removed_seq: Bigint
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

export interface Message {
  chat_id: string
  seq: Bigint
  id: Generated<string>
  sender_id: string
  client_id: string | null
  message_type: 'text' | 'image'
  content: string | null
  image_key: string | null
  image_width: number | null
  image_height: number | null
  hidden_at: NullableInstant
  taken_back_at: NullableInstant
  created_at: DefaultInstant
}

export interface ChatSetting {
  user_id: string
  read_receipts: boolean
}
