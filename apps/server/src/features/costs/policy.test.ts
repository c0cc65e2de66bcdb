import { expect, test } from 'vitest'
import { refuseAboveShare, refuseDistance } from './policy.ts'

/** Returns the fields and limits of the error that a check throws; undefined when it throws none. */
function refusedBy(check: () => void): unknown {
  try {
    check()
    return undefined
  } catch (error) {
    return (error as { data?: unknown }).data
  }
}

test.each([
  ['above the share', 'enforce', 100, 101, { fields: { price: 'above_cost_share' }, params: { max: 100 } }],
  ['exactly the share', 'enforce', 100, 100, undefined],
  ['where the share is unknown', 'enforce', null, 101, undefined],
  ['above the share where it is advice', 'advise', 100, 101, undefined],
  ['above the share where sharing is off', 'off', 100, 101, undefined],
] as const)('a price %s', (_, mode, share, price, expected) => {
  expect(refusedBy(() => refuseAboveShare(mode, share, price))).toEqual(expected)
})

const outside = (min: number, max: number) => ({ fields: { distance_km: 'out_of_range' }, params: { min, max } })

test.each([
  ['no distance', null, 100, undefined],
  ['the shortest distance', 100, 100, undefined],
  ['a km less', 99, 100, outside(100, 350)],
  ['the longest distance', 350, 100, undefined],
  ['a km more', 351, 100, outside(100, 350)],
  ['any distance between unknown places', 6000, null, undefined],
  ['more than the longest of all between unknown places', 6001, null, outside(1, 6000)],
])('a driver types %s', (_, typed, straightKm, expected) => {
  expect(refusedBy(() => refuseDistance(typed, straightKm))).toEqual(expected)
})
