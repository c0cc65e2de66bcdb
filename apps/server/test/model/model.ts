/**
 * The rules of rides, requests, waiting lists and ratings a second time, in memory and as simple as possible, for comparison with the
 * server's responses. It has no places and no clock: a ride has stops 0 to n, and departs when the test says so; so do offers lapse.
 */
import {
  confirmChangeMinutes,
  heldAnswer,
  type InstantBooking,
  reservationAttemptsAfterRejection,
  trustedTrips,
} from '@samtur/contract/constants'
import type { Body, Expected, Place, Reservation, Ride, Section } from './records.ts'

export const recentRides = 40
/** How long each ride takes. */
export const tripMilliseconds = 6 * 3_600_000

const pair = (a: number, b: number) => (a < b ? `${a}-${b}` : `${b}-${a}`)
const refuse = (code: string, or?: string): Expected => ({ code, ...(or && { or }) })
const lapsed: Expected = { code: 'ride_departed', or: 'reservation_closed', orNothing: true }
const success = (apply: Expected['apply'] = () => {}): Expected => ({ apply })
const isActive = ({ status }: Reservation) => status === 'pending' || status === 'accepted'
export const isOpen = ({ state }: Place) => state === 'waiting' || state === 'offered'

export class Model {
  readonly rides = new Map<string, Ride>()
  /** The latest rides, where most actions happen. */
  recent: Ride[] = []
  readonly reservations = new Map<string, Reservation>()
  readonly places = new Map<string, Place>()
  /** rater-rated-ride */
  readonly ratings = new Map<string, { rated: number; value: number }>()
  /** Pairs of who blocks whom. */
  readonly blocks = new Set<string>()
  /** How many trips each person has completed. */
  readonly #trips = new Map<number, number>()
  /** Rides that are just departing: somebody may have completed one more trip already. */
  readonly #departing = new Set<Ride>()

  /** Returns the seats taken on the fullest leg between two stops; without those that an offer to one person holds. */
  taken(ride: Ride, from = 0, to = ride.stops - 1, without?: number): number {
    const taking: Section[] = [
      ...ride.requests.filter(({ status, holds }) => status === 'accepted' || (status === 'pending' && holds)),
      ...ride.places.filter(({ state, passenger }) => state === 'offered' && passenger !== without),
    ]
    const legs = Array.from({ length: to - from }, (_, i) => from + i)
    const sums = legs.map((leg) =>
      taking.reduce((sum, one) => sum + (one.from <= leg && leg < one.to ? one.seats : 0), 0),
    )
    return Math.max(...sums)
  }
  fits(ride: Ride, { from, to, seats }: Section, without?: number): boolean {
    return seats <= ride.seats - this.taken(ride, from, to, without)
  }
  isBlocked(a: number, b: number): boolean {
    return this.blocks.has(`${a}>${b}`) || this.blocks.has(`${b}>${a}`)
  }
  pairOf = pair

  /** A success after which free seats of the ride are offered, each person in the order of the list whose seats are free. */
  #offersAfter(ride: Ride, apply: NonNullable<Expected['apply']>): Expected {
    return success((body) => {
      apply(body)
      if (ride.status === 'cancelled' || ride.departed) return
      for (const place of ride.places)
        if (place.state === 'waiting' && !this.isBlocked(place.passenger, ride.driver) && this.fits(ride, place))
          place.state = 'offered'
    })
  }

  depart(ride: Ride): Expected {
    if (ride.status === 'cancelled' || ride.departed) return success()
    this.#departing.add(ride)
    return success(() => {
      this.#departing.delete(ride)
      ride.departed = true
      for (const request of ride.requests) if (request.status === 'pending') request.status = 'lapsed'
      for (const place of ride.places) if (isOpen(place)) place.state = 'over'
      const passengers = ride.requests.filter(({ status }) => status === 'accepted').map(({ passenger }) => passenger)
      const people = passengers.length > 0 ? [ride.driver, ...passengers] : []
      for (const person of people) this.#trips.set(person, (this.#trips.get(person) ?? 0) + 1)
    })
  }

  publish(driver: number, ride: Pick<Ride, 'seats' | 'price' | 'way' | 'departs' | 'instant'>): Expected {
    return success(({ id = '' }) => {
      const fresh = { status: 'active', departed: false, version: 1, moved: 0, notes: null } as const
      const published: Ride = { ...fresh, ...ride, id, driver, stops: ride.way.length, requests: [], places: [] }
      this.rides.set(id, published)
      this.recent = [...this.recent, published].slice(-recentRides)
    })
  }

  isTrusted(person: number): boolean {
    return (this.#trips.get(person) ?? 0) >= trustedTrips
  }

  /** Returns whether the person has another trip near the time of a ride. */
  #travelsBeside(person: number, ride: Ride): boolean {
    const departureOf = ({ departs, moved }: Ride) => departs + moved * 60_000
    return [...this.rides.values()].some(
      (other) =>
        other !== ride &&
        other.status === 'active' &&
        !other.departed &&
        (other.driver === person || other.requests.some((one) => one.passenger === person && isActive(one))) &&
        Math.abs(departureOf(other) - departureOf(ride)) < tripMilliseconds,
    )
  }

  /**
   * Returns the function that returns the fields of the response to a request or a taken offer. A person who was not trusted when the
   * request was sent may be by now. Without a completed trip, and beside another trip, a person may get a request on an instant ride.
   */
  #statusOf(ride: Ride, person: number, hours: number, holds_seats: boolean): NonNullable<Expected['fields']> {
    const { instant } = ride
    const accepted = { status: 'accepted', holds_seats: false, answer_by: null }
    const wasTrusted = this.isTrusted(person)
    const mayWait = !this.#trips.has(person) || this.#travelsBeside(person, ride)
    return () => {
      if (instant === 'all' || (instant === 'trusted' && wasTrusted)) return mayWait ? {} : accepted
      const isUnsure = instant === 'trusted' && (this.isTrusted(person) || this.#departing.size > 0)
      return isUnsure ? {} : { status: 'pending', holds_seats, answer_hours: hours }
    }
  }

  /** Returns why a person cannot ask for seats on a ride at all. */
  #obstacle(passenger: number, ride: Ride): string | undefined {
    if (passenger === ride.driver) return 'own_ride'
    if (ride.status === 'cancelled') return 'ride_cancelled'
    if (ride.departed) return 'ride_departed'
    if (this.isBlocked(passenger, ride.driver)) return 'not_bookable'
    const own = ride.requests.filter((one) => one.passenger === passenger)
    if (own.some(isActive)) return 'already_reserved'
    const refused = own.filter(({ status, removed }) => status === 'rejected' || removed)
    return refused.length >= reservationAttemptsAfterRejection ? 'too_many_attempts' : undefined
  }

  #addRequest(ride: Ride, passenger: number, { from, to, seats }: Section, holds: boolean, body: Body): Reservation {
    const status = body['status'] === 'accepted' ? 'accepted' : 'pending'
    const request = { id: body.id ?? '', ride, passenger, from, to, seats, status, holds, agreed: ride.moved } as const
    this.reservations.set(request.id, request)
    ride.requests.push(request)
    return request
  }

  /** Returns the person's place on the list of a ride that has not ended. */
  #openPlace(ride: Ride, person: number): Place | undefined {
    return ride.places.find((place) => place.passenger === person && isOpen(place))
  }

  reserve(passenger: number, ride: Ride, input: Section & { version: number; hours: number }): Expected {
    const obstacle = this.#obstacle(passenger, ride)
    const stale = input.version === ride.version ? undefined : 'ride_changed'
    if (obstacle)
      return refuse(obstacle, obstacle === 'already_reserved' || obstacle === 'too_many_attempts' ? stale : undefined)
    const full = !this.fits(ride, input, passenger)
    if (stale) return refuse(stale, full ? 'not_enough_seats' : undefined)
    if (full) return refuse('not_enough_seats')
    const fields = this.#statusOf(ride, passenger, input.hours, false)
    const done = this.#offersAfter(ride, (body) => {
      const place = this.#openPlace(ride, passenger)
      if (place) place.state = 'left'
      this.#addRequest(ride, passenger, input, false, body)
    })
    return { ...done, fields }
  }

  join(passenger: number, ride: Ride, input: Section): Expected {
    const obstacle = this.#obstacle(passenger, ride)
    if (obstacle) return refuse(obstacle)
    // Stops or seats may be fewer than when the person looked.
    if (input.to >= ride.stops || input.seats > ride.seats) return refuse('validation')
    if (this.#openPlace(ride, passenger)) return refuse('already_waiting')
    if (this.fits(ride, input)) return refuse('seats_available')
    const before = ride.places.filter(
      ({ state, from, to }) => state === 'waiting' && from < input.to && input.from < to,
    )
    const { from, to, seats } = input
    return {
      fields: () => ({ state: 'waiting', place_in_line: before.length + 1, offer_from: null, offer_until: null }),
      apply: ({ id = '' }) => {
        const place: Place = { id, ride, passenger, from, to, seats, state: 'waiting' }
        this.places.set(id, place)
        ride.places.push(place)
      },
    }
  }

  leave(caller: number, ride: Ride): Expected {
    const place = ride.places.findLast(({ passenger }) => passenger === caller)
    if (!place) return refuse('not_found')
    if (!isOpen(place))
      return { ...success(), fields: () => ({ id: place.id, ...(place.state !== 'over' && { state: place.state }) }) }
    const done = this.#offersAfter(ride, () => void (place.state = 'left'))
    return { ...done, fields: () => ({ id: place.id, state: 'left', place_in_line: null }) }
  }

  take(caller: number, place: Place): Expected {
    const { ride, passenger } = place
    if (caller !== passenger) return refuse('not_found')
    const { reservation } = place
    if (reservation) return { ...success(), fields: () => ({ id: reservation.id }) }
    if (place.state !== 'offered') return refuse('offer_closed')
    const obstacle = this.#obstacle(passenger, ride)
    if (obstacle) return refuse(obstacle)
    const fields = this.#statusOf(ride, passenger, heldAnswer.maxHours, true)
    const done = this.#offersAfter(ride, (body) => {
      const made = this.#addRequest(ride, passenger, place, body['status'] !== 'accepted', body)
      Object.assign(place, { state: 'taken', reservation: made })
    })
    return { ...done, fields }
  }

  /** The time of an offer is over. */
  lapse(place: Place): Expected {
    if (place.state !== 'offered') return success()
    return this.#offersAfter(place.ride, () => void (place.state = 'lapsed'))
  }

  /** The time for the answer to a request is over. */
  expire(request: Reservation): Expected {
    if (request.status !== 'pending') return success()
    return this.#offersAfter(request.ride, () => void (request.status = 'cancelled'))
  }

  accept(caller: number, request: Reservation): Expected {
    const { ride } = request
    if (caller !== ride.driver) return refuse('not_found')
    if (request.status === 'lapsed') return lapsed
    if (request.status === 'accepted') return success()
    if (request.status !== 'pending') return refuse('reservation_closed')
    if (this.isBlocked(caller, request.passenger)) return refuse('reservation_closed')
    if (!request.holds && !this.fits(ride, request)) return refuse('not_enough_seats')
    return success(() => void Object.assign(request, { status: 'accepted', holds: false }))
  }

  reject(caller: number, request: Reservation): Expected {
    if (caller !== request.ride.driver) return refuse('not_found')
    if (request.status === 'lapsed') return lapsed
    if (request.status === 'rejected') return success()
    if (request.status !== 'pending') return refuse('reservation_closed')
    return this.#offersAfter(request.ride, () => void (request.status = 'rejected'))
  }

  remove(caller: number, request: Reservation): Expected {
    if (caller !== request.ride.driver) return refuse('not_found')
    if (request.removed) return success()
    if (request.status !== 'accepted') return refuse('reservation_closed')
    if (request.ride.departed) return refuse('ride_departed')
    return this.#offersAfter(request.ride, () => Object.assign(request, { status: 'cancelled', removed: true }))
  }

  withdraw(caller: number, request: Reservation): Expected {
    if (caller !== request.passenger) return refuse('not_found')
    if (request.status === 'lapsed') return lapsed
    if (request.status === 'cancelled') return success()
    if (request.status === 'rejected') return refuse('reservation_closed')
    if (request.ride.departed) return refuse('ride_departed')
    return this.#offersAfter(request.ride, () => void (request.status = 'cancelled'))
  }

  confirm(caller: number, request: Reservation, version: number): Expected {
    const { ride } = request
    if (caller !== request.passenger) return refuse('not_found')
    if (request.status === 'lapsed') return refuse('ride_departed', 'reservation_closed')
    if (!isActive(request)) return refuse('reservation_closed')
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
    input: {
      version: number
      price?: number
      seats?: number
      notes?: string
      minutes?: number
      instant?: InstantBooking
    },
  ): Expected {
    if (caller !== ride.driver) return refuse('not_found')
    if (ride.status === 'cancelled') return refuse('ride_cancelled')
    const { price = ride.price, seats = ride.seats, notes = ride.notes, minutes = 0, instant = ride.instant } = input
    if (ride.departed) return refuse(input.instant && instant !== 'off' ? 'validation' : 'ride_departed')
    if (input.version !== ride.version) return refuse('ride_changed')
    const promised = ride.requests.some(isActive) || ride.places.some(({ state }) => state === 'offered')
    if (price > ride.price && promised) return refuse('validation')
    if (seats < this.taken(ride)) return refuse('seats_taken')
    const terms = price !== ride.price || notes !== ride.notes || instant !== ride.instant
    const version = ride.version + Number(terms || seats !== ride.seats || minutes !== 0)
    return this.#offersAfter(ride, () =>
      Object.assign(ride, { price, seats, notes, instant, moved: ride.moved + minutes, version }),
    )
  }

  /** The driver changes the stops between the ends: requests and places end, and then name the whole ride. */
  reroute(caller: number, ride: Ride, input: { version: number; way: string[] }): Expected {
    if (caller !== ride.driver) return refuse('not_found')
    if (ride.status === 'cancelled') return refuse('ride_cancelled')
    if (ride.departed) return refuse('ride_departed')
    if (input.version !== ride.version) return refuse('ride_changed')
    if (input.way.join() === ride.way.join()) return success()
    if (ride.requests.some(({ status }) => status === 'accepted')) return refuse('route_locked')
    return success(() => {
      const { way } = input
      Object.assign(ride, { way, stops: way.length, version: ride.version + 1 })
      for (const request of ride.requests) if (request.status === 'pending') request.status = 'cancelled'
      for (const place of ride.places) if (isOpen(place)) place.state = 'ended'
      for (const one of [...ride.requests, ...ride.places]) Object.assign(one, { from: 0, to: way.length - 1 })
    })
  }

  cancelRide(caller: number, ride: Ride): Expected {
    if (caller !== ride.driver) return refuse('not_found')
    if (ride.status === 'cancelled') return success()
    if (ride.departed) return refuse('ride_departed')
    return success(() => {
      ride.status = 'cancelled'
      for (const request of ride.requests) if (isActive(request)) request.status = 'cancelled'
      for (const place of ride.places) if (isOpen(place)) place.state = 'ended'
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
    // All ratings of a run are of one day.
    if ([...this.ratings.keys()].some((other) => other.startsWith(`${caller}-${rated}-`)))
      return refuse('rated_recently', 'rated_same_time')
    return success(() => void this.ratings.set(key, { rated, value }))
  }

  /** Returns the rides on which a block between the two ends something. */
  ridesBetween(a: number, b: number): Ride[] {
    const isBetween = ({ passenger, ride }: Reservation | Place) => pair(passenger, ride.driver) === pair(a, b)
    const requests = [...this.reservations.values()].filter((one) => one.status === 'pending' && isBetween(one))
    const places = [...this.places.values()].filter((one) => isOpen(one) && isBetween(one))
    return [...new Set([...requests, ...places].map(({ ride }) => ride))]
  }

  block(blocker: number, blocked: number): Expected {
    const rides = this.ridesBetween(blocker, blocked)
    const isOfTwo = ({ passenger }: Reservation | Place) => passenger === blocker || passenger === blocked
    return success((body) => {
      this.blocks.add(`${blocker}>${blocked}`)
      for (const ride of rides)
        this.#offersAfter(ride, () => {
          for (const request of ride.requests.filter(isOfTwo))
            if (request.status === 'pending') request.status = request.passenger === blocker ? 'cancelled' : 'rejected'
          for (const place of ride.places.filter(isOfTwo)) if (isOpen(place)) place.state = 'ended'
        }).apply?.(body)
    })
  }
  unblock(blocker: number, blocked: number): Expected {
    return success(() => void this.blocks.delete(`${blocker}>${blocked}`))
  }
}
