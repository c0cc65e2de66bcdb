import { expect, test } from 'vitest'
import { refusal, type Request } from './policy.ts'

const now = new Date('2027-05-01T08:00:00Z')
const allowed: Request = {
  passengerId: 'passenger',
  driverId: 'driver',
  rideStatus: 'active',
  departure: new Date('2027-05-01T08:00:01Z'),
  now,
  blocked: false,
  active: false,
  rejections: 0,
}

test.each<[string, Partial<Request>, string | undefined]>([
  ['a second before departure', {}, undefined],
  ['on an own ride', { driverId: 'passenger' }, 'own_ride'],
  ['on a cancelled ride', { rideStatus: 'cancelled' }, 'ride_cancelled'],
  ['at departure', { departure: now }, 'ride_departed'],
  ['across a block', { blocked: true }, 'not_bookable'],
  ['a second time', { active: true }, 'already_reserved'],
  ['after two rejections', { rejections: 2 }, undefined],
  ['after three rejections', { rejections: 3 }, 'too_many_attempts'],
])('a request %s', (_, changes, expected) => {
  expect(refusal({ ...allowed, ...changes })).toBe(expected)
})

test('whoever is blocked learns nothing that the ride itself does not say', () => {
  const gone = { rideStatus: 'cancelled', blocked: true } as const
  expect(refusal({ ...allowed, ...gone })).toBe(refusal({ ...allowed, ...gone, blocked: false }))
  expect(refusal({ ...allowed, blocked: true, active: true, rejections: 3 })).toBe('not_bookable')
})
