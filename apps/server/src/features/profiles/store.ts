/** The only writer of `profile`. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'

interface Changes {
  full_name?: string | undefined
  phone?: string | null | undefined
  address?: string | null | undefined
  gender?: string | null | undefined
  age?: number | null | undefined
}

/** Fields left out stay as they are. */
export async function updateProfile(executor: Executor, id: string, changes: Changes): Promise<void> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return
  await executor.updateTable('profile').set(given).where('id', '=', id).where('closed_at', 'is', null).execute()
}

/** Whoever has published is a driver; nothing else sets this. */
export async function markDriver(executor: Executor, id: string): Promise<void> {
  await executor
    .updateTable('profile')
    .set({ is_driver: true })
    .where('id', '=', id)
    .where('is_driver', '=', false)
    .execute()
}

export async function setPicture(executor: Executor, id: string, key: string | null): Promise<void> {
  await executor.updateTable('profile').set({ picture_key: key }).where('id', '=', id).execute()
}

/** The key of a person's picture, which nobody else changes until this transaction is over; undefined where there is no open profile. */
export async function lockPicture(executor: Executor, id: string): Promise<{ picture_key: string | null } | undefined> {
  return executor
    .selectFrom('profile')
    .select('picture_key')
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Takes the picture's key away from a profile, open or closed; answers the keys there were. */
export async function takePictures(executor: Executor, id: string): Promise<string[]> {
  const { rows } = await sql<{ key: string | null }>`
    with before as (
      select picture_key as key from profile where id = ${id}
      union select fields ->> 'picture_key' from closed_profile where id = ${id}),
    open as (update profile set picture_key = null where id = ${id}),
    closed as (update closed_profile set fields = fields - 'picture_key' where id = ${id})
    select key from before`.execute(executor)
  return rows.flatMap(({ key }) => key ?? [])
}

/** For the demo: people who have been here for a while. */
export async function setMemberSince(executor: Executor, id: string, since: Date): Promise<void> {
  await executor.updateTable('profile').set({ created_at: since }).where('id', '=', id).execute()
}

/** Holds off everything that would begin in the person's name until this transaction is over. */
export async function lockProfile(executor: Executor, id: string): Promise<void> {
  await sql`select from profile where id = ${id} for update`.execute(executor)
}

/** Puts what says who somebody is aside, and leaves a profile without a name. */
export async function closeProfile(executor: Executor, id: string): Promise<void> {
  await sql`
    with open as (select * from profile where id = ${id} and closed_at is null),
    kept as (
      insert into closed_profile (id, fields)
      select id, jsonb_build_object('full_name', full_name, 'phone', phone, 'address', address, 'gender', gender, 'age', age,
        'picture_key', picture_key) from open)
    update profile set full_name = '', phone = null, address = null, gender = null, age = null, picture_key = null, closed_at = app_now()
    from open where profile.id = open.id`.execute(executor)
}

/** The person stays after all. */
export async function reopenProfile(executor: Executor, id: string): Promise<void> {
  await sql`
    with kept as (delete from closed_profile where id = ${id} returning fields)
    update profile set full_name = fields ->> 'full_name', phone = fields ->> 'phone', address = fields ->> 'address',
      gender = fields ->> 'gender', age = (fields ->> 'age')::smallint, picture_key = fields ->> 'picture_key', closed_at = null
    from kept where profile.id = ${id}`.execute(executor)
}

/** Deletes for good what was put aside, and gives the profile an id that nobody knows; everything that names it follows. Answers the id. */
export async function anonymiseProfile(executor: Executor, id: string): Promise<string> {
  await sql`delete from closed_profile where id = ${id}`.execute(executor)
  const { rows } = await sql<{
    id: string
  }>`update profile set id = gen_random_uuid() where id = ${id} returning id`.execute(executor)
  return rows[0]?.id ?? ''
}
