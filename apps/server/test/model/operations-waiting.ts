/** Random actions around waiting lists, and the ends of offers and requests by time. */
import {
  between,
  type Chance,
  lockPairAndRide,
  type Operation,
  passTime,
  pick,
  someSection,
  usually,
} from './chance.ts'
import { isOpen } from './model.ts'
import type { Place, Reservation, Ride, Section } from './records.ts'

/** Lists that one person joins; the server allows some more, so that simultaneous requests stay below its limit. */
const MAX_LISTS = 12

/** Mostly asks for a section that is full. */
export function join(chance: Chance, ride: Ride): Operation | undefined {
  const { model, people, random } = chance
  const caller = between(0, people.length - 1, random)
  if (
    model.recent.filter(({ places }) => places.some((one) => one.passenger === caller && isOpen(one))).length >
    MAX_LISTS
  )
    return undefined
  const most = random() < 0.95 ? Math.min(3, ride.seats) : 4
  const some = (): Section => ({ ...someSection(ride, random), seats: between(1, most, random) })
  let input = some()
  for (let tries = 0; tries < 4 && model.fits(ride, input); tries++) input = some()
  // Most rides have free seats at first, which would be the response to most requests.
  if (model.fits(ride, input) && random() < 0.8) return undefined
  return {
    kind: 'join',
    caller,
    method: 'POST',
    path: `/rides/${ride.id}/waiting-list`,
    body: { seats_requested: input.seats, from_position: input.from, to_position: input.to },
    locks: lockPairAndRide(chance, caller, ride.driver, ride),
    expected: () => model.join(caller, ride, input),
  }
}

/** Returns one of the places on recent rides that are in the given state; sometimes any other one. */
function somePlace({ model, random }: Chance, isWanted: (place: Place) => boolean): Place | undefined {
  const all = model.recent.flatMap(({ places }) => places)
  return pick(random() < 0.9 ? all.filter(isWanted) : all, random)
}
const isOffered = ({ state }: Place) => state === 'offered'

export function leave(chance: Chance): Operation | undefined {
  const place = somePlace(chance, isOpen)
  if (!place) return undefined
  const { ride, passenger } = place
  const caller = usually(passenger, chance)
  return {
    kind: 'leave',
    caller,
    method: 'DELETE',
    path: `/rides/${ride.id}/waiting-list`,
    locks: lockPairAndRide(chance, caller, ride.driver, ride),
    expected: () => chance.model.leave(caller, ride),
  }
}

export function take(chance: Chance): Operation | undefined {
  const place = somePlace(chance, isOffered)
  if (!place) return undefined
  const { ride, passenger } = place
  const caller = usually(passenger, chance)
  return {
    kind: 'take',
    caller,
    method: 'POST',
    path: `/waiting-list/${place.id}/take`,
    body: { accept_overlap: true },
    locks: lockPairAndRide(chance, passenger, ride.driver, ride),
    expected: () => chance.model.take(caller, place),
  }
}

export function lapse(chance: Chance): Operation | undefined {
  const place = somePlace(chance, isOffered)
  if (!place) return undefined
  return passTime('lapse', place.ride, { event: 'lapse', id: place.id }, () => chance.model.lapse(place))
}

/** Mostly of a request that holds seats, which go to the next person then. */
export function expire(chance: Chance, _: Ride, request?: Reservation): Operation | undefined {
  const { model, random } = chance
  const holding = model.recent.flatMap(({ requests }) => requests.filter(({ holds }) => holds))
  const chosen = random() < 0.7 ? pick(holding, random) : request
  if (!chosen) return undefined
  return passTime('expire', chosen.ride, { event: 'expire', id: chosen.id }, () => model.expire(chosen))
}
