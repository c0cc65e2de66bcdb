import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { seriesBody as seriesSchema } from '@samtur/contract/series'
import { backPrice, emptyValues, formField, readRide, type PublishValues } from './publish-form.ts'
import { daysOf, planDays, seriesBody, seriesProblems, weekdayOf } from './series-form.ts'

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2027-03-15T12:00:00Z'), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const place = (text: string) => ({ text, place_id: null })
const weekly: PublishValues = {
  ...emptyValues,
  from: place('Oslo'),
  to: place('Hamar'),
  date: '2027-03-19',
  departure: '08:00',
  arrival: '09:30',
  price: '100',
  car_make: 'Volvo',
  car_model: 'V60',
  car_color: 'blå',
  license_plate: 'EK12345',
  repeat: true,
  weekdays: [5],
  until: '2027-04-16',
}
const withReturn = { ...weekly, back: true, back_days: '2', back_departure: '16:00', back_arrival: '17:30' }

test('Monday is the first day of the week', () => {
  expect(['2027-03-15', '2027-03-21', 'x', ''].map(weekdayOf)).toEqual([1, 7, undefined, undefined])
})

describe('the days', () => {
  test('every Friday until the last, also across the change of the clock, without the exceptions', () => {
    expect(daysOf(weekly)).toEqual(['2027-03-19', '2027-03-26', '2027-04-02', '2027-04-09', '2027-04-16'])
    expect(daysOf({ ...weekly, except: ['2027-03-26'] })).not.toContain('2027-03-26')
    expect(daysOf({ ...weekly, repeat: false })).toEqual(['2027-03-19'])
  })

  test('a day without the clock time gets no ride, and says why', () => {
    const sundays = { ...weekly, date: '2027-03-21', weekdays: [7], departure: '02:30', arrival: '04:00' }
    expect(planDays({ ...sundays, until: '2027-04-04' })).toEqual({
      out: ['2027-03-21', '2027-04-04'],
      back: [],
      skipped: [{ direction: 'out', date: '2027-03-28', code: 'clock_gap' }],
    })
  })

  test('what has gone by today is skipped, and its way back with it', () => {
    const today = { ...withReturn, date: '2027-03-15', weekdays: [1], until: '2027-03-22' }
    expect(planDays(today)).toEqual({
      out: ['2027-03-22'],
      back: ['2027-03-24'],
      skipped: [
        { direction: 'out', date: '2027-03-15', code: 'in_past' },
        { direction: 'back', date: '2027-03-17', code: 'in_past' },
      ],
    })
  })
})

test.each<[string, Partial<PublishValues>, Record<string, string>]>([
  ['nothing', {}, {}],
  ['no weekday', { weekdays: [] }, { weekdays: 'required' }],
  ['no last day', { until: '' }, { until: 'required' }],
  ['a last day before the first', { until: '2027-03-01' }, { until: 'no_dates' }],
  ['no such weekday in between', { weekdays: [1], until: '2027-03-20' }, { until: 'no_dates' }],
  ['every day an exception', { until: '2027-03-19', except: ['2027-03-19'] }, { until: 'no_dates' }],
  ['a last day beyond a year', { until: '2028-04-01' }, { until: 'too_far_ahead' }],
  ['more rides than one may publish', { weekdays: [1, 2, 3, 4, 5, 6, 7], until: '2027-12-31' }, { until: 'too_many' }],
  ['a way back without times', { back: true }, { back_departure: 'required', back_arrival: 'required' }],
  [
    'back before one is there',
    { back: true, back_departure: '09:00', back_arrival: '10:00' },
    { back_departure: 'before_departure' },
  ],
  ['back at the moment of arrival', { back: true, back_departure: '09:30', back_arrival: '10:00' }, {}],
  [
    'back at once',
    { back: true, back_departure: '16:00', back_arrival: '16:00' },
    { back_arrival: 'before_departure' },
  ],
  ['the day after', { back: true, back_days: '1', back_departure: '07:00', back_arrival: '08:00' }, {}],
])('wrong: %s', (_, change, problems) => {
  expect(seriesProblems({ ...weekly, ...change })).toEqual(problems)
})

test('what is sent is what the contract wants, without instants', () => {
  const body = seriesBody(withReturn, readRide(withReturn).body, 80)
  expect(seriesSchema.parse(body)).toMatchObject({
    date: '2027-03-19',
    departure_clock: '08:00',
    arrival_clock: '09:30',
    repeat: { weekdays: [5], until: '2027-04-16', except: [] },
    return_trip: { days_later: 2, departure_clock: '16:00', arrival_clock: '17:30', price: 80 },
    price: 100,
  })
  const alone = seriesBody({ ...withReturn, repeat: false }, readRide(withReturn).body, undefined)
  expect(alone).not.toHaveProperty('repeat')
  expect(alone.return_trip).not.toHaveProperty('price')
})

test('the way back may cost what people write', () => {
  expect([backPrice({ back_price: '80,-' }), readRide({ ...withReturn, back_price: '80 kr' }).problems]).toEqual([
    80,
    {},
  ])
})

test('the form says what is wrong, and shows the server’s words at its own fields', () => {
  const { problems } = readRide({ ...withReturn, weekdays: [], back_price: '1e3' })
  expect(problems).toEqual({ weekdays: 'required', back_price: 'not_a_whole_number' })
  expect(readRide({ ...weekly, repeat: false, weekdays: [], until: '' }).problems).toEqual({})
  const names = ['repeat.until', 'return_trip.price', 'return_trip.days_later', 'departure_clock', 'repeat']
  expect(names.map((name) => formField(name, 'invalid', weekly))).toEqual(
    'until back_price back_days departure weekdays'.split(' '),
  )
})
