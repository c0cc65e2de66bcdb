import { describe, expect, test } from 'vitest'
import { answerHours } from '@samtur/contract/constants'
import { answerBy, milestoneOf, timeLeft } from './deadline.ts'

const now = Date.parse('2026-11-26T12:00:00Z')
const hour = 3_600_000
const at = (hours: number) => new Date(now + hours * hour).toISOString()

describe('until when the driver can answer', () => {
  test.each(answerHours)('within %i hours of a request that is sent long before departure', (hours) => {
    expect(answerBy(hours, at(100), now)).toBe(at(hours))
  })

  test('half an hour before departure at the latest', () => {
    expect(answerBy(24, at(20), now)).toBe(at(19.5))
    expect(answerBy(1, at(1.5), now)).toBe(at(1))
    expect(answerBy(1, at(1.4), now)).toBe(at(0.9))
  })

  test('ten minutes at least, and never after departure', () => {
    expect(answerBy(48, at(0.6), now)).toBe(at(1 / 6))
    expect(answerBy(48, at(0.5), now)).toBe(at(1 / 6))
    expect(answerBy(1, at(0.1), now)).toBe(at(0.1))
  })

  test('hours are hours, also in the night in which the clocks go back', () => {
    const evening = Date.parse('2026-10-24T20:00:00Z')
    expect(answerBy(12, '2026-10-27T08:00:00Z', evening)).toBe('2026-10-25T08:00:00.000Z')
  })
})

describe('the time that is left', () => {
  test('is counted in whole minutes, rounded up', () => {
    expect(timeLeft(at(-3), at(1), now)).toEqual({ passed: 0.75, minutes: 60 })
    expect(timeLeft(at(0), at(0.0001), now)).toEqual({ passed: 0, minutes: 1 })
  })

  test('is over at the end and after it', () => {
    expect(timeLeft(at(-1), at(0), now)).toEqual({ passed: 1, minutes: 0 })
    expect(timeLeft(at(-2), at(-1), now)).toEqual({ passed: 1, minutes: 0 })
  })

  test('has not begun for an offer of the night, and does not break where both ends are the same', () => {
    expect(timeLeft(at(8), at(10), now)).toEqual({ passed: 0, minutes: 600 })
    expect(timeLeft(at(1), at(1), now).passed).toBe(0)
  })
})

test('screen readers hear of the last hour, the last ten minutes and the end', () => {
  expect([61, 60, 11, 10, 1, 0].map(milestoneOf)).toEqual([undefined, 'hour', 'hour', 'ten', 'ten', 'over'])
})
