import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideCancellation, passingTime, sharesOfWay, timeProblem } from './rules.ts'

const HOUR = 3_600_000
const now = new Date('2027-05-01T08:00:00Z')
const at = (text: string) => new Date(text)
const after = (hours: number, from = now) => new Date(from.getTime() + hours * HOUR)

test.each([
  ['a second ago', now, new Date(now.getTime() - 1000), after(1), { field: 'departure_time', code: 'in_past' }],
  ['this very moment', now, now, after(1), { field: 'departure_time', code: 'in_past' }],
  ['in a second', now, new Date(now.getTime() + 1000), after(1), undefined],
  ['365 days ahead', now, after(365 * 24), after(365 * 24 + 1), undefined],
  ['366 days ahead', now, after(366 * 24), after(366 * 24 + 1), { field: 'departure_time', code: 'too_far_ahead' }],
  ['arriving as it leaves', now, after(1), after(1), { field: 'arrival_time', code: 'before_departure' }],
  ['arriving before it leaves', now, after(2), after(1), { field: 'arrival_time', code: 'before_departure' }],
  ['24 hours long', now, after(1), after(25), undefined],
  ['longer than 24 hours', now, after(1), after(25.001), { field: 'arrival_time', code: 'too_long_trip' }],
])('a ride %s', (_, clock, departure, arrival, problem) => {
  expect(timeProblem(clock, departure, arrival)).toEqual(problem)
})

test('a trip through the longer night keeps its real length', () => {
  // 01:30 to 04:30 on the wall, but the hour between two and three comes twice.
  const [departure, arrival] = [at('2027-10-31T01:30:00+02:00'), at('2027-10-31T04:30:00+01:00')]
  expect(arrival.getTime() - departure.getTime()).toBe(4 * HOUR)
  expect(passingTime(departure, arrival, 0.5)).toEqual(at('2027-10-31T02:30:00+01:00'))
})

const flat = (a: { lon: number }, b: { lon: number }) => Math.abs(a.lon - b.lon)
const known = (lon: number) => ({ lon })
const unknown = undefined

test.each<[string, ({ lon: number } | undefined)[], number[]]>([
  ['by distance', [known(0), known(1), known(4)], [0, 0.25, 1]],
  ['there and back by the way driven', [known(0), known(3), known(2)], [0, 0.75, 1]],
  ['unknown stops evenly', [known(0), unknown, unknown, known(3), known(4)], [0, 0.25, 0.5, 0.75, 1]],
  ['evenly when the start is unknown', [unknown, known(1), known(4)], [0, 0.5, 1]],
  ['evenly when the end is unknown', [known(0), known(1), unknown], [0, 0.5, 1]],
  ['evenly when all stops are one place', [known(2), known(2), known(2)], [0, 0.5, 1]],
])('stops divide the way %s', (_, stops, shares) => {
  expect(sharesOfWay(stops, flat)).toEqual(shares)
})

test('shares never fall, start at 0 and end at 1', () => {
  const stop = fc.oneof(fc.constant(unknown), fc.double({ min: -30, max: 30, noNaN: true }).map(known))
  fc.assert(
    fc.property(fc.array(stop, { minLength: 2, maxLength: 12 }), (stops) => {
      const shares = sharesOfWay(stops, flat)
      expect([shares[0], shares.at(-1)]).toEqual([0, 1])
      expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    }),
    { seed: 7 },
  )
})

test.each([
  [0, at('2027-05-01T10:02:00Z')],
  [1, at('2027-05-01T13:07:00Z')],
  [0.5, at('2027-05-01T11:35:00Z')],
  [0.01, at('2027-05-01T10:05:00Z')],
])('the car passes %d of its way to five minutes, the ends exactly', (share, expected) => {
  expect(passingTime(at('2027-05-01T10:02:00Z'), at('2027-05-01T13:07:00Z'), share)).toEqual(expected)
})

test('an estimate never leaves the trip', () => {
  const [departure, arrival] = [at('2027-05-01T10:03:00Z'), at('2027-05-01T10:04:00Z')]
  for (const share of [0.001, 0.5, 0.999]) {
    const passes = passingTime(departure, arrival, share)
    expect(passes >= departure && passes <= arrival).toBe(true)
  }
})

test.each([
  ['a second before departure', 'active', 1, 'cancelled'],
  ['at departure', 'active', 0, 'ride_departed'],
  ['that is cancelled', 'cancelled', 1, 'unchanged'],
  ['that was cancelled and would have left', 'cancelled', -1, 'unchanged'],
] as const)('cancelling a ride %s', (_, status, seconds, expected) => {
  const departure_time = new Date(now.getTime() + 1000 * seconds)
  expect(decideCancellation({ status, departure_time }, now)).toBe(expected)
})
