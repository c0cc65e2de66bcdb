/** Pure rules of wanted rides: what one may ask for, when it ends, and which days a search for its rides covers. */
import { ride as rideLimits, silentHours, TIME_ZONE, wanted as limits } from '@samtur/contract/constants'
import type { FieldCode } from '@samtur/contract/errors'
import type { CheckedWantedChanges, NewWanted, wantedStates } from '@samtur/contract/wanted'
import { fromWantedFilters, type KeptFilters, toWantedFilters } from '@samtur/contract/wanted-filters'
import { distanceKm, type Place, placeOfStop } from '#features/places/port'
import { clockOf, dayInOslo, dayOf, instantInOslo } from '#platform/clock'

/** What a ride is compared with. Days are yyyy-mm-dd and clock times hh:mm, both in Oslo. */
export interface Criteria {
  from_place_id: number
  to_place_id: number
  way_km: number
  radius_km: number
  date_from: string | null
  date_to: string | null
  weekdays: number[] | null
  time_from: string | null
  time_to: string | null
  until_day: string | null
  /** Those of the search that was kept, but for its hours, which are the window. */
  filters: KeptFilters
}

/** A wanted ride as it is stored. */
export interface WantedToStore extends Criteria {
  from_text: string
  to_text: string
  note: string | null
  public: boolean
  ends_at: Date
}

/** A field and what is wrong with it. */
export interface Problem {
  field: string
  code: FieldCode
}

type Days = Pick<Criteria, 'date_from' | 'date_to' | 'weekdays' | 'until_day'>
type Schedule = Days & Pick<Criteria, 'time_from' | 'time_to'>

const plusDays = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString()
const daysBetween = (from: string, to: string) => Temporal.PlainDate.from(from).until(to).days
const weekdayOf = (day: string) => Temporal.PlainDate.from(day).dayOfWeek

interface Known {
  now: Date
  /** The first day of the wanted ride before a change: it may lie in the past. */
  firstBefore?: string | null
}

/** Returns what is stored of a checked input, or what is wrong with it. */
export function wantedToStore(input: NewWanted, known: Known): WantedToStore | Problem {
  const [from, to] = [placeOfStop(input.from), placeOfStop(input.to)]
  if (!from) return { field: 'from', code: 'unknown_place' }
  if (!to) return { field: 'to', code: 'unknown_place' }
  if (from.id === to.id) return { field: 'to', code: 'same_place' }
  const dates = datesOf(input)
  if ('code' in dates) return dates
  const schedule = {
    ...dates,
    time_from: input.time_from ?? null,
    time_to: input.time_to ?? null,
    until_day: input.until ?? null,
  }
  const problem = dayProblem(schedule, known) ?? windowProblem(schedule)
  if (problem) return problem
  const ends_at = endOf(schedule, known.now)
  if (!ends_at) return { field: 'until', code: 'no_dates' }
  if (ends_at <= known.now) return { field: input.time_to ? 'time_to' : 'until', code: 'in_past' }
  return { ...textsAndPlaces(input, from, to), ...needsOf(input), ...schedule, ends_at }
}

const textsAndPlaces = ({ from: a, to: b }: NewWanted, from: Place, to: Place) => ({
  from_text: a.text,
  to_text: b.text,
  from_place_id: from.id,
  to_place_id: to.id,
  way_km: distanceKm(from, to),
})

const needsOf = ({ radius_km, note, public: shown, ...input }: NewWanted) => ({
  radius_km,
  note,
  public: shown,
  filters: fromWantedFilters(input),
})

/** Exactly one of a first day and weekdays is given. */
function datesOf({ date_from, date_to, weekdays }: NewWanted): Omit<Days, 'until_day'> | Problem {
  if (weekdays) {
    if (date_from || date_to) return { field: 'weekdays', code: 'invalid' }
    return { date_from: null, date_to: null, weekdays }
  }
  if (!date_from) return { field: 'date_from', code: 'required' }
  return { date_from, date_to: date_to ?? date_from, weekdays: null }
}

function dayProblem({ date_from, date_to, until_day }: Days, { now, firstBefore = null }: Known): Problem | undefined {
  const today = dayOf(now)
  const last = plusDays(today, rideLimits.maxDaysAhead)
  if (date_from !== null && date_to !== null) {
    if (date_from < today && date_from !== firstBefore) return { field: 'date_from', code: 'in_past' }
    if (date_from > last) return { field: 'date_from', code: 'too_far_ahead' }
    if (date_to < date_from || daysBetween(date_from, date_to) > limits.rangeDays)
      return { field: 'date_to', code: 'out_of_range' }
  }
  if (until_day === null) return undefined
  if (until_day < today) return { field: 'until', code: 'in_past' }
  if (date_from !== null && until_day < date_from) return { field: 'until', code: 'out_of_range' }
  return until_day > last ? { field: 'until', code: 'too_far_ahead' } : undefined
}

/** A single day may lack an hour; among several days the hour is only a limit. */
function windowProblem({ date_from, date_to, time_from, time_to }: Schedule): Problem | undefined {
  if (time_from !== null && time_to !== null && time_to < time_from) return { field: 'time_to', code: 'out_of_range' }
  if (date_from === null || date_from !== date_to) return undefined
  const isMissing = (clock: string | null) => clock !== null && instantInOslo(date_from, clock) === undefined
  if (isMissing(time_from)) return { field: 'time_from', code: 'clock_gap' }
  return isMissing(time_to) ? { field: 'time_to', code: 'clock_gap' } : undefined
}

/** Returns when the last day or its window is over; undefined where no weekday comes before the last day. Weekdays without a last day end after a year. */
export function endOf({ date_to, weekdays, time_to, until_day }: Schedule, now: Date): Date | undefined {
  const last = weekdays
    ? lastWeekday(weekdays, dayOf(now), until_day ?? plusDays(dayOf(now), rideLimits.maxDaysAhead))
    : [date_to, until_day].filter((day) => day !== null).toSorted()[0]
  if (last === undefined) return undefined
  if (time_to === null) return dayInOslo(last).end
  // The window includes its last minute, in autumn the second one of that clock time.
  const lastMinute = Temporal.PlainDateTime.from(`${last}T${time_to}`).toZonedDateTime(TIME_ZONE, {
    disambiguation: 'later',
  })
  return new Date(lastMinute.epochMilliseconds + 60_000)
}

function lastWeekday(weekdays: readonly number[], first: string, last: string): string | undefined {
  const days = Array.from({ length: 7 }, (_, back) => plusDays(last, -back))
  return days.find((day) => day >= first && weekdays.includes(weekdayOf(day)))
}

/** Returns the input that would make the wanted ride anew with the changes. */
export function withChanges(
  before: WantedToStore,
  { paused: _, date_from, date_to, weekdays, ...changes }: CheckedWantedChanges,
): NewWanted {
  const stop = (text: string, place_id: number) => ({ text, place_id: place_id as number | null })
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  return {
    from: stop(before.from_text, before.from_place_id),
    to: stop(before.to_text, before.to_place_id),
    radius_km: before.radius_km,
    time_from: before.time_from,
    time_to: before.time_to,
    ...toWantedFilters(before.filters),
    note: before.note,
    public: before.public,
    until: before.until_day,
    ...daysAfter(before, { date_from, date_to, weekdays }),
    ...given,
  }
}

/** Weekdays replace the dates, and a first day replaces the weekdays and a last day that was not given with it. */
function daysAfter(before: Days, changed: Pick<CheckedWantedChanges, 'date_from' | 'date_to' | 'weekdays'>) {
  if (changed.weekdays) return changed
  if (changed.date_from) return { ...changed, weekdays: null }
  const { date_from, date_to, weekdays } = before
  return {
    date_from: changed.date_from === undefined ? date_from : null,
    date_to: changed.date_to === undefined ? date_to : changed.date_to,
    weekdays: changed.weekdays === undefined ? weekdays : null,
  }
}

type State = (typeof wantedStates)[number]

export function stateOf(wanted: { ended_at: Date | null; paused_at: Date | null; ends_at: Date }, now: Date): State {
  if (wanted.ended_at || wanted.ends_at <= now) return 'ended'
  return wanted.paused_at ? 'paused' : 'active'
}

export interface Span {
  after: Date
  before: Date | null
}

/** Returns the span of the departures that can match: from now until the last day. */
export function departuresOf({ date_from, date_to, until_day }: Days, now: Date): Span {
  const first = date_from === null ? now : dayInOslo(date_from).start
  const last = [date_to, until_day].filter((day) => day !== null).toSorted()[0]
  return { after: first > now ? first : now, before: last === undefined ? null : dayInOslo(last).end }
}

/** How many matches are reported one by one in a day; the others wait for the day's digest. */
export const SINGLES_A_DAY = 5
const DIGEST_CLOCK = '18:00'
/** Alerts wait from this clock time in Oslo until the morning. */
const quietFrom = `${silentHours.from}:00`

/** Returns the beginning of today in Oslo, and whether it is time for the digest. */
export const today = (now: Date) => ({
  day: dayOf(now),
  start: dayInOslo(dayOf(now)).start,
  isDigestTime: clockOf(now) >= DIGEST_CLOCK,
})

/** Returns when the next digest can come: today's, or tomorrow's once its time is over. */
export function nextDigest(now: Date): Date {
  const day = today(now).isDigestTime ? plusDays(dayOf(now), 1) : dayOf(now)
  return instantInOslo(day, DIGEST_CLOCK) ?? now
}

/** Returns the day on which a message that waits for the morning leaves: in the evening that is tomorrow. */
export const messageDay = (now: Date): string => (clockOf(now) >= quietFrom ? plusDays(dayOf(now), 1) : dayOf(now))

/** Returns the days before today on which past rides are counted, the earliest first. */
export function recentDays(now: Date): string[] {
  const day = dayOf(now)
  return Array.from({ length: limits.recentDays }, (_, back) => plusDays(day, back - limits.recentDays))
}
