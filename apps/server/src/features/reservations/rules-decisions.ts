/** Decides what an action does to a reservation. Pure: the store locks the reservation before and writes the decision after it. */
import type { ReservationEnding, ReservationStatus } from '@samtur/contract/constants'

/** `system` is the clock: no person acts. */
export type Actor = 'driver' | 'passenger' | 'other' | 'system'

export interface ReservationState {
  status: ReservationStatus
  departure: Date
  /** A pending request from the waiting list, whose seats count as taken. */
  holds_seats: boolean
}

/** The state that each action is decided by. */
export interface ActionStates {
  /** The driver gives the passenger the seats. */
  accept: ReservationState & {
    ride_cancelled: boolean
    /** An administrator has hidden the ride. */
    ride_hidden: boolean
    /** One of the two has blocked the other, the account of one is suspended, or the ride is for another gender than the passenger's. */
    separated: boolean
    /** The place of the requested detour can become a stop; true for a section between stops. */
    detour_possible: boolean
    /** By how many minutes the detour goes beyond what the driver allows for all of them, and to how many the driver agrees. */
    minutes_over: number
    minutes_over_agreed: number
    answer_by: Date | null
    seats_requested: number
    /** Without the seats that the request itself holds. */
    seats_free: number
  }
  /** The driver refuses a request. */
  reject: ReservationState & { answer_by: Date | null }
  /** The driver takes an accepted passenger off the ride. */
  remove: ReservationState & { ended_by: ReservationEnding | null }
  /** The passenger takes back a request or gives back the seats. */
  withdraw: ReservationState
  /** The passenger agrees to the changed ride; `seen_version` is the version on the passenger's screen. */
  confirm: ReservationState & { version: number; seen_version: number }
  /** The driver cancels the whole ride. */
  cancel_ride: ReservationState
  /** The driver changes the stops. */
  change_route: ReservationState
  /** One of the two blocks the other. */
  block: ReservationState
  /** The time for the driver's answer is over, or the ride has departed. */
  expire: ReservationState & { answer_by: Date | null }
}
export type Action = keyof ActionStates

export type Refusal =
  | 'not_found'
  | 'reservation_closed'
  | 'ride_cancelled'
  | 'ride_departed'
  | 'ride_changed'
  | 'not_bookable'
  | 'not_enough_seats'
  | 'detour_unavailable'
  | 'detour_over_limit'
  | 'route_locked'

export type Decision =
  | {
      outcome: 'changed'
      status: ReservationStatus
      ended_by: ReservationEnding | null
      seats: 'take' | 'free' | 'keep'
    }
  /** The status stays; what the passenger has agreed to becomes the section as it is. */
  | { outcome: 'confirmed' }
  | { outcome: 'unchanged' }
  | { outcome: 'refused'; code: Refusal; params?: Record<string, number> }

const unchanged: Decision = { outcome: 'unchanged' }
const refuse = (code: Refusal, params?: Record<string, number>): Decision => ({
  outcome: 'refused',
  code,
  ...(params && { params }),
})
const takesSeats = ({ status, holds_seats }: ReservationState) => status === 'accepted' || holds_seats
const accept = (state: ReservationState): Decision => ({
  outcome: 'changed',
  status: 'accepted',
  ended_by: null,
  seats: state.holds_seats ? 'keep' : 'take',
})
const reject = (state: ReservationState, ended_by: 'driver' | 'block' = 'driver'): Decision => ({
  outcome: 'changed',
  status: 'rejected',
  ended_by,
  seats: takesSeats(state) ? 'free' : 'keep',
})
const cancel = (state: ReservationState, ended_by: ReservationEnding): Decision => ({
  outcome: 'changed',
  status: 'cancelled',
  ended_by,
  seats: takesSeats(state) ? 'free' : 'keep',
})

const isActive = ({ status }: ReservationState) => status === 'pending' || status === 'accepted'
const hasLeft = ({ departure }: ReservationState, now: Date) => departure <= now
const isOver = ({ answer_by }: { answer_by: Date | null }, now: Date) => answer_by !== null && answer_by <= now

interface Rule<A extends Action> {
  by: readonly Actor[]
  decide: (state: ActionStates[A], now: Date, actor: Actor) => Decision
}

const rules: { [A in Action]: Rule<A> } = {
  accept: {
    by: ['driver'],
    decide(state, now) {
      if (state.status === 'accepted') return unchanged
      if (state.status !== 'pending') return refuse('reservation_closed')
      if (state.ride_cancelled) return refuse('ride_cancelled')
      if (hasLeft(state, now)) return refuse('ride_departed')
      if (isOver(state, now)) return refuse('reservation_closed')
      if (state.ride_hidden) return refuse('not_bookable')
      // The same code as for a closed request: a block is not disclosed.
      if (state.separated) return refuse('reservation_closed')
      if (!state.detour_possible) return refuse('detour_unavailable')
      if (state.seats_requested > state.seats_free) return refuse('not_enough_seats')
      const { minutes_over: minutes, minutes_over_agreed } = state
      return minutes > minutes_over_agreed ? refuse('detour_over_limit', { minutes }) : accept(state)
    },
  },
  reject: {
    by: ['driver'],
    decide(state, now) {
      if (state.status === 'rejected') return unchanged
      if (state.status !== 'pending') return refuse('reservation_closed')
      if (hasLeft(state, now)) return refuse('ride_departed')
      return isOver(state, now) ? refuse('reservation_closed') : reject(state)
    },
  },
  remove: {
    by: ['driver'],
    decide(state, now) {
      if (state.ended_by === 'removed') return unchanged
      if (state.status !== 'accepted') return refuse('reservation_closed')
      return hasLeft(state, now) ? refuse('ride_departed') : cancel(state, 'removed')
    },
  },
  withdraw: {
    by: ['passenger'],
    decide(state, now) {
      if (state.status === 'cancelled') return unchanged
      if (!isActive(state)) return refuse('reservation_closed')
      return hasLeft(state, now) ? refuse('ride_departed') : cancel(state, 'passenger')
    },
  },
  confirm: {
    by: ['passenger'],
    decide(state, now) {
      if (!isActive(state)) return refuse('reservation_closed')
      if (hasLeft(state, now)) return refuse('ride_departed')
      return state.seen_version === state.version ? { outcome: 'confirmed' } : refuse('ride_changed')
    },
  },
  cancel_ride: {
    by: ['driver'],
    decide: (state) => (isActive(state) ? cancel(state, 'ride_cancelled') : unchanged),
  },
  change_route: {
    by: ['driver'],
    decide(state) {
      // The positions of an accepted reservation would name other stops.
      if (state.status === 'accepted') return refuse('route_locked')
      return state.status === 'pending' ? cancel(state, 'route_changed') : unchanged
    },
  },
  block: {
    by: ['driver', 'passenger'],
    decide(state, _now, actor) {
      if (state.status !== 'pending') return unchanged
      // A passenger who blocks takes the request back; to the passenger whom the driver blocks it looks refused.
      return actor === 'passenger' ? cancel(state, 'passenger') : reject(state, 'block')
    },
  },
  expire: {
    by: ['system'],
    decide: (state, now) =>
      state.status === 'pending' && (hasLeft(state, now) || isOver(state, now)) ? cancel(state, 'expired') : unchanged,
  },
}

/** Returns what an action does to a reservation. For an actor who may not take the action the reservation does not exist. */
export function decide<A extends Action>(state: ActionStates[A], action: A, actor: Actor, now: Date): Decision {
  const rule: Rule<A> = rules[action]
  return rule.by.includes(actor) ? rule.decide(state, now, actor) : refuse('not_found')
}
