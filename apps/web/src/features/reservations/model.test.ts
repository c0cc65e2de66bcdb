import { describe, expect, test } from 'vitest'
import type { OwnReservation, OwnRide, RideReservation } from '@samtur/contract/reservations'
import type { Ride } from '@samtur/contract/rides'
import {
  changesOf,
  departureToday,
  isWithdrawable,
  lacksSeats,
  openRequests,
  reservationBody,
  seatChoices,
  sectionStops,
  sortRequests,
  splitReservations,
  firstTab,
  splitRides,
} from './model.ts'

const now = Date.parse('2026-11-20T12:00:00+01:00')
const hour = 3_600_000
const at = (hours: number) => new Date(now + hours * hour).toISOString()

const section = { from_position: 0, to_position: 3, whole: true, price: 300 } as Ride['section']

describe('what the dialog offers and sends', () => {
  test('one seat to as many as are free, at most four', () => {
    expect(seatChoices(1)).toEqual([1])
    expect(seatChoices(3)).toEqual([1, 2, 3])
    expect(seatChoices(7)).toEqual([1, 2, 3, 4])
    expect(seatChoices(0)).toEqual([])
    expect(seatChoices(-1)).toEqual([])
  })

  test('the message is trimmed, and a blank one is none', () => {
    const body = (message: string) => reservationBody({ section, version: 3, detour: null }, { seats: 2, message })
    expect(body('  Hei!\n ')).toEqual({ seats_requested: 2, message: 'Hei!', ride_version: 3 })
    expect(body(' \n ')).toEqual({ seats_requested: 2, message: null, ride_version: 3 })
  })

  test('positions go along for a part of the ride only', () => {
    const part = { ...section, from_position: 1, to_position: 2, whole: false }
    expect(reservationBody({ section: part, version: 1, detour: null }, { seats: 1, message: '' })).toEqual({
      seats_requested: 1,
      message: null,
      from_position: 1,
      to_position: 2,
      ride_version: 1,
    })
  })

  test('the place of a detour goes along with the positions around it', () => {
    const detour = { place_id: 7, end: 'start', minutes: 12, price: 14 } as const
    const asked = { section: { ...section, whole: false }, version: 1, detour }
    expect(reservationBody(asked, { seats: 1, message: '' })).toEqual({
      seats_requested: 1,
      message: null,
      from_position: 0,
      to_position: 3,
      detour: { place_id: 7, end: 'start' },
      ride_version: 1,
    })
  })

  test('a request accepts an overlapping trip only when the passenger has seen it', () => {
    const body = (acceptOverlap: boolean) =>
      reservationBody({ section, version: 1, detour: null }, { seats: 1, message: '', acceptOverlap })
    expect(body(true)).toHaveProperty('accept_overlap', true)
    expect(body(false)).not.toHaveProperty('accept_overlap')
  })

  test('the stops of the reserved part are the ones between its ends', () => {
    const route = ['Oslo', 'Hamar', 'Lillehammer', 'Dombås', 'Trondheim'].map((text, position) => ({
      position,
      text,
      passes_at: at(position),
    }))
    const part = {
      from_position: 1,
      to_position: 3,
      start_location: 'Hamar',
      end_location: 'Dombås',
      departure_time: at(1),
      arrival_time: at(3),
    }
    const stops = sectionStops({ route, section: part } as Ride)
    expect(stops.map(({ places, kind }) => `${kind} ${places.join()}`)).toEqual([
      'start Hamar',
      'via Lillehammer',
      'end Dombås',
    ])
  })

  test('the place of a detour is an end of the part, and later stops are passed later', () => {
    const route = ['Oslo', 'Hamar', 'Trondheim'].map((text, position) => ({ position, text, passes_at: at(position) }))
    const section = {
      from_position: 0,
      to_position: 2,
      start_location: 'Lillestrøm',
      end_location: 'Trondheim',
      departure_time: at(0.5),
      arrival_time: at(2.2),
    }
    const detour = { place_id: 7, end: 'start', minutes: 12, price: 14 }
    const stops = sectionStops({ route, section, detour } as Ride)
    expect(stops.map(({ places, kind, dashed, time }) => [kind, ...places, dashed, time])).toEqual([
      ['start', 'Lillestrøm', true, at(0.5)],
      ['via', 'Hamar', false, at(1.2)],
      ['end', 'Trondheim', false, at(2.2)],
    ])
    expect(stops.every(({ estimated }) => estimated)).toBe(true)
  })

  test('many stops on the way share one line', () => {
    const route = Array.from({ length: 7 }, (_, position) => ({
      position,
      text: `S${position}`,
      passes_at: at(position),
    }))
    const whole = { from_position: 0, to_position: 6, start_location: 'S0', end_location: 'S6' }
    const stops = sectionStops({ route, section: whole } as Ride)
    expect(stops.map(({ places, time }) => [places, time])).toContainEqual([['S1', 'S2', 'S3', 'S4', 'S5'], undefined])
    expect(stops).toHaveLength(3)
  })
})

describe('what is another now', () => {
  const before = {
    departure_time: '2026-12-01T08:00:00+01:00',
    arrival_time: '2026-12-01T12:00:00+01:00',
    start_location: 'Oslo',
    end_location: 'Hamar',
    price: 300,
  }

  test('only what differs, and an instant written in another way does not', () => {
    const now = {
      ...before,
      departure_time: '2026-12-01T07:00:00.000Z',
      arrival_time: '2026-12-01T12:30:00Z',
      price: 250,
    }
    expect(changesOf(before, now).map(({ part }) => part)).toEqual(['arrival', 'price'])
    expect(changesOf(before, before)).toEqual([])
  })

  test('what was agreed on knows no price', () => {
    const { price: _, ...agreed } = before
    expect(changesOf(agreed, { ...before, start_location: 'Oslo S', price: 1 })).toEqual([
      { part: 'start', before: 'Oslo', now: 'Oslo S' },
    ])
  })
})

describe('what can still be done', () => {
  const reserved = (status: OwnReservation['status'], departure: number, rideStatus = 'active') =>
    ({ status, ride: { status: rideStatus, departure_time: at(departure) } }) as OwnReservation

  test('a passenger may leave a trip that lies ahead, while it counts', () => {
    expect(isWithdrawable(reserved('pending', 1), now)).toBe(true)
    expect(isWithdrawable(reserved('accepted', 1), now)).toBe(true)
    expect(isWithdrawable(reserved('accepted', -1), now)).toBe(false)
    expect(isWithdrawable(reserved('rejected', 1), now)).toBe(false)
    expect(isWithdrawable(reserved('cancelled', 1), now)).toBe(false)
    expect(isWithdrawable(reserved('accepted', 1, 'cancelled'), now)).toBe(false)
  })
})

const request = (id: string, status: RideReservation['status'], created = -1) =>
  ({ id, status, created_at: at(created), holds_seats: false }) as RideReservation

const ownRide = (id: string, departure: number, reservations: RideReservation[] = [], status = 'active') =>
  ({ id, departure_time: at(departure), arrival_time: at(departure + 2), status, reservations }) as OwnRide

const reserved = (id: string, departure: number, status = 'active') =>
  ({
    id,
    ride: { arrival_time: at(departure + 2), status, section: { departure_time: at(departure) } },
  }) as OwnReservation

const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)

describe('what comes first', () => {
  test('rides that somebody has asked for, those that nobody has, and the past ones, latest first', () => {
    const rides = [
      ownRide('far', 100),
      ownRide('asked later', 90, [request('a', 'accepted'), request('b', 'pending')]),
      ownRide('soon', 1, [request('c', 'accepted')]),
      ownRide('asked soon', 5, [request('d', 'pending')]),
      ownRide('yesterday', -24, [request('e', 'pending')]),
      ownRide('last week', -168),
    ]
    const { upcoming, unasked, past } = splitRides(rides, now)
    expect(ids(upcoming)).toEqual(['soon', 'asked soon', 'asked later'])
    expect(ids(unasked)).toEqual(['far'])
    expect(ids(past)).toEqual(['yesterday', 'last week'])
  })

  test('the open requests of all rides, those from the waiting list first, then by their deadlines', () => {
    const late = { ...request('late', 'pending'), answer_by: at(4) }
    const rides = [
      ownRide('near', 5, [late, request('at departure', 'pending'), request('answered', 'accepted')]),
      ownRide('far', 90, [
        { ...request('first', 'pending'), answer_by: at(3) },
        { ...request('held', 'pending'), answer_by: at(9), holds_seats: true },
      ]),
    ]
    expect(openRequests(rides, now).map(({ ride, request: { id } }) => [ride.id, id])).toEqual([
      ['far', 'held'],
      ['far', 'first'],
      ['near', 'late'],
      ['near', 'at departure'],
    ])
  })

  test('a ride on its way is not over, but takes no answer any more', () => {
    const rides = [ownRide('driving', -1, [request('a', 'pending')])]
    expect(openRequests(rides, now)).toEqual([])
    expect(ids(splitRides(rides, now).upcoming)).toEqual(['driving'])
  })

  test('a cancelled ride asks for nothing, and stays below those that take place', () => {
    const rides = [
      ownRide('off', 10, [request('a', 'pending')], 'cancelled'),
      ownRide('next', 20, [request('b', 'accepted')]),
      ownRide('never asked for', 5, [], 'cancelled'),
    ]
    expect(openRequests(rides, now)).toEqual([])
    expect(ids(splitRides(rides, now).upcoming)).toEqual(['next', 'never asked for', 'off'])
  })

  test('reservations: the next departure first, the past from its latest', () => {
    const { upcoming, past } = splitReservations(
      [
        reserved('later', 50),
        reserved('old', -100),
        reserved('on the way', -1),
        reserved('next', 2),
        reserved('done', -3),
      ],
      now,
    )
    expect(ids(upcoming)).toEqual(['on the way', 'next', 'later'])
    expect(ids(past)).toEqual(['done', 'old'])
  })

  test('what has come to nothing stands after what will happen', () => {
    const rejected = { ...reserved('no', 1), status: 'rejected' } as OwnReservation
    const { upcoming } = splitReservations([rejected, reserved('later', 9), reserved('next', 2)], now)
    expect(ids(upcoming)).toEqual(['next', 'later', 'no'])
  })

  test('the tab where something waits, else the one that is not empty', () => {
    const asked = [ownRide('asked', 5, [request('a', 'pending')])]
    const quiet = [ownRide('quiet', 5)]
    const mine = [reserved('next', 2)]
    expect(firstTab(mine, asked, now)).toBe('rides')
    expect(firstTab(mine, quiet, now)).toBe('reservations')
    expect(firstTab([], quiet, now)).toBe('rides')
    expect(firstTab([], [], now)).toBe('reservations')
    // A list that failed is not an empty one.
    expect(firstTab(undefined, quiet, now)).toBe('reservations')
    expect(firstTab(undefined, asked, now)).toBe('rides')
  })

  test('requests: open ones in the order they came, then accepted, rejected, cancelled', () => {
    const sorted = sortRequests([
      request('cancelled', 'cancelled', -9),
      request('rejected', 'rejected', -8),
      request('second', 'pending', -2),
      request('accepted', 'accepted', -7),
      request('first', 'pending', -3),
    ])
    expect(ids(sorted)).toEqual(['first', 'second', 'accepted', 'rejected', 'cancelled'])
  })

  test('one from the waiting list stands before the other open ones', () => {
    const held = { ...request('held', 'pending', -1), holds_seats: true }
    expect(ids(sortRequests([request('first', 'pending', -3), request('accepted', 'accepted', -9), held]))).toEqual([
      'held',
      'first',
      'accepted',
    ])
  })

  test('one from the waiting list never lacks the seats that are held for it', () => {
    const one = { status: 'pending', seats_requested: 2 } as const
    expect(lacksSeats({ ...one, holds_seats: false }, { available_seats: 1 })).toBe(true)
    expect(lacksSeats({ ...one, holds_seats: true }, { available_seats: 0 })).toBe(false)
  })
})

describe('the trip of the day of travel', () => {
  const times = (from: number, to: number) => ({ departure_time: at(from), arrival_time: at(to) })
  const trip = (from: number, to: number) => ({ status: 'active' as const, ...times(from, to) })

  test('is the first that has not arrived, and the one before only until then', () => {
    const [early, late] = [trip(-4, -1), trip(4, 6)]
    expect(departureToday([], [late, early], now)).toBe(late.departure_time)
    expect(departureToday([], [late, trip(-4, 1)], now)).toBe(at(-4))
    expect(departureToday([], [early], now)).toBe(early.departure_time)
  })

  test('is a ride or an accepted reservation that is on, from 12 hours before to 3 hours after', () => {
    const reserved = (status: OwnReservation['status'], ridden = 'active') =>
      [{ status, ride: { status: ridden, section: times(2, 4) } }] as OwnReservation[]
    expect(departureToday(reserved('accepted'), [trip(3, 4)], now)).toBe(at(2))
    expect(departureToday(reserved('pending'), [], now)).toBeUndefined()
    expect(departureToday(reserved('accepted', 'cancelled'), [], now)).toBeUndefined()
    expect(departureToday([], [trip(13, 20), trip(-9, -4)], now)).toBeUndefined()
  })
})
