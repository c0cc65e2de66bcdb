import { describe, expect, test } from 'vitest'
import { afterNight, answerBy, heldAnswerBy, latestAnswer, nextReminder } from './rules-answers.ts'

const at = (text: string) => new Date(text)
const departure = at('2027-03-10T12:00:00+01:00')

describe('until when a driver can answer', () => {
  test.each([
    ['the hours that the passenger chose', '2027-03-08T10:00:00+01:00', 24, '2027-03-09T10:00:00+01:00'],
    [
      'half an hour before departure where that is earlier',
      '2027-03-10T09:00:00+01:00',
      3,
      '2027-03-10T11:30:00+01:00',
    ],
    [
      'ten minutes where half an hour before departure is closer',
      '2027-03-10T11:25:00+01:00',
      1,
      '2027-03-10T11:35:00+01:00',
    ],
    ['ten minutes after half an hour before departure', '2027-03-10T11:45:00+01:00', 24, '2027-03-10T11:55:00+01:00'],
    ['departure in the last ten minutes', '2027-03-10T11:55:00+01:00', 1, '2027-03-10T12:00:00+01:00'],
  ])('is %s', (_, now, hours, expected) => {
    expect(answerBy(at(now), hours, departure)).toEqual(at(expected))
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
    ['12 hours', '2027-03-01T12:00:00+01:00', '2027-03-02T00:00:00+01:00'],
    ['12 hours, exactly two days before', '2027-03-08T12:00:00+01:00', '2027-03-09T00:00:00+01:00'],
    ['a quarter of the time until departure', '2027-03-09T12:00:00+01:00', '2027-03-09T18:00:00+01:00'],
    ['ten minutes where a quarter is less', '2027-03-10T11:40:00+01:00', '2027-03-10T11:50:00+01:00'],
    ['half an hour before departure at the latest', '2027-03-10T11:25:00+01:00', '2027-03-10T11:35:00+01:00'],
    ['departure in the last ten minutes', '2027-03-10T11:55:00+01:00', '2027-03-10T12:00:00+01:00'],
  ])('is %s', (_, now, expected) => {
    expect(heldAnswerBy(at(now), departure)).toEqual(at(expected))
  })
})

describe('the silent hours', () => {
  test.each([
    ['in the evening nothing waits', '2027-03-05T22:59:00+01:00', '2027-03-05T22:59:00+01:00'],
    ['from 23 it waits for the morning', '2027-03-05T23:00:00+01:00', '2027-03-06T07:00:00+01:00'],
    ['after midnight for the same morning', '2027-03-06T02:00:00+01:00', '2027-03-06T07:00:00+01:00'],
    ['until 7 it waits', '2027-03-06T06:59:00+01:00', '2027-03-06T07:00:00+01:00'],
    ['at 7 nothing waits', '2027-03-06T07:00:00+01:00', '2027-03-06T07:00:00+01:00'],
    ['a departure within twelve hours does not wait', '2027-03-10T01:00:00+01:00', '2027-03-10T01:00:00+01:00'],
  ])('%s', (_, due, sent) => {
    expect(afterNight(at(due), departure)).toEqual(at(sent))
  })

  test('end at 7 by the clock in the nights when it changes', () => {
    expect(afterNight(at('2027-03-28T00:30:00+01:00'), at('2027-04-02T12:00:00+02:00'))).toEqual(
      at('2027-03-28T07:00:00+02:00'),
    )
    expect(afterNight(at('2027-10-31T00:30:00+02:00'), at('2027-11-05T12:00:00+01:00'))).toEqual(
      at('2027-10-31T07:00:00+01:00'),
    )
  })
})

describe('reminders of a request', () => {
  const request = {
    created_at: at('2027-03-08T08:00:00+01:00'),
    answer_by: at('2027-03-08T20:00:00+01:00'),
    departure,
  }

  test('come at half and at 85 % of its time, and then no more', () => {
    const first = nextReminder(request, request.created_at)
    expect(first).toEqual(at('2027-03-08T14:00:00+01:00'))
    const second = nextReminder(request, first ?? departure)
    expect(second).toEqual(at('2027-03-08T18:12:00+01:00'))
    expect(nextReminder(request, second ?? departure)).toBeUndefined()
  })

  test('of a night come in the morning, once', () => {
    const night = {
      created_at: at('2027-03-08T14:00:00+01:00'),
      answer_by: at('2027-03-09T14:00:00+01:00'),
      departure: at('2027-03-12T12:00:00+01:00'),
    }
    expect(nextReminder(night, night.created_at)).toEqual(at('2027-03-09T07:00:00+01:00'))
    expect(nextReminder(night, at('2027-03-09T07:00:00+01:00'))).toEqual(at('2027-03-09T10:24:00+01:00'))
  })

  test('come in the order of their times where the second is urgent and the first waits for the morning', () => {
    const mixed = {
      created_at: at('2027-03-09T20:00:00+01:00'),
      answer_by: at('2027-03-10T08:00:00+01:00'),
      departure: at('2027-03-10T17:00:00+01:00'),
    }
    expect(nextReminder(mixed, mixed.created_at)).toEqual(at('2027-03-10T06:12:00+01:00'))
    expect(nextReminder(mixed, at('2027-03-10T06:12:00+01:00'))).toEqual(at('2027-03-10T07:00:00+01:00'))
  })

  test('are left out where the morning comes after the end', () => {
    const short = {
      created_at: at('2027-03-08T23:10:00+01:00'),
      answer_by: at('2027-03-09T02:10:00+01:00'),
      departure: at('2027-03-12T12:00:00+01:00'),
    }
    expect(nextReminder(short, short.created_at)).toBeUndefined()
  })
})
