/** Removes from rides what their driver has typed, when the account is erased. */
import { type Selectable, sql } from 'kysely'
import { foldPlace, placeOfStop } from '#features/places/port'
import type { Tx } from '#platform/db/database'
import { integer, rowsOf } from '#platform/db/rows'
import type { Tables } from '#platform/db/tables'
import { refreshSections } from './store-sections.ts'
import { ensureStopTexts } from './store-texts.ts'
import { endsOf } from './store.ts'

/** Replaces a typed place that is not in the gazetteer. */
export const UNKNOWN_PLACE = '…'

type NamedStop = ReturnType<typeof nameByPlace>

/**
 * Deletes the driver's rides without a reservation. Removes car, notes and typed places from the others: each stop gets the name of its
 * place in the gazetteer. Returns the replacements by the typed text.
 */
export async function eraseRides(tx: Tx, driverId: string): Promise<Map<string, string>> {
  const deleted = await rowsOf({ stop_text_id: integer })`
    with alone as (
      select id from ride where driver_id = ${driverId} and not exists (select from reservation where ride_id = ride.id)),
    stop_texts as materialized (select distinct stop_text_id from ride_stop where ride_id in (select id from alone)),
    gone as (delete from ride where id in (select id from alone))
    select stop_text_id from stop_texts`.execute(tx)
  await sql`update ride set notes = null, license_plate = '00', car_make = '–', car_model = '–', car_color = '–', cancel_reason = null
    where driver_id = ${driverId}`.execute(tx)
  const stops = await tx
    .selectFrom('ride_stop')
    .innerJoin('ride', 'ride.id', 'ride_stop.ride_id')
    .selectAll('ride_stop')
    .where('driver_id', '=', driverId)
    .orderBy('ride_id')
    .orderBy('position')
    .execute()
  const named = stops.map(nameByPlace)
  const changed = new Set(stops.filter(({ text }, nth) => text !== named[nth]?.text).map(({ ride_id }) => ride_id))
  await renameStops(
    tx,
    named.filter(({ ride_id }) => changed.has(ride_id)),
  )
  await eraseUnusedStopTexts(
    tx,
    [...deleted.rows, ...stops].map(({ stop_text_id }) => stop_text_id),
  )
  return new Map(stops.map(({ text }, nth) => [text, named[nth]?.text ?? UNKNOWN_PLACE]))
}

function nameByPlace(stop: Selectable<Tables['ride_stop']>) {
  const text = placeOfStop(stop)?.name ?? UNKNOWN_PLACE
  return { ...stop, text, folded: foldPlace(text) }
}

async function renameStops(tx: Tx, stops: NamedStop[]) {
  if (stops.length === 0) return
  const stopTextIds = await ensureStopTexts(tx, stops)
  const stopRows = stops.map(({ ride_id, position, text }, nth) => ({
    ride_id,
    position,
    text,
    stop_text_id: stopTextIds[nth],
  }))
  const rides = [...Map.groupBy(stops, ({ ride_id }) => ride_id)].map(([id, ofRide]) => ({ id, ...endsOf(ofRide) }))
  await sql`update ride_stop set text = renamed.text, stop_text_id = renamed.stop_text_id
    from jsonb_to_recordset(${JSON.stringify(stopRows)}::jsonb)
      as renamed(ride_id uuid, position smallint, text text, stop_text_id integer)
    where ride_stop.ride_id = renamed.ride_id and ride_stop.position = renamed.position`.execute(tx)
  await sql`update ride set start_location = renamed.start_location, end_location = renamed.end_location
    from jsonb_to_recordset(${JSON.stringify(rides)}::jsonb)
      as renamed(id uuid, start_location text, end_location text)
    where ride.id = renamed.id`.execute(tx)
  await refreshSections(
    tx,
    rides.map(({ id }) => id),
  )
}

/** Erases texts that no stop uses. Their rows stay, because processes know the ids; the caller makes them forget the ids after the commit. */
async function eraseUnusedStopTexts(tx: Tx, ids: number[]) {
  await sql`update stop_text set name = chr(1) || id, folded = ''
    where id = any(${[...new Set(ids)]}::integer[]) and not exists (select from ride_stop where stop_text_id = stop_text.id)`.execute(
    tx,
  )
}
