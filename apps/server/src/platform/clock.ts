/** The server's clock, a replaceable part: tests move it, production never does. */
export interface Clock {
  now(): Date
  /** How far this clock is ahead of the machine's, milliseconds. The database follows it (see platform/db). */
  readonly shift: number
}

export const systemClock: Clock = { now: () => new Date(), shift: 0 }

/** A clock that tests move by hand. */
export class MovableClock implements Clock {
  shift = 0
  now() {
    return new Date(Date.now() + this.shift)
  }
  advance(milliseconds: number) {
    this.shift += milliseconds
  }
}

const OSLO = 'Europe/Oslo'

/** The calendar day on which the instant falls in Oslo, yyyy-mm-dd. */
export const dayOf = (instant: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(OSLO).toPlainDate().toString()

/** What the clocks in Oslo show at the instant, hh:mm. */
export const clockOf = (instant: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(OSLO)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })

/** When the clocks in Oslo show hh:mm on a day: the first time where they do twice, undefined where they are put past it. */
export function instantInOslo(date: string, clock: string): Date | undefined {
  const wall = Temporal.PlainDateTime.from(`${date}T${clock}`)
  const zoned = wall.toZonedDateTime(OSLO, { disambiguation: 'earlier' })
  return zoned.toPlainDateTime().equals(wall) ? new Date(zoned.epochMilliseconds) : undefined
}

/** The instants at which a calendar day starts and ends in Oslo: 23, 24 or 25 hours apart. Throws RangeError for no such day. */
export function dayInOslo(date: string): { start: Date; end: Date } {
  const day = Temporal.PlainDate.from(date)
  const startOf = (plain: Temporal.PlainDate) => new Date(plain.toZonedDateTime(OSLO).epochMilliseconds)
  return { start: startOf(day), end: startOf(day.add({ days: 1 })) }
}
