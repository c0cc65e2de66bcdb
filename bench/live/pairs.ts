/** Stores pairs of people with a conversation and sessions. */
import { sql } from 'kysely'
import type { Executor } from '../../apps/server/src/platform/db/database.ts'
import { cookieFor } from '../../apps/server/test/sessions.ts'

export interface Talker {
  cookie: string
  chatId: string
}

/** Adds twice as many people as pairs, the two of a pair one after the other. */
export async function addPairs(db: Executor, pairs: number): Promise<Talker[]> {
  await sql`insert into auth_user (name, email, email_verified, role, locale)
    select 'Kari Nordmann ' || n, 'talker' || n || '@bench.example', true, 'user', 'no' from generate_series(1, ${2 * pairs}) n`.execute(
    db,
  )
  await sql`insert into auth_session (user_id, token, expires_at)
    select id, 'bench-' || email, now() + interval '1 hour' from auth_user where email like 'talker%@bench.example'`.execute(
    db,
  )
  const { rows } = await sql<{ token: string; chat_id: string }>`
    with talker as (
      select id, 'bench-' || email as token, substring(email from '\\d+')::integer - 1 as nr
      from auth_user where email like 'talker%@bench.example'
    ), talk as (
      insert into chat (driver_id, passenger_id, created_at, updated_at)
      select a.id, b.id, now(), now() from talker a join talker b on b.nr = a.nr + 1 where a.nr % 2 = 0 returning id, driver_id, passenger_id
    )
    select token, talk.id as chat_id from talker join talk on talker.id in (driver_id, passenger_id) order by nr`.execute(
    db,
  )
  for (const table of ['auth_user', 'auth_session', 'chat', 'profile']) await sql.raw(`analyze ${table}`).execute(db)
  return rows.map(({ token, chat_id }) => ({ cookie: cookieFor(token), chatId: chat_id }))
}
