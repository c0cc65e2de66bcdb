/** Blocks, the list of accounts, one account, and the log. */
import { sql, type RawBuilder } from 'kysely'
import { auditActions, type AuditDetails, type UserState, userStates } from '@samtur/contract/moderation'
import type { Executor } from '#platform/db/database'
import { boolean, instant, integer, json, nullable, oneOf, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'

export interface BlockRow {
  id: string
  full_name: string
  picture_key: string | null
  created_at: Date
}

/** Returns the people whom the person has blocked, newest first. */
export async function listBlocks(executor: Executor, blocker: string): Promise<BlockRow[]> {
  return executor
    .selectFrom('user_block')
    .innerJoin('profile', 'profile.id', 'user_block.blocked_id')
    .select(['profile.id', 'profile.full_name', 'profile.picture_key', 'user_block.created_at'])
    .where('user_block.blocker_id', '=', blocker)
    .orderBy('user_block.created_at', 'desc')
    .orderBy('profile.id')
    .execute()
}

/** Returns the person's id as the database writes it; undefined for an unknown one, and for an account that nobody has confirmed. */
export async function findPerson(executor: Executor, id: string): Promise<string | undefined> {
  const person = await executor
    .selectFrom('profile')
    .select('id')
    .where('id', '=', id)
    .where((eb) => eb.not(eb.fn<boolean>('awaits_confirmation', ['id'])))
    .executeTakeFirst()
  return person?.id
}

/** Returns whether one of the two has blocked the other. */
export async function isBlockedBetween(executor: Executor, a: string, b: string): Promise<boolean> {
  const { rows } = await rowsOf({ blocked: boolean })`select blocked_between(${a}, ${b}) as blocked`.execute(executor)
  return rows[0]?.blocked ?? false
}

export async function emailExists(executor: Executor, email: string): Promise<boolean> {
  const row = await executor.selectFrom('auth_user').select('id').where('email', '=', email).executeTakeFirst()
  return row !== undefined
}

const userRow = {
  id: uuid,
  full_name: text,
  email: text,
  picture_key: nullable(text),
  role: oneOf(['user', 'admin']),
  state: oneOf(userStates),
  created_at: instant,
  last_active_on: text,
}
export type UserRow = RowOf<typeof userRow>

/** The state of an account; of several the most serious. */
export const stateOfAccount = sql`case when account.purge_at is not null then 'closing' when account.suspended_at is not null then 'suspended'
  when not account.email_verified then 'unconfirmed' else 'active' end`

const summaryColumns = sql`account.id, profile.full_name, account.email, profile.picture_key, account.role, ${stateOfAccount} as state,
  account.created_at, to_char(account.last_active_on, 'YYYY-MM-DD') as last_active_on`

export interface UserSearch {
  q: string | undefined
  state: UserState | undefined
  /** Id of the last account already shown. */
  after: string | undefined
  limit: number
}

/** Returns accounts, newest first, at most `limit` + 1, and the number of all that match. */
export async function searchUsers(executor: Executor, search: UserSearch): Promise<{ rows: UserRow[]; total: number }> {
  const matches = matchesSearch(search)
  const page = rowsOf(userRow)`
    select ${summaryColumns} from auth_user account join profile on profile.id = account.id
    where ${matches}
      ${search.after ? sql`and (account.created_at, account.id) < (select created_at, id from auth_user where id = ${search.after})` : sql``}
    order by account.created_at desc, account.id desc limit ${search.limit + 1}`
  const count = rowsOf({ total: integer })`
    select count(*)::integer as total from auth_user account
    ${search.q === undefined ? sql`` : sql`join profile on profile.id = account.id`} where ${matches}`
  const [{ rows }, counted] = await Promise.all([page.execute(executor), count.execute(executor)])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/**
 * Names and addresses are in two tables, each with an index. The indexes need three characters: a shorter text is compared with the newest
 * accounts until there are enough.
 */
function matchesSearch({ q, state }: UserSearch): RawBuilder<unknown> {
  const byState = state ? sql`${stateOfAccount} = ${state}` : sql`true`
  if (q === undefined) return byState
  const pattern = sql`'%' || fold_name(${q.replace(/[\\%_]/g, '\\$&')}) || '%'`
  if (q.length < 3)
    return sql`${byState} and (profile.search_name like ${pattern} or account.search_email like ${pattern})`
  return sql`${byState} and account.id in (
    select id from profile where search_name like ${pattern} union all select id from auth_user where search_email like ${pattern})`
}

const auditRow = {
  id: text,
  at: instant,
  actor_id: nullable(uuid),
  actor_name: nullable(text),
  action: oneOf(auditActions),
  subject_id: nullable(uuid),
  subject_name: nullable(text),
  reason: nullable(text),
  details: json<AuditDetails>(),
}
/** An instant is a text where the entry comes out of JSON. */
export type AuditRow = Omit<RowOf<typeof auditRow>, 'at'> & { at: Date | string }

/** Names are the current ones; null for erased people. */
export const auditColumns = sql`entry.id::text as id, entry.at, entry.actor_id, actor.full_name as actor_name, entry.action,
  entry.subject_id, subject.full_name as subject_name, entry.reason, entry.details`
export const auditSource = sql`audit_log entry left join profile actor on actor.id = entry.actor_id
  left join profile subject on subject.id = entry.subject_id`

/** Returns entries of the log, newest first, at most `limit` + 1. */
export async function listAuditLog(executor: Executor, after: string | undefined, limit: number): Promise<AuditRow[]> {
  const { rows } = await rowsOf(auditRow)`
    select ${auditColumns} from ${auditSource} ${after ? sql`where entry.id < ${after}::bigint` : sql``}
    order by entry.id desc limit ${limit + 1}`.execute(executor)
  return rows
}

export interface SessionRow {
  id: string
  created_at: string
  user_agent: string | null
  last_active_on: string
}

const userDetailRow = {
  ...userRow,
  is_driver: boolean,
  two_factor_enabled: boolean,
  suspended_at: nullable(instant),
  suspended_reason: nullable(text),
  purge_at: nullable(instant),
  rides: integer,
  reservations: integer,
  not_met: integer,
  sessions: json<SessionRow[]>(),
  audit: json<AuditRow[]>(),
}
export type UserDetailRow = RowOf<typeof userDetailRow>

/** The newest entries about the person that a detail shows. */
const AUDIT_SHOWN = 50

/** Returns what an administrator sees of one account: no network address, no phone, no messages between people. */
export async function findUser(executor: Executor, id: string): Promise<UserDetailRow | undefined> {
  const { rows } = await rowsOf(userDetailRow)`
    select ${summaryColumns}, profile.is_driver, account.two_factor_enabled, account.suspended_at, account.suspended_reason, account.purge_at,
      (select count(*)::integer from ride where driver_id = account.id) as rides,
      (select count(*)::integer from reservation where passenger_id = account.id) as reservations,
      (select count(*)::integer from check_in said join reservation r on r.id = said.reservation_id join ride on ride.id = r.ride_id
        where said.kind = 'not_met' and said.person_id <> account.id and account.id in (r.passenger_id, ride.driver_id)
          and ride.departure_time > app_now() - interval '12 months'
          and not exists (select from check_in met where met.reservation_id = r.id and met.kind = 'met')) as not_met,
      (select coalesce(json_agg(json_build_object('id', s.id, 'created_at', s.created_at, 'user_agent', s.user_agent,
          'last_active_on', to_char(s.updated_at at time zone 'Europe/Oslo', 'YYYY-MM-DD')) order by s.updated_at desc, s.id), '[]')
        from auth_session s where s.user_id = account.id and s.expires_at > app_now()) as sessions,
      (select coalesce(json_agg(entry), '[]') from (select ${auditColumns} from ${auditSource}
        where entry.subject_id = account.id order by entry.id desc limit ${AUDIT_SHOWN}) entry) as audit
    from auth_user account join profile on profile.id = account.id where account.id = ${id}`.execute(executor)
  return rows[0]
}

/** Returns whether an administrator ordered the deletion under way: then no lifting stands after it in the log. */
export async function isDeletedByAdmin(executor: Executor, id: string): Promise<boolean> {
  const last = await executor
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', id)
    .where('action', 'in', ['user_deleted', 'user_lifted'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last?.action === 'user_deleted'
}

/** Returns whether this person has reported the rating's comment before. */
export async function hasReported(executor: Executor, reporterId: string, ratingId: string): Promise<boolean> {
  const report = executor
    .selectFrom('user_report')
    .select('id')
    .where('reporter_id', '=', reporterId)
    .where('rating_id', '=', ratingId)
  return Boolean(await report.executeTakeFirst())
}

/** Returns whether the person is here, and the conversation, where one is named, is between the two. */
export async function canBeReported(
  executor: Executor,
  { reporterId, reportedId, chatId }: { reporterId: string; reportedId: string; chatId: string | null },
): Promise<boolean> {
  const { rows } = await rowsOf({ can: boolean })`
    select exists (select from profile where id = ${reportedId} and closed_at is null and not awaits_confirmation(id)) and (${chatId}::uuid is null or exists (
      select from chat where id = ${chatId}::uuid and ${reporterId} in (driver_id, passenger_id) and ${reportedId} in (driver_id, passenger_id)
    )) as can`.execute(executor)
  return rows[0]?.can ?? false
}
