/** Days and clock times in Oslo, whatever the device's zone. */
import { TIME_ZONE } from '@samtur/contract/basics'

const osloClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** Returns the wall time in Oslo at an instant, as if it were UTC. Milliseconds. */
export function wallTime(instant: number): number {
  const parts = Object.fromEntries(osloClock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour: hours = 0, minute: minutes = 0 } = parts
  return Date.UTC(year, month - 1, day, hours, minutes)
}

/** Reads a typed day and clock time, as if they were UTC. Returns milliseconds; undefined for a day or time that does not exist. */
export function readWall(date: string, time: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined
  const wall = Date.parse(`${date}T${time}Z`)
  // 29 February of a common year would slide into March.
  return Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 10) !== date ? undefined : wall
}

/** Returns the day in Oslo as yyyy-mm-dd. */
export const osloDay = (instant = Date.now()) => new Date(wallTime(instant)).toISOString().slice(0, 10)
