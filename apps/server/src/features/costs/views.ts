/** Reads of the costs slice. */
import { sql } from 'kysely'
import type { Country } from '@samtur/contract/constants'
import type { CostEstimate } from '@samtur/contract/costs'
import type { Place } from '#features/places/port'
import type { Executor, Tx } from '#platform/db/database'
import { countryWithRate, peopleIn, shareOf } from './rules.ts'

export interface RateRow {
  id: string
  country: Country
  valid_from: string
  ore_per_km: number
  source: string
  created_at: Date
}

const rateColumns = sql`id, country, to_char(valid_from, 'YYYY-MM-DD') as valid_from, ore_per_km, source, created_at`

/** All rates: Norway, Denmark, Sweden, each with the newest first. */
export async function listRates(executor: Executor): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    select ${rateColumns} from cost_rate order by array_position(array['NO', 'DK', 'SE'], country), cost_rate.valid_from desc`.execute(
    executor,
  )
  return rows
}

/** The rate under a lock: of two administrators one waits for the other. */
export async function lockRate(tx: Tx, id: string): Promise<RateRow | undefined> {
  const { rows } = await sql<RateRow>`select ${rateColumns} from cost_rate where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Undefined before the country's first entry. */
async function rateOf(executor: Executor, country: Country, day: string): Promise<RateRow | undefined> {
  const { rows } = await sql<RateRow>`
    select ${rateColumns} from cost_rate where country = ${country} and valid_from <= ${day}::date
    order by cost_rate.valid_from desc limit 1`.execute(executor)
  return rows[0]
}

/** What the share of a trip's costs is worked out from. */
export interface Trip {
  start: Pick<Place, 'country'> | undefined
  /** The driver's own figure, or along the stops as `tripKm` estimates it. */
  distanceKm: number | null
  typedDistance: boolean
  /** Of departure, in Oslo, yyyy-mm-dd: the rate of that day counts. */
  day: string
  extraCosts: number
  totalSeats: number
}

export type Share = NonNullable<CostEstimate['share']>

/**
 * One person's share of the costs with its arithmetic; null while the way is unknown, or starts where there is no rate. Whoever asks for
 * many trips reads the `rates` once.
 */
export async function shareOfCosts(executor: Executor, trip: Trip, rates?: RateRow[]): Promise<Share | null> {
  const { distanceKm, extraCosts, totalSeats } = trip
  const country = countryWithRate(trip.start?.country)
  if (!country || distanceKm === null) return null
  const rate = rates
    ? rates.find((one) => one.country === country && one.valid_from <= trip.day)
    : await rateOf(executor, country, trip.day)
  if (!rate) return null
  return {
    distance_km: distanceKm,
    typed_distance: trip.typedDistance,
    ore_per_km: rate.ore_per_km,
    extra_costs: extraCosts,
    people: peopleIn(totalSeats),
    price: shareOf({ distanceKm, orePerKm: rate.ore_per_km, extraCosts, totalSeats }),
    country,
    valid_from: rate.valid_from,
    source: rate.source,
  }
}
