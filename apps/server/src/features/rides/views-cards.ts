/** Cards of found sections. The process keeps the cards it has presented: a card is good until its ride's or its driver's row changes. */
import { sql } from 'kysely'
import type { Ride } from '@samtur/contract/rides'
import type { Executor } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import { hasSection, presentCard, presentFoundSection } from './present.ts'
import { cardColumns, type CardRow } from './views.ts'

/** A section that a search has found. */
export interface FoundSection {
  ride_id: string
  /** Of the rows that its card is made of. */
  card_version: string
  from_position: number
  to_position: number
  seats_free: number
}

/** Tables of a card, to be joined to a table `found` with a `ride_id`. */
export const cardTables = sql`join ride on ride.id = found.ride_id join profile driver on driver.id = ride.driver_id
  left join driver_record record on record.driver_id = driver.id`

/** The transactions that wrote the rows of a card. Whatever changes a ride's stops writes its row, too. */
export const cardVersion = sql`concat_ws(' ', ride.xmin, driver.xmin, record.xmin) as card_version`

type Card = Omit<Ride, 'section'>
type VersionedRow = CardRow & { card_version: string }

interface KeptCard {
  row: VersionedRow
  card: Card
}

/** A card takes about three kilobytes. */
const MOST = 10_000

export interface RideCards {
  /** Returns the ride of each section; leaves out a ride that has lost the section since it was found. */
  of<Found extends FoundSection>(
    executor: Executor,
    sections: readonly Found[],
  ): Promise<{ found: Found; ride: Ride }[]>
}

export function createRideCards(): RideCards {
  /** By ride, in the order of their last use. */
  const kept = new Map<string, KeptCard>()
  const keep = (id: string, card: KeptCard) => {
    kept.delete(id)
    kept.set(id, card)
    const [oldest] = kept.keys()
    if (kept.size > MOST && oldest !== undefined) kept.delete(oldest)
  }
  return {
    async of(executor, sections) {
      const isCurrent = ({ ride_id, card_version }: FoundSection) =>
        kept.get(ride_id)?.row.card_version === card_version
      const missing = sections.filter((section) => !isCurrent(section)).map(({ ride_id }) => ride_id)
      const read = missing.length > 0 ? await readCards(executor, missing) : []
      const fresh = new Map(read.map((row) => [row.id, { row, card: presentCard(row) }]))
      return sections.flatMap((found) => {
        const { ride_id: id, from_position: from, to_position: to, seats_free: seats } = found
        const card = fresh.get(id) ?? (isCurrent(found) ? kept.get(id) : undefined)
        if (!card) return []
        keep(id, card)
        if (!hasSection(card.row, { from, to })) return []
        return [{ found, ride: { ...card.card, section: presentFoundSection(card.row, { from, to }, seats) } }]
      })
    },
  }
}

async function readCards(executor: Executor, ids: readonly string[]): Promise<VersionedRow[]> {
  const { rows } = await sql<VersionedRow>`${prepared} select ${cardVersion}, ${cardColumns}
    from unnest(${ids}::uuid[]) as found(ride_id) ${cardTables}`.execute(executor)
  return rows
}
