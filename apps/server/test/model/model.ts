/**
 * The rules of rides, requests and ratings a second time, in memory and as simple as possible, for comparison with the server's responses.
 * It has no places and no clock: a ride has stops 0 to n, and departs when the test says so.
 */
import { confirmChangeMinutes, reservationAttemptsAfterRejection } from '@samtur/contract/constants'

export interface Ride {
  id: string
  driver: number
  seats: number
  price: number
  notes: string | null
  status: 'active' | 'cancelled'
  departed: boolean
  version: number
  /** The published departure, in milliseconds. */
  departs: number
  /** Minutes by which the driver has moved it since. */
  moved: number
  /** Number of stops, including both ends. */
  stops: number
  requests: Reservation[]
}

export interface Reservation {
  id: string
  ride: Ride
  passenger: number
  from: number
  to: number
  seats: number
  /** `lapsed`: unanswered at departure; the server ends it some time later, and until then a block may. */
  status: 'pending' | 'accepted' | 'rejected' | 'cancelled' | 'lapsed'
  /** The value of `moved` when the passenger last agreed. */
  agreed: number
  /** The driver has removed the accepted passenger. */
  removed?: true
}

/** The server's expected response, and the state after a success. */
export interface Expected {
  code?: string
  /** Another refusal that is right as well, where two rules refuse. */
  or?: string
  /** A success that changes nothing is right as well. */
  orNothing?: true
  apply?(body: { id?: string }): void
}

export const recentRides = 40

const pair = (a: number, b: number) => (a < b ? `${a}-${b}` : `${b}-${a}`)
const refuse = (code: string, or?: string): Expected => ({ code, ...(or && { or }) })
const lapsed: Expected = { code: 'ride_departed', or: 'reservation_closed', orNothing: true }
const success = (apply: Expected['apply'] = () => {}): Expected => ({ apply })

export class Model {
  readonly rides = new Map<string, Ride>()
  /** The latest rides, where most actions happen. */
  recent: Ride[] = []
  readonly reservations = new Map<string, Reservation>()
  /** rater-rated-ride */
  readonly ratings = new Map<string, { rated: number; value: number }>()
  /** Pairs of who blocks whom. */
  readonly blocks = new Set<string>()

  /** Returns the seats taken on the fullest leg between two stops. */
  taken(ride: Ride, from = 0, to = ride.stops - 1): number {
    const accepted = ride.requests.filter((one) => one.status === 'accepted')
    const legs = Array.from({ length: to - from }, (_, i) => from + i)
    const sums = legs.map((leg) =>
      accepted.reduce((sum, one) => sum + (one.from <= leg && leg < one.to ? one.seats : 0), 0),
    )
    return Math.max(...sums)
  }
  isBlocked(a: number, b: number): boolean {
    return this.blocks.has(`${a}>${b}`) || this.blocks.has(`${b}>${a}`)
  }
  pairOf = pair

  depart(ride: Ride): Expected {
    return success(() => {
      if (ride.status === 'cancelled') return
      ride.departed = true
      for (const request of ride.requests) if (request.status === 'pending') request.status = 'lapsed'
    })
  }

  publish(driver: number, ride: Pick<Ride, 'seats' | 'price' | 'stops' | 'departs'>): Expected {
    return success(({ id = '' }) => {
      const fresh = { status: 'active', departed: false, version: 1, moved: 0, notes: null } as const
      const published: Ride = { ...fresh, ...ride, id, driver, requests: [] }
      this.rides.set(id, published)
      this.recent = [...this.recent, published].slice(-recentRides)
    })
  }

  reserve(
    passenger: number,
    ride: Ride,
    input: { from: number; to: number; seats: number; version: number },
  ): Expected {
    if (passenger === ride.driver) return refuse('own_ride')
    if (ride.status === 'cancelled') return refuse('ride_cancelled')
    if (ride.departed) return refuse('ride_departed')
    if (this.isBlocked(passenger, ride.driver)) return refuse('not_bookable')
    const own = ride.requests.filter((one) => one.passenger === passenger)
    const stale = input.version === ride.version ? undefined : 'ride_changed'
    if (own.some(({ status }) => status === 'pending' || status === 'accepted'))
      return refuse('already_reserved', stale)
    if (
      own.filter(({ status, removed }) => status === 'rejected' || removed).length >= reservationAttemptsAfterRejection
    )
      return refuse('too_many_attempts', stale)
    const full = input.seats > ride.seats - this.taken(ride, input.from, input.to)
    if (stale) return refuse(stale, full ? 'not_enough_seats' : undefined)
    if (full) return refuse('not_enough_seats')
    return success(({ id = '' }) => {
      const { from, to, seats } = input
      const request: Reservation = { id, ride, passenger, from, to, seats, status: 'pending', agreed: ride.moved }
      this.reservations.set(id, request)
      ride.requests.push(request)
    })
  }

  accept(caller: number, request: Reservation): Expected {
    const { ride } = request
    if (caller !== ride.driver) return refuse('not_found')
    if (request.status === 'lapsed') return lapsed
    if (request.status === 'accepted') return success()
    if (request.status !== 'pending') return refuse('reservation_closed')
    if (this.isBlocked(caller, request.passenger)) return refuse('reservation_closed')
    if (request.seats > ride.seats - this.taken(ride, request.from, request.to)) return refuse('not_enough_seats')
    return success(() => void (request.status = 'accepted'))
  }

  reject(caller: number, request: Reservation): Expected {
    if (caller !== request.ride.driver) return refuse('not_found')
    if (request.status === 'lapsed') return lapsed
    if (request.status === 'rejected') return success()
    if (request.status !== 'pending') return refuse('reservation_closed')
    return success(() => void (request.status = 'rejected'))
  }

  remove(caller: number, request: Reservation): Expected {
    if (caller !== request.ride.driver) return refuse('not_found')
    if (request.removed) return success()
    if (request.status !== 'accepted') return refuse('reservation_closed')
    if (request.ride.departed) return refuse('ride_departed')
    return success(() => void Object.assign(request, { status: 'cancelled', removed: true }))
  }

  withdraw(caller: number, request: Reservation): Expected {
    if (caller !== request.passenger) return refuse('not_found')
    if (request.status === 'lapsed') return lapsed
    if (request.status === 'cancelled') return success()
    if (request.status === 'rejected') return refuse('reservation_closed')
    if (request.ride.departed) return refuse('ride_departed')
    return success(() => void (request.status = 'cancelled'))
  }

  confirm(caller: number, request: Reservation, version: number): Expected {
    const { ride } = request
    if (caller !== request.passenger) return refuse('not_found')
    if (request.status === 'lapsed') return refuse('ride_departed', 'reservation_closed')
    if (request.status !== 'accepted' && request.status !== 'pending') return refuse('reservation_closed')
    if (ride.departed) return refuse('ride_departed')
    if (version !== ride.version) return refuse('ride_changed')
    return success(() => void (request.agreed = ride.moved))
  }
  awaitsConfirmation({ status, ride, agreed }: Reservation): boolean {
    return status === 'accepted' && Math.abs(ride.moved - agreed) > confirmChangeMinutes
  }

  edit(
    caller: number,
    ride: Ride,
    input: { version: number; price?: number; seats?: number; notes?: string; minutes?: number },
  ): Expected {
    if (caller !== ride.driver) return refuse('not_found')
    if (ride.status === 'cancelled') return refuse('ride_cancelled')
    if (ride.departed) return refuse('ride_departed')
    if (input.version !== ride.version) return refuse('ride_changed')
    const promised = ride.requests.some(({ status }) => status === 'pending' || status === 'accepted')
    if (input.price !== undefined && input.price > ride.price && promised) return refuse('validation')
    if (input.seats !== undefined && input.seats < this.taken(ride)) return refuse('seats_taken')
    const { price = ride.price, seats = ride.seats, notes = ride.notes, minutes = 0 } = input
    const changes = price !== ride.price || seats !== ride.seats || notes !== ride.notes || minutes !== 0
    return success(() => {
      Object.assign(ride, { price, seats, notes, moved: ride.moved + minutes, version: ride.version + Number(changes) })
    })
  }

  cancelRide(caller: number, ride: Ride): Expected {
    if (caller !== ride.driver) return refuse('not_found')
    if (ride.status === 'cancelled') return success()
    if (ride.departed) return refuse('ride_departed')
    return success(() => {
      ride.status = 'cancelled'
      for (const request of ride.requests)
        if (request.status === 'pending' || request.status === 'accepted') request.status = 'cancelled'
    })
  }

  rate(caller: number, request: Reservation, value: number): Expected {
    const { ride, passenger } = request
    const rated = caller === passenger ? ride.driver : caller === ride.driver ? passenger : undefined
    if (rated === undefined) return refuse('not_found')
    const key = `${caller}-${rated}-${ride.id}`
    if (request.status !== 'accepted') return refuse('not_accepted')
    if (!ride.departed) return refuse('not_departed')
    if (this.ratings.has(key)) return refuse('already_rated')
    return success(() => void this.ratings.set(key, { rated, value }))
  }

  block(blocker: number, blocked: number): Expected {
    return success(() => {
      this.blocks.add(`${blocker}>${blocked}`)
      for (const request of this.reservations.values())
        if (request.status === 'pending' && pair(request.passenger, request.ride.driver) === pair(blocker, blocked))
          request.status = request.passenger === blocker ? 'cancelled' : 'rejected'
    })
  }
  unblock(blocker: number, blocked: number): Expected {
    return success(() => void this.blocks.delete(`${blocker}>${blocked}`))
  }
}
