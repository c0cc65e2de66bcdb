/** Random actions of the model test's clients: mostly sensible, often not allowed. */
import { randomUUID } from 'node:crypto'
import { type Expected, type Model, recentRides, type Reservation, type Ride } from './model.ts'

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
  /** A departure instead of a request. */
  departs?: Ride
}

export interface Chance {
  model: Model
  people: string[]
  random(): number
}

const places = ['Oslo', 'Hamar', 'Lillehammer', 'Otta', 'Dombås', 'Oppdal', 'Trondheim']
const pick = <T>(list: readonly T[], random: () => number): T | undefined => list[Math.floor(random() * list.length)]
const between = (low: number, high: number, random: () => number) => low + Math.floor(random() * (high - low + 1))

type Maker = (chance: Chance, ride: Ride, request: Reservation | undefined) => Operation | undefined

/** Actions with their weights. */
const makers: [number, Maker][] = [
  [30, reserve],
  [22, accept],
  [6, (chance, ride, request) => answer('reject', chance, ride, request)],
  [8, withdraw],
  [4, remove],
  [10, edit],
  [4, confirm],
  [1, cancelRide],
  [6, rate],
  [3, block],
]
const sum = makers.reduce((total, [weight]) => total + weight, 0)

export function chooseOperation(chance: Chance): Operation {
  const { model, random } = chance
  if (model.recent.length < recentRides || random() < 0.08) return publish(chance)
  for (let tries = 0; tries < 5; tries++) {
    const ride = pick(model.recent, random)
    if (!ride) break
    if (random() < 0.01) return depart(chance, ride)
    let dice = random() * sum
    const maker = makers.find(([weight]) => (dice -= weight) < 0)?.[1]
    // Half of the actions are about the newest requests, because old ones have ended.
    const request = pick(random() < 0.5 ? ride.requests.slice(-3) : ride.requests, random)
    const operation = maker?.(chance, ride, request)
    if (operation) return operation
  }
  return publish(chance)
}

const lockRide = (ride: Ride) => () => [`ride ${ride.id}`]
const lockPairAndRide =
  ({ model }: Chance, a: number, b: number, ride: Ride) =>
  () => [`pair ${model.pairOf(a, b)}`, `ride ${ride.id}`]
/** Mostly returns the person with the right, sometimes another one. */
const usually = (who: number, { people, random }: Chance) =>
  random() < 0.95 ? who : between(0, people.length - 1, random)

function publish({ model, people, random }: Chance): Operation {
  const caller = between(0, people.length - 1, random)
  const stops = between(2, 5, random)
  const start = between(0, places.length - stops, random)
  const way = places.slice(start, start + stops)
  const departs = Date.now() + between(30, 200, random) * 86_400_000
  const terms = { seats: between(1, 4, random), price: between(100, 400, random), stops, departs }
  const body = {
    start_location: way[0],
    stops: way.slice(1, -1),
    end_location: way.at(-1),
    ...timesOf(departs),
    price: terms.price,
    total_seats: terms.seats,
    license_plate: 'AB12345',
    car_make: 'Volvo',
    car_model: 'V60',
    car_color: 'Blå',
  }
  const expected = () => model.publish(caller, terms)
  return { kind: 'publish', caller, method: 'POST', path: '/rides', body, locks: () => [], expected }
}

const timesOf = (departs: number) => ({
  departure_time: new Date(departs).toISOString(),
  arrival_time: new Date(departs + 6 * 3_600_000).toISOString(),
})

function depart({ model }: Chance, ride: Ride): Operation {
  return {
    kind: 'depart',
    caller: 0,
    method: '',
    path: '',
    locks: lockRide(ride),
    expected: () => model.depart(ride),
    departs: ride,
  }
}

function reserve(chance: Chance, ride: Ride): Operation {
  const { model, people, random } = chance
  const caller = between(0, people.length - 1, random)
  const from = between(0, ride.stops - 2, random)
  const input = {
    from,
    to: between(from + 1, ride.stops - 1, random),
    seats: between(1, 2, random),
    version: ride.version,
  }
  const body = {
    seats_requested: input.seats,
    from_position: input.from,
    to_position: input.to,
    ride_version: input.version,
    accept_overlap: true,
  }
  return {
    kind: 'reserve',
    caller,
    method: 'POST',
    path: `/rides/${ride.id}/reservations`,
    body,
    locks: lockPairAndRide(chance, caller, ride.driver, ride),
    expected: () => model.reserve(caller, ride, input),
  }
}

function answer(verb: 'accept' | 'reject', chance: Chance, ride: Ride, request?: Reservation): Operation | undefined {
  if (!request) return undefined
  const caller = usually(ride.driver, chance)
  return {
    kind: verb,
    caller,
    method: 'POST',
    path: `/reservations/${request.id}/${verb}`,
    locks: lockPairAndRide(chance, request.passenger, ride.driver, ride),
    expected: () => chance.model[verb](caller, request),
  }
}
function accept(chance: Chance, ride: Ride): Operation | undefined {
  const waiting = ride.requests.filter(({ status }) => status === 'pending')
  return answer('accept', chance, ride, pick(waiting, chance.random) ?? pick(ride.requests, chance.random))
}

function withdraw(chance: Chance, ride: Ride, request?: Reservation): Operation | undefined {
  if (!request) return undefined
  const caller = usually(request.passenger, chance)
  return {
    kind: 'withdraw',
    caller,
    method: 'POST',
    path: `/reservations/${request.id}/cancel`,
    locks: lockPairAndRide(chance, request.passenger, ride.driver, ride),
    expected: () => chance.model.withdraw(caller, request),
  }
}

function remove(chance: Chance, ride: Ride, request?: Reservation): Operation | undefined {
  const accepted = ride.requests.filter(({ status }) => status === 'accepted')
  const chosen = pick(accepted, chance.random) ?? request
  if (!chosen) return undefined
  const caller = usually(ride.driver, chance)
  return {
    kind: 'remove',
    caller,
    method: 'POST',
    path: `/reservations/${chosen.id}/remove`,
    body: { reason: 'Det ble for trangt i bilen' },
    locks: lockPairAndRide(chance, chosen.passenger, ride.driver, ride),
    expected: () => chance.model.remove(caller, chosen),
  }
}

function edit(chance: Chance, ride: Ride): Operation {
  const { model, random } = chance
  const caller = usually(ride.driver, chance)
  const input = {
    version: ride.version,
    ...(random() < 0.4 && { price: between(100, 400, random) }),
    ...(random() < 0.4 && { seats: between(1, 5, random) }),
    ...(random() < 0.3 && { notes: randomUUID() }),
    // Estimated times are in steps of five minutes.
    ...(random() < 0.3 && { minutes: 5 * between(-6, 12, random) }),
  }
  const { version, seats, minutes, ...rest } = input
  const body = {
    version,
    ...(seats !== undefined && { total_seats: seats }),
    ...(minutes !== undefined && timesOf(ride.departs + (ride.moved + minutes) * 60_000)),
    ...rest,
  }
  return {
    kind: 'edit',
    caller,
    method: 'PATCH',
    path: `/rides/${ride.id}`,
    body,
    locks: lockRide(ride),
    expected: () => model.edit(caller, ride, input),
    doneBefore: 'ride_changed',
  }
}

function confirm(chance: Chance, ride: Ride, request?: Reservation): Operation | undefined {
  if (!request) return undefined
  const caller = usually(request.passenger, chance)
  const { version } = ride
  return {
    kind: 'confirm',
    caller,
    method: 'POST',
    path: `/reservations/${request.id}/confirm`,
    body: { ride_version: version },
    locks: lockPairAndRide(chance, request.passenger, ride.driver, ride),
    expected: () => chance.model.confirm(caller, request, version),
  }
}

function cancelRide(chance: Chance, ride: Ride): Operation {
  const caller = usually(ride.driver, chance)
  const path = `/rides/${ride.id}/cancel`
  return {
    kind: 'cancel',
    caller,
    method: 'POST',
    path,
    locks: lockRide(ride),
    expected: () => chance.model.cancelRide(caller, ride),
  }
}

function rate(chance: Chance, ride: Ride, request?: Reservation): Operation | undefined {
  if (!request) return undefined
  const caller = usually(chance.random() < 0.5 ? request.passenger : ride.driver, chance)
  const value = between(1, 10, chance.random)
  return {
    kind: 'rate',
    caller,
    method: 'POST',
    path: `/reservations/${request.id}/rating`,
    body: { rating: value },
    locks: lockPairAndRide(chance, request.passenger, ride.driver, ride),
    expected: () => chance.model.rate(caller, request, value),
    doneBefore: 'already_rated',
  }
}

function block(chance: Chance, ride: Ride, request?: Reservation): Operation | undefined {
  const { model, people, random } = chance
  if (!request) return undefined
  const [a, b] = random() < 0.5 ? [ride.driver, request.passenger] : [request.passenger, ride.driver]
  const lifts = model.isBlocked(a, b)
  // A block may end every request between the two, on any ride.
  const rides = () => [...model.reservations.values()].filter((one) => one.status === 'pending' && isBetween(one, a, b))
  const locks = () =>
    [`pair ${model.pairOf(a, b)}`, ...new Set(rides().map((one) => `ride ${one.ride.id}`)).values()].sort()
  return {
    kind: lifts ? 'unblock' : 'block',
    caller: a,
    method: lifts ? 'DELETE' : 'PUT',
    path: `/me/blocks/${people[b]}`,
    locks,
    expected: () => (lifts ? model.unblock(a, b) : model.block(a, b)),
  }
}
const isBetween = ({ passenger, ride }: Reservation, a: number, b: number) =>
  (passenger === a && ride.driver === b) || (passenger === b && ride.driver === a)
