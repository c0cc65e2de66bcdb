import { expect, test } from 'vitest'
import { waitingStates } from '@samtur/contract/constants'
import { hours, ride, waitingEntry } from '../../../test/dataset.ts'
import { joinBody, offerStart, splitWaiting } from './waiting.ts'

test('who waits for a part of the ride sends its positions', () => {
  const { section } = ride()
  expect(joinBody(section, 2)).toEqual({ seats_requested: 2 })
  expect(joinBody({ ...section, from_position: 1, to_position: 2, whole: false }, 1)).toEqual({
    seats_requested: 1,
    from_position: 1,
    to_position: 2,
  })
})

test('an offer comes first, and what was taken or left is not shown', () => {
  const entries = waitingStates.map((state) => waitingEntry({ id: state, state, offer_until: hours(1) }))
  const { offers, waiting, over } = splitWaiting(entries)
  expect([offers, waiting, over].map((list) => list.map(({ id }) => id))).toEqual([
    ['offered'],
    ['waiting'],
    ['lapsed', 'ended'],
  ])
})

test('the time of an offer counts from its beginning', () => {
  const [created_at, offer_from] = [hours(-5), hours(2)]
  expect(offerStart({ created_at, offer_from })).toBe(offer_from)
  expect(offerStart({ created_at, offer_from: null })).toBe(created_at)
})
