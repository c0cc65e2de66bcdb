/** Pure view logic of the day of travel. */
import type { CheckInKind } from '@samtur/contract/constants'
import { firstName } from '@samtur/contract/names'
import type { CheckIn, Companion, TodayTrip } from '@samtur/contract/travel'

/** Returns whether a time has come; the page loads today's trips again every minute. */
export const hasCome = (at: string, now = Date.now()) => now >= Date.parse(at)

export const isDriving = ({ reservation_id }: TodayTrip) => reservation_id === null

/** Returns whether the caller has said this of a reservation or of the ride. */
export const hasSaid = (said: readonly CheckIn[], kind: CheckInKind) =>
  said.some((each) => each.own && each.kind === kind)

export type SayKind = 'got_in' | 'arrived' | 'not_met'

/** Something that the reader may say now, of a reservation or of an own ride. */
export interface Choice {
  say: 'reservation' | 'ride'
  id: string
  kind: SayKind
  /** First name of the other side; empty for a ride. */
  name: string
}

/** Returns whether both are the same choice; each rendering makes them anew. */
export const isSameChoice = (one: Choice, other: Choice | undefined) =>
  one.id === other?.id && one.kind === other.kind && one.say === other.say

/** Returns what the reader has not said yet and may say now, in the order in which it happens. */
export function openChoices(trip: TodayTrip, now = Date.now()): Choice[] {
  const driving = isDriving(trip)
  const about = trip.companions.flatMap(({ reservation_id: id, person, start, met, check_ins }) => {
    const kinds: SayKind[] = ['got_in']
    if (!driving && hasCome(start.at, now)) kinds.push('arrived')
    if (!met) kinds.push('not_met')
    const name = firstName(person.full_name)
    return kinds
      .filter((kind) => !hasSaid(check_ins, kind))
      .map((kind): Choice => ({ say: 'reservation', id, kind, name }))
  })
  if (!driving) return about
  const kinds: SayKind[] = hasCome(trip.start.at, now) ? ['got_in', 'arrived'] : ['got_in']
  const own = kinds.filter((kind) => !hasSaid(trip.check_ins, kind))
  return [...about, ...own.map((kind): Choice => ({ say: 'ride', id: trip.ride_id, kind, name: '' }))]
}

/** Returns what most likely comes next: the thumb's button says it. A passenger who was not met is passed over. */
export function nextChoice({ companions }: TodayTrip, choices: readonly Choice[]): Choice | undefined {
  const missed = companions.filter(({ check_ins }) => hasSaid(check_ins, 'not_met'))
  const isMissed = (id: string) => missed.some(({ reservation_id }) => reservation_id === id)
  return choices.find(({ kind, id }) => kind !== 'not_met' && !isMissed(id))
}

const hasArrived = (trip: TodayTrip) =>
  [trip, ...trip.companions].some(({ check_ins }) => hasSaid(check_ins, 'arrived'))

/**
 * Returns the trip that the reader is on or takes next; help reads out its car. Many people never say that a trip has ended, so its times
 * decide: of those whose end was not said the last one under way, else the first that has not ended, else the last.
 */
export function presentTrip(trips: readonly TodayTrip[], now: number): TodayTrip | undefined {
  const open = trips.filter((trip) => !hasArrived(trip))
  const left = open.filter(({ end }) => !hasCome(end.at, now))
  return left.findLast(({ start }) => hasCome(start.at, now)) ?? left[0] ?? open.at(-1) ?? trips.at(-1)
}

/** Returns what the passenger pays; undefined in a copy on the device that was stored before trips had prices. */
export function amountOf({ price, seats }: Pick<Companion, 'price' | 'seats'>): number | undefined {
  const amount = price * seats
  return Number.isNaN(amount) ? undefined : amount
}

export interface SaidLine {
  /** Null for the caller. */
  name: string | null
  kind: CheckInKind
  at: string
}

/** Returns everything that was said of a trip, in the order in which it happened. */
export function saidLines({ companions, check_ins }: TodayTrip): SaidLine[] {
  const own = check_ins.map(({ kind, at }) => ({ name: null, kind, at }))
  const others = companions.flatMap(({ person, check_ins: said }) =>
    said.map(({ kind, at, own: mine }) => ({ name: mine ? null : firstName(person.full_name), kind, at })),
  )
  return [...own, ...others].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** Returns the meeting point that a caller of an emergency number would name: the last one that the trip has passed, or the first one. */
export function lastPoint(trip: TodayTrip, now: number): string {
  const stops = [trip.start, ...trip.companions.flatMap(({ start, end }) => [start, end]), trip.end].toSorted(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  )
  const last = stops.findLast(({ at }) => Date.parse(at) <= now) ?? trip.start
  return last.point ? `${last.point.name}, ${last.text}` : last.text
}

/** Returns the trip's meeting points for the list: where the person gets in and out, or where the passengers do. */
export function pointStops(trip: TodayTrip) {
  const stopOf = (name: string, { text, lat, lon, point }: TodayTrip['start']) => ({ key: name, text, lat, lon, point })
  if (!isDriving(trip)) return [stopOf('start', trip.start), stopOf('end', trip.end)]
  const stops = [trip.start, ...trip.companions.flatMap(({ start, end }) => [start, end]), trip.end]
  const byTime = stops.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const once = byTime.filter(({ text, at }, index) => byTime.findIndex((o) => o.text === text && o.at === at) === index)
  return once.map((end) => stopOf(`${end.at} ${end.text}`, end))
}

export const codeOf = (text: string) =>
  // Arabic and Persian keyboards have digits of their own.
  text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\s/g, '')

/** Digits of a meeting code. */
export const codeLength = 4

export const isCode = (text: string) => /^\d{4}$/.test(text)

/** The police of each country for what is not urgent, and the emergency number of all three. */
export const emergency = '112'
export const police = [
  { country: 'norway', number: '02800' },
  { country: 'sweden', number: '11414' },
  { country: 'denmark', number: '114' },
] as const
