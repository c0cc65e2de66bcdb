/** Fills a migrated database with rides as publishing would store them, with statements about all of them at once. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { detoursOf } from '../../apps/server/src/features/rides/rules-detours.ts'
import { repeatedSections, sectionsOf } from '../../apps/server/src/features/rides/rules-sections.ts'
import { rideToStore, storeRide } from '../../apps/server/src/features/rides/service-storing.ts'
import type { RideToStore } from '../../apps/server/src/features/rides/store.ts'
import { ensureStopTexts } from '../../apps/server/src/features/rides/store-texts.ts'
import type { Database, Executor } from '../../apps/server/src/platform/db/database.ts'
import { recountSeats } from '../../apps/server/test/reservations.ts'
import { bodyOf, type Route } from '../tools/routes.ts'

const MOST_DRIVERS = 20_000
const tables = ['ride_stop', 'ride_leg', 'ride_section', 'ride_detour']

export interface Size {
  rides: number
  upcoming: number
}

/**
 * The first `upcoming` of the rides depart within two months, more of them soon than late; the others departed in the three years before,
 * and have no sections or detours any more. Some are full, on the whole route or on a part of it.
 */
export async function fillDatabase(db: Executor, size: Size, routes: readonly Route[]): Promise<void> {
  const settings = { maintenance_work_mem: '512MB', work_mem: '128MB', synchronous_commit: 'off' }
  for (const [name, value] of Object.entries(settings)) await sql.raw(`set ${name} = '${value}'`).execute(db)
  await addDrivers(db, driversOf(size))
  await addRoutes(db, routes)
  const restore = await dropIndexes(db)
  await addRides(db, size, routes.length)
  for (const statement of restore) await sql.raw(statement).execute(db)
  // A vacuum marks pages as visible to all, which index-only scans need, only where the commits have been written to the disk.
  await sql`checkpoint`.execute(db)
  for (const table of ['stop_text', 'profile', 'ride', ...tables]) await sql.raw(`vacuum analyze ${table}`).execute(db)
  for (const name of Object.keys(settings)) await sql.raw(`reset ${name}`).execute(db)
}

const driversOf = ({ rides }: Size) => Math.min(MOST_DRIVERS, rides)

async function addDrivers(db: Executor, count: number) {
  await sql`insert into auth_user (name, email, email_verified, role, locale)
    select 'Kari Nordmann ' || n, 'driver' || n || '@bench.example', true, 'user', 'no' from generate_series(1, ${count}) n`.execute(
    db,
  )
  await sql`update profile set is_driver = true, rating_count = 10, rating_sum = 40 + floor(random() * 60)::integer where random() < 0.7`.execute(
    db,
  )
  await sql`create table bench_driver as select row_number() over () as nr, id from profile`.execute(db)
}

/** Stores what publishing makes of each route, and its sections. */
async function addRoutes(db: Executor, routes: readonly Route[]) {
  const stored = routes.map((route) => rideToStore('', bodyOf(route), new Date()))
  const ids = await ensureStopTexts(
    db,
    stored.flatMap((ride) => ride.stops),
  )
  let at = 0
  const rows = stored.map((ride, nr) => {
    const stopTextIds = ride.stops.map(() => ids[at++] ?? 0)
    const stops = ride.stops.map((stop, position) => ({
      ...stop,
      position,
      stop_text_id: stopTextIds[position],
      after_minutes: minutesAfter(ride, stop.passes_at),
    }))
    const last = stops.length - 1
    const keys = ride.stops.map(({ place_id }, stop) => place_id ?? -(stopTextIds[stop] ?? 0))
    const sections = sectionsOf(stopTextIds)
    const repeated = repeatedSections(keys, sections)
    const pairs = sections.map(({ from, to }, section) => ({
      from_position: from,
      to_position: to,
      from_stop_text_id: stopTextIds[from],
      to_stop_text_id: stopTextIds[to],
      from_key: keys[from],
      to_key: keys[to],
      repeated: repeated[section],
      from_share: stops[from]?.share,
      to_share: stops[to]?.share,
      from_minutes: stops[from]?.after_minutes,
      to_minutes: stops[to]?.after_minutes,
      is_start: from === 0,
      is_end: to === last,
    }))
    const { currency, distance_km, road_km, road_costs, detour_minutes: detour } = ride
    const detours = detoursOn(ride)
    return {
      nr,
      hours: routes[nr]?.hours,
      detour,
      currency,
      distance_km,
      road_km,
      road_costs,
      first: stops[0]?.text,
      final: stops[last]?.text,
      legs: last,
      stops,
      pairs,
      detours,
    }
  })
  await sql`create table bench_route as select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r(nr integer, hours float8, detour smallint, currency text, distance_km integer, road_km integer, road_costs integer, first text, final text, legs integer, stops jsonb,
      pairs jsonb, detours jsonb)`.execute(db)
  await sql`create table bench_stop as select r.nr, s.* from bench_route r, jsonb_to_recordset(r.stops)
    as s(position smallint, text text, stop_text_id integer, place_id integer, lat float8, lon float8, share float8,
      after_minutes integer)`.execute(db)
  await sql`create table bench_pair as select r.nr, p.* from bench_route r, jsonb_to_recordset(r.pairs) as p(from_position smallint,
    to_position smallint, from_stop_text_id integer, to_stop_text_id integer, from_key integer, to_key integer, from_share float8, to_share float8,
    from_minutes integer, to_minutes integer, is_start boolean, is_end boolean, repeated boolean)`.execute(db)
  await sql`create table bench_detour as select r.nr, d.*, stops_before, stops_after
    from bench_route r cross join lateral jsonb_to_recordset(r.detours) as d(place_id integer, leg smallint, minutes smallint, after_minutes integer,
        km_part float8, before float8, behind float8)
      join (select nr, at.position, bit_or(stop_bits(coalesce(place_id, -stop_text_id))) filter (where stop.position <= at.position) as stops_before,
          bit_or(stop_bits(coalesce(place_id, -stop_text_id))) filter (where stop.position > at.position) as stops_after
        from bench_stop stop join (select nr, position from bench_stop) at using (nr) group by nr, at.position) bits
      on bits.nr = r.nr and bits.position = leg`.execute(db)
  for (const table of ['bench_route', 'bench_stop', 'bench_pair', 'bench_detour'])
    await sql.raw(`analyze ${table}`).execute(db)
}

const minutesAfter = ({ departure_time }: RideToStore, at: Date) => (at.getTime() - departure_time.getTime()) / 60_000

/** Returns the places beside the way of a ride, with what their times and prices are computed from. */
function detoursOn(ride: RideToStore) {
  return detoursOf(ride, ride.detour_minutes).map(({ place, leg, minutes, passes_at, km, share }) => ({
    place_id: place.id,
    leg,
    minutes,
    after_minutes: minutesAfter(ride, passes_at),
    km_part: km / (ride.distance_km ?? NaN),
    before: share - (ride.stops[leg]?.share ?? NaN),
    behind: (ride.stops[leg + 1]?.share ?? NaN) - share,
  }))
}

/** Drops the indexes for filling; returns a function that creates them again. */
async function dropIndexes(db: Executor): Promise<string[]> {
  const { rows: keys } = await sql<{ drop: string; add: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype in ('f', 'p') and conrelid::regclass::text = any(${tables}) order by contype = 'p'`.execute(
    db,
  )
  const { rows: indexes } = await sql<{ drop: string; add: string }>`
    select format('drop index %I', indexname) as drop, indexdef as add from pg_indexes
    where tablename = any(${[...tables, 'ride']}) and not exists (select from pg_constraint where conname = indexname)`.execute(
    db,
  )
  for (const { drop } of [...keys, ...indexes]) await sql.raw(drop).execute(db)
  return [...indexes, ...keys.toReversed()].map(({ add }) => add)
}

async function addRides(db: Executor, size: Size, routes: number) {
  await sql`create table bench_ride as
    select gen_random_uuid() as id, nr, departs, departs + make_interval(mins => 5 * greatest(1, round(hours * 12))::integer) as arrives,
      price, seats, pets, driver, array(select case when busy < 0.12 then seats when busy < 0.3 then (n + 7 * leg) % (seats + 1) else 0 end
        from generate_series(1, legs) leg) as taken
    from (select n, floor(random() * ${routes})::integer as nr, 1 + floor(random() * 4)::integer as seats, random() < 0.3 as pets,
        1 + floor(random() * ${driversOf(size)})::integer as driver, random() as busy, 20 + 5 * floor(random() * 80)::integer as price,
        date_trunc('hour', now()) + make_interval(mins => case when n <= ${size.upcoming} then 120 + 5 * floor(288 * 60 * power(random(), 1.6))::integer
          else -2880 - 5 * floor(288 * 1095 * random())::integer end) as departs
      from generate_series(1, ${size.rides}) n) drawn join bench_route using (nr)`.execute(db)
  await sql`analyze bench_ride`.execute(db)
  await sql`insert into ride (id, driver_id, start_location, end_location, departure_time, arrival_time, price, currency, distance_km, road_km,
      road_costs, total_seats, available_seats, pets_allowed, luggage, detour_minutes, instant_booking, same_gender, notes, license_plate, car_make, car_model, car_color)
    select r.id, d.id, first, final, departs, arrives, price, currency, distance_km, road_km, road_costs, seats, seats - (select max(n) from unnest(taken) n), pets, 'cabin',
      detour, 'off', false, 'Avreise ved stasjonen.', 'AB12345', 'Volvo', 'V60', 'Blå'
    from bench_ride r join bench_route using (nr) join bench_driver d on d.nr = driver`.execute(db)
  await sql`insert into ride_stop (ride_id, position, text, stop_text_id, place_id, lat, lon, share, passes_at)
    select r.id, position, text, stop_text_id, place_id, lat, lon, share, departs + make_interval(mins => after_minutes)
    from bench_ride r join bench_stop using (nr)`.execute(db)
  await sql`insert into ride_leg (ride_id, position, seats_taken, capacity)
    select id, leg - 1, taken[leg], seats from bench_ride, generate_series(1, cardinality(taken)) leg`.execute(db)
  await sql`insert into ride_section (ride_id, from_position, to_position, from_stop_text_id, to_stop_text_id, from_key, to_key, departs_at, arrives_at,
      ride_departs_at, is_start, is_end, price, pets_allowed, luggage, instant_booking, same_gender, seats_free, repeated)
    select id, from_position, to_position, from_stop_text_id, to_stop_text_id, from_key, to_key, departs + make_interval(mins => from_minutes),
      departs + make_interval(mins => to_minutes), departs, is_start, is_end,
      least(price, ceil(round((price * (to_share - from_share))::numeric, 6))), pets, 'cabin', 'off', false, seats - (select max(n) from unnest(taken[from_position + 1:to_position]) n), repeated
    from bench_ride join bench_pair using (nr) where departs > now()`.execute(db)
  await sql`insert into ride_detour (ride_id, place_id, leg, minutes, passes_at, start_change, end_change, detour_price, stops_before, stops_after)
    select id, place_id, leg, minutes, departs + make_interval(mins => after_minutes), kr - floor(round((price * before)::numeric, 6)),
      kr - floor(round((price * behind)::numeric, 6)), kr, stops_before, stops_after
    from bench_ride join bench_detour using (nr) cross join lateral (select ceil(round((price * km_part)::numeric, 6))::integer as kr) detour
    where departs > now()`.execute(db)
}

/** Publishes some of the rides again, and compares every stop, leg, section and detour with the filled ones. */
export async function compareWithPublishing(db: Database, routes: readonly Route[], sample: number): Promise<void> {
  interface Filled {
    id: string
    nr: number
    departs: Date
    arrives: Date
    price: number
    seats: number
    pets: boolean
    driver_id: string
  }
  const { rows } = await db.longRunning((executor) =>
    sql<Filled>`select b.*, ride.driver_id from bench_ride b join ride using (id)
      where departs > now() + interval '1 hour' order by md5(id::text) limit ${sample}`.execute(executor),
  )
  assert.equal(rows.length, sample)
  for (const { id, nr, departs, arrives, price, seats, pets, driver_id } of rows) {
    const route = routes[nr]
    assert.ok(route)
    const times = { departure_time: departs.toISOString(), arrival_time: arrives.toISOString() }
    const body = bodyOf(route, { ...times, price, total_seats: seats, pets_allowed: pets })
    const undone = new Error('the comparison is over')
    await db
      .longRunningTx(async (tx) => {
        const published = await storeRide(tx, rideToStore(driver_id, body, new Date()))
        await sql`update ride_leg p set seats_taken = f.seats_taken from ride_leg f
          where p.ride_id = ${published} and f.ride_id = ${id} and f.position = p.position`.execute(tx)
        await recountSeats(tx, published)
        assert.deepEqual(await everythingOf(tx, id), await everythingOf(tx, published))
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
  }
}

async function everythingOf(db: Executor, id: string) {
  const { rows } = await sql<Record<string, unknown>>`select
    (select to_jsonb(r) - '{id,created_at,notes,cost_share}'::text[] from ride r where id = ${id}) as ride,
    (select jsonb_agg(to_jsonb(s) - 'ride_id' order by position) from ride_stop s where ride_id = ${id}) as stops,
    (select jsonb_agg(to_jsonb(l) - 'ride_id' order by position) from ride_leg l where ride_id = ${id}) as legs,
    (select jsonb_agg(to_jsonb(s) - 'ride_id' order by from_position, to_position) from ride_section s where ride_id = ${id}) as sections,
    (select jsonb_agg(to_jsonb(d) - 'ride_id' order by place_id) from ride_detour d where ride_id = ${id}) as detours`.execute(
    db,
  )
  return rows[0]
}
