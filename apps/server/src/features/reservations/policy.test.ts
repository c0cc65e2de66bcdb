import { expect, test } from 'vitest'
import { refusal, type Request } from './policy.ts'

const now = new Date('2027-05-01T08:00:00Z')
const allowed: Request = {
  passenger_id: 'passenger',
  driver_id: 'driver',
  ride_status: 'active',
  departure: new Date('2027-05-01T08:00:01Z'),
  now,
  closing: false,
  unavailable: false,
  other_gender: false,
  active: false,
  rejections: 0,
}

test.each<[string, Partial<Request>, string | undefined]>([
  ['a second before departure', {}, undefined],
  ['from an account that is being deleted', { closing: true }, 'account_closing'],
  ['on an own ride', { driver_id: 'passenger' }, 'own_ride'],
  ['on a cancelled ride', { ride_status: 'cancelled' }, 'ride_cancelled'],
  ['at departure', { departure: now }, 'ride_departed'],
  ['across a block', { unavailable: true }, 'not_bookable'],
  ['on a ride for another gender', { other_gender: true, ride_status: 'cancelled' }, 'not_found'],
  ['after another gender, of a passenger', { other_gender: true, active: true }, 'already_reserved'],
  ['a second time', { active: true }, 'already_reserved'],
  ['after two rejections', { rejections: 2 }, undefined],
  ['after three rejections', { rejections: 3 }, 'too_many_attempts'],
])('a request %s', (_, changes, expected) => {
  expect(refusal({ ...allowed, ...changes })).toBe(expected)
})

test('a blocked passenger learns no more than what the ride itself shows', () => {
  const gone = { ride_status: 'cancelled', unavailable: true } as const
  expect(refusal({ ...allowed, ...gone })).toBe(refusal({ ...allowed, ...gone, unavailable: false }))
  expect(refusal({ ...allowed, unavailable: true, active: true, rejections: 3 })).toBe('not_bookable')
})
