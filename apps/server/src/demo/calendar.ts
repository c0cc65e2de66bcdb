/** Reads the times of the demo's data, which count days from the day of the start in Oslo, with local times. */
import { TIME_ZONE } from '@samtur/contract/constants'

const MINUTE = 60_000
const FIVE_MINUTES = 5 * MINUTE
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
/** The weekday on which the rides were recorded. */
const RECORDED = 6

export interface Calendar {
  readonly now: Date
  /**
   * Days from today to the last Saturday, not after today. Rides and what was said about them count from there, so that they keep their weekdays.
   */
  readonly saturday: number
  /** Returns the instant of `-3 18:20`, `fri>=2 07:00` or, in minutes from now, `now +150`. A number of days counts from `from`. */
  at(text: string, from?: number): Date
  /** Returns the day of `45` or `fri>=2`, the first Friday at least two days ahead, as yyyy-mm-dd. */
  date(text: string): string
  /** Returns the season that decides where people drive: `winter` from November to April. */
  season(instant: Date): 'winter' | 'summer'
}

export function createCalendar(now: Date): Calendar {
  const today = inOslo(now).toPlainDate()
  const saturday = -((today.dayOfWeek - RECORDED + 7) % 7)
  return { now, saturday, at, date: (text) => dayOf(text).toString(), season }

  function at(text: string, from = 0) {
    const [day = '', time = ''] = text.split(' ')
    if (day === 'now') return minutesAfter(now, Number(time))
    const zoned = dayOf(day, from).toZonedDateTime({ timeZone: TIME_ZONE, plainTime: time })
    return new Date(zoned.epochMilliseconds)
  }
  function dayOf(text: string, from = 0) {
    const [weekday = '', least] = text.split('>=')
    if (least === undefined) return today.add({ days: from + Number(text) })
    const first = today.add({ days: Number(least) })
    return first.add({ days: (weekdays.indexOf(weekday) + 8 - first.dayOfWeek) % 7 })
  }
}

const inOslo = (instant: Date) =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(TIME_ZONE)

function season(instant: Date) {
  const { month } = inOslo(instant)
  return month >= 11 || month <= 4 ? 'winter' : 'summer'
}

export const minutesAfter = (instant: Date, minutes: number): Date => new Date(instant.getTime() + minutes * MINUTE)
/** Rounds to five minutes, as people plan. */
export const toFiveMinutes = (instant: Date): Date =>
  new Date(Math.round(instant.getTime() / FIVE_MINUTES) * FIVE_MINUTES)
