import { expect, test } from 'vitest'
import { isShown, mayReply, mayReport, type Occasion, refusal, seesComment, seesTrip } from './policy.ts'

const now = new Date('2027-05-01T08:00:00Z')
const departed: Occasion = {
  status: 'accepted',
  departure: now,
  now,
  rated: false,
  notMet: false,
  sameTime: false,
  pausedUntil: null,
}

test.each<[string, Partial<Occasion>, string | undefined]>([
  ['from departure on', {}, undefined],
  ['before departure', { departure: new Date(now.getTime() + 1) }, 'not_departed'],
  ['a second time', { rated: true }, 'already_rated'],
  ['a moment before the pause ends', { pausedUntil: new Date(now.getTime() + 1) }, 'rated_recently'],
  ['when the pause ends', { pausedUntil: now }, undefined],
  ['for a trip at the same time as a rated one', { sameTime: true }, 'rated_same_time'],
  ['a second time, in the pause', { rated: true, pausedUntil: new Date(now.getTime() + 1) }, 'already_rated'],
  ['where there was no meeting', { notMet: true, sameTime: true }, 'not_met'],
  ['while pending', { status: 'pending' }, 'not_accepted'],
  ['after a rejection', { status: 'rejected' }, 'not_accepted'],
  ['after a cancellation', { status: 'cancelled' }, 'not_accepted'],
  ['while pending and before departure', { status: 'pending', departure: new Date(now.getTime() + 1) }, 'not_accepted'],
])('a rating %s', (_, changes, expected) => {
  expect(refusal({ ...departed, ...changes })).toBe(expected)
})

const arrival = new Date('2027-05-01T08:00:00Z')
const after = (days: number) => new Date(arrival.getTime() + days * 86_400_000)

test.each([
  ['not blind', { blind: false, answered: false, now: after(0) }, true],
  ['blind, the other side has not rated', { blind: true, answered: false, now: after(13.99) }, false],
  ['blind, the other side has rated', { blind: true, answered: true, now: after(0) }, true],
  ['blind, two weeks after arrival', { blind: true, answered: false, now: after(14) }, true],
])('%s', (_, occasion, expected) => {
  expect(isShown({ arrival, ...occasion })).toBe(expected)
})

const rating = {
  rater_id: 'passenger',
  rated_id: 'driver',
  comment: 'Hm' as string | null,
  comment_hidden: false,
  reply: null as string | null,
}
const viewer = (id: string, changes: object = {}) =>
  ({ id, verified: true, role: 'user', purgeAt: null, ...changes }) as const
const reader = viewer('reader')

test.each([
  ['the rated person', viewer('driver'), rating, [true, true]],
  ['the rated person, a second time', viewer('driver'), { ...rating, reply: 'Takk' }, [false, true]],
  ['its author', viewer('passenger'), rating, [false, false]],
  ['another member', reader, rating, [false, true]],
  ['where there is no comment', reader, { ...rating, comment: null }, [false, false]],
  ['where it is hidden', reader, { ...rating, comment_hidden: true }, [false, false]],
  ['the rated person, where it is hidden', viewer('driver'), { ...rating, comment_hidden: true }, [true, false]],
  ['a visitor', null, rating, [false, false]],
  ['a member without a confirmed address', { ...reader, verified: false }, rating, [false, false]],
  ['the rated person during a deletion', { ...viewer('driver'), purgeAt: new Date() }, rating, [false, false]],
  ['an administrator', { ...reader, role: 'admin' as const }, rating, [false, false]],
])('replying and reporting: %s', (_, who, what, expected) => {
  expect([mayReply(what, who), mayReport(what, who)]).toEqual(expected)
})

test.each([
  ['a visitor', null, false],
  ['another member', { id: 'reader', administrator: false }, false],
  ['the rated person', { id: 'driver', administrator: false }, false],
  ['its author', { id: 'passenger', administrator: false }, true],
  ['an administrator', { id: 'reader', administrator: true }, true],
])('a hidden comment and the trip of a rating are read by %s: %#', (_, who, expected) => {
  expect(seesTrip(rating, who)).toBe(expected)
  expect(seesComment({ ...rating, comment_hidden: true }, who)).toBe(expected)
  expect(seesComment(rating, who)).toBe(true)
})
