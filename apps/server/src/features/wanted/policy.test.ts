import { expect, test } from 'vitest'
import { offerRefusal } from './policy.ts'

const now = new Date('2027-03-10T12:00:00Z')
const ride = { status: 'active', departure_time: new Date(now.getTime() + 1), shut: false } as const

test.each([
  ['a ride ahead', {}, undefined],
  ['a ride that departs now', { departure_time: now }, 'ride_departed'],
  ['a cancelled ride', { status: 'cancelled' as const }, 'ride_cancelled'],
  ['a cancelled ride that has departed', { status: 'cancelled' as const, departure_time: now }, 'ride_cancelled'],
  ['a hidden ride', { shut: true }, 'not_on_the_way'],
])('%s can be offered or not', (_, changes, refusal) => {
  expect(offerRefusal({ ...ride, ...changes }, now)).toBe(refusal)
})
