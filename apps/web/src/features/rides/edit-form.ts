/** The logic of the edit form: its first values, the changes, and their consequences for passengers. */
import { set, type FieldErrors, type Resolver } from 'react-hook-form'
import { confirmChangeMinutes, countries, currencyOf } from '@samtur/contract/constants'
import type { FieldCode } from '@samtur/contract/errors'
import type { OwnRide } from '@samtur/contract/reservations'
import { type RideChanges, type RideDetail, rideTerms } from '@samtur/contract/rides'
import type { SeriesChanges } from '@samtur/contract/series'
import { osloDay, wallTime } from '#lib/oslo-time'
import { emptyValues, filledStops, readRide, type PublishPlace, type PublishValues } from './publish-form.ts'
import { readWhole } from './read-price.ts'
import { noSeries } from './series-form.ts'
import { planTrip } from './trip-form.ts'

const clockOf = (iso: string) => new Date(wallTime(Date.parse(iso))).toISOString().slice(11, 16)

/** Returns the form's values for a ride. */
export function valuesOf(ride: RideDetail): PublishValues {
  const places = ride.route.map(({ text, place_id, lat, lon, meeting_point: point }, index): PublishPlace => ({
    text,
    place_id,
    ...(point && { point_id: point.id, kept_point: { id: point.id, name: point.name } }),
    ...(lat !== null && lon !== null && { lat, lon }),
    ...(index === 0 && { country: countries.find((country) => currencyOf(country) === ride.currency) }),
  }))
  return {
    ...noSeries,
    from: places[0] ?? emptyValues.from,
    stops: places.slice(1, -1).map((place) => ({ place })),
    to: places.at(-1) ?? emptyValues.to,
    date: osloDay(Date.parse(ride.departure_time)),
    departure: clockOf(ride.departure_time),
    arrival: clockOf(ride.arrival_time),
    arrival_from: 'driver',
    price: String(ride.price),
    extra_costs: ride.extra_costs ? String(ride.extra_costs) : '',
    distance_km: ride.typed_distance_km === null ? '' : String(ride.typed_distance_km),
    seats: String(ride.total_seats),
    detour_minutes: String(ride.detour_minutes),
    luggage: ride.luggage,
    instant: ride.instant_booking,
    pets: ride.pets_allowed,
    same_gender: ride.same_gender,
    notes: ride.notes ?? '',
    car_make: ride.car_make,
    car_model: ride.car_model,
    car_color: ride.contact?.car_color ?? '',
    license_plate: ride.contact?.license_plate ?? '',
  }
}

const isSameStop = (a: PublishPlace | undefined, b: PublishPlace | undefined) =>
  a?.text.trim() === b?.text.trim() &&
  (a?.place_id ?? null) === (b?.place_id ?? null) &&
  (a?.point_id ?? null) === (b?.point_id ?? null)

const toStop = ({ text, place_id, point_id = null }: PublishPlace) => ({ text, place_id, meeting_point_id: point_id })

/** Returns whether day and times are unchanged. They are not checked then: a published ride may break a rule that only new rides have. */
function untouched(before: PublishValues, now: PublishValues) {
  return (['date', 'departure', 'arrival'] as const).every((field) => before[field] === now[field])
}

type RouteChanges = Pick<RideChanges, 'start_location' | 'end_location' | 'stops'>

const touchesRoute = ({ start_location, end_location, stops }: RouteChanges) =>
  Boolean(start_location ?? end_location ?? stops)

/** Returns the changed fields alone. */
export function changesOf(ride: RideDetail, before: PublishValues, now: PublishValues): Omit<RideChanges, 'version'> {
  const changes: Omit<RideChanges, 'version'> = {}
  const [stops, stopsBefore] = [filledStops(now), filledStops(before)]
  if (!isSameStop(now.from, before.from)) changes.start_location = toStop(now.from)
  if (!isSameStop(now.to, before.to)) changes.end_location = toStop(now.to)
  if (stops.length !== stopsBefore.length || stops.some((stop, index) => !isSameStop(stop, stopsBefore[index])))
    changes.stops = stops.map(toStop)
  const { trip } = planTrip(now.date, now.departure, now.arrival)
  if (trip && !untouched(before, now)) {
    if (Date.parse(trip.departure_time) !== Date.parse(ride.departure_time))
      changes.departure_time = trip.departure_time
    if (Date.parse(trip.arrival_time) !== Date.parse(ride.arrival_time)) changes.arrival_time = trip.arrival_time
  }
  // The server drops the kilometres of an old route, so those of the form are sent with the new one.
  const km = touchesRoute(changes) ? readWhole(now.distance_km) : undefined
  return { ...changes, ...(km !== undefined && { distance_km: km }), ...termsChanged(before, now) }
}

function termsChanged(before: PublishValues, now: PublishValues) {
  const [old, terms] = [before, now].map((values) => readRide(values).body)
  const names = [
    ...(['price', 'extra_costs', 'distance_km', 'total_seats'] as const),
    // Notes are compared as they are sent.
    ...rideTerms.filter((name) => name !== 'notes'),
  ]
  const changed: Partial<RideChanges> = {}
  if (!old || !terms) return changed
  for (const name of names) if (terms[name] !== old[name]) Object.assign(changed, { [name]: terms[name] })
  if (now.notes.trim() !== before.notes.trim()) changed.notes = now.notes.trim()
  return changed
}

/** Returns the changes for the rides of a series that follow, with clock times for instants; undefined for a change that a series cannot make. */
export function seriesChangesOf(
  { start_location, end_location, stops, departure_time, arrival_time, ...terms }: Omit<RideChanges, 'version'>,
  before: PublishValues,
  now: PublishValues,
): Omit<SeriesChanges, 'from' | 'direction'> | undefined {
  if (start_location || end_location || stops || now.date !== before.date) return undefined
  return {
    ...terms,
    ...(now.departure !== before.departure && { departure_clock: now.departure }),
    ...(now.arrival !== before.arrival && { arrival_clock: now.arrival }),
  }
}

export interface Consequences {
  /** Names of accepted passengers who have to confirm the change. */
  confirming: string[]
  /** Names of the others who are notified. */
  notified: string[]
  /** Names of passengers whose request ends because the route changes. */
  ended: string[]
}

/** Returns which passengers the changes affect; undefined when they affect none. */
export function consequencesOf(
  changes: Omit<RideChanges, 'version'>,
  ride: RideDetail,
  reservations: OwnRide['reservations'],
): Consequences | undefined {
  // Passengers are not notified of seats, tolls, kilometres, detours and who gets a seat at once.
  const { total_seats: _, extra_costs: _1, distance_km: _2, detour_minutes: _3, instant_booking: _4, ...seen } = changes
  if (Object.keys(seen).length === 0) return undefined
  const route = touchesRoute(changes)
  const staysThere = route && keepsPlaces(changes, ride)
  const names = (status: 'pending' | 'accepted') =>
    reservations.filter((it) => it.status === status).map(({ passenger }) => passenger.full_name)
  const [accepted, pending] = [names('accepted'), names('pending')]
  if (accepted.length + pending.length === 0) return undefined
  // Without accepted passengers the route is free, and requests for the old one end.
  if (route && !staysThere && accepted.length === 0) return { confirming: [], notified: [], ended: pending }
  return route || hasMoved(changes, ride)
    ? { confirming: accepted, notified: pending, ended: [] }
    : { confirming: [], notified: [...accepted, ...pending], ended: [] }
}

/** Returns whether the route has the same stops, so that only meeting points are different. */
function keepsPlaces({ start_location, end_location, stops }: RouteChanges, { route }: RideDetail) {
  const before = route.map(({ text, place_id }) => ({ text, place_id }))
  const after = [start_location ?? before[0], ...(stops ?? before.slice(1, -1)), end_location ?? before.at(-1)]
  const isSame = (stop: (typeof after)[number], index: number) =>
    typeof stop === 'object' && stop.text === before[index]?.text && (stop.place_id ?? null) === before[index].place_id
  return after.length === before.length && after.every(isSame)
}

function hasMoved({ departure_time, arrival_time }: Omit<RideChanges, 'version'>, ride: RideDetail) {
  const moved = (to: string | undefined, from: string) =>
    to !== undefined && Math.abs(Date.parse(to) - Date.parse(from)) > confirmChangeMinutes * 60_000
  return moved(departure_time, ride.departure_time) || moved(arrival_time, ride.arrival_time)
}

/** Returns the newest values with the driver's own changes on top. */
export function rebase(before: PublishValues, now: PublishValues, fresh: PublishValues): PublishValues {
  const own = Object.entries(now).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof PublishValues]),
  )
  return { ...fresh, ...(Object.fromEntries(own) as Partial<PublishValues>) }
}

/** Checks by the rules of the publish form, except unchanged times. */
export const editResolver =
  (before: () => PublishValues): Resolver<PublishValues> =>
  (values) => {
    const { problems } = readRide(values)
    const wrong: Record<string, FieldCode> = { ...problems }
    if (untouched(before(), values)) for (const field of ['date', 'departure', 'arrival']) delete wrong[field]
    const errors: FieldErrors<PublishValues> = {}
    for (const [field, code] of Object.entries(wrong)) set(errors, field, { type: code, message: code })
    return Object.keys(wrong).length === 0 ? { values, errors: {} } : { values: {}, errors }
  }
