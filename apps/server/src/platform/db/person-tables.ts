/** Tables about people: accounts, ways in, profiles, what they are told, and what was done to keep the place safe. */
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { NotificationKind, NotificationParams } from '@samtur/contract/notifications'
import type { RequestType, SupportMessage, SupportOrigin, SupportStatus } from '@samtur/contract/support'
import type { Bigint, DefaultInstant, Instant, NullableInstant } from './columns.ts'

export interface AuthUser {
  id: Generated<string>
  name: string
  email: string
  email_verified: Generated<boolean>
  image: string | null
  role: Generated<'user' | 'admin'>
  locale: Generated<string>
  terms_accepted_at: DefaultInstant
  two_factor_enabled: Generated<boolean>
  mailbox_password: Generated<boolean>
  suspended_at: NullableInstant
  suspended_reason: ColumnType<string | null, string | null | undefined, string | null>
  purge_at: NullableInstant
  last_active_on: ColumnType<string, string | undefined, string>
  search_email: GeneratedAlways<string>
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

export interface AuthSession {
  id: Generated<string>
  user_id: string
  token: string
  expires_at: Instant
  ip_address: string | null
  user_agent: string | null
  reauthenticated_at: NullableInstant
  aal: Generated<'aal1' | 'aal2'>
  rotations: Generated<number>
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

export interface SignIn {
  id: Generated<string>
  user_id: string
  at: DefaultInstant
  user_agent: string
  new_device: boolean
}

export interface AccountToken {
  hash: string
  purpose: 'confirm' | 'reset' | 'change_email' | 'reauthenticate'
  user_id: string
  new_email: string | null
  tries: Generated<number>
  expires_at: Instant
  created_at: DefaultInstant
}

export interface AdminCode {
  hash: string
  expires_at: Instant
}

export interface TwoFactor {
  user_id: string
  secret: string
  confirmed_at: NullableInstant
  last_step: Bigint
  created_at: DefaultInstant
}

export interface RecoveryCode {
  user_id: string
  hash: string
}

export interface TwoFactorChallenge {
  hash: string
  user_id: string
  password_mark: string | null
  tries: Generated<number>
  expires_at: Instant
}

export interface EmailCode {
  address_hash: string
  hash: string | null
  tries: Generated<number>
  expires_at: Instant
}

export interface TokenKey {
  id: Generated<string>
  public_key: string
  private_key: string
  created_at: DefaultInstant
}

export interface Profile {
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

export interface ClosedProfile {
  id: string
  fields: JSONColumnType<Record<string, unknown>>
}

export interface NotificationTable {
  id: GeneratedAlways<string>
  user_id: string
  kind: NotificationKind
  params: JSONColumnType<NotificationParams>
  path: string
  once: string | null
  about: string | null
  created_at: DefaultInstant
  read_at: NullableInstant
}

export interface NotificationSetting {
  user_id: string
  kind: NotificationKind
  email: Generated<boolean>
  push: Generated<boolean>
}

export interface PushDevice {
  id: Generated<string>
  user_id: string
  endpoint: string
  p256dh: string
  auth: string
  name: string | null
  session_id: string
  created_at: DefaultInstant
}

export interface PushMessage {
  id: Generated<string>
  device_id: string
  notification_id: string
  next_at: DefaultInstant
  attempts: Generated<number>
  locked_until: NullableInstant
}

export interface CalendarFeed {
  user_id: string
  id: Generated<string>
  created_at: DefaultInstant
}

export interface UserBlock {
  blocker_id: string
  blocked_id: string
  created_at: DefaultInstant
}

export interface AuditLog {
  id: ColumnType<string, never, never>
  at: DefaultInstant
  actor_id: string | null
  action: string
  subject_id: string | null
  reason: string | null
  details: JSONColumnType<Record<string, unknown>, string | undefined, never>
}

export interface UserReport {
  id: Generated<string>
  reporter_id: string
  reported_id: string
  rating_id: string | null
  reason: string | null
  status: Generated<'pending' | 'resolved' | 'dismissed'>
  created_at: DefaultInstant
  reviewed_at: NullableInstant
  reviewed_by: string | null
  chat_id: string | null
  chat_seq: ColumnType<string | null, number | string | null, never>
  decision: string | null
}

export interface SupportRequestTable {
  id: Generated<string>
  user_id: string | null
  name: string
  email: string
  request_type: RequestType
  filter_type: GeneratedAlways<string>
  subject: string
  description: string
  origin: Generated<SupportOrigin>
  status: Generated<SupportStatus>
  locale: Generated<string>
  created_at: DefaultInstant
  updated_at: DefaultInstant
  reviewed_at: NullableInstant
  reviewed_by: ColumnType<string | null, string | null | undefined, string | null>
  admin_notes: ColumnType<string | null, string | null | undefined, string | null>
  admin_reply: ColumnType<string | null, string | null | undefined, string | null>
  answered_at: NullableInstant
  waiting: Generated<boolean>
  last_seq: Generated<number>
  search_text: GeneratedAlways<string>
}

export interface SupportMessageTable {
  id: Generated<string>
  request_id: string
  seq: number
  author: SupportMessage['author']
  content: string
  client_id: string | null
  created_at: DefaultInstant
}

export interface DataExport {
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

export interface ErasedAccount {
  id_hash: string
  erased_at: DefaultInstant
}
