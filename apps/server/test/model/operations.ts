/** Random actions of the model test's clients: mostly sensible, often not allowed. */
import { randomUUID } from 'node:crypto'
import { answerHours, defaultAnswerHours, instantBookings } from '@samtur/contract/constants'
import {
  between,
  type Chance,
  lockPairAndRide,
  lockRide,
  type Operation,
  passTime,
  pick,
  someSection,
  usually,
} from './chance.ts'
import { isOpen, recentRides, tripMilliseconds } from './model.ts'
import type { Reservation, Ride } from './records.ts'
import { expire, join, lapse, leave, take } from './operations-waiting.ts'

const towns = ['Oslo', 'Hamar', 'Lillehammer', 'Otta', 'Dombås', 'Oppdal', 'Trondheim']
type Maker = (chance: Chance, ride: Ride, request: Reservation | undefined) => Operation | undefined

/** Actions with their weights. */
const makers: [number, Maker][] = [
  [30, reserve],
  [22, accept],
  [6, (chance, ride, request) => answer('reject', chance, ride, request)],
  [8, withdraw],
  [4, remove],
  [10, edit],
  [2, reroute],
  [4, confirm],
  [1, cancelRide],
  [6, rate],
  [3, block],
  [18, join],
  [1, leave],
  [12, take],
  [2, lapse],
  [3, expire],
]
const sum = makers.reduce((total, [weight]) => total + weight, 0)

export function chooseOperation(chance: Chance): Operation {
  const { model, random } = chance
  if (model.recent.length < recentRides || random() < 0.05) return publish(chance)
  const listed = model.recent.filter(({ places }) => places.some(isOpen))
  for (let tries = 0; tries < 8; tries++) {
    // Half of the actions are about rides with a waiting list, so that lists become long and seats come free on them.
    const ride = pick(random() < 0.5 && listed.length > 0 ? listed : model.recent, random)
    if (!ride) break
    if (random() < 0.01) return passTime('depart', ride, { event: 'depart', id: ride.id }, () => model.depart(ride))
    let dice = random() * sum
    const maker = makers.find(([weight]) => (dice -= weight) < 0)?.[1]
    // Half of the actions are about the newest requests, because old ones have ended.
    const request = pick(random() < 0.5 ? ride.requests.slice(-3) : ride.requests, random)
    const operation = maker?.(chance, ride, request)
    if (operation) return operation
  }
  return publish(chance)
}

function publish({ model, people, random }: Chance): Operation {
  const caller = between(0, people.length - 1, random)
  const stops = between(2, 5, random)
  const start = between(0, towns.length - stops, random)
  const way = towns.slice(start, start + stops)
  const departs = Date.now() + between(30, 200, random) * 86_400_000
  const instant = random() < 0.4 ? 'all' : (pick(instantBookings, random) ?? 'off')
  const terms = { seats: between(1, 4, random), price: between(100, 400, random), way, departs, instant }
  const body = {
    start_location: way[0],
    stops: way.slice(1, -1),
    end_location: way.at(-1),
    ...timesOf(departs),
    price: terms.price,
    total_seats: terms.seats,
    instant_booking: instant,
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
  arrival_time: new Date(departs + tripMilliseconds).toISOString(),
})

function reserve(chance: Chance, ride: Ride): Operation {
  const { model, people, random } = chance
  const caller = between(0, people.length - 1, random)
  const input = {
    ...someSection(ride, random),
    seats: between(1, 2, random),
    version: ride.version,
    hours: pick(answerHours, random) ?? defaultAnswerHours,
  }
  const body = {
    seats_requested: input.seats,
    from_position: input.from,
    to_position: input.to,
    ride_version: input.version,
    answer_within_hours: input.hours,
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
    ...(random() < 0.2 && { instant: pick(instantBookings, random) ?? 'off' }),
  }
  const { version, seats, minutes, instant, ...rest } = input
  const body = {
    version,
    ...(seats !== undefined && { total_seats: seats }),
    ...(instant && { instant_booking: instant }),
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

/** Other stops between the ends, mostly of a ride on which nobody is accepted. */
function reroute(chance: Chance, some: Ride): Operation | undefined {
  const { model, random } = chance
  const open = model.recent.filter(({ requests }) => requests.every(({ status }) => status !== 'accepted'))
  const ride = random() < 0.8 ? pick(open, random) : some
  if (!ride) return undefined
  const caller = usually(ride.driver, chance)
  const { version } = ride
  const [first = '', last = ''] = [ride.way[0], ride.way.at(-1)]
  const middle = towns.slice(towns.indexOf(first) + 1, towns.indexOf(last)).filter(() => random() < 0.5)
  const way = [first, ...middle, last]
  return {
    kind: 'reroute',
    caller,
    method: 'PATCH',
    path: `/rides/${ride.id}`,
    body: { version, stops: middle },
    locks: lockRide(ride),
    expected: () => model.reroute(caller, ride, { version, way }),
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
  const two = random() < 0.5 ? [ride.driver, request.passenger] : [request.passenger, ride.driver]
  // Of many blocks one is lifted mostly, so that most people can still ride together.
  const old =
    random() < model.blocks.size / 20
      ? pick([...model.blocks], random)
          ?.split('>')
          .map(Number)
      : undefined
  const [a = 0, b = 0] = old ?? two
  const lifts = model.isBlocked(a, b)
  // A block may end requests and places on any ride.
  const locks = () => [
    `pair ${model.pairOf(a, b)}`,
    ...model
      .ridesBetween(a, b)
      .map(({ id }) => `ride ${id}`)
      .toSorted(),
  ]
  return {
    kind: lifts ? 'unblock' : 'block',
    caller: a,
    method: lifts ? 'DELETE' : 'PUT',
    path: `/me/blocks/${people[b]}`,
    locks,
    expected: () => (lifts ? model.unblock(a, b) : model.block(a, b)),
  }
}
