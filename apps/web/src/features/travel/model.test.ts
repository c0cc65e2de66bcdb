import { expect, test } from 'vitest'
import type { TodayTrip } from '@samtur/contract/travel'
import {
  amountOf,
  codeOf,
  isCode,
  isSameChoice,
  lastPoint,
  nextChoice,
  openChoices,
  pointStops,
  presentTrip,
  saidLines,
  type Choice,
} from './model.ts'

const end = (text: string, at: string, name?: string): TodayTrip['start'] => ({
  text,
  at: `2027-05-01T${at}:00Z`,
  lat: null,
  lon: null,
  point: name
    ? {
        id: name,
        name,
        kind: 'station',
        lat: null,
        lon: null,
        step_free: null,
        shelter: null,
        toilet: null,
        parking_hours: null,
      }
    : null,
})

const companion = (name: string, changes: Partial<TodayTrip['companions'][number]> = {}) => ({
  reservation_id: name,
  person: { id: name, full_name: name, profile_picture: null, rating: null, rating_count: 0, phone: null },
  seats: 1,
  price: 90,
  currency: 'NOK' as const,
  start: end('Hamar', '09:00', 'Hamar stasjon'),
  end: end('Trondheim', '15:00'),
  code: '0123',
  met: false,
  check_ins: [],
  ...changes,
})

const trip: TodayTrip = {
  ride_id: 'ride',
  reservation_id: null,
  start: end('Oslo', '08:00', 'Oslo S'),
  end: end('Trondheim', '15:00'),
  car: { make: 'Volvo', model: 'V60', color: 'Blå', plate: 'EK12345' },
  companions: [companion('Kari Nordmann'), companion('Per Vik')],
  follow_links: [],
  check_ins: [],
  shown_from: '2027-04-30T20:00:00Z',
  shown_until: '2027-05-01T18:00:00Z',
}

const at = (clock: string) => Date.parse(`2027-05-01T${clock}:00Z`)

test.each([
  ['before departure the first one', '07:00', 'Oslo S, Oslo'],
  ['on the way the last one that was passed', '10:00', 'Hamar stasjon, Hamar'],
  ['after arrival the place, where there is no point', '15:00', 'Trondheim'],
])('the last meeting point: %s', (_, clock, expected) => {
  expect(lastPoint(trip, at(clock))).toBe(expected)
})

test('a driver sees each stop once, in order; a passenger sees both own ends', () => {
  expect(pointStops(trip).map(({ text }) => text)).toEqual(['Oslo', 'Hamar', 'Trondheim'])
  expect(pointStops({ ...trip, reservation_id: 'r' }).map(({ text }) => text)).toEqual(['Oslo', 'Trondheim'])
})

test('what was said is in the order in which it happened, with first names', () => {
  const said = [
    { kind: 'arrived', at: '2027-05-01T15:01:00Z', own: false },
    { kind: 'met', at: '2027-05-01T09:01:00Z', own: true },
  ] as const
  const lines = saidLines({
    ...trip,
    companions: [companion('Kari Nordmann', { check_ins: [...said] })],
    check_ins: [{ kind: 'got_in', at: '2027-05-01T08:02:00Z', own: true }],
  })
  expect(lines).toMatchObject([
    { name: null, kind: 'got_in' },
    { name: null, kind: 'met' },
    { name: 'Kari', kind: 'arrived' },
  ])
})

const said = (kind: 'got_in' | 'arrived' | 'not_met') => ({ kind, at: '2027-05-01T08:00:00Z', own: true })
const shown = (choices: ReturnType<typeof openChoices>) => choices.map(({ id, kind }) => `${id} ${kind}`)

test('a passenger says that they are in the car, and after departure that they have arrived', () => {
  const passenger = { ...trip, reservation_id: 'Kari', companions: [companion('Kari')] }
  expect(shown(openChoices(passenger, at('08:30')))).toEqual(['Kari got_in', 'Kari not_met'])
  const choices = openChoices(
    { ...passenger, companions: [companion('Kari', { check_ins: [said('got_in')] })] },
    at('10:00'),
  )
  expect(shown(choices)).toEqual(['Kari arrived', 'Kari not_met'])
  expect(nextChoice(passenger, choices)).toMatchObject({ kind: 'arrived' })
})

test('a driver says it of each passenger, then of the ride; a passenger who was not met is passed over', () => {
  const choices = openChoices(trip, at('08:30'))
  expect(shown(choices)).toEqual([
    'Kari Nordmann got_in',
    'Kari Nordmann not_met',
    'Per Vik got_in',
    'Per Vik not_met',
    'ride got_in',
    'ride arrived',
  ])
  const missed = { ...trip, companions: [companion('Kari', { check_ins: [said('not_met')] }), companion('Per Vik')] }
  expect(nextChoice(missed, openChoices(missed, at('08:30')))).toMatchObject({ id: 'Per Vik', kind: 'got_in' })
})

test('the same choice is the same in each rendering; another kind or another person is not', () => {
  const [choice, other] = openChoices(trip, at('08:30')) as [Choice, Choice]
  expect(isSameChoice(choice, { ...choice })).toBe(true)
  expect(isSameChoice(choice, other)).toBe(false)
  expect(isSameChoice(choice, { ...choice, id: 'Per Vik' })).toBe(false)
  expect(isSameChoice(choice, { ...choice, say: 'ride' })).toBe(false)
  expect(isSameChoice(choice, undefined)).toBe(false)
})

const later = { ...trip, ride_id: 'later', start: end('Trondheim', '15:30'), end: end('Levanger', '17:00') }

test.each<[string, string, TodayTrip]>([
  ['before the first', '07:00', trip],
  ['on the first', '10:00', trip],
  ['between them', '15:10', later],
  ['on the second', '16:00', later],
  ['after the second', '18:00', later],
])('of two trips whose end nobody has said, help is about the right one: %s', (_, clock, expected) => {
  expect(presentTrip([trip, later], at(clock))).toBe(expected)
})

test('where two trips overlap, the one that has begun last is in reach of the thumb', () => {
  const overlapping = { ...later, start: end('Trondheim', '14:00') }
  expect(presentTrip([trip, overlapping], at('13:59'))).toBe(trip)
  expect(presentTrip([trip, overlapping], at('14:30'))).toBe(overlapping)
})

test('after a trip whose end was said the next one is in reach of the thumb, also before the planned end', () => {
  const over = { ...trip, check_ins: [said('arrived')] }
  expect(presentTrip([over, later], at('14:00'))).toBe(later)
  expect(presentTrip([over], at('14:00'))).toBe(over)
  expect(presentTrip([], at('14:00'))).toBeUndefined()
  // A passenger says it of the reservation.
  const left = { ...trip, reservation_id: 'Kari', companions: [companion('Kari', { check_ins: [said('arrived')] })] }
  expect(presentTrip([left, later], at('14:00'))).toBe(later)
})

test('an amount is of all seats, and unknown in a copy that was stored without one', () => {
  expect(amountOf({ price: 90, seats: 2 })).toBe(180)
  expect(amountOf({ seats: 2 } as Parameters<typeof amountOf>[0])).toBeUndefined()
})

test.each([
  ['1234', '1234'],
  [' 12 34 ', '1234'],
  ['٠٤٧٢', '0472'],
  ['۰۴۷۲', '0472'],
  ['12a4', '12a4'],
])('the code of %s is %s', (typed, code) => {
  expect(codeOf(typed)).toBe(code)
  expect(isCode(codeOf(typed))).toBe(code !== '12a4')
})
