/** Reads of the information pages. */
import type { Figures } from '@samtur/contract/pages'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/db/database'
import { integer, rowsOf } from '#platform/db/rows'

/** Counts the same trips as the drivers' records; kilometres by our own figures where there are some, whatever was typed. */
async function countShared(db: Pick<Database, 'reading'>): Promise<Figures> {
  const { rows } = await rowsOf({ shared_trips: integer, shared_km: integer })`
    select count(*)::integer as shared_trips, coalesce(sum(coalesce(road_km, distance_km)), 0)::integer as shared_km from ride
    where status = 'active' and hidden_at is null and arrival_time <= app_now()
      and exists (select from reservation where ride_id = ride.id and reservation.status = 'accepted')`.execute(
    db.reading().read,
  )
  return rows[0] ?? { shared_trips: 0, shared_km: 0 }
}

const KEPT = 60_000

export type ReadFigures = () => Promise<Figures>

/** Returns a function that reads the figures at most once a minute, because the page is public. A failure is not kept. */
export function rememberFigures({ db, clock }: { db: Pick<Database, 'reading'>; clock: Clock }): ReadFigures {
  let known: { at: number; figures: Promise<Figures> } | undefined
  return () => {
    const now = clock.now().getTime()
    if (known && now - known.at < KEPT) return known.figures
    const counted = countShared(db)
    const mine = { at: now, figures: counted }
    known = mine
    counted.catch(() => {
      if (known === mine) known = undefined
    })
    return counted
  }
}
