/** Stores many people who each keep a search, quicker than the API does. */
import { sql } from 'kysely'
import { wantedBody } from '@samtur/contract/wanted'
import { checkWanted } from '../src/features/wanted/service.ts'
import type { Executor } from '../src/platform/db/database.ts'

const AT_ONCE = 1_000

/** Stores one person for each input. */
export async function addWantingPeople(executor: Executor, inputs: readonly object[], now: Date): Promise<void> {
  for (let first = 0; first < inputs.length; first += AT_ONCE) {
    const rows = inputs.slice(first, first + AT_ONCE).map((input) => checkWanted(wantedBody.parse(input), now))
    await sql`with wanted as (
        select gen_random_uuid() as person, w.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(from_text text, to_text text,
          from_place_id integer, to_place_id integer, way_km float8, radius_km smallint, date_from date, date_to date, weekdays smallint[],
          time_from text, time_to text, filters jsonb, public boolean, until_day date, ends_at timestamptz)),
      person as (
        insert into auth_user (id, name, email, email_verified, role, locale)
        select person, 'Pia Passasjer', person || '@example.no', true, 'user', 'no' from wanted returning id)
      insert into ride_wanted (id, user_id, from_text, to_text, from_place_id, to_place_id, way_km, radius_km, date_from, date_to, weekdays, time_from,
        time_to, filters, public, until_day, ends_at)
      select gen_random_uuid(), person.id, from_text, to_text, from_place_id, to_place_id, way_km, radius_km, date_from, date_to, weekdays, time_from,
        time_to, filters, public, until_day, ends_at
      from person join wanted on wanted.person = person.id`.execute(executor)
  }
}
