import { describe, expect, test } from 'vitest'
import type { NewSeries } from '@samtur/contract/series'
import type { RideRow, RideToStore } from '#features/rides/port'
import { clockOf, dayOf } from '#platform/clock'
import {
  changeOf,
  changesNothing,
  daysOf,
  isSameStop,
  planProblem,
  planRides,
  refusal,
  scheduleProblem,
  timesByClock,
  touchesCosts,
  withChanges,
} from './rules.ts'

type Schedule = Pick<NewSeries, 'date' | 'departure_clock' | 'arrival_clock' | 'repeat' | 'return_trip'>

const now = new Date('2027-03-01T12:00:00+01:00')
const weekly = (date: string, until: string, weekdays = [5], except: string[] = []): Schedule => ({
  date,
  departure_clock: '08:00',
  arrival_clock: '12:00',
  repeat: { weekdays, until, except },
})
const plannedTexts = (schedule: Schedule, at = now) => {
  const { rides, skipped } = planRides(schedule, at)
  const minute = (at: Date) => at.toISOString().slice(0, 16)
  return {
    rides: rides.map((ride) => `${ride.direction} ${minute(ride.departure)} ${minute(ride.arrival)}`),
    skipped: skipped.map(({ direction, date, field, code }) => `${direction} ${date} ${field} ${code}`),
  }
}

describe('days of a series', () => {
  test('rides keep their clock time when the clocks go forward and back', () => {
    const spring = planRides(weekly('2027-03-19', '2027-04-09'), now).rides
    const autumn = planRides(weekly('2027-10-22', '2027-11-12'), now).rides
    for (const { departure, arrival } of [...spring, ...autumn])
      expect([clockOf(departure), clockOf(arrival)]).toEqual(['08:00', '12:00'])
    const hours = (rides: typeof spring) => rides.map(({ departure }) => departure.toISOString().slice(5, 13))
    expect(hours(spring)).toEqual(['03-19T07', '03-26T07', '04-02T06', '04-09T06'])
    expect(hours(autumn)).toEqual(['10-22T06', '10-29T06', '11-05T07', '11-12T07'])
  })

  test('a day without the clock time is skipped, with the field', () => {
    const night = { ...weekly('2027-03-21', '2027-04-04', [7]), departure_clock: '02:30' }
    expect(plannedTexts(night)).toEqual({
      rides: ['out 2027-03-21T01:30 2027-03-21T11:00', 'out 2027-04-04T00:30 2027-04-04T10:00'],
      skipped: ['out 2027-03-28 departure_clock clock_gap'],
    })
    const arriving = { ...night, departure_clock: '01:30', arrival_clock: '02:30' }
    expect(plannedTexts(arriving).skipped).toEqual(['out 2027-03-28 arrival_clock clock_gap'])
  })

  test('in the night with an hour more, a clock time that comes twice means the first one', () => {
    const planned = (departure_clock: string) =>
      plannedTexts({ date: '2027-10-31', departure_clock, arrival_clock: '04:30' }).rides
    expect(planned('02:30')).toEqual(['out 2027-10-31T00:30 2027-10-31T03:30'])
    // Four hours.
    expect(planned('01:30')).toEqual(['out 2027-10-30T23:30 2027-10-31T03:30'])
  })

  test('an arrival before the departure is the next day, also over the end of a month and a year', () => {
    const late = (date: string) => plannedTexts({ date, departure_clock: '23:00', arrival_clock: '02:00' }).rides
    expect(late('2027-05-31')).toEqual(['out 2027-05-31T21:00 2027-06-01T00:00'])
    expect(late('2027-12-31')).toEqual(['out 2027-12-31T22:00 2028-01-01T01:00'])
  })

  test('29 February gets a ride', () => {
    const leap = new Date('2028-01-10T12:00:00Z')
    const tuesdays = daysOf(weekly('2028-02-15', '2028-03-07', [2]))
    expect(tuesdays).toEqual(['2028-02-15', '2028-02-22', '2028-02-29', '2028-03-07'])
    const clocks = { departure_clock: '08:00', arrival_clock: '12:00' }
    const { rides } = planRides({ date: '2028-02-28', ...clocks, return_trip: { days_later: 1, ...clocks } }, leap)
    expect(rides.map(({ departure }) => dayOf(departure))).toEqual(['2028-02-28', '2028-02-29'])
    expect(daysOf(weekly('2027-02-22', '2027-03-02', [1, 7]))).toEqual(['2027-02-22', '2027-02-28', '2027-03-01'])
  })

  test('exceptions have no ride and are not skipped; past days and those too far ahead are', () => {
    const schedule = weekly('2027-02-26', '2027-03-19', [5], ['2027-03-12', '2027-03-13'])
    expect(plannedTexts(schedule)).toEqual({
      rides: ['out 2027-03-05T07:00 2027-03-05T11:00', 'out 2027-03-19T07:00 2027-03-19T11:00'],
      skipped: ['out 2027-02-26 date in_past'],
    })
    expect(plannedTexts(weekly('2028-02-25', '2028-03-03')).skipped).toEqual(['out 2028-03-03 date too_far_ahead'])
  })

  test('repeated weekdays in any order count once', () => {
    expect(daysOf(weekly('2027-03-01', '2027-03-07', [7, 1, 7]))).toEqual(['2027-03-01', '2027-03-07'])
  })

  test('a return trip has its own day and clock times, and is skipped with the trip there', () => {
    const back = { days_later: 2, departure_clock: '02:30', arrival_clock: '06:00' }
    const schedule = { ...weekly('2027-03-19', '2027-04-02', [5], ['2027-04-02']), return_trip: back }
    expect(plannedTexts(schedule)).toEqual({
      rides: [
        'out 2027-03-19T07:00 2027-03-19T11:00',
        'back 2027-03-21T01:30 2027-03-21T05:00',
        'out 2027-03-26T07:00 2027-03-26T11:00',
      ],
      skipped: ['back 2027-03-28 departure_clock clock_gap'],
    })
    expect(plannedTexts({ ...schedule, date: '2027-02-26' }).skipped).toEqual([
      'out 2027-02-26 date in_past',
      'back 2027-02-28 date in_past',
      'back 2027-03-28 departure_clock clock_gap',
    ])
  })
})

describe('what is wrong with a schedule', () => {
  const day = { date: '2027-03-05', departure_clock: '08:00', arrival_clock: '12:00' }
  const night = { departure_clock: '22:00', arrival_clock: '02:00' }
  const spring = '2027-03-28'
  const longest = { departure_clock: '23:00', arrival_clock: '22:59' }
  const back = (days_later: number, departure_clock: string, arrival_clock = '23:00') => ({
    ...day,
    return_trip: { days_later, departure_clock, arrival_clock },
  })

  test.each([
    ['equal clocks', { ...day, arrival_clock: '08:00' }, 'arrival_clock', 'before_departure'],
    ['equal clocks on the way back', back(0, '13:00', '13:00'), 'return_trip.arrival_clock', 'before_departure'],
    ['back before arriving', back(0, '11:59'), 'return_trip.departure_clock', 'before_departure'],
    ['back before midnight', { ...back(0, '23:30'), ...night }, 'return_trip.departure_clock', 'before_departure'],
    ['back after midnight', { ...back(1, '01:59'), ...night }, 'return_trip.departure_clock', 'before_departure'],
    ['the first day of all', { ...day, date: '0001-01-01' }, 'date', 'in_past'],
    ['366 days ago', { ...day, date: '2026-02-28' }, 'date', 'in_past'],
    ['731 days ahead', { ...day, date: '2029-03-01' }, 'date', 'too_far_ahead'],
    ['until 731 days ahead', weekly('2027-03-05', '2029-03-01'), 'repeat.until', 'too_far_ahead'],
    ['the last day of all', { ...day, date: '9999-12-31' }, 'date', 'too_far_ahead'],
    ['until the last day of all', weekly('2027-03-05', '9999-12-31'), 'repeat.until', 'too_far_ahead'],
  ])('%s', (_, schedule, field, code) => {
    expect(scheduleProblem(schedule as Schedule, now)).toEqual({ field, code })
  })

  test.each([
    ['nothing', day],
    ['365 days ago: that is for the plan', { ...day, date: '2026-03-01' }],
    ['730 days ahead: that is for the plan', { ...day, date: '2029-02-28' }],
    ['until 730 days ahead', weekly('2027-03-05', '2029-02-28')],
    ['back the next day, earlier than there', back(1, '07:00')],
    ['back as soon as there', back(0, '12:00')],
    ['back in the night', { ...back(1, '02:00'), ...night }],
    ['until before the first day: that is for the plan', weekly('2027-03-05', '2027-03-04')],
  ])('%s', (_, schedule) => {
    expect(scheduleProblem(schedule as Schedule, now)).toBeUndefined()
  })

  test.each([
    ['a single day in the past', { ...day, date: '2027-02-26' }, 'date', 'in_past'],
    ['earlier today', { ...day, date: '2027-03-01', departure_clock: '11:00' }, 'departure_clock', 'in_past'],
    ['an hour that is left out', { ...day, date: spring, departure_clock: '02:30' }, 'departure_clock', 'clock_gap'],
    [
      'arriving in it',
      { date: spring, departure_clock: '01:00', arrival_clock: '02:15' },
      'arrival_clock',
      'clock_gap',
    ],
    ['returning in it', { ...back(2, '02:30'), date: '2027-03-26' }, 'return_trip.departure_clock', 'clock_gap'],
    ['over a year', { ...back(30, '10:00'), date: '2028-02-20' }, 'return_trip.days_later', 'too_far_ahead'],
    ['24 hours and 59 minutes', { ...longest, date: '2027-10-30' }, 'arrival_clock', 'too_long_trip'],
    ['until before the first day', weekly('2027-03-05', '2027-03-04'), 'repeat.until', 'no_dates'],
    ['only exceptions', weekly('2027-03-05', '2027-03-06', [5], ['2027-03-05']), 'repeat.until', 'no_dates'],
    ['only days that were', weekly('2027-02-05', '2027-02-28'), 'repeat.until', 'no_dates'],
    ['121 rides', weekly('2027-03-05', '2027-07-03', [1, 2, 3, 4, 5, 6, 7]), 'repeat.until', 'too_many'],
  ])('%s cannot be published', (_, schedule, field, code) => {
    expect(planProblem(planRides(schedule as Schedule, now), schedule as Schedule)).toEqual({ field, code })
  })

  test('120 rides and their returns can', () => {
    const { return_trip } = back(0, '13:00')
    const schedule = { ...weekly('2027-03-05', '2027-07-02', [1, 2, 3, 4, 5, 6, 7]), return_trip }
    const plan = planRides(schedule, now)
    expect(plan.rides).toHaveLength(240)
    expect(planProblem(plan, schedule)).toBeUndefined()
  })
})

const oslo = { text: 'Oslo', place_id: 3143244, lat: 59.9127, lon: 10.7461 }
const lillestrom = { text: 'Lillestrøm', place_id: 3147474, lat: 59.956, lon: 11.0493 }
const lysaker = { text: 'Lysaker', place_id: 6, lat: 59.9099, lon: 10.6352 }
const nowhere = { text: 'Bak låven', place_id: null, lat: null, lon: null }

test.each([
  ['the same', oslo, oslo, true],
  ['other words for a chosen place', oslo, { ...oslo, text: 'Oslo bussterminal' }, true],
  ['six kilometres away', oslo, lysaker, true],
  ['the next town', oslo, lillestrom, false],
  ['two unknown ones', nowhere, { ...nowhere, text: 'Ved brua' }, false],
  ['an unknown one in capitals', nowhere, { ...nowhere, text: 'BAK LÅVEN' }, true],
  ['a known and an unknown one', oslo, nowhere, false],
  ['a chosen place without coordinates', oslo, { ...oslo, text: 'Oslo bussterminal', lat: null }, true],
  ['a place without latitude', oslo, { ...oslo, place_id: 1, lat: null }, true],
  ['a place without longitude', oslo, { ...oslo, place_id: 1, lon: null }, true],
  ['another place without latitude', oslo, { ...lysaker, lat: null }, false],
  ['one that has become known', { ...nowhere, text: 'Oslo' }, oslo, true],
])('places: %s', (_, a, b, same) => {
  expect([isSameStop(a, b), isSameStop(b, a)]).toEqual([same, same])
})

const ride = {
  id: 'r',
  status: 'active',
  version: 3,
  departure_time: new Date('2027-05-05T06:00:00Z'),
  arrival_time: new Date('2027-05-05T10:00:00Z'),
  price: 300,
  currency: 'NOK',
  extra_costs: 100,
  total_seats: 4,
  pets_allowed: false,
  notes: 'Kort pause',
  license_plate: 'AB12345',
  car_make: 'Volvo',
  car_model: 'V60',
  car_color: 'Blå',
  stops: [oslo, lillestrom],
} as unknown as RideRow
const asStored = (changes: object = {}) => ({ ...ride, ...changes }) as unknown as RideToStore

describe('changes of a ride', () => {
  test('omitted fields stay, and null removes the notes', () => {
    expect(withChanges(ride, {})).toMatchObject({
      start_location: { text: 'Oslo', place_id: 3143244 },
      stops: [],
      end_location: { text: 'Lillestrøm', place_id: 3147474 },
      departure_time: '2027-05-05T06:00:00.000Z',
      notes: 'Kort pause',
      extra_costs: 100,
    })
    expect(withChanges(ride, { notes: null, price: 0, version: 3 })).toMatchObject({ notes: null, price: 0 })
    expect(withChanges(ride, { price: undefined, notes: undefined })).toMatchObject({ price: 300, notes: 'Kort pause' })
  })

  test.each([
    ['nothing', {}, true, false, 'same'],
    ['the notes', { notes: 'Ingen pause' }, false, false, 'same'],
    ['the car', { car_color: 'Rød' }, false, false, 'same'],
    ['an hour later', { departure_time: new Date('2027-05-05T07:00:00Z') }, false, false, 'same'],
    ['an hour longer', { arrival_time: new Date('2027-05-05T11:00:00Z') }, false, false, 'same'],
    ['another day', { departure_time: new Date('2027-05-04T06:00:00Z') }, false, true, 'same'],
    ['the price', { price: 200 }, false, true, 'same'],
    ['the seats', { total_seats: 3 }, false, true, 'same'],
    ['tolls', { extra_costs: 0 }, false, true, 'same'],
    ['the typed distance', { typed_distance_km: 120 }, false, true, 'same'],
    ['another place with the same text', { stops: [{ ...oslo, place_id: 3 }, lillestrom] }, false, true, 'wording'],
    ['another corner', { stops: [{ ...oslo, text: 'Oslo S' }, lillestrom] }, false, true, 'wording'],
    ['another town', { stops: [lillestrom, oslo] }, false, true, 'new'],
    ['another last town', { stops: [oslo, { ...lysaker, lat: 61 }] }, false, true, 'new'],
    ['a stop more at the end', { stops: [oslo, lillestrom, lysaker] }, false, true, 'new'],
    ['a stop more', { stops: [oslo, lysaker, lillestrom] }, false, true, 'new'],
    ['across a border', { currency: 'SEK' }, false, true, 'new'],
  ])('%s', (_, changes, nothing, costs, route) => {
    const change = changeOf(ride, asStored(changes))
    const found = [changesNothing(change), touchesCosts(change, ride, asStored(changes)), change.route]
    expect(found).toEqual([nothing, costs, route])
  })

  test('a typed distance belongs to the route', () => {
    const typed = { ...ride, typed_distance_km: 500 }
    const place = { text: 'Moss', place_id: null }
    expect(withChanges(typed, { price: 100 }).distance_km).toBe(500)
    for (const changes of [{ start_location: place }, { end_location: place }, { stops: [place] }])
      expect(withChanges(typed, changes).distance_km).toBeNull()
    expect(withChanges(typed, { stops: [place], distance_km: 100 }).distance_km).toBe(100)
  })

  test('a ride without two stops is a fault', () => {
    for (const stops of [[], [oslo]])
      expect(() => withChanges({ ...ride, stops } as unknown as RideRow, {})).toThrow('ride r has no two stops')
  })

  test('a cancelled, departed or meanwhile changed ride cannot be changed', () => {
    const before = new Date('2027-05-05T05:59:59Z')
    expect(refusal(ride, before, undefined)).toBeUndefined()
    expect(refusal(ride, before, 3)).toBeUndefined()
    expect(refusal(ride, before, 2)).toBe('ride_changed')
    expect(refusal(ride, ride.departure_time, 2)).toBe('ride_departed')
    expect(refusal({ ...ride, status: 'cancelled' }, ride.departure_time, 2)).toBe('ride_cancelled')
  })
})

describe('a ride of a series by the clock', () => {
  /** On 5 May: the new times, in UTC, or the problem. */
  const by = (times: Parameters<typeof timesByClock>[0], departure_clock?: string, arrival_clock?: string) => {
    const found = timesByClock(times, { departure_clock, arrival_clock })
    if ('code' in found) return `${found.field} ${found.code}`
    return [found.departure_time, found.arrival_time].map((time) => time?.slice(5, 16) ?? 'stays').join(' ')
  }
  const night = { departure_time: new Date('2027-05-05T20:00:00Z'), arrival_time: new Date('2027-05-06T00:00:00Z') }
  const spring = { departure_time: new Date('2027-03-28T06:00:00Z'), arrival_time: new Date('2027-03-28T10:00:00Z') }
  const refused = 'arrival_clock before_departure'

  test.each([
    ['keeps its day and both times', ride, undefined, undefined, 'stays stays'],
    ['keeps the omitted arrival', ride, '07:30', undefined, '05-05T05:30 05-05T10:00'],
    ['keeps the omitted departure', ride, undefined, '11:00', '05-05T06:00 05-05T09:00'],
    ['becomes a trip through the night by both', ride, '23:00', '01:00', '05-05T21:00 05-05T23:00'],
    ['does not arrive as it leaves', ride, '12:00', undefined, refused],
    ['becomes no trip through the night by the departure alone', ride, '12:30', undefined, refused],
    ['becomes no trip through the night by the arrival alone', ride, undefined, '07:00', refused],
    ['stays a trip through the night with another departure', night, '23:00', undefined, '05-05T21:00 05-06T00:00'],
    ['stays a trip through the night with another arrival', night, undefined, '01:00', '05-05T20:00 05-05T23:00'],
    ['of the night does not leave after midnight', night, '01:00', undefined, refused],
    ['of the night does not arrive before midnight', night, undefined, '23:00', refused],
    ['of the night becomes one of the day by both', night, '08:00', '12:00', '05-05T06:00 05-05T10:00'],
    ['cannot depart at an hour that its day does not have', spring, '02:30', undefined, 'departure_clock clock_gap'],
  ])('%s', (_, times, departure, arrival, expected) => {
    expect(by(times, departure, arrival)).toBe(expected)
  })
})
