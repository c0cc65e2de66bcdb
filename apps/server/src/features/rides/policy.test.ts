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

const stranger = { driver: false, passenger: false, accepted: false, sharesGender: false, admin: false }
const open = { hidden: false, same_gender: false }

test('everyone sees a ride that is not hidden and for all', () => {
  expect(seesRide(open, stranger)).toBe(true)
})

test.each([
  ['a stranger', stranger, false],
  ['its driver', { ...stranger, driver: true }, true],
  ['a passenger', { ...stranger, passenger: true }, true],
  ['an administrator', { ...stranger, admin: true }, true],
])('a hidden ride is seen by %s: %#', (_, viewer, expected) => {
  expect(seesRide({ ...open, hidden: true }, viewer)).toBe(expected)
})

test.each([
  ['a stranger', stranger, false],
  ["a person of the driver's gender", { ...stranger, sharesGender: true }, true],
  ['its driver', { ...stranger, driver: true }, true],
  ['a person whose request waits or was rejected', { ...stranger, passenger: true }, false],
  ['an accepted passenger', { ...stranger, passenger: true, accepted: true }, true],
  ['an administrator', { ...stranger, admin: true }, true],
])('a ride for one gender is seen by %s: %#', (_, viewer, expected) => {
  expect(seesRide({ ...open, same_gender: true }, viewer)).toBe(expected)
})

test("a hidden ride for one gender is not seen by a stranger of the driver's gender", () => {
  expect(seesRide({ hidden: true, same_gender: true }, { ...stranger, sharesGender: true })).toBe(false)
})
