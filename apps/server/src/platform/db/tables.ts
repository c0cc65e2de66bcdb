/** The database's tables as Kysely sees them. The migrations are the truth; the owning slice stands beside each table. */
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { DefaultInstant, Instant, NullableInstant } from './columns.ts'
import type {
  AccountToken,
  AdminCode,
  AuditLog,
  AuthSession,
  AuthUser,
  CalendarFeed,
  ClosedProfile,
  DataExport,
  EmailCode,
  ErasedAccount,
  NotificationSetting,
  NotificationTable,
  Profile,
  PushDevice,
  PushMessage,
  RecoveryCode,
  SignIn,
  SupportMessageTable,
  SupportRequestTable,
  TokenKey,
  TwoFactor,
  TwoFactorChallenge,
  UserBlock,
  UserReport,
} from './person-tables.ts'
import type {
  Chat,
  ChatSetting,
  CostRateTable,
  DriverRecordDue,
  DriverRecordTable,
  Message,
  Rating,
  Reservation,
  Ride,
  RideLeg,
  RideSection,
  RideSeries,
  RideStop,
  Spot,
} from './trip-tables.ts'

export interface Tables {
  auth_user: AuthUser // accounts
  auth_session: AuthSession // accounts
  sign_in: SignIn // accounts
  account_token: AccountToken // accounts
  admin_code: AdminCode // accounts
  two_factor: TwoFactor // identities
  recovery_code: RecoveryCode // identities
  two_factor_challenge: TwoFactorChallenge // identities
  email_code: EmailCode // identities
  token_key: TokenKey // platform/auth
  profile: Profile // profiles
  closed_profile: ClosedProfile // profiles
  notification: NotificationTable // notifications
  notification_setting: NotificationSetting // notifications
  push_device: PushDevice // notifications
  push_message: PushMessage // notifications
  calendar_feed: CalendarFeed // calendar
  user_block: UserBlock // moderation
  audit_log: AuditLog // moderation
  support_request: SupportRequestTable // support
  support_message: SupportMessageTable // support
  user_report: UserReport // moderation
  cost_rate: CostRateTable // costs
  spot: Spot // rides
  ride: Ride // rides
  ride_stop: RideStop // rides
  ride_leg: RideLeg // rides
  ride_section: RideSection // rides
  reservation: Reservation // reservations
  ride_series: RideSeries // trips
  rating: Rating // ratings
  driver_record: DriverRecordTable // ratings
  driver_record_due: DriverRecordDue // ratings
  chat: Chat // chat
  message: Message // chat
  chat_setting: ChatSetting // chat
  data_export: DataExport // privacy
  erased_account: ErasedAccount // privacy
  outbox: Outbox // platform/mail
  local_mail: LocalMail // platform/mail
  loose_file: LooseFile // platform/files
  rate_limit: RateLimit // platform/http
  rate_pause: RatePause // platform/http
  idempotency_key: IdempotencyKey // platform/http
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
