/** Pure rules of the day of travel: its hours, meeting codes, and positions that can be on the way. */
import { createHmac } from 'node:crypto'
import { type CheckInKind, travelDay } from '@samtur/contract/constants'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export interface Span {
  departs_at: Date
  arrives_at: Date
}

/** Returns from when until when a trip is one of today. */
export const shownSpan = ({ departs_at, arrives_at }: Span) => ({
  from: new Date(departs_at.getTime() - travelDay.hoursBefore * HOUR),
  until: endOf(arrives_at),
})

/** Returns when the follow links of a trip end. */
export const endOf = (arrivesAt: Date): Date => new Date(arrivesAt.getTime() + travelDay.hoursAfter * HOUR)

/** Returns whether what happens on a trip can be said now; until a day after arrival, for devices without a network. */
export function isTravelDay(span: Span, now: Date): boolean {
  const late = span.arrives_at.getTime() + travelDay.lateHours * HOUR
  return now >= shownSpan(span).from && now.getTime() <= late
}

/** Returns when something happened: the device's time where it lies on the day of travel and is not ahead of the server's. */
export function happenedAt(claimed: string | undefined, span: Span, now: Date): Date {
  if (claimed === undefined) return now
  const at = new Date(claimed)
  return at >= shownSpan(span).from && at <= now ? at : now
}

export type Side = 'driver' | 'passenger'
const otherSide = { driver: 'passenger', passenger: 'driver' } as const

/** How many meeting codes there are. */
export const CODES = 10_000

/** Returns the four digits that one side of a reservation shows to the other; both sides have different ones. */
export function meetingCode(secret: string, reservationId: string, side: Side): string {
  const passenger = codeNumber(secret, reservationId, 'passenger')
  if (side === 'passenger') return digits(passenger)
  const driver = codeNumber(secret, reservationId, 'driver')
  return digits(driver === passenger ? (driver + 1) % CODES : driver)
}

const codeNumber = (secret: string, reservationId: string, side: Side) =>
  createHmac('sha256', secret).update(`meeting code ${side} ${reservationId}`).digest().readUInt32BE() % CODES

const digits = (code: number) => String(code).padStart(4, '0')

/** Returns whether one side has typed what the other side shows. A page from before a change of the secret shows an earlier code. */
export const isCodeOfOther = (secrets: readonly string[], reservationId: string, side: Side, typed: string): boolean =>
  secrets.some((secret) => meetingCode(secret, reservationId, otherSide[side]) === typed)

/** Returns what a person no longer says after saying this: there was a meeting, or there was none. */
export const takenBackBy = (kind: CheckInKind): CheckInKind[] =>
  kind === 'not_met' ? ['got_in', 'arrived'] : ['not_met']

export interface Point {
  lat: number
  lon: number
}

const EARTH_KM = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Returns the distance in km from a point to the straight line between two others, on a map that is flat around the point. */
function kmFromLine(at: Point, from: Point, to: Point): number {
  const flat = ({ lat, lon }: Point) => ({
    x: radians(lon - at.lon) * Math.cos(radians(at.lat)) * EARTH_KM,
    y: radians(lat - at.lat) * EARTH_KM,
  })
  const [a, b] = [flat(from), flat(to)]
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(a.x * dx + a.y * dy) / length))
  return Math.hypot(a.x + along * dx, a.y + along * dy)
}

/** Returns whether a position is new enough to be shown. */
export const isFresh = (at: Date, now: Date): boolean =>
  now.getTime() - at.getTime() < travelDay.positionMinutes * 60_000

/**
 * Returns whether a position can be on the way: near the straight lines between the stops. A device without reception may report 0, 0. Where
 * no stop has coordinates, nothing can be said of a position, so none is taken.
 */
export function canBeOnWay(at: Point, stops: readonly Point[]): boolean {
  const near = (from: Point, to: Point) => kmFromLine(at, from, to) <= travelDay.positionKm
  return stops.some((stop, index) => near(stop, stops[index + 1] ?? stop))
}
