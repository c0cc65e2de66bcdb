/** Reads of the day of travel. */
import { type RawBuilder, sql } from 'kysely'
import { checkInKinds, currencies, reservationStatuses, rideStatuses, travelDay } from '@samtur/contract/constants'
import type { ChosenPoint } from '@samtur/contract/meeting-points'
import { pointJson } from '#features/meeting-points/port'
import { longestRide } from '#features/rides/port'
import type { Executor } from '#platform/db/database'
import {
  boolean,
  float,
  instant,
  integer,
  json,
  nullable,
  oneOf,
  type RowOf,
  rowsOf,
  text,
  uuid,
} from '#platform/db/rows'

const endColumns = {
  from_text: text,
  from_lat: nullable(float),
  from_lon: nullable(float),
  from_point: nullable(json<ChosenPoint>()),
  departs_at: instant,
  to_text: text,
  to_lat: nullable(float),
  to_lon: nullable(float),
  to_point: nullable(json<ChosenPoint>()),
  arrives_at: instant,
}
export type EndsRow = RowOf<typeof endColumns>

const ends =
  sql.raw(`a.text as from_text, a.lat as from_lat, a.lon as from_lon, ${pointJson('a.meeting_point_id')} as from_point,
  a.passes_at as departs_at, b.text as to_text, b.lat as to_lat, b.lon as to_lon, ${pointJson('b.meeting_point_id')} as to_point,
  b.passes_at as arrives_at`)

const tripRow = {
  ride_id: uuid,
  reservation_id: nullable(uuid),
  ...endColumns,
  car_make: text,
  car_model: text,
  car_color: text,
  license_plate: text,
}
export type TripRow = RowOf<typeof tripRow>

const stopsOf = (from: string, to: string) =>
  sql.raw(`join ride_stop a on a.ride_id = ride.id and a.position = ${from}
    join ride_stop b on b.ride_id = ride.id and b.position = ${to}`)
const lastStop = '(select max(position) from ride_stop s where s.ride_id = ride.id)'

const { hoursBefore, hoursAfter } = travelDay
const isToday = sql`a.passes_at <= app_now() + make_interval(hours => ${hoursBefore}) and b.passes_at > app_now() - make_interval(hours => ${hoursAfter})`

/** Returns the person's trips of today: own rides, and reservations that are accepted. */
export async function listToday(executor: Executor, personId: string): Promise<TripRow[]> {
  // The condition on the ride finds few rides by the index on departures.
  const about = sql`ride.status = 'active' and ride.departure_time between app_now() - ${longestRide} - make_interval(hours => ${hoursAfter})
    and app_now() + make_interval(hours => ${hoursBefore})`
  const columns = sql`${ends}, car_make, car_model, car_color, license_plate`
  const { rows } = await rowsOf(tripRow)`
    select ride.id as ride_id, null::uuid as reservation_id, ${columns} from ride ${stopsOf('0', lastStop)}
    where driver_id = ${personId} and ${about} and ${isToday}
    union all
    select ride.id, r.id, ${columns} from reservation r join ride on ride.id = r.ride_id ${stopsOf('r.from_position', 'r.to_position')}
    where passenger_id = ${personId} and r.status = 'accepted' and ${about} and ${isToday}
    order by departs_at, ride_id`.execute(executor)
  return rows
}

const companionRow = {
  reservation_id: uuid,
  ride_id: uuid,
  driver_id: uuid,
  passenger_id: uuid,
  seats: integer,
  /** For one seat. */
  price: integer,
  currency: oneOf(currencies),
  ...endColumns,
  ride_status: oneOf(rideStatuses),
  status: oneOf(reservationStatuses),
  ride_arrives_at: instant,
  /** The other side. */
  id: uuid,
  full_name: text,
  picture_key: nullable(text),
  rating: nullable(text),
  rating_count: integer,
  phone: nullable(text),
  /** One of the two has blocked the other, or the other's account is suspended. */
  apart: boolean,
}
export type CompanionRow = RowOf<typeof companionRow>

const companions = (personId: string, which: RawBuilder<unknown>) => rowsOf(companionRow)`
  select r.id as reservation_id, r.ride_id, ride.driver_id, r.passenger_id, r.seats_requested as seats, r.price, ride.currency, ${ends},
    ride.status as ride_status, r.status, ride.arrival_time as ride_arrives_at, other.id, other.full_name, other.picture_key, other.rating::text, other.rating_count, other.phone,
    (is_suspended(other.id) or blocked_between(ride.driver_id, r.passenger_id)) as apart
  from reservation r join ride on ride.id = r.ride_id ${stopsOf('r.from_position', 'r.to_position')}
    join profile other on other.id = case when ride.driver_id = ${personId} then r.passenger_id else ride.driver_id end
  where ${personId} in (ride.driver_id, r.passenger_id) and ${which}
  order by a.passes_at, r.created_at, r.id`

/** Returns the other sides of the person's reservations: of accepted passengers on own rides, or of the own reservations. */
export async function listCompanions(
  executor: Executor,
  personId: string,
  { rideIds, reservationIds }: { rideIds: string[]; reservationIds: string[] },
): Promise<CompanionRow[]> {
  if (rideIds.length + reservationIds.length === 0) return []
  const { rows } = await companions(
    personId,
    sql`r.status = 'accepted' and (r.ride_id = any(${rideIds}::uuid[]) or r.id = any(${reservationIds}::uuid[]))`,
  ).execute(executor)
  return rows
}

/** Returns a reservation as one of its two sides sees it, in any state; undefined for other people. */
export async function findCompanion(
  executor: Executor,
  personId: string,
  reservationId: string,
): Promise<CompanionRow | undefined> {
  const { rows } = await companions(personId, sql`r.id = ${reservationId}`).execute(executor)
  return rows[0]
}

const newlyFollowed = {
  sharer_id: uuid,
  sharer: text,
  reservation_id: uuid,
  to: uuid,
  from_text: text,
  to_text: text,
  departs_at: instant,
}

/** Returns the passengers who were accepted in the last minutes on a ride that its driver lets others follow. */
export async function listNewlyFollowed(executor: Executor, minutes: number) {
  const { rows } = await rowsOf(newlyFollowed)`
    select link.sharer_id, sharer.full_name as sharer, r.id as reservation_id, r.passenger_id as "to",
      a.text as from_text, b.text as to_text, a.passes_at as departs_at
    from follow_link link join profile sharer on sharer.id = link.sharer_id join ride on ride.id = link.ride_id
      join reservation r on r.ride_id = ride.id ${stopsOf('r.from_position', 'r.to_position')}
    where link.reservation_id is null and link.ended_at is null and ride.status = 'active' and r.status = 'accepted'
      and r.accepted_at > app_now() - make_interval(mins => ${minutes})`.execute(executor)
  return rows
}

const ownRide = { ride_id: uuid, ride_status: oneOf(rideStatuses), departs_at: instant, arrives_at: instant }

/** Returns an own ride; undefined for other people. */
export async function findOwnRide(executor: Executor, personId: string, rideId: string) {
  const { rows } = await rowsOf(ownRide)`
    select ride.id as ride_id, ride.status as ride_status, departure_time as departs_at, arrival_time as arrives_at
    from ride where ride.id = ${rideId} and driver_id = ${personId}`.execute(executor)
  return rows[0]
}

const checkInRow = {
  ride_id: uuid,
  reservation_id: nullable(uuid),
  person_id: uuid,
  kind: oneOf(checkInKinds),
  at: instant,
}
export type CheckInRow = RowOf<typeof checkInRow>

/** Returns what was said of rides, in the order in which it happened. */
export async function listCheckIns(executor: Executor, rideIds: string[]): Promise<CheckInRow[]> {
  if (rideIds.length === 0) return []
  const { rows } = await rowsOf(checkInRow)`
    select ride_id, reservation_id, person_id, kind, at from check_in where ride_id = any(${rideIds}::uuid[])
    order by at, check_in.id`.execute(executor)
  return rows
}

const linkRow = {
  id: uuid,
  ride_id: uuid,
  reservation_id: nullable(uuid),
  sharer_id: uuid,
  email: nullable(text),
  created_at: instant,
  lat: nullable(float),
  lon: nullable(float),
  position_at: nullable(instant),
}
export type LinkRow = RowOf<typeof linkRow>

const linkColumns = [
  'id',
  'ride_id',
  'reservation_id',
  'sharer_id',
  'email',
  'created_at',
  'lat',
  'lon',
  'position_at',
] as const

/** Returns the person's links for rides that were not taken back, oldest first. */
export async function listLinks(executor: Executor, personId: string, rideIds: string[]): Promise<LinkRow[]> {
  if (rideIds.length === 0) return []
  return executor
    .selectFrom('follow_link')
    .select(linkColumns)
    .where('sharer_id', '=', personId)
    .where('ride_id', 'in', rideIds)
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

const followedRow = {
  ...linkRow,
  ...endColumns,
  ride_status: oneOf(rideStatuses),
  status: nullable(oneOf(reservationStatuses)),
  driver_id: uuid,
  sharer: text,
  driver: text,
  car_make: text,
  car_color: text,
  license_plate: text,
}
export type FollowedRow = RowOf<typeof followedRow>

/** Returns a link with its trip; undefined for one that was taken back, and while the account of the person who shares is suspended or being deleted. */
export async function findFollowed(executor: Executor, id: string): Promise<FollowedRow | undefined> {
  const { rows } = await rowsOf(followedRow)`
    select link.id, link.ride_id, link.reservation_id, link.sharer_id, link.email, link.created_at, link.lat, link.lon, link.position_at, ${ends},
      ride.status as ride_status, r.status, ride.driver_id, sharer.full_name as sharer, driver.full_name as driver, car_make, car_color, license_plate
    from follow_link link join ride on ride.id = link.ride_id left join reservation r on r.id = link.reservation_id
      ${stopsOf('coalesce(r.from_position, 0)', `coalesce(r.to_position, ${lastStop})`)}
      join profile sharer on sharer.id = link.sharer_id join profile driver on driver.id = ride.driver_id
      join auth_user account on account.id = link.sharer_id
    where link.id = ${id} and link.ended_at is null and account.suspended_at is null and account.purge_at is null`.execute(
    executor,
  )
  return rows[0]
}

/** Returns the stops of a ride that have coordinates, in order. */
export async function listStops(executor: Executor, rideId: string): Promise<{ lat: number; lon: number }[]> {
  const { rows } = await rowsOf({ lat: float, lon: float })`
    select lat, lon from ride_stop where ride_id = ${rideId} and lat is not null and lon is not null order by position`.execute(
    executor,
  )
  return rows
}
