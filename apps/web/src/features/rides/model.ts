/** What the ride screens work out before they show it; no React, no texts. */
import { lengths, TIME_ZONE } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import type { Ride, RideSection } from '@samtur/contract/rides'

// ---- Wall time in Oslo ----------------------------------------------------------------------------------------------

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

/** What Oslo's calendar and clock show at an instant, as if it were UTC. */
export function wallTime(instant: number): number {
  const parts = Object.fromEntries(osloClock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour: hours = 0, minute: minutes = 0 } = parts
  return Date.UTC(year, month - 1, day, hours, minutes)
}

/** A day and a clock time as they are typed, as if they were UTC. */
export function readWall(date: string, time: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined
  const wall = Date.parse(`${date}T${time}Z`)
  // 29 February of a common year would slide into March.
  return Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 10) !== date ? undefined : wall
}

/** The day it is in Oslo, yyyy-mm-dd. */
export const osloDay = (instant = Date.now()) => new Date(wallTime(instant)).toISOString().slice(0, 10)

export const hasDeparted = (ride: Pick<Ride, 'departure_time'>, now = Date.now()) =>
  Date.parse(ride.departure_time) <= now

// ---- Search ---------------------------------------------------------------------------------------------------------

export interface Search {
  from?: string
  to?: string
  date?: string
}

/** What the address asks for: only what has a value; a date that is none is left out. */
export function readSearch(params: URLSearchParams): Search {
  const text = (name: string) => [...(params.get(name) ?? '').trim()].slice(0, lengths.place).join('') || undefined
  const date = params.get('date') ?? ''
  const search = { from: text('from'), to: text('to'), date: readWall(date, '12:00') === undefined ? undefined : date }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

export const isEmptySearch = ({ from, to, date }: Search) => !from && !to && !date

/** Signing in leads back to where one was. */
export const signInPath = (next: string) => `${paths.auth}?${new URLSearchParams({ next })}`

// ---- A ride's route and the passenger's part of it ------------------------------------------------------------------

export interface RouteItem {
  key: string
  /** Several stops in one line where the list would grow too long. */
  places: string[]
  time?: string
  kind: 'start' | 'via' | 'end'
  dimmed: boolean
}

const mostItems = 6

/** The stops from first to last; what lies before and after the passenger's section is dimmed. */
export function routeItems({ route, section }: Pick<Ride, 'route' | 'section'>, { all = false } = {}): RouteItem[] {
  const { from_position: from, to_position: to, departure_time, arrival_time } = section
  const items = route.map(({ position, text, passes_at }): RouteItem => {
    const kind = position === from ? 'start' : position === to ? 'end' : 'via'
    const time = { start: departure_time, via: passes_at, end: arrival_time }[kind]
    return { key: String(position), places: [text], time, kind, dimmed: position < from || position > to }
  })
  return all || items.length <= mostItems ? items : gather(items)
}

/** Neighbouring stops on the way become one line without a time. */
function gather(items: RouteItem[]): RouteItem[] {
  const gathered: RouteItem[] = []
  for (const item of items) {
    const before = gathered.at(-1)
    if (before && item.kind === 'via' && before.kind === 'via' && before.dimmed === item.dimmed) {
      before.places.push(...item.places)
      delete before.time
    } else gathered.push({ ...item, places: [...item.places] })
  }
  return gathered
}

export interface SectionPositions {
  from_position: number
  to_position: number
}

/** The section an address names, if there can be such a one. */
export function readSection(params: URLSearchParams): SectionPositions | undefined {
  const [from, to] = ['from_position', 'to_position'].map((name) => params.get(name) ?? '')
  if (!/^\d{1,2}$/.test(from ?? '') || !/^\d{1,2}$/.test(to ?? '')) return undefined
  const section = { from_position: Number(from), to_position: Number(to) }
  return section.from_position < section.to_position && section.to_position <= lengths.stops + 1 ? section : undefined
}

/** The other end moves along where the chosen one would overtake it. */
export function moveSection(section: SectionPositions, change: Partial<SectionPositions>, last: number) {
  const { from_position: from, to_position: to } = { ...section, ...change }
  if (from < to) return { from_position: from, to_position: to }
  return change.from_position === undefined
    ? { from_position: to - 1, to_position: to }
    : { from_position: from, to_position: Math.min(from + 1, last) }
}

export function isWhole({ from_position, to_position }: SectionPositions, route: readonly unknown[]) {
  return from_position === 0 && to_position === route.length - 1
}

/** Where a link to the passenger's part of a ride leads: the positions only where they say something. */
export const sectionOf = (section: RideSection): SectionPositions | undefined => (section.whole ? undefined : section)
