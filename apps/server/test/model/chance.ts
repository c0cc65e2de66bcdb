/** What the random actions of the model test are made of. */
import type { Model } from './model.ts'
import type { Expected, Ride } from './records.ts'

export interface Operation {
  kind: string
  caller: number
  method: string
  path: string
  body?: object
  /** Names to lock, in order. */
  locks(): string[]
  /** Returns the expected response; called under the locks. */
  expected(): Expected
  /** The refusal of a repeated request that had succeeded before it was cut off. */
  doneBefore?: string
  /** Time passes for one row, instead of a request. */
  clock?: Clock
}

/** A ride departs, an offer of the waiting list lapses, or the time for an answer to a request ends. */
export interface Clock {
  event: 'depart' | 'lapse' | 'expire'
  id: string
}

export interface Chance {
  model: Model
  people: string[]
  random(): number
}

export const pick = <T>(list: readonly T[], random: () => number): T | undefined =>
  list[Math.floor(random() * list.length)]
export const between = (low: number, high: number, random: () => number) =>
  low + Math.floor(random() * (high - low + 1))

export const lockRide = (ride: Ride) => () => [`ride ${ride.id}`]
export const lockPairAndRide =
  ({ model }: Chance, a: number, b: number, ride: Ride) =>
  () => [`pair ${model.pairOf(a, b)}`, `ride ${ride.id}`]
/** Mostly returns the person with the right, sometimes another one. */
export const usually = (who: number, { people, random }: Chance) =>
  random() < 0.95 ? who : between(0, people.length - 1, random)

/** Returns two positions of stops in order. */
export function someSection({ stops }: Ride, random: () => number) {
  const from = between(0, stops - 2, random)
  return { from, to: between(from + 1, stops - 1, random) }
}

/** Returns an operation in which time passes for one row of a ride. */
export const passTime = (kind: string, ride: Ride, clock: Clock, expected: () => Expected): Operation => ({
  kind,
  caller: 0,
  method: '',
  path: '',
  locks: lockRide(ride),
  expected,
  clock,
})
