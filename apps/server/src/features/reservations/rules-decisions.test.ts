/** Every action on a reservation, in every state, by everyone, before and after departure. */
import type { ReservationEnding, ReservationStatus } from '@samtur/contract/constants'
import { describe, expect, test } from 'vitest'
import { type Action, type ActionStates, type Actor, decide } from './rules-decisions.ts'

const now = new Date('2027-05-01T08:00:00Z')
const secondsAhead = (seconds: number) => new Date(now.getTime() + 1000 * seconds)

/** Everything that can be true of a reservation, with nothing in the way of an acceptance. */
type State = ActionStates['accept'] & ActionStates['confirm'] & ActionStates['remove']
const pending: State = {
  status: 'pending',
  ended_by: null,
  departure: secondsAhead(1),
  ride_cancelled: false,
  ride_hidden: false,
  separated: false,
  detour_possible: true,
  minutes_over: 0,
  minutes_over_agreed: 0,
  holds_seats: false,
  answer_by: secondsAhead(1),
  seats_requested: 2,
  seats_free: 2,
  version: 3,
  seen_version: 3,
}

/** Writes a decision as the tables below do: the new status, who ended it and what happens to the seats, or the error. */
function outcomeOf(state: State, action: Action, actor: Actor) {
  const decision = decide(state, action, actor, now)
  if (decision.outcome === 'refused') return decision.code
  if (decision.outcome !== 'changed') return decision.outcome
  const { status, ended_by, seats } = decision
  return [status, ended_by && `by ${ended_by}`, seats !== 'keep' && `${seats} seats`].filter(Boolean).join(', ')
}

const states: Record<string, { status: ReservationStatus; ended_by: ReservationEnding | null }> = {
  pending: { status: 'pending', ended_by: null },
  accepted: { status: 'accepted', ended_by: null },
  rejected: { status: 'rejected', ended_by: 'driver' },
  withdrawn: { status: 'cancelled', ended_by: 'passenger' },
  removed: { status: 'cancelled', ended_by: 'removed' },
  expired: { status: 'cancelled', ended_by: 'expired' },
}
const everyone: readonly Actor[] = ['driver', 'passenger', 'other', 'system']

interface Row {
  by: Actor
  before: Record<keyof typeof states, string>
  /** Once the ride has departed; without it the same. */
  after?: Record<keyof typeof states, string>
}
const closed = 'reservation_closed'
const left = 'ride_departed'

/** For everyone who is not listed the reservation does not exist. */
const specification: Record<Action, Row[]> = {
  accept: [
    {
      by: 'driver',
      before: { pending: 'accepted, take seats', accepted: 'unchanged', rejected: closed, withdrawn: closed, removed: closed, expired: closed }, // prettier-ignore
      after: { pending: left, accepted: 'unchanged', rejected: closed, withdrawn: closed, removed: closed, expired: closed }, // prettier-ignore
    },
  ],
  reject: [
    {
      by: 'driver',
      before: { pending: 'rejected, by driver', accepted: closed, rejected: 'unchanged', withdrawn: closed, removed: closed, expired: closed }, // prettier-ignore
      after: { pending: left, accepted: closed, rejected: 'unchanged', withdrawn: closed, removed: closed, expired: closed }, // prettier-ignore
    },
  ],
  remove: [
    {
      by: 'driver',
      before: { pending: closed, accepted: 'cancelled, by removed, free seats', rejected: closed, withdrawn: closed, removed: 'unchanged', expired: closed }, // prettier-ignore
      after: { pending: closed, accepted: left, rejected: closed, withdrawn: closed, removed: 'unchanged', expired: closed }, // prettier-ignore
    },
  ],
  withdraw: [
    {
      by: 'passenger',
      before: { pending: 'cancelled, by passenger', accepted: 'cancelled, by passenger, free seats', rejected: closed, withdrawn: 'unchanged', removed: 'unchanged', expired: 'unchanged' }, // prettier-ignore
      after: { pending: left, accepted: left, rejected: closed, withdrawn: 'unchanged', removed: 'unchanged', expired: 'unchanged' }, // prettier-ignore
    },
  ],
  confirm: [
    {
      by: 'passenger',
      before: { pending: 'confirmed', accepted: 'confirmed', rejected: closed, withdrawn: closed, removed: closed, expired: closed }, // prettier-ignore
      after: { pending: left, accepted: left, rejected: closed, withdrawn: closed, removed: closed, expired: closed },
    },
  ],
  // Whether a ride can be cancelled or changed is decided before its reservations are looked at.
  cancel_ride: [
    {
      by: 'driver',
      before: { pending: 'cancelled, by ride_cancelled', accepted: 'cancelled, by ride_cancelled, free seats', rejected: 'unchanged', withdrawn: 'unchanged', removed: 'unchanged', expired: 'unchanged' }, // prettier-ignore
    },
  ],
  change_route: [
    {
      by: 'driver',
      before: { pending: 'cancelled, by route_changed', accepted: 'route_locked', rejected: 'unchanged', withdrawn: 'unchanged', removed: 'unchanged', expired: 'unchanged' }, // prettier-ignore
    },
  ],
  block: [
    {
      by: 'driver',
      before: { pending: 'rejected, by block', accepted: 'unchanged', rejected: 'unchanged', withdrawn: 'unchanged', removed: 'unchanged', expired: 'unchanged' }, // prettier-ignore
    },
    {
      by: 'passenger',
      before: { pending: 'cancelled, by passenger', accepted: 'unchanged', rejected: 'unchanged', withdrawn: 'unchanged', removed: 'unchanged', expired: 'unchanged' }, // prettier-ignore
    },
  ],
  expire: [
    {
      by: 'system',
      before: { pending: 'unchanged', accepted: 'unchanged', rejected: 'unchanged', withdrawn: 'unchanged', removed: 'unchanged', expired: 'unchanged' }, // prettier-ignore
      after: { pending: 'cancelled, by expired', accepted: 'unchanged', rejected: 'unchanged', withdrawn: 'unchanged', removed: 'unchanged', expired: 'unchanged' }, // prettier-ignore
    },
  ],
}

describe.each(Object.entries(specification) as [Action, Row[]][])('%s', (action, rows) => {
  test.each(everyone)('by %s', (actor) => {
    const row = rows.find(({ by }) => by === actor)
    for (const [name, state] of Object.entries(states)) {
      const before = { ...pending, ...state }
      expect(outcomeOf(before, action, actor), `${name} reservation`).toBe(row?.before[name] ?? 'not_found')
      const after = { ...before, departure: now }
      expect(outcomeOf(after, action, actor), `${name} reservation, departed`).toBe(
        (row?.after ?? row?.before)?.[name] ?? 'not_found',
      )
    }
  })
})

test.each<[string, Partial<State>, string]>([
  ['of the last free seats', {}, 'accepted, take seats'],
  ['of more seats than are free', { seats_free: 1 }, 'not_enough_seats'],
  ['on a hidden ride', { ride_hidden: true }, 'not_bookable'],
  ['across a block, which looks like a closed request', { separated: true }, 'reservation_closed'],
  ['on a cancelled ride', { ride_cancelled: true }, 'ride_cancelled'],
  // The first reason counts, so that a block shows nothing that the ride itself does not show.
  ['on a cancelled ride that has left', { ride_cancelled: true, departure: now }, 'ride_cancelled'],
  ['on a hidden ride that has left', { ride_hidden: true, departure: now }, 'ride_departed'],
  ['across a block on a hidden ride', { ride_hidden: true, separated: true }, 'not_bookable'],
  ['across a block on a full ride', { separated: true, seats_free: 0 }, 'reservation_closed'],
])('accepting a request %s', (_, changes, expected) => {
  expect(outcomeOf({ ...pending, ...changes }, 'accept', 'driver')).toBe(expected)
})

test.each<[string, Partial<State>, string]>([
  ['as the driver agrees to', { minutes_over: 12, minutes_over_agreed: 12 }, 'accepted, take seats'],
  ['less than the driver agrees to', { minutes_over: 11, minutes_over_agreed: 12 }, 'accepted, take seats'],
  ['more than the driver agrees to', { minutes_over: 13, minutes_over_agreed: 12 }, 'detour_over_limit'],
  ['and the driver agrees to none', { minutes_over: 1 }, 'detour_over_limit'],
  ['on a full ride', { minutes_over: 1, seats_free: 0 }, 'not_enough_seats'],
  ['across a block', { minutes_over: 1, separated: true }, 'reservation_closed'],
])('accepting a detour beyond the limit %s', (_, changes, expected) => {
  expect(outcomeOf({ ...pending, ...changes }, 'accept', 'driver')).toBe(expected)
})

test('the refusal of a detour beyond the limit says by how many minutes', () => {
  const decision = decide({ ...pending, minutes_over: 12 }, 'accept', 'driver', now)
  expect(decision).toEqual({ outcome: 'refused', code: 'detour_over_limit', params: { minutes: 12 } })
})

const held: State = { ...pending, holds_seats: true, seats_free: 2 }
test.each<[Action, Actor, string]>([
  ['accept', 'driver', 'accepted'],
  ['reject', 'driver', 'rejected, by driver, free seats'],
  ['withdraw', 'passenger', 'cancelled, by passenger, free seats'],
  ['cancel_ride', 'driver', 'cancelled, by ride_cancelled, free seats'],
  ['change_route', 'driver', 'cancelled, by route_changed, free seats'],
  ['block', 'driver', 'rejected, by block, free seats'],
  ['block', 'passenger', 'cancelled, by passenger, free seats'],
])('a request from the waiting list keeps its seats until %s by %s', (action, actor, expected) => {
  expect(outcomeOf(held, action, actor)).toBe(expected)
})

test.each<[Action, Actor, string]>([
  ['accept', 'driver', 'reservation_closed'],
  ['reject', 'driver', 'reservation_closed'],
  ['withdraw', 'passenger', 'cancelled, by passenger'],
  ['expire', 'system', 'cancelled, by expired'],
])('when the time for an answer is over: %s by %s', (action, actor, expected) => {
  expect(outcomeOf({ ...pending, answer_by: now }, action, actor)).toBe(expected)
})

test('a request from the waiting list that expires gives its seats back', () => {
  expect(outcomeOf({ ...held, answer_by: now }, 'expire', 'system')).toBe('cancelled, by expired, free seats')
})

test('a passenger confirms only the version of the ride on the screen', () => {
  const accepted: State = { ...pending, status: 'accepted' }
  expect(outcomeOf({ ...accepted, seen_version: 2 }, 'confirm', 'passenger')).toBe('ride_changed')
  expect(outcomeOf({ ...accepted, seen_version: 4 }, 'confirm', 'passenger')).toBe('ride_changed')
  expect(outcomeOf({ ...accepted, seen_version: 2, departure: now }, 'confirm', 'passenger')).toBe('ride_departed')
})
