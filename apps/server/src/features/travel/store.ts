/** The only writer of `follow_link` and `check_in`. */
import { type RawBuilder, sql } from 'kysely'
import { type CheckInKind, travelDay } from '@samtur/contract/constants'
import type { Executor, Tx } from '#platform/db/database'
import { appNow } from '#platform/db/now'
import { instant, nullable, rowsOf, text, uuid } from '#platform/db/rows'
import type { Point } from './rules.ts'

/** Makes everything that one person does with the links of a ride wait for its turn, so that two requests at once make no sixth link. */
export async function lockSharing(tx: Tx, sharerId: string, rideId: string): Promise<void> {
  const key = `follow links:${sharerId}:${rideId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

export interface NewLink {
  sharer_id: string
  ride_id: string
  reservation_id: string | null
  email: string | null
  locale: string
}

/** Stores a link and returns its id. */
export async function insertLink(tx: Tx, link: NewLink): Promise<string> {
  const { id } = await tx.insertInto('follow_link').values(link).returning('id').executeTakeFirstOrThrow()
  return id
}

const nowhere = { lat: null, lon: null, position_at: null }

/** Ends a link of the person and deletes its position; returns false where there is none. The same again changes nothing. */
export async function endLink(executor: Executor, sharerId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable('follow_link')
    .set({ ...nowhere, email: null, mailed_at: null, ended_at: sql<Date>`coalesce(ended_at, app_now())` })
    .where('id', '=', id)
    .where('sharer_id', '=', sharerId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores the position of a link that was not taken back; returns false for another one. */
export async function setPosition(executor: Executor, id: string, position: Point | null): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable('follow_link')
    .set(position ? { ...position, position_at: appNow } : nowhere)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Deletes what is kept of no trip that is over: the position of a link at the end of its trip's day (`travelDay`), once the trip is cancelled, or ten minutes
 * after the last news; the link itself a day after its end, and after 30 days the times at which people got in and arrived.
 */
export async function clearOld(executor: Executor): Promise<number> {
  const trips = sql`from follow_link link join ride on ride.id = link.ride_id left join reservation r on r.id = link.reservation_id
    left join ride_stop stop on stop.ride_id = ride.id and stop.position = r.to_position`
  const arrival = sql`coalesce(stop.passes_at, ride.arrival_time)`
  const positions = sql`update follow_link set lat = null, lon = null, position_at = null
    where id in (select link.id ${trips} where link.lat is not null and (ride.status = 'cancelled'
      or coalesce(r.status, 'accepted') <> 'accepted' or ${arrival} <= app_now() - make_interval(hours => ${travelDay.hoursAfter})
      or link.position_at <= app_now() - make_interval(mins => ${travelDay.positionMinutes})))`
  const links = sql`delete from follow_link
    where id in (select link.id ${trips} where ${arrival} < app_now() - make_interval(days => 1, hours => ${travelDay.hoursAfter}))`
  const times = sql`delete from check_in using ride where ride.id = check_in.ride_id and kind in ('got_in', 'arrived')
    and ride.arrival_time < app_now() - interval '30 days'`
  let rows = 0n
  for (const statement of [positions, links, times]) rows += (await statement.execute(executor)).numAffectedRows ?? 0n
  return Number(rows)
}

/** Deletes the links of a person who leaves. */
export async function forgetLinks(executor: Executor, personId: string): Promise<void> {
  await executor.deleteFrom('follow_link').where('sharer_id', '=', personId).execute()
}

interface NewCheckIn {
  ride_id: string
  reservation_id: string | null
  person_id: string
  kind: CheckInKind
  at: Date
}

/** Stores what a person says; returns false where the same was said before. */
export async function insertCheckIn(tx: Tx, said: NewCheckIn): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('check_in')
    .values(said)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes what a person no longer says of a reservation. */
export async function takeBack(
  tx: Tx,
  { reservationId, personId, kinds }: { reservationId: string; personId: string; kinds: CheckInKind[] },
): Promise<void> {
  await tx
    .deleteFrom('check_in')
    .where('reservation_id', '=', reservationId)
    .where('person_id', '=', personId)
    .where('kind', 'in', kinds)
    .execute()
}

/** Makes what both sides say of a reservation wait for its turn. */
export async function lockMeeting(tx: Tx, reservationId: string): Promise<void> {
  await sql`select from reservation where id = ${reservationId} for no key update`.execute(tx)
}

const dueLink = {
  id: uuid,
  sharer_id: uuid,
  sharer: text,
  email: nullable(text),
  locale: text,
  from_text: text,
  to_text: text,
  departs_at: instant,
  arrives_at: instant,
  ride_id: uuid,
  reservation_id: nullable(uuid),
}

/** Selects the links with an address whose trip has ended by the plan, and of whose end the person has said nothing. */
const silent = (wait: RawBuilder<unknown>) => sql`
  from follow_link link join ride on ride.id = link.ride_id join profile sharer on sharer.id = link.sharer_id
    join auth_user account on account.id = link.sharer_id left join reservation r on r.id = link.reservation_id
    join ride_stop a on a.ride_id = ride.id and a.position = coalesce(r.from_position, 0)
    join ride_stop b on b.ride_id = ride.id
      and b.position = coalesce(r.to_position, (select max(position) from ride_stop s where s.ride_id = ride.id))
  where link.ended_at is null and link.email is not null and link.mailed_at is null and ride.status = 'active'
    and coalesce(r.status, 'accepted') = 'accepted' and b.passes_at > app_now() - make_interval(hours => ${travelDay.hoursAfter}) and ${wait}
    and account.suspended_at is null and account.purge_at is null
    and not exists (select from check_in said where said.ride_id = link.ride_id and said.person_id = link.sharer_id
      and said.reservation_id is not distinct from link.reservation_id and said.kind in ('arrived', 'not_met'))`

const dueColumns =
  sql.raw(`id, sharer_id, (select full_name from profile where profile.id = sharer_id) as sharer, email, locale,
  from_text, to_text, departs_at, arrives_at, ride_id, reservation_id`)

/** Marks the links whose person is to be asked now, after so many minutes of silence, and returns them. */
export async function takeToAsk(tx: Tx, minutes: number, limit: number) {
  const wait = sql`link.asked_at is null and b.passes_at <= app_now() - make_interval(mins => ${minutes})`
  const { rows } = await rowsOf(dueLink)`
    with due as (select link.id as link_id, a.text as from_text, b.text as to_text, a.passes_at as departs_at, b.passes_at as arrives_at
      ${silent(wait)} order by b.passes_at limit ${limit} for update of link skip locked)
    update follow_link set asked_at = app_now() from due where id = link_id returning ${dueColumns}`.execute(tx)
  return rows
}

/** Marks the links whose follower gets a mail now, so many minutes after the person was asked, and returns them. */
export async function takeToMail(tx: Tx, minutes: number, limit: number) {
  // An address that two links name gets one mail.
  const wait = sql`link.asked_at <= app_now() - make_interval(mins => ${minutes}) and not exists (
    select from follow_link other where other.ride_id = link.ride_id and other.sharer_id = link.sharer_id
      and lower(other.email) = lower(link.email) and other.mailed_at is not null)`
  const { rows } = await rowsOf(dueLink)`
    with due as (select link.id as link_id, a.text as from_text, b.text as to_text, a.passes_at as departs_at, b.passes_at as arrives_at
      ${silent(wait)} order by b.passes_at limit ${limit} for update of link skip locked)
    update follow_link set mailed_at = app_now() from due where id = link_id returning ${dueColumns}`.execute(tx)
  return rows
}
