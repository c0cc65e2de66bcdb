import { expect, test } from 'vitest'
import { seesContact, seesRide } from './policy.ts'

const arrival = new Date('2027-05-01T12:00:00Z')
const DAY = 24 * 3_600_000
const after = (ms: number) => new Date(arrival.getTime() + ms)

test.each([
  ['before arrival', -DAY, true],
  ['at the last moment of the thirtieth day', 30 * DAY, true],
  ['a millisecond later', 30 * DAY + 1, false],
])('an accepted passenger sees the contact %s: %#', (_, ms, expected) => {
  expect(seesContact({ status: 'accepted' }, arrival, after(ms))).toBe(expected)
})

test.each(['pending', 'rejected', 'cancelled'] as const)(
  'a passenger whose reservation is %s sees no contact',
  (status) => {
    expect(seesContact({ status }, arrival, arrival)).toBe(false)
  },
)

test('someone without a reservation sees no contact', () => {
  expect(seesContact(null, arrival, arrival)).toBe(false)
})

const stranger = { driver: false, passenger: false, admin: false }

test('everyone sees a ride that is not hidden', () => {
  expect(seesRide({ hidden: false }, stranger)).toBe(true)
})

test.each([
  ['a stranger', stranger, false],
  ['its driver', { ...stranger, driver: true }, true],
  ['a passenger', { ...stranger, passenger: true }, true],
  ['an administrator', { ...stranger, admin: true }, true],
])('a hidden ride is seen by %s: %#', (_, viewer, expected) => {
  expect(seesRide({ hidden: true }, viewer)).toBe(expected)
})
