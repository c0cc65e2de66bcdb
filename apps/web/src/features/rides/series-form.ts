/** Publishing several rides at once: a weekly series, the return trip, or both. Which days get a ride, and what is sent. */
import { ride as limits, seriesMaxRides } from '@samtur/contract/constants'
import type { FieldCode } from '@samtur/contract/errors'
import type { RideBody } from '@samtur/contract/rides'
import type { Direction, SeriesBody } from '@samtur/contract/series'
import { osloDay, readWall } from '#lib/oslo-time'
import { addDays, planTrip } from './trip-form.ts'

/** What the publish form knows of them. */
export interface SeriesValues {
  repeat: boolean
  /** ISO weekdays, Monday is 1. */
  weekdays: number[]
  until: string
  except: string[]
  back: boolean
  back_days: string
  back_departure: string
  back_arrival: string
  back_price: string
}

export const noSeries: SeriesValues = {
  repeat: false,
  weekdays: [],
  until: '',
  except: [],
  back: false,
  back_days: '0',
  back_departure: '',
  back_arrival: '',
  back_price: '',
}

type Values = SeriesValues & { date: string; departure: string; arrival: string }

const isDay = (text: string) => readWall(text, '12:00') !== undefined

/** Monday is 1; undefined for what is no day. */
export const weekdayOf = (day: string) => (isDay(day) ? new Date(`${day}T12:00:00Z`).getUTCDay() || 7 : undefined)

/** Returns the days of the outward rides without the exceptions, up to one more than the limit of a series. */
export function daysOf({ date, repeat, weekdays, until, except }: Values): string[] {
  if (!isDay(date)) return []
  if (!repeat) return [date]
  const days: string[] = []
  if (!isDay(until)) return days
  for (let day = date; day <= until && days.length <= seriesMaxRides; day = addDays(day, 1))
    if (weekdays.includes(weekdayOf(day) ?? 0) && !except.includes(day)) days.push(day)
  return days
}

export interface PlannedDays {
  /** Days that get a ride, by direction. */
  out: string[]
  back: string[]
  skipped: { direction: Direction; date: string; code: FieldCode }[]
}

/** As the server will see it; undefined while the times are not there yet. */
export function planDays(values: Values, now = Date.now()): PlannedDays {
  const plan: PlannedDays = { out: [], back: [], skipped: [] }
  for (const day of daysOf(values)) {
    const there = problemOn(day, values.departure, values.arrival, now)
    if (there) plan.skipped.push({ direction: 'out', date: day, code: there })
    else plan.out.push(day)
    if (!values.back) continue
    const date = addDays(day, Number(values.back_days))
    const home = there ?? problemOn(date, values.back_departure, values.back_arrival, now)
    if (home) plan.skipped.push({ direction: 'back', date, code: home })
    else plan.back.push(date)
  }
  return plan
}

function problemOn(day: string, departure: string, arrival: string, now: number): FieldCode | undefined {
  const { trip, problems } = planTrip(day, departure, arrival)
  if (!trip) return Object.values(problems)[0] ?? 'invalid'
  const leaves = Date.parse(trip.departure_time)
  if (leaves <= now) return 'in_past'
  return leaves - now > limits.maxDaysAhead * 86_400_000 ? 'too_far_ahead' : undefined
}

/** What is wrong with the days and times, by field of the form. */
export function seriesProblems(values: Values): Record<string, FieldCode> {
  const problems: Record<string, FieldCode> = {}
  if (values.repeat) {
    if (values.weekdays.length === 0) problems.weekdays = 'required'
    if (values.until === '') problems.until = 'required'
    else if (!isDay(values.until)) problems.until = 'invalid'
    else if (isDay(values.date)) {
      const days = daysOf(values)
      if (values.until < values.date) problems.until = 'no_dates'
      else if (values.until > addDays(osloDay(), limits.maxDaysAhead)) problems.until = 'too_far_ahead'
      else if (days.length > seriesMaxRides) problems.until = 'too_many'
      else if (days.length === 0 && values.weekdays.length > 0) problems.until = 'no_dates'
    }
  }
  return values.back ? { ...problems, ...returnProblems(values) } : problems
}

function returnProblems({ date, departure, arrival, back_days, back_departure, back_arrival }: Values) {
  const problems: Record<string, FieldCode> = {}
  if (!back_departure) problems.back_departure = 'required'
  if (!back_arrival) problems.back_arrival = 'required'
  else if (back_departure === back_arrival) problems.back_arrival = 'before_departure'
  if (!departure || !arrival || !back_departure) return problems
  // The return trip cannot depart before the arrival.
  const arrives = arrival < departure ? 1 : 0
  const leaves = Number(back_days)
  if (leaves < arrives || (leaves === arrives && back_departure < arrival)) problems.back_departure = 'before_departure'
  if (isDay(date) && back_arrival && Object.keys(problems).length === 0) {
    const { problems: times } = planTrip(addDays(date, leaves), back_departure, back_arrival)
    if (times.arrival === 'too_long_trip') problems.back_arrival = 'too_long_trip'
  }
  return problems
}

/** Several rides rather than one. */
export const isSeries = ({ repeat, back }: Pick<SeriesValues, 'repeat' | 'back'>) => repeat || back

/** The ride that was typed, as the first of several. */
export function seriesBody(values: Values, body: RideBody, backPrice: number | undefined): SeriesBody {
  const { departure_time: _, arrival_time: _1, driver_id: _2, ...ride } = body
  const days = Number(values.back_days)
  return {
    ...ride,
    date: values.date,
    departure_clock: values.departure,
    arrival_clock: values.arrival,
    ...(values.repeat && { repeat: { weekdays: values.weekdays, until: values.until, except: values.except } }),
    ...(values.back && {
      return_trip: {
        days_later: days,
        departure_clock: values.back_departure,
        arrival_clock: values.back_arrival,
        ...(backPrice !== undefined && { price: backPrice }),
      },
    }),
  }
}
