import { expect, test } from 'vitest'
import { refusal, type Occasion } from './policy.ts'

const now = new Date('2027-05-01T08:00:00Z')
const departed: Occasion = { status: 'accepted', departure: now, now, rated: false }

test.each<[string, Partial<Occasion>, string | undefined]>([
  ['from departure on', {}, undefined],
  ['before departure', { departure: new Date(now.getTime() + 1) }, 'not_departed'],
  ['a second time', { rated: true }, 'already_rated'],
  ['while pending', { status: 'pending' }, 'not_accepted'],
  ['after a rejection', { status: 'rejected' }, 'not_accepted'],
  ['after a cancellation', { status: 'cancelled' }, 'not_accepted'],
  ['while pending and before departure', { status: 'pending', departure: new Date(now.getTime() + 1) }, 'not_accepted'],
])('a rating %s', (_, changes, expected) => {
  expect(refusal({ ...departed, ...changes })).toBe(expected)
})
