import { expect, test } from 'vitest'
import {
  canBeOnWay,
  happenedAt,
  isCodeOfOther,
  isFresh,
  isTravelDay,
  meetingCode,
  shownSpan,
  takenBackBy,
} from './rules.ts'

const span = { departs_at: new Date('2027-05-01T08:00:00Z'), arrives_at: new Date('2027-05-01T15:00:00Z') }
const at = (text: string) => new Date(`2027-05-${text}:00Z`)

test('a trip is one of today from 12 hours before departure to 3 hours after arrival', () => {
  expect(shownSpan(span)).toEqual({ from: new Date('2027-04-30T20:00:00Z'), until: at('01T18:00') })
})

test.each([
  ['a moment too early', '2027-04-30T19:59:59Z', false],
  ['12 hours before departure', '2027-04-30T20:00:00Z', true],
  ['on the way', '2027-05-01T12:00:00Z', true],
  ['a day after arrival', '2027-05-02T15:00:00Z', true],
  ['a moment too late', '2027-05-02T15:00:01Z', false],
])('what has happened can be said %s: %s', (_, now, allowed) => {
  expect(isTravelDay(span, new Date(now))).toBe(allowed)
})

test.each([
  ['none', undefined, '01T09:00'],
  ['a time on the way', '2027-05-01T10:05:00+02:00', '01T08:05'],
  ['a clock that is ahead', '2027-05-01T09:00:01Z', '01T09:00'],
  ['a clock of another year', '2020-05-01T08:05:00Z', '01T09:00'],
])('the time of the device counts where it can be true: %s', (_, claimed, expected) => {
  expect(happenedAt(claimed, span, at('01T09:00'))).toEqual(at(expected))
})

const [secret, earlier] = ['one-secret', 'an-earlier-secret']
const ids = Array.from({ length: 20_000 }, (_, number) => `reservation ${number}`)

test('each side has four digits of its own, never those of the other, and codes are spread over all digits', () => {
  const codes = ids.map((id) => [meetingCode(secret, id, 'driver'), meetingCode(secret, id, 'passenger')])
  expect(codes.flat().filter((code) => !/^\d{4}$/.test(code))).toEqual([])
  expect(codes.filter(([driver, passenger]) => driver === passenger)).toEqual([])
  // 20,000 draws of 10,000 codes leave 13.5 % of them out on average.
  expect(new Set(codes.map(([, passenger]) => passenger)).size).toBeGreaterThan(8_400)
})

test('the other side’s code is right, also one from before a change of the secret; the own one is not', () => {
  const [id = ''] = ids
  const shown = meetingCode(secret, id, 'driver')
  expect(isCodeOfOther([secret], id, 'passenger', shown)).toBe(true)
  expect(isCodeOfOther(['a-new-secret', secret], id, 'passenger', shown)).toBe(true)
  expect(isCodeOfOther([secret], id, 'driver', shown)).toBe(false)
  expect(isCodeOfOther([earlier], id, 'passenger', shown)).toBe(false)
})

test('that there was no meeting, and that somebody is in the car, exclude each other', () => {
  expect(takenBackBy('not_met')).toEqual(['got_in', 'arrived'])
  for (const kind of ['got_in', 'arrived', 'met'] as const) expect(takenBackBy(kind)).toEqual(['not_met'])
})

const oslo = { lat: 59.91, lon: 10.75 }
const bergen = { lat: 60.39, lon: 5.32 }

test.each([
  ['a stop', oslo, true],
  ['halfway, by the straight line', { lat: 60.15, lon: 8.03 }, true],
  ['90 km beside the way', { lat: 60.96, lon: 8.03 }, true],
  ['120 km beside the way', { lat: 61.23, lon: 8.03 }, false],
  ['behind the last stop', { lat: 60.39, lon: 3.2 }, false],
  ['0, 0', { lat: 0, lon: 0 }, false],
  ['the other side of the world', { lat: -60, lon: -170 }, false],
])('a position can be on the way: %s', (_, position, expected) => {
  expect(canBeOnWay(position, [oslo, bergen])).toBe(expected)
})

test('nothing can be said of a position without a known stop', () => {
  expect(canBeOnWay(oslo, [])).toBe(false)
  expect(canBeOnWay(oslo, [oslo])).toBe(true)
})

test('a position is shown for ten minutes', () => {
  const now = at('01T12:00')
  for (const [before, fresh] of [
    [0, true],
    [9 * 60_000 + 59_999, true],
    [10 * 60_000, false],
    [60 * 60_000, false],
  ] as const)
    expect(isFresh(new Date(now.getTime() - before), now), `${before} ms`).toBe(fresh)
})
