/** Converts the typed day and clock times of a ride into instants, in Oslo time. */
import { ride as rideLimits } from '@samtur/contract/constants'
import type { FieldCode } from '@samtur/contract/errors'
import { readWall, wallTime } from '#lib/oslo-time'

const minute = 60_000
const hour = 60 * minute

const offsetAt = (instant: number) => wallTime(instant) - Math.floor(instant / minute) * minute

export type OsloInstant = { iso: string; problem?: undefined } | { iso?: undefined; problem: 'invalid' | 'clock_gap' }

/**
 * A day and a clock time in Oslo as an instant with offset, whatever zone the device is in. Of an hour that comes twice it is
 * the first; an hour that is left out in spring is no time at all.
 */
export function osloInstant(date: string, time: string): OsloInstant {
  const wall = readWall(date, time)
  if (wall === undefined) return { problem: 'invalid' }
  // The offsets of the day before and the day after are the only ones the clock can stand at.
  for (const offset of [offsetAt(wall - 24 * hour), offsetAt(wall + 24 * hour)]) {
    if (offsetAt(wall - offset) === offset) return { iso: `${date}T${time}:00${offsetText(offset)}` }
  }
  return { problem: 'clock_gap' }
}

/** A time in the hour that comes twice when the clocks go back. */
export function comesTwice(date: string, time: string): boolean {
  const { iso } = osloInstant(date, time)
  return iso !== undefined && wallTime(Date.parse(iso) + hour) === wallTime(Date.parse(iso))
}

function offsetText(offset: number) {
  const size = Math.abs(offset)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(size / hour))}:${two((size % hour) / minute)}`
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + count * 24 * hour).toISOString().slice(0, 10)
}

export interface Trip {
  departure_time: string
  arrival_time: string
  arrivalDay: string
  nextDay: boolean
}

export type TripProblems = Partial<Record<'date' | 'departure' | 'arrival', FieldCode>>

/** One day and two clock times as they are typed. An arrival before the departure's clock time is on the next day. */
export function planTrip(date: string, departure: string, arrival: string): { trip?: Trip; problems: TripProblems } {
  const problems: TripProblems = {}
  if (!date) problems.date = 'required'
  if (!departure) problems.departure = 'required'
  if (!arrival) problems.arrival = 'required'
  if (date && readWall(date, '12:00') === undefined) problems.date = 'invalid'
  if (Object.keys(problems).length > 0) return { problems }
  if (arrival === departure) return { problems: { arrival: 'before_departure' } }

  const nextDay = arrival < departure
  const arrivalDay = nextDay ? addDays(date, 1) : date
  const start = osloInstant(date, departure)
  const end = osloInstant(arrivalDay, arrival)
  if (start.problem) problems.departure = start.problem
  if (end.problem) problems.arrival = end.problem
  if (start.problem || end.problem) return { problems }
  if (Date.parse(end.iso) - Date.parse(start.iso) > rideLimits.maxHours * hour) {
    return { problems: { arrival: 'too_long_trip' } }
  }
  return { trip: { departure_time: start.iso, arrival_time: end.iso, arrivalDay, nextDay }, problems: {} }
}
