/**
 * The filters of a search: one record, from which the API's schema, the address, the conditions, the controls and their count derive.
 * Free of the schema library, because the search page reads addresses with it.
 */
import { lengths, luggagePieces, price, seats } from './basics.ts'

interface NumberFilter {
  min: number
  max: number
  /** The value that filters nothing; an address leaves it out. */
  default?: number
  /** Shares its control with this filter, and counts as one with it. */
  pairedWith?: string
}

interface ChoiceFilter {
  values: readonly [string, ...string[]]
  pairedWith?: string
}

export type Filter = NumberFilter | ChoiceFilter

/** Each filter under its name, which is also its key in the address and in the API's query. */
export const filters = {
  seats: { min: seats.min, max: seats.max, default: seats.min },
  /** Whole kr for one person on the section. */
  max_price: { min: price.min, max: price.max },
  pets: { values: ['true'] },
  /** What the passenger brings; finds rides that allow at least that much. */
  luggage: { values: luggagePieces },
  /** Only rides on which the reader gets a seat without the driver's answer. */
  instant: { values: ['true'] },
  /** Only rides whose driver has the reader's gender. */
  same_gender: { values: ['true'] },
  /** `no` leaves out rides whose driver would have to make a detour. */
  detours: { values: ['no'] },
  /** The section's departure by the clock in Oslo, whole hours: from 6 until 12 is 06:00 to 11:59. */
  from_hour: { min: 0, max: 23, default: 0 },
  until_hour: { min: 1, max: 24, default: 24, pairedWith: 'from_hour' },
} as const satisfies Record<string, Filter>

export type FilterName = keyof typeof filters
/** The filters that have a control of their own. */
export type FilterControl = {
  [Name in FilterName]: (typeof filters)[Name] extends { pairedWith: string } ? never : Name
}[FilterName]

type Choice<Name extends FilterName> = (typeof filters)[Name] extends { values: readonly (infer Value)[] }
  ? Value
  : never
/** Filters as an address or a query string has them. */
export type FilterTexts = { [Name in FilterName]?: [Choice<Name>] extends [never] ? string : Choice<Name> }
/** Filters as the server reads them. */
export type FilterValues = { [Name in FilterName]?: [Choice<Name>] extends [never] ? number : Choice<Name> }

export const filterNames = Object.keys(filters) as FilterName[]
export const filterOf = (name: FilterName): Filter => filters[name]

/** Departure, price and duration rise; the best rated driver comes first. */
export const searchSorts = ['departure', 'price', 'duration', 'rating'] as const
export type SearchSort = (typeof searchSorts)[number]

/** A search as the address of a page has it. `date` is yyyy-mm-dd. */
export interface SearchAddress extends FilterTexts {
  from?: string
  to?: string
  date?: string
  sort?: SearchSort
}

/** Returns what an address searches for; leaves out what has no value or makes no sense, such as a date that does not exist. */
export function readSearch(params: URLSearchParams): SearchAddress {
  const text = (name: string) => [...(params.get(name) ?? '').trim()].slice(0, lengths.place).join('')
  const date = params.get('date') ?? ''
  const sort = params.get('sort')
  const search = {
    from: text('from'),
    to: text('to'),
    date: isDay(date) && date,
    ...readFilters(params),
    sort: searchSorts.find((known) => known === sort),
  }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value))
}

function readFilters(params: URLSearchParams): FilterTexts {
  const read = Object.fromEntries(filterNames.map((name) => [name, readFilter(filterOf(name), params.get(name) ?? '')]))
  return areHoursInOrder({ from_hour: read['from_hour'], until_hour: read['until_hour'] })
    ? read
    : { ...read, from_hour: undefined, until_hour: undefined }
}

/** Returns undefined for what the filter does not know and for its default. */
function readFilter(filter: Filter, text: string): string | undefined {
  if ('values' in filter) return filter.values.find((value) => value === text)
  if (!/^\d{1,5}$/.test(text)) return undefined
  const number = Number(text)
  return number >= filter.min && number <= filter.max && number !== filter.default ? String(number) : undefined
}

interface Hours {
  from_hour?: number | string | undefined
  until_hour?: number | string | undefined
}

/** The hours are those of one day: a search for a night names its evening or its morning. */
export const areHoursInOrder = ({
  from_hour = filters.from_hour.default,
  until_hour = filters.until_hour.default,
}: Hours) => Number(from_hour) < Number(until_hour)

function isDay(text: string): boolean {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN
  // 29 February of a common year would slide into March.
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text)
}

/** A search runs only with at least one parameter. */
export const runs = (search: SearchAddress) => Object.values(search).some(Boolean)

/** Without places and a day a search lists all upcoming rides, if it has an order or a filter. */
export const isEmptySearch = ({ from, to, date }: SearchAddress) => !from && !to && !date

/** Returns how many filters are on; the order is none, and a pair counts once. */
export function countFilters(search: FilterTexts): number {
  const on = filterNames.filter((name) => readFilter(filterOf(name), search[name] ?? ''))
  return new Set(on.map((name) => filterOf(name).pairedWith ?? name)).size
}
