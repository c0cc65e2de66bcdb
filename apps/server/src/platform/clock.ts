/** The server's clock. Tests move it; production never does. */
export interface Clock {
  now(): Date
  /** Milliseconds by which this clock is ahead of the machine's. The database follows it (see platform/db). */
  readonly shift: number
}

export const systemClock: Clock = { now: () => new Date(), shift: 0 }

/** A clock that tests move. */
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

/** Returns the calendar day of the instant in Oslo, yyyy-mm-dd. */
export const dayOf = (instant: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(OSLO).toPlainDate().toString()

/** Returns the time of the instant in Oslo, hh:mm. */
export const clockOf = (instant: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(OSLO)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })

/** Returns the instant of hh:mm on a day in Oslo: the first of two in autumn, undefined in the hour that spring leaves out. */
export function instantInOslo(date: string, clock: string): Date | undefined {
  const wall = Temporal.PlainDateTime.from(`${date}T${clock}`)
  const zoned = wall.toZonedDateTime(OSLO, { disambiguation: 'earlier' })
  return zoned.toPlainDateTime().equals(wall) ? new Date(zoned.epochMilliseconds) : undefined
}

/** Returns the instants at which a calendar day begins and ends in Oslo, 23 to 25 hours apart. Throws RangeError for a day that does not exist. */
export function dayInOslo(date: string): { start: Date; end: Date } {
  const day = Temporal.PlainDate.from(date)
  const startOf = (plain: Temporal.PlainDate) => new Date(plain.toZonedDateTime(OSLO).epochMilliseconds)
  return { start: startOf(day), end: startOf(day.add({ days: 1 })) }
}
