/** Computes a search's result by reading every ride, for comparison with the database's result. */
import { sql } from 'kysely'
import { alternatives, type InstantBooking, type LuggageSize, luggageSizes } from '@samtur/contract/constants'
import { type FilterName, filterNames, type FilterValues, type SearchSort } from '@samtur/contract/filters'
import { distanceKm, foldPlace, lowerCase, placeById, placesMeant } from '../src/features/places/port.ts'
import { sectionPrice, sectionsOf } from '../src/features/rides/rules-sections.ts'
import { surroundings } from '../src/features/search/rules.ts'
import { MANY_PAIRS_NEARBY } from '../src/features/search/views-nearby.ts'
import { planOf, type SearchPlan } from '../src/features/search/views-texts.ts'
import type { Database } from '../src/platform/db/database.ts'
import { dayInOslo } from '../src/platform/clock.ts'

export interface Query extends FilterValues {
  from?: string
  to?: string
  date?: string
  sort?: SearchSort
}

interface Stop {
  text: string
  stop_text_id: number
  place_id: number | null
  share: number
  passes_at: string
}
interface Ride {
  id: string
  driver_id: string
  departure_time: Date
  price: number
  pets_allowed: boolean
  luggage: LuggageSize
  instant_booking: InstantBooking
  same_gender: boolean
  gender: string | null
  rating: string | null
  stops: Stop[]
  free: number[]
}
export interface Section {
  ride: Ride
  from: number
  to: number
  departs: number
  arrives: number
  price: number
  free: number
  byDetour: boolean
}
export interface Model {
  rides: Ride[]
  stopTexts: { name: string; folded: string; place_id: number | null }[]
  hidden: Set<string>
  /** The gender that the reader states; null for a visitor. */
  reader: string | null
  now: Date
}

/** Reads all rides but those that the administrator has hidden; `hidden` are the drivers whose rides the viewer does not see. */
export async function readModel(db: Database, now: Date, hidden: Set<string> = new Set()): Promise<Model> {
  const { rows: rides } = await sql<Ride>`
    select ride.id, driver_id, departure_time, ride.price, pets_allowed, luggage, instant_booking, same_gender, gender, profile.rating,
      (select json_agg(s order by s.position) from ride_stop s where s.ride_id = ride.id) as stops,
      (select json_agg(l.capacity - l.seats_taken order by l.position) from ride_leg l where l.ride_id = ride.id) as free
    from ride join profile on profile.id = driver_id where status = 'active' and hidden_at is null`.execute(db.read)
  const { rows: stopTexts } = await sql<
    Model['stopTexts'][number]
  >`select name, folded, place_id from stop_text`.execute(db.read)
  return { rides, stopTexts, hidden, reader: null, now }
}

type Place = Pick<Stop, 'text' | 'place_id'>

/** Reports whether the stop matches the text, by the specification's partial match or by its place. */
function matchesText(text: string | undefined, stop: Place): boolean {
  if (text === undefined) return true
  const typed = text.normalize('NFC').trim()
  const folded = foldPlace(typed)
  const asTyped = folded.length < 2 || /^\p{M}|[%_\\]/u.test(lowerCase(typed))
  const partial = asTyped ? lowerCase(stop.text).includes(lowerCase(typed)) : foldPlace(stop.text).includes(folded)
  return partial || placesMeant(typed).some((place) => place.id === stop.place_id)
}

const hourInOslo = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('Europe/Oslo').hour

/** What filters look at. */
interface Offered extends Pick<Section, 'departs' | 'price' | 'free' | 'byDetour'> {
  ride: Pick<Ride, 'pets_allowed' | 'luggage' | 'instant_booking' | 'gender'>
}

const filterConditions: {
  [Name in FilterName]: (value: NonNullable<FilterValues[Name]>, section: Offered, reader: string | null) => boolean
} = {
  seats: (seats, { free }) => free >= seats,
  max_price: (most, { price }) => price <= most,
  pets: (_, { ride }) => ride.pets_allowed,
  // Nobody in the models is trusted.
  instant: (_, { ride, byDetour }) => ride.instant_booking === 'all' && !byDetour,
  luggage: (piece, { ride }) => luggageSizes.indexOf(ride.luggage) >= luggageSizes.indexOf(piece),
  same_gender: (_, { ride }, reader) => isFor(ride, reader),
  detours: (_, { byDetour }) => !byDetour,
  from_hour: (hour, { departs }) => hourInOslo(departs) >= hour,
  until_hour: (hour, { departs }) => hourInOslo(departs) < hour,
}

const isFor = ({ gender }: Pick<Ride, 'gender'>, reader: string | null) =>
  gender !== null && gender !== 'ønsker_ikke_oppgi' && gender === reader

function passes<Name extends FilterName>(
  name: Name,
  filters: FilterValues,
  section: Offered,
  reader: string | null,
): boolean {
  const value: FilterValues[Name] = filters[name]
  return value === undefined || value === null || filterConditions[name](value, section, reader)
}

/** Returns whether the section has what the filters ask for; there is at least one free seat. */
export const meets = (filters: FilterValues, section: Offered, reader: string | null) =>
  filterNames.every((name) => passes(name, { seats: 1, ...filters }, section, reader))

/** Returns the sections of the ride that can be booked and pass the filters, wherever they lead. */
function sections(
  { now, hidden, reader }: Model,
  ride: Ride,
  query: Query,
  day: { start: Date; end: Date } | undefined,
) {
  if (ride.departure_time <= now || hidden.has(ride.driver_id)) return []
  if (ride.same_gender && !isFor(ride, reader)) return []
  const all = sectionsOf(ride.stops.map((stop) => stop.stop_text_id)).map(({ from, to }): Section => {
    const [a, b] = [ride.stops[from], ride.stops[to]] as [Stop, Stop]
    const [departs, arrives] = [Date.parse(a.passes_at), Date.parse(b.passes_at)]
    const [price, free] = [sectionPrice(ride.price, a.share, b.share), Math.min(...ride.free.slice(from, to))]
    return { ride, from, to, departs, arrives, price, free, byDetour: false }
  })
  return all.filter(
    (section) =>
      meets(query, section, reader) &&
      (!day || (section.departs >= day.start.getTime() && section.departs < day.end.getTime())),
  )
}

/** Without a text for a side only the ride's own start or end will do. */
function matches({ from, to }: Query, section: Section): boolean {
  const { stops } = section.ride
  const [start, end] = [stops[section.from], stops[section.to]] as [Stop, Stop]
  return (
    (from ? matchesText(from, start) : section.from === 0) &&
    (to ? matchesText(to, end) : section.to === stops.length - 1)
  )
}

const byPreference = (a: Section, b: Section) => a.departs - b.departs || b.to - a.to || a.from - b.from
const first = (found: Section[]) => found.toSorted(byPreference)[0]
const byId = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const keys: Record<NonNullable<Query['sort']>, (section: Section) => number> = {
  departure: () => 0,
  price: (section) => section.price,
  duration: (section) => section.arrives - section.departs,
  rating: ({ ride }) => -Number(ride.rating ?? 0),
}

/** Returns the places that a text means; a stop of no known place is one by itself. */
function meant(model: Model, text: string): Set<number | string> {
  const stopTexts = model.stopTexts.filter((stopText) =>
    matchesText(text, { text: stopText.name, place_id: stopText.place_id }),
  )
  return new Set([
    ...placesMeant(text).map((place) => place.id),
    ...stopTexts.map((stopText) => stopText.place_id ?? stopText.name),
  ])
}

/** Reports how the server finds the sections. */
export function planFor(model: Model, { from, to, date }: Query, hasDay = date !== undefined): SearchPlan {
  const count = (text: string | undefined) => (text ? meant(model, text).size : undefined)
  return planOf(count(from), count(to), hasDay)
}

/** Reports whether the order is that of the rides, not of the sections. */
const isBroad = (model: Model, query: Query, hasDay?: boolean) => planFor(model, query, hasDay) === 'rides'

function inOrder(found: Section[], { broad, key }: { broad: boolean; key: (section: Section) => number }) {
  const at = (section: Section) => (broad ? section.ride.departure_time.getTime() : section.departs)
  return found.toSorted((a, b) => key(a) - key(b) || at(a) - at(b) || byId(a.ride.id, b.ride.id))
}

const dayOf = ({ date }: Query) => (date ? dayInOslo(date) : undefined)

/** Returns the whole list, in order. */
export function searched(model: Model, query: Query): Section[] {
  const day = dayOf(query)
  const found = model.rides.flatMap(
    (ride) => first(sections(model, ride, query, day).filter((section) => matches(query, section))) ?? [],
  )
  return inOrder(found, { broad: isBroad(model, query), key: keys[query.sort ?? 'departure'] })
}

export function otherDays(model: Model, query: Query): Section[] {
  if (!query.date) return []
  const { days, max } = alternatives
  const day = Temporal.PlainDate.from(query.date)
  const span = {
    start: dayInOslo(day.subtract({ days }).toString()).start,
    end: dayInOslo(day.add({ days }).toString()).end,
  }
  const exact = new Set(searched(model, query).map((section) => section.ride.id))
  const found = model.rides
    .filter((ride) => !exact.has(ride.id))
    .flatMap((ride) => first(sections(model, ride, query, span).filter((section) => matches(query, section))) ?? [])
  // These are the rides of a week.
  return inOrder(found, { broad: isBroad(model, query, false), key: () => 0 }).slice(0, max)
}

/** Returns how many km a stop is from the places of the text; 0 where it matches the text itself, undefined where it is too far. */
function detourKm(text: string | undefined, stop: Place): number | undefined {
  if (text === undefined || matchesText(text, stop)) return 0
  const place = stop.place_id === null ? undefined : placeById(stop.place_id)
  if (!place) return undefined
  const km = Math.min(...placesMeant(text).map((centre) => distanceKm(centre, place)))
  return km <= alternatives.radiusKm ? km : undefined
}

export interface Offer extends Section {
  fromKm: number
  toKm: number
}

export function nearby(model: Model, query: Query): Offer[] {
  const { from, to } = query
  const [starts, ends] = [from ? placesMeant(from) : [], to ? placesMeant(to) : []]
  if (starts.length + ends.length === 0) return []
  const way = Math.min(...starts.flatMap((a) => ends.map((b) => distanceKm(a, b))))
  const exact = new Set(searched(model, query).map((section) => section.ride.id))
  const offers = (ride: Ride) =>
    sections(model, ride, query, dayOf(query)).flatMap((section): Offer[] => {
      const [start, end] = [ride.stops[section.from], ride.stops[section.to]] as [Stop, Stop]
      const fromKm = from || section.from === 0 ? detourKm(from, start) : undefined
      const toKm = to || section.to === ride.stops.length - 1 ? detourKm(to, end) : undefined
      return fromKm === undefined || toKm === undefined || fromKm + toKm >= way ? [] : [{ ...section, fromKm, toKm }]
    })
  const found = model.rides
    .filter((ride) => !exact.has(ride.id))
    .flatMap((ride) => offers(ride).toSorted(byPreference)[0] ?? [])
  return inOrder(found, { broad: isWide(model, query), key: () => 0 }).slice(0, alternatives.max) as Offer[]
}

/** Reports the same of the places near those of the texts. */
function isWide(model: Model, { from, to }: Query): boolean {
  const count = (text: string | undefined) =>
    text ? new Set([...meant(model, text), ...surroundings(placesMeant(text)).placeIds]).size : 1
  return count(from) * count(to) > MANY_PAIRS_NEARBY
}
