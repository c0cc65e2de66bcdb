/** View logic of wanted rides. Days are yyyy-mm-dd and clock times hh:mm, both in Oslo. */
import { seats, wanted as limits } from '@samtur/contract/constants'
import { filterOf, type FilterTexts, type SearchAddress } from '@samtur/contract/filters'
import { paths } from '@samtur/contract/paths'
import type { RideSection } from '@samtur/contract/rides'
import type { OwnWanted, WantedBody, WantedPost } from '@samtur/contract/wanted'
import {
  fromWantedFilters,
  toWantedFilters,
  type WantedFilterName,
  wantedFilterNames,
  type WantedFilters,
} from '@samtur/contract/wanted-filters'
import type { PlaceValue } from '../places/place-field.tsx'
import { readPrice } from '../rides/read-price.ts'

/** How far from both ends a ride may pass, km. */
export const radiusChoices = ['0', '5', '15', '30', '50'] as const
export const seatChoices = Array.from({ length: seats.maxPerReservation }, (_, index) => String(index + 1))
export const isoWeekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** One day, all days from one to another, or days of the week. */
export const dayKinds = ['day', 'range', 'weekdays'] as const
export type DayKind = (typeof dayKinds)[number]

/** Who sees a wanted ride. */
export const viewerKinds = ['me', 'drivers'] as const
type ViewerKind = (typeof viewerKinds)[number]

/** The filters as texts, as the address of a search has them; an empty one filters nothing. */
type FilterFields = Record<WantedFilterName, string>

/** The values of the form. An empty text stands for no value. */
export interface WantedValues extends FilterFields {
  from: PlaceValue
  to: PlaceValue
  radius_km: string
  when: DayKind
  date_from: string
  date_to: string
  weekdays: number[]
  /** The last day, for days of the week. */
  until: string
  time_from: string
  time_to: string
  seen_by: ViewerKind
  note: string
}

/** The distance that a search which found nothing is widened by, km. */
const usualRadius = '15'

const fieldsOf = (texts: FilterTexts) =>
  Object.fromEntries(wantedFilterNames.map((name) => [name, texts[name] ?? ''])) as FilterFields

const noPlace: PlaceValue = { text: '', place_id: null }

export const emptyWanted: WantedValues = {
  from: noPlace,
  to: noPlace,
  radius_km: usualRadius,
  when: 'day',
  date_from: '',
  date_to: '',
  weekdays: [],
  until: '',
  time_from: '',
  time_to: '',
  ...fieldsOf({}),
  seen_by: 'me',
  note: '',
}

export function plusDays(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

const placeOf = (text = ''): PlaceValue => ({ text, place_id: null })
const hourOf = (hour: string | undefined) => (hour === undefined ? '' : `${hour.padStart(2, '0')}:00`)
/** Returns the last minute before an hour, because a window includes its end. */
const minuteBefore = (hour: string | undefined) =>
  hour === undefined || hour === '24' ? '' : `${String(Number(hour) - 1).padStart(2, '0')}:59`

/** Returns the wanted ride that a search stands for, with all its filters; the hours are its window. A search without a day is for the next days, as many as a range may have. */
export function wantedOfSearch(search: SearchAddress, today: string): WantedValues {
  const isPast = search.date !== undefined && search.date < today
  const date = isPast ? undefined : search.date
  return {
    ...emptyWanted,
    from: placeOf(search.from),
    to: placeOf(search.to),
    when: date ? 'day' : 'range',
    date_from: date ?? today,
    date_to: date ?? plusDays(today, limits.rangeDays),
    time_from: hourOf(search.from_hour),
    time_to: minuteBefore(search.until_hour),
    ...fieldsOf(search),
  }
}

const textsOf = (own: WantedFilters): FilterTexts =>
  Object.fromEntries(Object.entries(fromWantedFilters(own)).map(([name, value]) => [name, String(value)]))

/** Returns the filters that the form asks for. A number is read as people write prices. */
function filtersIn(values: FilterFields): WantedFilters {
  const given = wantedFilterNames.flatMap((name) => {
    const value = 'min' in filterOf(name) ? readPrice(values[name]) : values[name] || undefined
    return value === undefined ? [] : [[name, value] as const]
  })
  return toWantedFilters(Object.fromEntries(given))
}

/** Returns the values that the form of an own wanted ride starts with. */
export function valuesOf(own: OwnWanted): WantedValues {
  const { date_from, date_to, weekdays } = own
  return {
    from: { text: own.from, place_id: own.from_place_id },
    to: { text: own.to, place_id: own.to_place_id },
    radius_km: String(own.radius_km),
    when: weekdays ? 'weekdays' : date_from === date_to ? 'day' : 'range',
    date_from: date_from ?? '',
    date_to: date_to ?? '',
    weekdays: weekdays ?? [],
    until: own.until ?? '',
    time_from: own.time_from ?? '',
    time_to: own.time_to ?? '',
    ...fieldsOf(textsOf(own)),
    seen_by: own.public ? 'drivers' : 'me',
    note: own.note ?? '',
  }
}

function daysOf({ when, date_from, date_to, weekdays, until }: WantedValues) {
  if (when === 'weekdays') return { date_from: null, date_to: null, weekdays, until: until || null }
  const last = when === 'day' ? date_from : date_to
  return { date_from: date_from || null, date_to: last || null, weekdays: null, until: null }
}

/** Returns the values as they are sent. */
export function bodyOf(values: WantedValues): WantedBody {
  return {
    from: values.from,
    to: values.to,
    radius_km: Number(values.radius_km),
    ...daysOf(values),
    time_from: values.time_from || null,
    time_to: values.time_to || null,
    ...filtersIn(values),
    note: values.note,
    public: values.seen_by === 'drivers',
  }
}

/** Returns whether the places and days are there, without which nothing can be counted or saved. */
export const isComplete = ({ from, to, when, date_from, date_to, weekdays }: WantedValues) =>
  from.text.trim() !== '' &&
  to.text.trim() !== '' &&
  (when === 'weekdays' ? weekdays.length > 0 : date_from !== '' && (when === 'day' || date_to !== ''))

/** What is shown of when and with what a person wants to travel. */
export type WantedFacts = Pick<
  OwnWanted,
  'date_from' | 'date_to' | 'weekdays' | 'time_from' | 'time_to' | 'radius_km' | WantedFilterName
>

export const factsOf = (values: WantedValues): WantedFacts => ({
  ...filtersIn(values),
  ...daysOf(values),
  radius_km: Number(values.radius_km),
  time_from: values.time_from || null,
  time_to: values.time_to || null,
})

const folded = (text: string) => text.trim().toLocaleLowerCase()
const isSameDays = (a: readonly number[] | null, b: readonly number[] | null) => String(a ?? '') === String(b ?? '')

/** Finds the own wanted ride that is the same one; the server has the last word. */
export const findSame = (own: readonly OwnWanted[], values: WantedValues): OwnWanted | undefined => {
  const facts = factsOf(values)
  return own.find(
    (one) =>
      one.state !== 'ended' &&
      folded(one.from) === folded(values.from.text) &&
      folded(one.to) === folded(values.to.text) &&
      isSameDays(one.weekdays, facts.weekdays) &&
      fieldsToCompare.every((field) => one[field] === facts[field]),
  )
}

const fieldsToCompare = [
  'date_from',
  'date_to',
  'time_from',
  'time_to',
  'radius_km',
  ...wantedFilterNames,
] as const satisfies (keyof WantedFacts)[]

/** Returns the own wanted rides as the page shows them: what matches first, what has ended apart. */
export function splitOwn(items: readonly OwnWanted[]): { current: OwnWanted[]; ended: OwnWanted[] } {
  const current = items.filter(({ state }) => state !== 'ended')
  const found = current.filter((one) => one.matches.length > 0)
  return {
    current: [...found, ...current.filter((one) => one.matches.length === 0)],
    ended: items.filter(({ state }) => state === 'ended'),
  }
}

/** Only active ones count towards the number that a person may have. */
export const countActive = (items: readonly OwnWanted[]) => items.filter(({ state }) => state === 'active').length

/** The publish form, filled in with what a post or a search asks for. */
export function publishPath(trip: Pick<WantedPost, 'from' | 'to' | 'date_from'> & Partial<WantedPost>): string {
  const { from, to, date_from, from_place_id, to_place_id } = trip
  const fields = {
    ...(from && { from }),
    ...(to && { to }),
    ...(from_place_id && { from_place_id: String(from_place_id) }),
    ...(to_place_id && { to_place_id: String(to_place_id) }),
    ...(date_from && { date: date_from }),
  }
  return `${paths.publishRide}?${new URLSearchParams(fields).toString()}`
}

/** The heights of the bars, from 0 to 1, of the most that one day has. */
export function barHeights(days: readonly { rides: number }[]): number[] {
  const most = Math.max(1, ...days.map(({ rides }) => rides))
  return days.map(({ rides }) => rides / most)
}

/** What ended without the person's doing. */
export type Lost = { reservation_id: string } | { waiting_id: string }

/** The trip that was lost. */
export type LostTrip = Pick<RideSection, 'start_location' | 'end_location' | 'departure_time'>

/** Pairs of places that are looked up for one route at most: each is a request. */
const mostPairs = 6

/** Returns the pairs of a route's places in its direction, the whole way first and then the longest parts; without places that are not typed yet. */
export function pairsOf(places: readonly string[]): [from: string, to: string][] {
  const named = places.filter(Boolean)
  const pairs = named.flatMap((from, start) =>
    named.slice(start + 1).map((to, after) => ({ length: after, pair: [from, to] as [string, string] })),
  )
  const all = pairs.toSorted((a, b) => b.length - a.length).map(({ pair }) => pair)
  return all.filter(([from, to]) => from !== to).slice(0, mostPairs)
}
