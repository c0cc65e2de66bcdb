/** What the notifications about wanted rides need: names, and what people were notified of today. */
import type { Executor } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import { boolean, integer, type RowOf, rowsOf, text, texts, uuid } from '#platform/db/rows'
import { isActive, isOpen } from './views-matching.ts'

export const digestKey = (day: string) => `wanted_digest:${day}`
export const onYourWayKey = (day: string) => `wanted_on_your_way:${day}`

/** Returns how many matches were reported to each person one by one since then. */
export async function countSingles(
  executor: Executor,
  userIds: readonly string[],
  since: Date,
): Promise<Map<string, number>> {
  const { rows } = await rowsOf({ user_id: uuid, count: integer })`
    select w.user_id, count(*)::integer as count from ride_wanted w join ride_wanted_match match on match.wanted_id = w.id
    where w.user_id = any(${userIds}::uuid[]) and match.notice = 'single' and match.created_at >= ${since}
    group by w.user_id`.execute(executor)
  return new Map(rows.map(({ user_id, count }) => [user_id, count]))
}

/** Returns the people to whom a notification with this key was reported. */
export async function listNotified(executor: Executor, userIds: readonly string[], key: string): Promise<Set<string>> {
  const { rows } = await rowsOf({ user_id: uuid })`
    select user_id from notification where user_id = any(${userIds}::uuid[]) and dedupe_key = ${key}`.execute(executor)
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Returns the rides whose drivers were notified of the wanted ride. */
export async function listRidesTold(executor: Executor, wantedId: string): Promise<Set<string>> {
  const { rows } = await rowsOf({ ride_id: uuid })`
    select ride_id from ride_wanted_match where wanted_id = ${wantedId} and driver_notified_at is not null`.execute(
    executor,
  )
  return new Set(rows.map(({ ride_id }) => ride_id))
}

/** Returns full names by id. */
export async function findNames(executor: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await rowsOf({ id: uuid, full_name: text })`
    select id, full_name from profile where id = any(${ids}::uuid[])`.execute(executor)
  return new Map(rows.map(({ id, full_name }) => [id, full_name]))
}

const rideNotice = { id: uuid, driver_id: uuid, full_name: text, stops: texts }

/** Returns the driver and the texts of the stops of each ride. */
export async function listStops(
  executor: Executor,
  rideIds: readonly string[],
): Promise<Map<string, RowOf<typeof rideNotice>>> {
  const { rows } = await rowsOf(rideNotice)`
    select ride.id, driver_id, full_name, array(select text from ride_stop where ride_id = ride.id order by position) as stops
    from ride join profile on profile.id = driver_id where ride.id = any(${rideIds}::uuid[])`.execute(executor)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns whether there are tasks, and matches that wait for a digest. */
export async function hasWork(executor: Executor): Promise<{ tasks: boolean; waiting: boolean }> {
  const { rows } = await rowsOf({ tasks: boolean, waiting: boolean })`${prepared}
    select exists (select from ride_wanted_task) as tasks,
      exists (select from ride_wanted_match where notice = 'waiting') as waiting`.execute(executor)
  return rows[0] ?? { tasks: false, waiting: false }
}

/** Returns people with matches that wait for a digest and who have had none today, with how many of those rides are still to depart. */
export async function listDigests(executor: Executor, day: string, limit: number) {
  const { rows } = await rowsOf({ user_id: uuid, rides: integer })`
    select w.user_id, (count(distinct section.ride_id))::integer as rides
    from ride_wanted_match match join ride_wanted w on w.id = match.wanted_id join auth_user account on account.id = w.user_id
      left join ride_section section on section.ride_id = match.ride_id and section.ride_departs_at > app_now()
        and (not section.same_gender or exists (select from ride where ride.id = section.ride_id and shares_gender(ride.driver_id, w.user_id)))
    where match.notice = 'waiting' and ${isActive} and ${isOpen('account')}
      and not exists (select from notification where user_id = w.user_id and dedupe_key = ${digestKey(day)})
    group by w.user_id order by w.user_id limit ${limit}`.execute(executor)
  return rows
}
