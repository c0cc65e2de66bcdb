/** Reads of the costs slice. */
import { sql } from 'kysely'
import { countries, type Country } from '@samtur/contract/constants'
import type { CostEstimate } from '@samtur/contract/costs'
import type { Place } from '#features/places/port'
import type { Executor } from '#platform/db/database'
import { countedFigures, countryWithRate, type OwnFigures, peopleIn, shareOf } from './rules.ts'

export type RateRow = Awaited<ReturnType<typeof listRates>>[number]

/** Selects rates with their day as yyyy-mm-dd. */
export const selectRates = (executor: Executor) =>
  executor
    .selectFrom('cost_rate')
    .select(['id', 'country', 'ore_per_km', 'source', 'created_at'])
    .select(sql<string>`to_char(valid_from, 'YYYY-MM-DD')`.as('valid_from'))

/** Returns all rates: Norway, Denmark, Sweden, each with the newest first. */
export async function listRates(executor: Executor) {
  return selectRates(executor)
    .orderBy(sql`array_position(${countries}::text[], country)`)
    .orderBy('cost_rate.valid_from', 'desc')
    .execute()
}

/** Returns the rate of a day; undefined before the country's first one. */
async function rateOf(executor: Executor, country: Country, day: string): Promise<RateRow | undefined> {
  return selectRates(executor)
    .where('country', '=', country)
    .where('valid_from', '<=', sql<Date>`${day}::date`)
    .orderBy('cost_rate.valid_from', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The figures from which the share of a trip's costs is computed. */
export interface Trip {
  start: Pick<Place, 'country'> | undefined
  typedKm: number | null
  /** Null where the way is uncertain. */
  own: OwnFigures | null
  /** Of departure, in Oslo, yyyy-mm-dd: the rate of that day counts. */
  day: string
  /** As the driver has typed them. */
  extraCosts: number
  totalSeats: number
}

export type Share = NonNullable<CostEstimate['share']>

/**
 * Returns one person's share of the costs with its arithmetic; null while the way is unknown, or starts in a country without a rate. A caller
 * with many trips passes the `rates`, which it has read once.
 */
export async function shareOfCosts(executor: Executor, trip: Trip, rates?: RateRow[]): Promise<Share | null> {
  const { typedKm, totalSeats } = trip
  const { km: distanceKm, costs: extraCosts } = countedFigures({ km: typedKm, costs: trip.extraCosts }, trip.own)
  const country = countryWithRate(trip.start?.country)
  if (!country || distanceKm === null) return null
  const rate = rates
    ? rates.find((one) => one.country === country && one.valid_from <= trip.day)
    : await rateOf(executor, country, trip.day)
  if (!rate) return null
  return {
    distance_km: distanceKm,
    typed_distance: typedKm !== null,
    ore_per_km: rate.ore_per_km,
    extra_costs: extraCosts,
    people: peopleIn(totalSeats),
    price: shareOf({ distanceKm, orePerKm: rate.ore_per_km, extraCosts, totalSeats }),
    country,
    valid_from: rate.valid_from,
    source: rate.source,
  }
}
