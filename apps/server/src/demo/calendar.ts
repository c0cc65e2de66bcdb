/** The demo's days, counted from today in Oslo, with local times. */
import { TIME_ZONE } from '@samtur/contract/constants'
import type { Random } from './random.ts'

const MINUTE = 60_000
export const HOUR = 60 * MINUTE
const FIVE_MINUTES = 5 * MINUTE

export type Season = 'winter' | 'summer' | 'between'

export interface Calendar {
  readonly now: Date
  /** The first instant of today. Past events lie before it, so that the demo is the same all day. */
  readonly midnight: Date
  /** Returns the instant of a local time `day` days from today. */
  at(day: number, time: string): Date
  /** 1 is Monday, 7 Sunday. */
  weekday(day: number): number
  season(day: number): Season
  /** Returns the next such weekday, at least `after` days from today, as a number of days from today. */
  next(weekday: number, after: number): number
  /** Returns an instant between two others, in waking hours where possible. */
  sometime(random: Random, from: Date, to: Date): Date
}

export function createCalendar(now: Date): Calendar {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(TIME_ZONE).toPlainDate()
  const at = (day: number, time: string) =>
    new Date(today.add({ days: day }).toZonedDateTime({ timeZone: TIME_ZONE, plainTime: time }).epochMilliseconds)
  const weekday = (day: number) => today.add({ days: day }).dayOfWeek
  return {
    now,
    midnight: at(0, '00:00'),
    at,
    weekday,
    season: (day) => seasonOf(today.add({ days: day }).month),
    next: (wanted, after) => after + ((wanted - weekday(after) + 7) % 7),
    sometime(random, from, to) {
      const span = to.getTime() - from.getTime()
      for (let attempt = 1; ; attempt++) {
        const drawn = new Date(from.getTime() + Math.floor(random.next() * span))
        if (attempt === 8 || isWakingHour(drawn)) return drawn
      }
    },
  }
}

const seasonOf = (month: number): Season =>
  month >= 11 || month <= 4 ? 'winter' : month >= 6 && month <= 8 ? 'summer' : 'between'

const hourIn = (instant: Date) =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(TIME_ZONE).hour
const isWakingHour = (instant: Date) => hourIn(instant) >= 7

export const later = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds)
export const minutesAfter = (instant: Date, minutes: number) => later(instant, minutes * MINUTE)
/** Rounds to five minutes, as people plan. */
export const toFiveMinutes = (instant: Date) => new Date(Math.round(instant.getTime() / FIVE_MINUTES) * FIVE_MINUTES)
export const earliest = (...instants: Date[]) => new Date(Math.min(...instants.map(Number)))
