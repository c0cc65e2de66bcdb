/** The only writer of `profile`. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import { nullable, rowsOf, text } from '#platform/db/rows'

interface Changes {
  full_name?: string | undefined
  phone?: string | null | undefined
  address?: string | null | undefined
  gender?: string | null | undefined
  gender_changed_at?: Date | undefined
  age?: number | null | undefined
}

/** Updates the given fields of an open profile. */
export async function updateProfile(executor: Executor, id: string, changes: Changes): Promise<void> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return
  await executor.updateTable('profile').set(given).where('id', '=', id).where('closed_at', 'is', null).execute()
}

/** Returns a person's gender and when it was changed, and locks the profile; undefined where there is no open one. */
export async function lockGender(executor: Executor, id: string) {
  return executor
    .selectFrom('profile')
    .select(['gender', 'gender_changed_at'])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Marks a person who has published a ride as a driver; nothing else sets this. */
export async function markDriver(executor: Executor, id: string): Promise<void> {
  await executor
    .updateTable('profile')
    .set({ is_driver: true })
    .where('id', '=', id)
    .where('is_driver', '=', false)
    .execute()
}

/** Sets the picture, or removes it. The name is the one of /storage/v1; a picture of our own pages has none. */
export async function setPicture(
  executor: Executor,
  id: string,
  key: string | null,
  name: string | null = null,
): Promise<void> {
  await executor.updateTable('profile').set({ picture_key: key, picture_name: name }).where('id', '=', id).execute()
}

/** Returns a person's picture and locks it for the transaction; undefined where there is no open profile. */
export async function lockPicture(executor: Executor, id: string) {
  return executor
    .selectFrom('profile')
    .select(['picture_key', 'picture_name'])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Removes the picture's key from a profile, open or closed; returns the keys it had. */
export async function takePictures(executor: Executor, id: string): Promise<string[]> {
  const { rows } = await rowsOf({ key: nullable(text) })`
    with before as (
      select picture_key as key from profile where id = ${id}
      union select fields ->> 'picture_key' from closed_profile where id = ${id}),
    open as (update profile set picture_key = null, picture_name = null where id = ${id}),
    closed as (update closed_profile set fields = fields - '{picture_key,picture_name}'::text[] where id = ${id})
    select key from before`.execute(executor)
  return rows.flatMap(({ key }) => key ?? [])
}

/** Sets how long a person has been a member, for the demo. */
export async function setMemberSince(executor: Executor, id: string, since: Date): Promise<void> {
  await executor.updateTable('profile').set({ created_at: since }).where('id', '=', id).execute()
}

/** Locks the profile, so that everything that would begin in the person's name waits for the end of the transaction. */
export async function lockProfile(executor: Executor, id: string): Promise<void> {
  await executor.selectFrom('profile').select('id').where('id', '=', id).forUpdate().execute()
}

/** Moves the personal fields to `closed_profile`, and leaves a profile without a name. */
export async function closeProfile(executor: Executor, id: string): Promise<void> {
  await sql`
    with open as (select * from profile where id = ${id} and closed_at is null),
    kept as (
      insert into closed_profile (id, fields)
      select id, jsonb_build_object('full_name', full_name, 'phone', phone, 'address', address, 'gender', gender, 'gender_changed_at', gender_changed_at,
        'gender_counts_at', gender_counts_at, 'age', age,
        'picture_key', picture_key, 'picture_name', picture_name) from open)
    update profile set full_name = '', phone = null, address = null, gender = null, gender_changed_at = null,
      gender_counts_at = null, age = null, picture_key = null, picture_name = null,
      closed_at = app_now()
    from open where profile.id = open.id`.execute(executor)
}

/** Moves the personal fields back: the person has taken the deletion back. */
export async function reopenProfile(executor: Executor, id: string): Promise<void> {
  await sql`
    with kept as (delete from closed_profile where id = ${id} returning fields)
    update profile set full_name = fields ->> 'full_name', phone = fields ->> 'phone', address = fields ->> 'address',
      gender = fields ->> 'gender', gender_changed_at = (fields ->> 'gender_changed_at')::timestamptz,
      gender_counts_at = (fields ->> 'gender_counts_at')::timestamptz, age = (fields ->> 'age')::smallint, picture_key = fields ->> 'picture_key', picture_name = fields ->> 'picture_name',
      closed_at = null
    from kept where profile.id = ${id}`.execute(executor)
}

/** Deletes the personal fields that were kept, and gives the profile a new random id, which rows that name it follow. Returns the id. */
export async function anonymiseProfile(executor: Executor, id: string): Promise<string> {
  await executor.deleteFrom('closed_profile').where('id', '=', id).execute()
  const row = await executor
    .updateTable('profile')
    .set({ id: sql<string>`gen_random_uuid()` })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? ''
}
