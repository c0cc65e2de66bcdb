/** Cards of found sections. A process keeps the cards that it has presented until the row of the ride, its driver or the driver's record changes. */
import { sql } from 'kysely'
import type { Ride } from '@samtur/contract/rides'
import type { Executor } from '#platform/db/database'
import { prepared } from '#platform/db/prepared'
import { integer, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'
import { presentCard, presentFoundSection, type SectionedRide } from './present.ts'
import { cardColumns, cardRow } from './views.ts'

const versions = {
  /** Counts the driver's changes: positions of stops only mean the same within one version. */
  ride_version: integer,
  /** The transactions that wrote the rows of the card. */
  card_version: text,
}

/** A section that a search has found. */
export const foundSection = {
  ride_id: uuid,
  ...versions,
  from_position: integer,
  to_position: integer,
  seats_free: integer,
}
export type FoundSection = RowOf<typeof foundSection>

/** The tables of a card; join them to a table `found` with a `ride_id`. */
export const cardTables = sql`join ride on ride.id = found.ride_id join profile driver on driver.id = ride.driver_id
  left join driver_record record on record.driver_id = driver.id`

/** Both versions of a card. A transaction that changes the stops of a ride writes the ride's row as well. */
export const cardVersions = sql`ride.version as ride_version, concat_ws(' ', ride.xmin, driver.xmin, record.xmin) as card_version`

/** Holds neither the driver's phone nor the plate: they are not part of a card. */
interface KeptCard extends RowOf<typeof versions> {
  card: Omit<Ride, 'section'>
  ride: SectionedRide
}

/** A card takes about three kilobytes. */
const MOST = 10_000

export interface RideCards {
  /** Returns the ride of each section; leaves out rides that are gone or that their drivers have changed since the sections were found. */
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
  const currentCard = ({ ride_id, card_version }: FoundSection) => {
    const card = kept.get(ride_id)
    return card?.card_version === card_version ? card : undefined
  }
  return {
    async of(executor, sections) {
      const missing = sections.filter((section) => !currentCard(section)).map(({ ride_id }) => ride_id)
      const read = missing.length > 0 ? await readCards(executor, missing) : new Map<string, KeptCard>()
      return sections.flatMap((found) => {
        const { ride_id: id, from_position: from, to_position: to, seats_free: seats } = found
        const card = read.get(id) ?? currentCard(found)
        if (!card) return []
        keep(id, card)
        // Changed after the section was found: its positions may be those of other stops now.
        if (card.ride_version !== found.ride_version) return []
        return [{ found, ride: { ...card.card, section: presentFoundSection(card.ride, { from, to }, seats) } }]
      })
    },
  }
}

async function readCards(executor: Executor, ids: readonly string[]): Promise<Map<string, KeptCard>> {
  const { rows } = await rowsOf({ ...versions, ...cardRow })`${prepared} select ${cardVersions}, ${cardColumns}
    from unnest(${ids}::uuid[]) as found(ride_id) ${cardTables}`.execute(executor)
  return new Map(
    rows.map((row) => {
      const { id, ride_version, card_version, departure_time, arrival_time, price } = row
      const stops = row.stops.map(({ text: name, share }) => ({ text: name, share }))
      const ride = { id, departure_time, arrival_time, price, stops }
      return [id, { ride_version, card_version, card: presentCard(row), ride }]
    }),
  )
}
