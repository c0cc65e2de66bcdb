/** A model of matching in memory: looks at every section of every ride for every wanted ride, without the statements of the product. */
import { sql } from 'kysely'
import type { InstantBooking, LuggageSize } from '@samtur/contract/constants'
import { distanceKm, type Place, placeById } from '../src/features/places/port.ts'
import { sectionPrice } from '../src/features/rides/rules-sections.ts'
import type { WantedRow } from '../src/features/wanted/views.ts'
import type { Executor } from '../src/platform/db/database.ts'
import { meets } from './search-model.ts'

interface Stop {
  place_id: number | null
  share: number
  passes_at: string
}

interface DetourRow {
  place_id: number
  leg: number
  passes_at: string
  start_change: number
  end_change: number
}

interface ModelRide {
  id: string
  driver_id: string
  status: string
  departure_time: Date
  price: number
  total_seats: number
  pets_allowed: boolean
  luggage: LuggageSize
  instant_booking: InstantBooking
  /** The driver's. */
  gender: string | null
  stops: Stop[]
  taken: number[]
  detours: DetourRow[]
}

interface ModelWanted extends Pick<
  WantedRow,
  | 'id'
  | 'user_id'
  | 'from_place_id'
  | 'to_place_id'
  | 'radius_km'
  | 'date_from'
  | 'date_to'
  | 'weekdays'
  | 'time_from'
  | 'time_to'
  | 'until_day'
  | 'filters'
> {
  /** The person's. */
  gender: string | null
}

export async function readModelRides(executor: Executor): Promise<ModelRide[]> {
  const { rows } = await sql<ModelRide>`
    select ride.id, driver_id, status, departure_time, price, total_seats, pets_allowed, luggage, instant_booking, gender,
      (select json_agg(json_build_object('place_id', place_id, 'share', share, 'passes_at', passes_at) order by position) from ride_stop where ride_id = ride.id) as stops,
      (select json_agg(seats_taken order by position) from ride_leg where ride_id = ride.id) as taken,
      (select coalesce(json_agg(to_json(d)), '[]') from ride_detour d where d.ride_id = ride.id) as detours
    from ride join profile on profile.id = driver_id`.execute(executor)
  return rows
}

export async function readModelWanted(executor: Executor): Promise<ModelWanted[]> {
  const { rows } = await sql<ModelWanted>`
    select ride_wanted.id, user_id, from_place_id, to_place_id, radius_km, date_from::text, date_to::text, weekdays, time_from, time_to, until_day::text,
      filters, gender from ride_wanted join profile on profile.id = user_id where paused_at is null and ended_at is null`.execute(
    executor,
  )
  return rows
}

interface Section {
  from: Place
  to: Place
  departs: string
  price: number
  free: number
  byDetour: boolean
}

function* sectionsOf(ride: ModelRide): Generator<Section> {
  const { stops, price, total_seats, taken, detours } = ride
  const place = (id: number | null) => (id === null ? undefined : placeById(id))
  for (let a = 0; a < stops.length; a++) {
    for (let b = a + 1; b < stops.length; b++) {
      const [start, end] = [stops[a], stops[b]]
      if (!start || !end) continue
      const whole = sectionPrice(price, start.share, end.share)
      const free = total_seats - Math.max(...taken.slice(a, b))
      const [from, to] = [place(start.place_id), place(end.place_id)]
      if (from && to) yield { from, to, departs: start.passes_at, price: whole, free, byDetour: false }
      for (const detour of detours) {
        const beside = place(detour.place_id)
        if (beside && to && detour.leg === a)
          yield {
            from: beside,
            to,
            departs: detour.passes_at,
            price: whole + detour.start_change,
            free,
            byDetour: true,
          }
        if (beside && from && detour.leg + 1 === b)
          yield { from, to: beside, departs: start.passes_at, price: whole + detour.end_change, free, byDetour: true }
      }
    }
  }
}

/** Returns whether a section of the ride serves the wanted ride. */
export function matches(ride: ModelRide, wanted: ModelWanted, now: Date): boolean {
  if (ride.status !== 'active' || ride.departure_time <= now || ride.driver_id === wanted.user_id) return false
  return [...sectionsOf(ride)].some(
    (section) =>
      suits(section, wanted) &&
      meets(wanted.filters, { ...section, departs: Date.parse(section.departs), ride }, wanted.gender),
  )
}

function suits({ from, to, departs }: Section, wanted: ModelWanted): boolean {
  const [start, end] = [placeById(wanted.from_place_id), placeById(wanted.to_place_id)]
  if (!start || !end) return false
  const [fromKm, toKm] = [distanceKm(start, from), distanceKm(end, to)]
  const near = fromKm <= wanted.radius_km && toKm <= wanted.radius_km && fromKm + toKm < distanceKm(start, end)
  if (!near) return false
  const local = Temporal.Instant.from(new Date(departs).toISOString()).toZonedDateTimeISO('Europe/Oslo')
  const day = local.toPlainDate().toString()
  const clock = local.toPlainTime().toString({ smallestUnit: 'minute' })
  return (
    (wanted.date_from === null || (day >= wanted.date_from && day <= (wanted.date_to ?? ''))) &&
    (wanted.weekdays === null || wanted.weekdays.includes(local.dayOfWeek)) &&
    (wanted.until_day === null || day <= wanted.until_day) &&
    (wanted.time_from === null || clock >= wanted.time_from) &&
    (wanted.time_to === null || clock <= wanted.time_to)
  )
}
