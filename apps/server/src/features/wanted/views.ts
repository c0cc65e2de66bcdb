/** Reads of wanted rides: the own ones, public posts, and the rides that went the same way lately. */
import { type RawBuilder, sql } from 'kysely'
import type { KeptFilters } from '@samtur/contract/wanted-filters'
import type { Executor } from '#platform/db/database'
import type { Cursor } from '#platform/http/cursor'
import {
  boolean,
  float,
  instant,
  integer,
  integers,
  json,
  nullable,
  type RowOf,
  rowsOf,
  text,
  uuid,
} from '#platform/db/rows'
import type { Criteria } from './rules.ts'
import { around, isActive, isOpen } from './views-matching.ts'

const wantedRow = {
  id: uuid,
  user_id: uuid,
  from_text: text,
  to_text: text,
  from_place_id: integer,
  to_place_id: integer,
  way_km: float,
  radius_km: integer,
  date_from: nullable(text),
  date_to: nullable(text),
  weekdays: nullable(integers),
  time_from: nullable(text),
  time_to: nullable(text),
  filters: json<KeptFilters>(),
  note: nullable(text),
  public: boolean,
  until_day: nullable(text),
  ends_at: instant,
  paused_at: nullable(instant),
  ended_at: nullable(instant),
  created_at: instant,
}
export type WantedRow = RowOf<typeof wantedRow>

const wantedColumns = sql`w.id, w.user_id, w.from_text, w.to_text, w.from_place_id, w.to_place_id, w.way_km, w.radius_km,
  w.date_from::text as date_from, w.date_to::text as date_to, w.weekdays, w.time_from, w.time_to, w.filters, w.note,
  w.public, w.until_day::text as until_day, w.ends_at, w.paused_at, w.ended_at, w.created_at`

const selectWanted = async (executor: Executor, rest: RawBuilder<unknown>) =>
  (await rowsOf(wantedRow)`select ${wantedColumns} from ride_wanted w ${rest}`.execute(executor)).rows

/** Returns a wanted ride that is neither paused nor over, of a person whose account is open. */
export const findActive = async (executor: Executor, id: string): Promise<WantedRow | undefined> =>
  (
    await selectWanted(
      executor,
      sql`join auth_user account on account.id = w.user_id where w.id = ${id} and ${isActive} and ${isOpen('account')}`,
    )
  )[0]

export const findOwn = async (executor: Executor, userId: string, id: string): Promise<WantedRow | undefined> =>
  (await selectWanted(executor, sql`where w.id = ${id} and w.user_id = ${userId}`))[0]

export const OWN_PAGE = 10

/** Returns the person's wanted rides before the given one, newest first, at most one more than a page. */
export const listOwn = (executor: Executor, userId: string, before: Cursor | undefined): Promise<WantedRow[]> =>
  selectWanted(
    executor,
    sql`where w.user_id = ${userId} ${beforeCursor(before)} order by ${milliseconds} desc, w.id desc limit ${OWN_PAGE + 1}`,
  )

/** As exact as a cursor. */
const milliseconds = sql`date_trunc('milliseconds', w.created_at)`
const beforeCursor = (before: Cursor | undefined) =>
  before ? sql`and (${milliseconds}, w.id) < (${before.at}, ${before.id}::uuid)` : sql``

/** Returns how many of the person's are neither paused nor over, without one. */
export async function countActive(executor: Executor, userId: string, except: string | null): Promise<number> {
  const { rows } = await rowsOf({ count: integer })`
    select count(*)::integer as count from ride_wanted w where w.user_id = ${userId} and ${isActive} and w.id is distinct from ${except}::uuid`.execute(
    executor,
  )
  return rows[0]?.count ?? 0
}

/** Returns the id of the person's wanted ride that asks for the same. */
export async function findSame(
  executor: Executor,
  userId: string,
  wanted: Criteria,
  except?: string,
): Promise<string | undefined> {
  const { rows } = await rowsOf({ id: uuid })`
    select w.id from ride_wanted w
    where w.user_id = ${userId} and w.ended_at is null and w.from_place_id = ${wanted.from_place_id} and w.to_place_id = ${wanted.to_place_id}
      and w.radius_km = ${wanted.radius_km} and w.date_from is not distinct from ${wanted.date_from}::date
      and w.date_to is not distinct from ${wanted.date_to}::date and w.weekdays is not distinct from ${wanted.weekdays}::smallint[]
      and w.time_from is not distinct from ${wanted.time_from} and w.time_to is not distinct from ${wanted.time_to}
      and w.filters = ${JSON.stringify(wanted.filters)}::jsonb and w.id is distinct from ${except ?? null}::uuid`.execute(
    executor,
  )
  return rows[0]?.id
}

/** Returns the rides that drivers have offered for a wanted ride. */
export async function listOffered(executor: Executor, wantedId: string): Promise<string[]> {
  const { rows } = await rowsOf({ ride_id: uuid })`
    select ride_id from ride_wanted_match where wanted_id = ${wantedId} and offered_at is not null`.execute(executor)
  return rows.map(({ ride_id }) => ride_id)
}

export async function findOffer(executor: Executor, wantedId: string, rideId: string): Promise<Date | undefined> {
  const { rows } = await rowsOf({ offered_at: instant })`
    select offered_at from ride_wanted_match where wanted_id = ${wantedId} and ride_id = ${rideId} and offered_at is not null`.execute(
    executor,
  )
  return rows[0]?.offered_at
}

/** Which of the wanted rides a ride was offered for. */
export async function listOfferedFor(executor: Executor, rideId: string): Promise<string[]> {
  const { rows } = await rowsOf({ wanted_id: uuid })`
    select wanted_id from ride_wanted_match where ride_id = ${rideId} and offered_at is not null`.execute(executor)
  return rows.map(({ wanted_id }) => wanted_id)
}

const postRow = {
  id: uuid,
  user_id: uuid,
  full_name: text,
  from_place_id: integer,
  to_place_id: integer,
  date_from: nullable(text),
  date_to: nullable(text),
  weekdays: nullable(integers),
  seats: integer,
  created_at: instant,
}
export type PostRow = RowOf<typeof postRow>

/** A public wanted ride that a reader may see: both accounts are open, and no block keeps them apart. */
const visiblePosts = (viewerId: string | null) => sql`from ride_wanted w
    join profile person on person.id = w.user_id join auth_user account on account.id = w.user_id
  where w.public and ${isActive} and ${isOpen('account')}
    ${viewerId === null ? sql`` : sql`and not blocked_between(w.user_id, ${viewerId})`}`
const postColumns = sql`w.id, w.user_id, person.full_name, w.from_place_id, w.to_place_id, w.date_from::text as date_from,
  w.date_to::text as date_to, w.weekdays, (w.filters ->> 'seats')::integer as seats, w.created_at`

export interface PostQuery {
  viewerId: string | null
  from: number | undefined
  to: number | undefined
  before: Cursor | undefined
  limit: number
}

/** A place of a filter suits people who name a place so near that their radius covers it. */
const covers = (placeId: number | undefined, column: RawBuilder<unknown>, mostKm: number) =>
  placeId === undefined
    ? sql``
    : sql`and exists (select from (${around(placeId, mostKm)}) near where near.here = ${column} and near.km <= w.radius_km)`

/** Returns public wanted rides, newest first, at most one more than the limit. */
export async function listPosts(
  executor: Executor,
  { viewerId, from, to, before, limit }: PostQuery,
  mostKm: number,
): Promise<PostRow[]> {
  const { rows } = await rowsOf(postRow)`
    select ${postColumns} ${visiblePosts(viewerId)} ${covers(from, sql`w.from_place_id`, mostKm)} ${covers(to, sql`w.to_place_id`, mostKm)}
      ${beforeCursor(before)}
    order by ${milliseconds} desc, w.id desc limit ${limit + 1}`.execute(executor)
  return rows
}

/** Returns the public ones with these ids that the reader may see. */
export async function listPostsById(executor: Executor, viewerId: string, ids: readonly string[]): Promise<PostRow[]> {
  const { rows } = await rowsOf(postRow)`
    select ${postColumns} ${visiblePosts(viewerId)} and w.id = any(${ids}::uuid[])`.execute(executor)
  return rows
}

/** Returns how many rides went from around one place to around the other on each day since the first, without those that were cancelled. */
export async function countRecent(
  executor: Executor,
  {
    from_place_id,
    to_place_id,
    radius_km,
    way_km,
  }: Pick<Criteria, 'from_place_id' | 'to_place_id' | 'radius_km' | 'way_km'>,
  { first, until }: { first: Date; until: Date },
): Promise<Map<string, number>> {
  const { rows } = await rowsOf({ day: text, rides: integer })`
    with f as materialized (${around(from_place_id, radius_km)}), t as materialized (${around(to_place_id, radius_km)})
    select (departure_time at time zone 'Europe/Oslo')::date::text as day, count(*)::integer as rides from ride
    where departure_time >= ${first} and departure_time < ${until} and status = 'active' and hidden_at is null and not same_gender
      and exists (
        select from ride_stop a join f on f.here = a.place_id
          join ride_stop b on b.ride_id = a.ride_id and b.position > a.position join t on t.here = b.place_id
        where a.ride_id = ride.id and f.km + t.km < ${way_km}::float8)
    group by 1 order by 1`.execute(executor)
  return new Map(rows.map(({ day, rides }) => [day, rides]))
}
