/** A search with its filters and its order: what the address says of it, and what is offered. No React, no texts. */
import { lengths, price, seats } from '@samtur/contract/basics'
import { searchPath } from '@samtur/contract/paths'
import { readWall, type Filters, type Search } from './model.ts'

// The contract's own list would bring its schemas along.
export const sorts: readonly NonNullable<Filters['sort']>[] = ['departure', 'price', 'duration', 'rating']

/** What the address asks for: only what has a value; what makes no sense, such as a date that is none, is left out. */
export function readSearch(params: URLSearchParams): Search {
  const text = (name: string) => [...(params.get(name) ?? '').trim()].slice(0, lengths.place).join('') || undefined
  const date = params.get('date') ?? ''
  const search: Search = {
    from: text('from'),
    to: text('to'),
    date: readWall(date, '12:00') === undefined ? undefined : date,
    ...readFilters(params),
  }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

/** The day in four parts, in Oslo's hours. */
export const dayParts = [
  { name: 'night', from_hour: '0', until_hour: '6' },
  { name: 'morning', from_hour: '6', until_hour: '12' },
  { name: 'afternoon', from_hour: '12', until_hour: '18' },
  { name: 'evening', from_hour: '18', until_hour: '24' },
] as const

/** As many as one person can ask for. */
export const seatChoices = Array.from({ length: seats.maxPerReservation - 1 }, (_, index) => String(index + 2))
export const priceChoices = ['0', '50', '100', '150', '200', '300', '400', '600'] as const

/** What is offered, and what the address asks for beside it. */
export function withOwn(choices: readonly string[], own: string | undefined): string[] {
  const all = own === undefined || choices.includes(own) ? [...choices] : [...choices, own]
  return all.sort((a, b) => Number(a) - Number(b))
}

const numberIn = (text: string | null, min: number, max: number) => {
  if (!text || !/^\d{1,5}$/.test(text)) return undefined
  const number = Number(text)
  return number >= min && number <= max ? String(number) : undefined
}

function readFilters(params: URLSearchParams): Filters {
  const wanted = numberIn(params.get('seats'), seats.min, seats.max)
  const sort = params.get('sort')
  return {
    seats: wanted === String(seats.min) ? undefined : wanted,
    max_price: numberIn(params.get('max_price'), price.min, price.max),
    pets: params.get('pets') === 'true' ? 'true' : undefined,
    ...readHours(params),
    sort: sorts.find((known) => known === sort),
  }
}

function readHours(params: URLSearchParams): Pick<Filters, 'from_hour' | 'until_hour'> {
  const from = numberIn(params.get('from_hour'), 0, 23)
  const until = numberIn(params.get('until_hour'), 1, 24)
  if (Number(from ?? 0) >= Number(until ?? 24)) return {}
  return { from_hour: from, until_hour: until }
}

/** The hours as the address and a choice name them: '6-12', or nothing for the whole day. */
export const hoursOf = ({ from_hour = '0', until_hour = '24' }: Filters) =>
  from_hour === '0' && until_hour === '24' ? '' : `${from_hour}-${until_hour}`

export function readHoursChoice(choice: string): Pick<Filters, 'from_hour' | 'until_hour'> {
  const [from_hour, until_hour] = choice ? choice.split('-') : []
  return { from_hour, until_hour }
}

/** How many filters are on; the order is none. */
export const countFilters = (filters: Filters) =>
  [filters.seats, filters.max_price, filters.pets, hoursOf(filters)].filter(Boolean).length

/** The same search without filters; all upcoming rides where nothing else is left. */
export const withoutFilters = ({ from, to, date, sort = 'departure' }: Search): Search => ({ from, to, date, sort })

/** What a new search keeps of the one before. */
export const keptFilters = ({ from: _, to: __, date: ___, sort, ...filters }: Search): Filters =>
  sort === 'departure' ? filters : { ...filters, sort }

/**
 * Where a search stands. A search without a parameter does not run, so all upcoming rides have an address of their own: the one that
 * names the usual order and nothing else. Beside anything else that order goes without saying.
 */
export function searchAddress({ sort, ...rest }: Search): string {
  const path = searchPath({ ...rest, sort: sort === 'departure' ? undefined : sort })
  return path === searchPath({}) && sort ? searchPath({ sort }) : path
}
