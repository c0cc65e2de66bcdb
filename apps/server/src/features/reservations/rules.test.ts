import { confirmChangeMinutes } from '@samtur/contract/constants'
import { expect, test } from 'vitest'
import { hasMoved, hasOtherPoints, shownState, type Trip } from './rules.ts'

const agreed: Trip = {
  departure_time: '2027-05-01T08:00:00.000Z',
  arrival_time: '2027-05-01T12:00:00.000Z',
  start_location: 'Oslo',
  end_location: 'Hamar',
}
const shifted = (time: string, minutes: number, seconds = 0) =>
  new Date(Date.parse(time) + minutes * 60_000 + seconds * 1000).toISOString()

test.each<[string, Partial<Trip>, boolean]>([
  ['stays as it is', {}, false],
  ['departs a quarter of an hour later', { departure_time: shifted(agreed.departure_time, 15) }, false],
  ['departs a quarter of an hour earlier', { departure_time: shifted(agreed.departure_time, -15) }, false],
  ['departs a second more than that later', { departure_time: shifted(agreed.departure_time, 15, 1) }, true],
  ['departs a second more than that earlier', { departure_time: shifted(agreed.departure_time, -15, -1) }, true],
  ['arrives a quarter of an hour later', { arrival_time: shifted(agreed.arrival_time, 15) }, false],
  ['arrives a second more than that later', { arrival_time: shifted(agreed.arrival_time, 15, 1) }, true],
  ['arrives a second more than that earlier', { arrival_time: shifted(agreed.arrival_time, -15, -1) }, true],
  ['begins at another place', { start_location: 'Oslo S' }, true],
  ['ends at another place', { end_location: 'Hamar stasjon' }, true],
])('a trip that %s needs a confirmation: %#', (_, changes, expected) => {
  expect(confirmChangeMinutes).toBe(15)
  expect(hasMoved(agreed, { ...agreed, ...changes })).toBe(expected)
})

test.each([
  ['none before and after', { from: null, to: null }, { from: null, to: null }, false],
  ['the same', { from: 'a', to: 'b' }, { from: 'a', to: 'b' }, false],
  ['another start', { from: 'a', to: 'b' }, { from: 'c', to: 'b' }, true],
  ['another end', { from: 'a', to: null }, { from: 'a', to: 'b' }, true],
  ['no start any more', { from: 'a', to: 'b' }, { from: null, to: 'b' }, true],
])('meeting points: %s', (_, agreed, now, expected) => {
  expect(hasOtherPoints(agreed, now)).toBe(expected)
})

const open = { status: 'pending', ended_by: null, end_reason: null } as const

test('a pending reservation of a ride that has left is shown as expired', () => {
  expect(shownState(open, false)).toEqual(open)
  expect(shownState(open, true)).toEqual({ status: 'cancelled', ended_by: 'expired', end_reason: null })
})

test.each(['accepted', 'rejected', 'cancelled'] as const)(
  'a reservation that is %s stays so after departure',
  (status) => {
    const state = { status, ended_by: 'driver', end_reason: 'Bilen er full' } as const
    expect(shownState(state, true)).toEqual(state)
  },
)

test('a block is shown as the driver’s rejection', () => {
  const state = { status: 'rejected', ended_by: 'block', end_reason: null } as const
  expect(shownState(state, false)).toEqual({ ...state, ended_by: 'driver' })
})
