/** What the model of rides remembers, and what it expects of the server. */
import type { InstantBooking, WaitingState } from '@samtur/contract/constants'

export interface Ride {
  id: string
  driver: number
  seats: number
  price: number
  notes: string | null
  instant: InstantBooking
  status: 'active' | 'cancelled'
  departed: boolean
  version: number
  /** The published departure, in milliseconds. */
  departs: number
  /** Minutes by which the driver has moved it since. */
  moved: number
  /** Names of the stops, including both ends. */
  way: string[]
  /** Number of stops, including both ends. */
  stops: number
  requests: Reservation[]
  /** The waiting list in its order, with the places that have ended. */
  places: Place[]
}

export interface Section {
  from: number
  to: number
  seats: number
}

export interface Reservation extends Section {
  id: string
  ride: Ride
  passenger: number
  /** `lapsed`: unanswered at departure; the server ends it some time later, and until then a block may. */
  status: 'pending' | 'accepted' | 'rejected' | 'cancelled' | 'lapsed'
  /** Made from an offer of the waiting list, so that its seats count as taken while it is pending. */
  holds: boolean
  /** The value of `moved` when the passenger last agreed. */
  agreed: number
  /** The driver has removed the accepted passenger. */
  removed?: true
}

/** A person's place on the waiting list of a ride. */
export interface Place extends Section {
  id: string
  ride: Ride
  passenger: number
  /** `over`: waiting or offered at departure; the server ends it some time later, and until then the person may leave. */
  state: WaitingState | 'over'
  /** What a taken offer became. */
  reservation?: Reservation
}

export type Body = { id?: string; code?: string } & Record<string, unknown>

/** The server's expected response, and the state after a success. */
export interface Expected {
  code?: string
  /** Another refusal that is right as well, where two rules refuse. */
  or?: string
  /** A success that changes nothing is right as well. */
  orNothing?: true
  /** Returns the fields that the body of a success has, with the hours until `answer_by`; called before `apply`. */
  fields?(): Record<string, unknown>
  apply?(body: Body): void
}
