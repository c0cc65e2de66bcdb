/** The database's tables as Kysely sees them. The migrations are the truth; the owning slice stands beside each table. */
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Currency, ReservationStatus } from '@samtur/contract/constants'

type Instant = ColumnType<Date, Date | string, Date | string>
type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>
type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Bigint = ColumnType<string, string | number | undefined, string | number>

export interface Tables {
  auth_user: AuthUser // accounts
  auth_session: AuthSession // accounts
  account_token: AccountToken // accounts
  two_factor: TwoFactor // identities
  recovery_code: RecoveryCode // identities
  two_factor_challenge: TwoFactorChallenge // identities
  email_code: EmailCode // identities
  token_key: TokenKey // platform/auth
  profile: Profile // profiles
  closed_profile: ClosedProfile // profiles
  user_block: UserBlock // moderation
  audit_log: AuditLog // moderation
  spot: Spot // rides
  ride: Ride // rides
  ride_stop: RideStop // rides
  ride_leg: RideLeg // rides
  ride_section: RideSection // rides
  reservation: Reservation // reservations
  rating: Rating // ratings
  chat: Chat // chat
  message: Message // chat
  data_export: DataExport // privacy
  erased_account: ErasedAccount // privacy
  outbox: Outbox // platform/mail
  local_mail: LocalMail // platform/mail
  loose_file: LooseFile // platform/files
  rate_limit: RateLimit // platform/http
  rate_pause: RatePause // platform/http
  idempotency_key: IdempotencyKey // platform/http
}

interface AuthUser {
  id: Generated<string>
  name: string
  email: string
  email_verified: Generated<boolean>
  image: string | null
  role: Generated<'user' | 'admin'>
  locale: Generated<string>
  terms_accepted_at: DefaultInstant
  two_factor_enabled: Generated<boolean>
  suspended_at: NullableInstant
  suspended_reason: ColumnType<string | null, string | null | undefined, string | null>
  purge_at: NullableInstant
  last_active_on: ColumnType<string, string | undefined, string>
  search_email: GeneratedAlways<string>
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

interface AuthSession {
  id: Generated<string>
  user_id: string
  token: string
  expires_at: Instant
  ip_address: string | null
  user_agent: string | null
  reauthenticated_at: NullableInstant
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

interface AccountToken {
  hash: string
  purpose: 'confirm' | 'reset' | 'change_email' | 'reauthenticate'
  user_id: string
  new_email: string | null
  tries: Generated<number>
  expires_at: Instant
  created_at: DefaultInstant
}

interface TwoFactor {
  user_id: string
  secret: string
  confirmed_at: NullableInstant
  last_step: Bigint
  created_at: DefaultInstant
}

interface RecoveryCode {
  user_id: string
  hash: string
}

interface TwoFactorChallenge {
  hash: string
  user_id: string
  password_mark: string | null
  tries: Generated<number>
  expires_at: Instant
}

interface EmailCode {
  address_hash: string
  hash: string | null
  tries: Generated<number>
  expires_at: Instant
}

interface TokenKey {
  id: Generated<string>
  public_key: string
  private_key: string
  created_at: DefaultInstant
}

interface Profile {
  id: string
  full_name: string
  phone: string | null
  address: string | null
  gender: string | null
  age: number | null
  picture_key: string | null
  is_driver: Generated<boolean>
  is_passenger: Generated<boolean>
  rating_sum: GeneratedAlways<number>
  rating_count: GeneratedAlways<number>
  rating: GeneratedAlways<string | null>
  search_name: GeneratedAlways<string>
  closed_at: NullableInstant
  created_at: DefaultInstant
}

interface ClosedProfile {
  id: string
  fields: JSONColumnType<Record<string, unknown>>
}

interface UserBlock {
  blocker_id: string
  blocked_id: string
  created_at: DefaultInstant
}

interface AuditLog {
  id: ColumnType<string, never, never>
  at: DefaultInstant
  actor_id: string | null
  action: string
  subject_id: string | null
  reason: string | null
  details: JSONColumnType<Record<string, unknown>, string | undefined, never>
}

interface Spot {
  id: GeneratedAlways<number>
  name: string
  folded: string
  place_id: number | null
}

interface Ride {
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
  created_at: DefaultInstant
}

interface RideStop {
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

interface RideLeg {
  ride_id: string
  position: number
  seats_taken: Generated<number>
  capacity: number
}

interface RideSection {
  ride_id: string
  from_position: number
  to_position: number
  from_spot: number
  to_spot: number
  departs_at: Instant
  ride_departs_at: Instant
  is_start: boolean
  is_end: boolean
  seats_free: number
}

interface Reservation {
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
}

interface Rating {
  id: Generated<string>
  ride_id: string
  rater_id: string
  rated_id: string
  rating: number
  comment: string | null
  created_at: DefaultInstant
}

interface Chat {
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

interface Message {
  chat_id: string
  seq: Bigint
  id: Generated<string>
  sender_id: string
  client_id: string | null
  message_type: 'text' | 'image'
  content: string | null
  image_key: string | null
  created_at: DefaultInstant
}

interface DataExport {
  id: Generated<string>
  user_id: string
  status: Generated<'building' | 'ready' | 'failed'>
  progress: Generated<number>
  attempts: Generated<number>
  locked_until: NullableInstant
  token_hash: string
  file_key: string | null
  bytes: number | null
  created_at: DefaultInstant
  expires_at: Instant
  used_at: NullableInstant
}

interface ErasedAccount {
  id_hash: string
  erased_at: DefaultInstant
}

interface Outbox {
  id: Generated<string>
  kind: string
  recipient: string
  locale: string
  data: JSONColumnType<Record<string, unknown>>
  created_at: DefaultInstant
  next_at: DefaultInstant
  attempts: Generated<number>
  locked_until: NullableInstant
  sent_at: NullableInstant
  dead_at: NullableInstant
  last_error: string | null
}

interface LocalMail {
  id: string
  recipient: string
  subject: string
  text: string
  html: string
  sent_at: DefaultInstant
}

interface LooseFile {
  folder: 'profiles' | 'chat-images' | 'exports'
  key: string
  remove_at: Instant
}

interface RateLimit {
  key: string
  window_start: Instant
  count: number
}

interface RatePause {
  key: string
  used_at: Instant
}

interface IdempotencyKey {
  user_id: string
  route: string
  key: string
  request_hash: string
  response: ColumnType<unknown, string | null | undefined, string | null>
  created_at: DefaultInstant
}
