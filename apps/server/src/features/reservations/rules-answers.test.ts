import { describe, expect, test } from 'vitest'
import { afterNight, answerBy, heldAnswerBy, latestAnswer, nextReminder } from './rules-answers.ts'

const at = (text: string) => new Date(text)
const departure = at('2027-03-10T12:00:00+01:00')

/** Clock times are those of a day in March in Oslo: 10T12:00 is noon of the tenth. */
const march = (text: string) => at(`2027-03-${text}:00+01:00`)

describe('until when a driver can answer', () => {
  test.each([
    ['the hours that the passenger chose', '08T10:00', 24, '09T10:00'],
    ['half an hour before departure where that is earlier', '10T09:00', 3, '10T11:30'],
    ['ten minutes where half an hour before departure is closer', '10T11:25', 1, '10T11:35'],
    ['ten minutes after half an hour before departure', '10T11:45', 24, '10T11:55'],
    ['departure in the last ten minutes', '10T11:55', 1, '10T12:00'],
  ])('is %s', (_, now, hours, expected) => {
    expect(answerBy(march(now), hours, departure)).toEqual(march(expected))
  })

  test('counts true hours over the nights when the clock changes', () => {
    const spring = answerBy(at('2027-03-27T20:00:00+01:00'), 12, at('2027-03-30T12:00:00+02:00'))
    expect(spring).toEqual(at('2027-03-28T09:00:00+02:00'))
    const autumn = answerBy(at('2027-10-30T20:00:00+02:00'), 12, at('2027-11-02T12:00:00+01:00'))
    expect(autumn).toEqual(at('2027-10-31T07:00:00+01:00'))
  })

  test('is bounded anew by a departure that has moved', () => {
    expect(latestAnswer(departure, at('2027-03-10T08:00:00+01:00'))).toEqual(at('2027-03-10T11:30:00+01:00'))
  })
})

describe('until when a driver can answer a request that holds seats', () => {
  test.each([
    ['12 hours', '01T12:00', '02T00:00'],
    ['12 hours, exactly two days before', '08T12:00', '09T00:00'],
    ['a quarter of the time until departure', '09T12:00', '09T18:00'],
    ['ten minutes where a quarter is less', '10T11:40', '10T11:50'],
    ['half an hour before departure at the latest', '10T11:25', '10T11:35'],
    ['departure in the last ten minutes', '10T11:55', '10T12:00'],
  ])('is %s', (_, now, expected) => {
    expect(heldAnswerBy(march(now), departure)).toEqual(march(expected))
  })
})

describe('the silent hours', () => {
  test.each([
    ['in the evening nothing waits', '05T22:59', '05T22:59'],
    ['from 23 it waits for the morning', '05T23:00', '06T07:00'],
    ['after midnight for the same morning', '06T02:00', '06T07:00'],
    ['until 7 it waits', '06T06:59', '06T07:00'],
    ['at 7 nothing waits', '06T07:00', '06T07:00'],
    ['a departure within twelve hours does not wait', '10T01:00', '10T01:00'],
  ])('%s', (_, due, sent) => {
    expect(afterNight(march(due), departure)).toEqual(march(sent))
  })

  test('end at 7 by the clock in the nights when it changes', () => {
    const spring = afterNight(at('2027-03-28T00:30:00+01:00'), at('2027-04-02T12:00:00+02:00'))
    expect(spring).toEqual(at('2027-03-28T07:00:00+02:00'))
    const autumn = afterNight(at('2027-10-31T00:30:00+02:00'), at('2027-11-05T12:00:00+01:00'))
    expect(autumn).toEqual(at('2027-10-31T07:00:00+01:00'))
  })
})

describe('reminders of a request', () => {
  const asked = (created: string, answer: string, departs = '12T12:00') => {
    const request = { created_at: march(created), answer_by: march(answer), departure: march(departs) }
    return (last = created) => nextReminder(request, march(last))
  }

  test('come at half and at 85 % of its time, and then no more', () => {
    const next = asked('08T08:00', '08T20:00', '10T12:00')
    expect([next(), next('08T14:00'), next('08T18:12')]).toEqual([march('08T14:00'), march('08T18:12'), undefined])
  })

  test('of a night come in the morning, once', () => {
    const next = asked('08T14:00', '09T14:00')
    expect([next(), next('09T07:00')]).toEqual([march('09T07:00'), march('09T10:24')])
  })

  test('come in the order of their times where the second is urgent and the first waits for the morning', () => {
    const next = asked('09T20:00', '10T08:00', '10T17:00')
    expect([next(), next('10T06:12')]).toEqual([march('10T06:12'), march('10T07:00')])
  })

  test('are left out where the morning comes after the end', () => {
    expect(asked('08T23:10', '09T02:10')()).toBeUndefined()
  })
})
