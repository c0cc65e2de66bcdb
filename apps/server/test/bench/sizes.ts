/** How many bytes of the database a ride, a message, a person and other rows take, with their indexes. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor } from '../../src/platform/db/database.ts'
import { hashPassword } from '../../src/platform/auth/passwords.ts'

const ROWS = 50_000

/** Each makes so many copies of the rows that a server has stored; columns that have to differ, differ. */
const copies: Record<string, string> = {
  auth_user: `insert into auth_user (name, email, email_verified, role, locale) select name, n || email, true, role, locale`,
  // A reservation that is active exists once for each ride and passenger.
  reservation: `insert into reservation (ride_id, passenger_id, from_position, to_position, seats_requested, message, status, price, decided_at, accepted_at,
      agreed_departs_at, agreed_arrives_at, agreed_from, agreed_to, ended_by, answer_by)
    select ride_id, passenger_id, from_position, to_position, seats_requested, message, 'cancelled', price, decided_at, accepted_at,
      agreed_departs_at, agreed_arrives_at, agreed_from, agreed_to, 'passenger', answer_by`,
  message: `insert into message (chat_id, seq, sender_id, client_id, message_type, content)
    select chat_id, seq + 1000 * n, sender_id, gen_random_uuid(), message_type, content`,
  notification: `insert into notification (user_id, kind, params, path, dedupe_key, about) select user_id, kind, params, path, dedupe_key || n, about`,
  outbox: `insert into outbox (kind, recipient, locale, data) select kind, recipient, locale, data`,
}

/** Returns the bytes of a row of each of these tables, and of a person: account, password, profile and a session. */
export async function sizesOfRows(executor: Executor): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {}
  for (const [table, insert] of Object.entries(copies)) {
    const before = await count(executor, table)
    if (before === 0) throw new Error(`no row of ${table} to copy`)
    const times = Math.ceil(ROWS / before)
    await sql.raw(`${insert} from ${table}, generate_series(1, ${times}) n`).execute(executor)
    sizes[table] = await bytesOf(executor, table)
  }
  const { auth_user: account = NaN, ...others } = sizes
  const password = await hashPassword(randomBytes(12).toString('hex'))
  await sql`insert into auth_account (user_id, account_id, provider_id, password) select id, id::text, 'credential', ${password} from auth_user
    on conflict do nothing`.execute(executor)
  await sql`insert into auth_session (user_id, token, expires_at, user_agent, ip_address)
    select id, 'copy-' || md5(id::text), now(), 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0', '192.0.2.1' from auth_user`.execute(
    executor,
  )
  const rows = ['profile', 'auth_account', 'auth_session'].map((table) => bytesOf(executor, table))
  return { ...others, person: (await Promise.all(rows)).reduce((sum, bytes) => sum + bytes, account) }
}

export interface RideSizes {
  /** Bytes of an upcoming ride, and of one that has departed, which the search's tables no longer contain. */
  upcoming: number
  departed: number
}

export async function sizesOfRides(executor: Executor): Promise<RideSizes> {
  const rides = await count(executor, 'ride')
  const size = async (tables: string[]) => {
    const bytes = await Promise.all(tables.map((table) => totalOf(executor, table)))
    return bytes.reduce((sum, number) => sum + number, 0) / rides
  }
  const departed = await size(['ride', 'ride_stop', 'ride_leg'])
  return { departed, upcoming: departed + (await size(['ride_section', 'ride_detour'])) }
}

async function count(executor: Executor, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(executor) // prettier-ignore
  return rows[0]?.count ?? 0
}

async function totalOf(executor: Executor, table: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_total_relation_size(${table}::regclass)::float8 as bytes`.execute(executor) // prettier-ignore
  return rows[0]?.bytes ?? NaN
}

const bytesOf = async (executor: Executor, table: string) =>
  (await totalOf(executor, table)) / (await count(executor, table))
