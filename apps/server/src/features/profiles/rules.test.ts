import { describe, expect, test } from 'vitest'
import { decideGender, genderFreeFrom } from './rules.ts'

const changed = new Date('2026-11-25T14:00:00+01:00')

test.each([
  ['a year later by the clock in Oslo', '2026-11-25T23:30:00Z', '2027-11-26'],
  ['a day earlier in a common year after 29 February', '2028-02-29T12:00:00Z', '2029-02-28'],
])('a gender can be changed again %s', (_, at, day) => {
  expect(genderFreeFrom(new Date(at))).toBe(day)
})

describe('another gender', () => {
  const refused = { refusedUntil: '2027-11-25' }
  test.each([
    ['the first statement', null, null, 'kvinne', 'free'],
    ['the first statement after none was wished', 'ønsker_ikke_oppgi', null, 'kvinne', 'free'],
    ['the same again', 'kvinne', changed, 'kvinne', 'free'],
    ['the first change', 'kvinne', null, 'mann', 'counts'],
    ['a second change', 'mann', changed, 'kvinne', refused],
    ['taking the statement back', 'kvinne', null, null, 'counts'],
    ['taking it back soon after a change', 'mann', changed, 'ønsker_ikke_oppgi', 'counts'],
    ['another statement after that', null, changed, 'kvinne', refused],
    ['none instead of no wish', 'ønsker_ikke_oppgi', changed, null, 'free'],
  ] as const)('%s', (_, gender, gender_changed_at, next, expected) => {
    expect(decideGender({ gender, gender_changed_at }, next, new Date('2026-12-01T12:00:00Z'))).toEqual(expected)
  })

  test.each([
    ['the last second before the day', '2027-11-24T22:59:59Z', refused],
    ['the first second of the day', '2027-11-24T23:00:00Z', 'counts'],
  ])('in %s', (_, now, expected) => {
    expect(decideGender({ gender: 'mann', gender_changed_at: changed }, 'annet', new Date(now))).toEqual(expected)
  })
})
