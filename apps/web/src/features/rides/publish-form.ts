/** The publish form without its view: its values, the ride they make, and what is wrong with them. */
import { get, set, type FieldErrors, type Resolver } from 'react-hook-form'
import {
  extraCosts,
  type InstantBooking,
  lengths,
  type LuggageSize,
  price as priceLimits,
  seats,
  typedDistance,
} from '@samtur/contract/constants'
import type { EstimateBody } from '@samtur/contract/costs'
import type { FieldCode } from '@samtur/contract/errors'
import { fieldErrors } from '@samtur/contract/field-errors'
import { rideBody, type RideBody, type RideTerm, stopInput } from '@samtur/contract/rides'
import { boot } from '#lib/boot'
import { osloDay, readWall } from '#lib/oslo-time'
import { readPrice, readWhole } from './read-price.ts'
import { isSeries, noSeries, seriesProblems, type SeriesValues } from './series-form.ts'
import { addDays, planTrip } from './trip-form.ts'

export interface PublishPlace {
  text: string
  place_id: number | null
  /** For the map, where the place was picked from the list. */
  lat?: number
  lon?: number
  country?: string
  /** The chosen meeting point; null where driver and passenger agree on it themselves. */
  point_id?: string | null
  /** The point that a published ride has here, which may be retired. */
  kept_point?: { id: string; name: string }
}

export interface PublishValues extends SeriesValues {
  from: PublishPlace
  to: PublishPlace
  stops: { place: PublishPlace }[]
  date: string
  departure: string
  arrival: string
  /** Who has set the arrival: empty before anybody has. What the driver has set is never replaced. */
  arrival_from: '' | 'driver' | 'road'
  price: string
  /** Tolls and ferry. */
  extra_costs: string
  /** Kilometres by the driver's own figure. */
  distance_km: string
  /** By which detours may lengthen the trip; '0' is none. */
  detour_minutes: string
  seats: string
  luggage: LuggageSize
  instant: InstantBooking
  pets: boolean
  /** Only for people of the driver's gender. */
  same_gender: boolean
  notes: string
  car_make: string
  car_model: string
  car_color: string
  license_plate: string
}

export const noPlace: PublishPlace = { text: '', place_id: null }

export const emptyValues: PublishValues = {
  from: noPlace,
  to: noPlace,
  stops: [],
  date: '',
  departure: '',
  arrival: '',
  arrival_from: '',
  price: '',
  extra_costs: '',
  distance_km: '',
  detour_minutes: '0',
  seats: String(seats.default),
  luggage: 'cabin',
  instant: 'off',
  pets: false,
  same_gender: false,
  notes: '',
  car_make: '',
  car_model: '',
  car_color: '',
  license_plate: '',
  ...noSeries,
}

/** Returns the trip that an address names, such as that of a wanted ride; undefined where it names none. A day in the past is left out. */
export function namedTrip(
  params: URLSearchParams,
  today: string,
): Partial<Pick<PublishValues, 'from' | 'to' | 'date'>> | undefined {
  const text = (name: string) => [...(params.get(name) ?? '').trim()].slice(0, lengths.place).join('')
  const [from, to, date] = [text('from'), text('to'), text('date')]
  const known = readWall(date, '12:00') !== undefined && date >= today
  if (!from && !to) return undefined
  const placeId = (name: string) => (/^[1-9]\d{0,8}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : null)
  return {
    ...(from && { from: { text: from, place_id: placeId('from_place_id') } }),
    ...(to && { to: { text: to, place_id: placeId('to_place_id') } }),
    ...(known && { date }),
  }
}

const terms = [
  'date',
  'departure',
  'arrival',
  'price',
  'seats',
  'notes',
  'luggage',
  'pets',
  'instant',
  'same_gender',
] as const
const several = ['weekdays', 'until', 'except', 'back_days', 'back_departure', 'back_arrival', 'back_price'] as const

/** Top to bottom, as the form shows them: the first wrong one gets the focus. */
export const steps = [
  ['from', 'stops', 'to', 'distance_km', 'extra_costs', 'detour_minutes'],
  [...terms, ...several],
  ['car_make', 'car_model', 'car_color', 'license_plate'],
] as const satisfies readonly (readonly (keyof PublishValues)[])[]

export const stepOf = (field: string) =>
  Math.max(
    0,
    steps.findIndex((fields) => (fields as readonly string[]).includes(field.split('.')[0] ?? '')),
  )

/** Which field of the form shows what the contract says of a field of the ride. */
const formFields: Partial<Record<string, keyof PublishValues>> = {
  start_location: 'from',
  end_location: 'to',
  departure_time: 'departure',
  arrival_time: 'arrival',
  total_seats: 'seats',
  pets_allowed: 'pets',
  instant_booking: 'instant',
  departure_clock: 'departure',
  arrival_clock: 'arrival',
  repeat: 'weekdays',
  'repeat.until': 'until',
  'repeat.except': 'except',
  return_trip: 'back_departure',
  'return_trip.days_later': 'back_days',
  'return_trip.departure_clock': 'back_departure',
  'return_trip.arrival_clock': 'back_arrival',
  'return_trip.price': 'back_price',
}

/** What is wrong with the departure belongs to the day where another day mends it. */
export function formField(name: string, code: FieldCode, { date }: Pick<PublishValues, 'date'>): string {
  const day = code === 'too_far_ahead' || (code === 'in_past' && date < osloDay())
  return name === 'departure_time' && day ? 'date' : (formFields[name] ?? name)
}

export const tidyPlate = (plate: string) => plate.normalize('NFC').toUpperCase().replace(/[\s-]/g, '')

const isBlank = ({ text }: PublishPlace) => text.trim() === ''
const toStop = ({ text, place_id }: PublishPlace) => ({ text, place_id })
const toRideStop = ({ point_id, ...place }: PublishPlace) => ({
  ...toStop(place),
  ...(point_id && { meeting_point_id: point_id }),
})

const sameText = (a: PublishPlace, b: PublishPlace) =>
  a.text.trim().toLocaleLowerCase() === b.text.trim().toLocaleLowerCase() && !isBlank(a)

const isSameChoice = (a: PublishPlace, b: PublishPlace) =>
  a.place_id !== null && b.place_id !== null ? a.place_id === b.place_id : sameText(a, b)

type Route = Pick<PublishValues, 'from' | 'to' | 'stops'>

/** Which rows of stops name a place that is on the route already; they are left out of the ride. */
export function repeatedStops({ from, to, stops }: Route): number[] {
  const places = stops.map(({ place }) => place)
  return places.flatMap((place, row) =>
    [from, to, ...places.slice(0, row)].some((other) => isSameChoice(place, other)) ? [row] : [],
  )
}

/** The stops of the ride: neither rows left empty nor places that are on the route already. */
export function filledStops(route: Route): PublishPlace[] {
  const repeated = repeatedStops(route)
  return route.stops.map(({ place }) => place).filter((place, row) => !isBlank(place) && !repeated.includes(row))
}

// Stands in for a time that is not there yet, so that the contract's schema can judge everything else.
const someTime = '2100-01-01T00:00:00Z'

/** The ride that was typed, or what is wrong, by field of the form. */
export function readRide(values: PublishValues): { body: RideBody; problems: Record<string, FieldCode> } {
  const { trip, problems: tripProblems } = planTrip(values.date, values.departure, values.arrival)
  const stops = filledStops(values)
  const body: RideBody & Record<RideTerm, unknown> = {
    start_location: toRideStop(values.from),
    end_location: toRideStop(values.to),
    stops: stops.map(toRideStop),
    departure_time: trip?.departure_time ?? someTime,
    arrival_time: trip?.arrival_time ?? someTime,
    // The schema says of undefined that it is required.
    price: readPrice(values.price) as number,
    // Nothing typed is nothing to share.
    extra_costs: readPrice(values.extra_costs) ?? 0,
    distance_km: readWhole(values.distance_km) ?? null,
    total_seats: Number(values.seats),
    pets_allowed: values.pets,
    luggage: values.luggage,
    instant_booking: values.instant,
    // A draft may be older than the operator's decision.
    same_gender: Boolean(boot.config.same_gender && values.same_gender),
    detour_minutes: Number(values.detour_minutes),
    notes: values.notes,
    license_plate: values.license_plate,
    car_make: values.car_make,
    car_model: values.car_model,
    car_color: values.car_color,
  }
  const problems: Record<string, FieldCode> = { ...schemaProblems(body), ...stopProblems(values), ...tripProblems }
  // Only what is over whatever the device's clock says; how late it is today, the server knows better.
  if (values.date && values.date < addDays(osloDay(), -1)) problems.date ??= 'in_past'
  for (const field of ['price', 'extra_costs', 'distance_km'])
    if (problems[field] === 'invalid') problems[field] = 'not_a_whole_number'
  if (isSeries(values)) Object.assign(problems, seriesProblems(values), backPriceProblem(values))
  if (stops.length === 0 && sameText(values.from, values.to)) problems.to ??= 'same_place'
  return { body, problems }
}

/** What the way back costs where it is not the same; nothing typed is the same. */
export const backPrice = ({ back_price }: Pick<PublishValues, 'back_price'>) => readPrice(back_price)

function backPriceProblem(values: PublishValues): Record<string, FieldCode> {
  const each = values.back ? backPrice(values) : undefined
  if (each === undefined) return {}
  if (Number.isNaN(each)) return { back_price: 'not_a_whole_number' }
  return each < priceLimits.min || each > priceLimits.max ? { back_price: 'out_of_range' } : {}
}

const isDistance = (km: number | undefined) => km !== undefined && km >= 1 && km <= typedDistance.max

/** Returns the body of the request for the cost share; undefined while a stop is missing. */
export function estimateOf(values: PublishValues): EstimateBody | undefined {
  const stops = [values.from, ...filledStops(values), values.to]
  if (stops.some((stop) => !stopInput.safeParse(toStop(stop)).success)) return undefined
  const extra = readPrice(values.extra_costs) ?? 0
  const km = readWhole(values.distance_km)
  const known = values.date >= osloDay() && readWall(values.date, '12:00') !== undefined
  return {
    start_location: toStop(values.from),
    end_location: toStop(values.to),
    stops: filledStops(values).map(toStop),
    total_seats: Number(values.seats),
    extra_costs: extra >= extraCosts.min && extra <= extraCosts.max ? extra : 0,
    detour_minutes: Number(values.detour_minutes),
    ...(isDistance(km) && { distance_km: km }),
    ...(known && { date: values.date }),
  }
}

function schemaProblems(body: RideBody) {
  const result = rideBody.safeParse(body)
  if (result.success) return {}
  const codes = Object.entries(fieldErrors(result.error.issues))
  // The stops are judged one by one; only that there are too many is said of all of them.
  const shown = codes.filter(([name, code]) => name !== 'stops' || code === 'too_many')
  return Object.fromEntries(shown.map(([name, code]) => [formFields[name] ?? name, code]))
}

function stopProblems({ stops }: PublishValues) {
  const problems: Record<string, FieldCode> = {}
  for (const [index, { place }] of stops.entries()) {
    const result = isBlank(place) ? undefined : stopInput.safeParse(toStop(place))
    if (!result || result.success) continue
    const [code = 'invalid'] = Object.values(fieldErrors(result.error.issues))
    problems[`stops.${index}.place`] = code
  }
  return problems
}

/** The contract's own rules, at the form's fields. */
export const publishResolver: Resolver<PublishValues> = (values) => {
  const { problems } = readRide(values)
  const errors: FieldErrors<PublishValues> = {}
  for (const [field, code] of Object.entries(problems)) set(errors, field, { type: code, message: code })
  return Object.keys(problems).length === 0 ? { values, errors: {} } : { values: {}, errors }
}

/** The first wrong field from the top; a stop's own field where it is a stop that is wrong. */
export function firstProblem(errors: FieldErrors<PublishValues>): string | undefined {
  const wrong = steps.flat().find((field) => errors[field])
  if (wrong !== 'stops' || !Array.isArray(errors.stops)) return wrong
  const index = errors.stops.findIndex(Boolean)
  return index < 0 ? 'stops' : `stops.${index}.place`
}

export function codeAt(errors: FieldErrors<PublishValues>, field: string): FieldCode | undefined {
  const error: { message?: FieldCode } | undefined = get(errors, field)
  return error?.message
}
