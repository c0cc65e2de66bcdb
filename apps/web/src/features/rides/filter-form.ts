/** The choices of the filters, and the addresses that filters and order lead to. No React, no texts. */
import { seats } from '@samtur/contract/basics'
import { filters, type FilterTexts, type SearchAddress } from '@samtur/contract/filters'
import { searchPath } from '@samtur/contract/paths'

export interface ChoicesProps {
  search: SearchAddress
  change: (changes: Partial<SearchAddress>) => void
}

/** The day in four parts, in Oslo's hours. */
export const dayParts = [
  { name: 'night', from_hour: '0', until_hour: '6' },
  { name: 'morning', from_hour: '6', until_hour: '12' },
  { name: 'afternoon', from_hour: '12', until_hour: '18' },
  { name: 'evening', from_hour: '18', until_hour: '24' },
] as const

/** Up to as many seats as one person can request. */
export const seatChoices = Array.from({ length: seats.maxPerReservation - 1 }, (_, index) => String(index + 2))
export const priceChoices = ['0', '50', '100', '150', '200', '300', '400', '600'] as const

/** Returns the choices in order, with the address's own value among them. */
export function withOwn(choices: readonly string[], own: string | undefined): string[] {
  const all = own === undefined || choices.includes(own) ? [...choices] : [...choices, own]
  return all.sort((a, b) => Number(a) - Number(b))
}

type Hours = Pick<FilterTexts, 'from_hour' | 'until_hour'>
const wholeDay = { from_hour: String(filters.from_hour.default), until_hour: String(filters.until_hour.default) }

/** Returns the hours as a choice names them: '6-12', or an empty text for the whole day. */
export function hoursOf({ from_hour = wholeDay.from_hour, until_hour = wholeDay.until_hour }: Hours): string {
  const isWholeDay = from_hour === wholeDay.from_hour && until_hour === wholeDay.until_hour
  return isWholeDay ? '' : `${from_hour}-${until_hour}`
}

export function readHoursChoice(choice: string): Hours {
  const [from_hour, until_hour] = choice ? choice.split('-') : []
  return { from_hour, until_hour }
}

/** Returns the search without its filters; the order stays, so that all upcoming rides are left where nothing else is. */
export const withoutFilters = ({ from, to, date, sort = 'departure' }: SearchAddress): SearchAddress => ({
  from,
  to,
  date,
  sort,
})

/** Returns what a new search keeps of the one before: filters and order. */
export const keptFilters = ({ from: _, to: __, date: ___, sort, ...rest }: SearchAddress): SearchAddress =>
  sort === 'departure' ? rest : { ...rest, sort }

/**
 * Returns the address of a search. A search without a parameter does not run, so all upcoming rides have an address that names the usual
 * order; beside anything else the address leaves that order out.
 */
export function searchAddress({ sort, ...rest }: SearchAddress): string {
  const path = searchPath({ ...rest, sort: sort === 'departure' ? undefined : sort })
  return path === searchPath({}) && sort ? searchPath({ sort }) : path
}
