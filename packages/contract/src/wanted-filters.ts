/**
 * The filters of a search that is kept as a wanted ride: all of `filters` but the hours, which its window of clock times has to the minute.
 * Free of the schema library, like `filters.ts`.
 */
import type { filters } from './filters.ts'
import { type Filter, type FilterName, filterNames, filterOf, type FilterValues } from './filters.ts'

export type WantedFilterName = Exclude<FilterName, 'from_hour' | 'until_hour'>
export const wantedFilterNames = filterNames.filter(
  (name): name is WantedFilterName => name !== 'from_hour' && name !== 'until_hour',
)

type Definition<Name extends WantedFilterName> = (typeof filters)[Name]
/**
 * Filters as a wanted ride has them in the API, each under its own name: what is on or off is true or false, and what has a default always has a
 * value. Null is no filter.
 */
export type WantedFilters = {
  [Name in WantedFilterName]: Definition<Name> extends { values: readonly ['true'] }
    ? boolean
    : Definition<Name> extends { default: number }
      ? number
      : NonNullable<FilterValues[Name]> | null
}

export const isSwitch = (filter: Filter) => 'values' in filter && filter.values[0] === 'true'

/** Returns the value that filters nothing. */
export function unfiltered(filter: Filter): false | number | null {
  if ('values' in filter) return isSwitch(filter) ? false : null
  return filter.default ?? null
}

/** Returns filters as the API has them. */
export function toWantedFilters(values: FilterValues): WantedFilters {
  const valueOf = (name: WantedFilterName) =>
    isSwitch(filterOf(name)) ? values[name] !== undefined : (values[name] ?? unfiltered(filterOf(name)))
  return Object.fromEntries(wantedFilterNames.map((name) => [name, valueOf(name)])) as unknown as WantedFilters
}

/** Filters as a search has them; what has a default has a value. */
export type KeptFilters = FilterValues & { seats: number }

/** Returns filters as a search has them, without those that are off. */
export function fromWantedFilters(wanted: WantedFilters): KeptFilters {
  const given = wantedFilterNames.flatMap((name) => {
    const value = wanted[name]
    return value === null || value === false ? [] : [[name, value === true ? 'true' : value] as const]
  })
  return Object.fromEntries(given) as unknown as KeptFilters
}

/** Filters that a person may be in no position to use: none is found of the own gender until one is stated and counts. */
export const unkeptFilters = ['same_gender'] as const satisfies WantedFilterName[]
