/** Changing rides, and publishing, changing and cancelling several. */
import { randomUUID } from 'node:crypto'
import { rideBody } from '../app.ts'
import { ok, rows, wrong, type Case, type Dataset } from './cases.ts'

/** Sends a change of the driver's ride. */
const change = (body: unknown, { driver, rideId }: Dataset) => ({
  method: 'PATCH',
  path: `/api/v1/rides/${rideId}`,
  as: driver,
  body,
})
const changed = (name: string) => (value: unknown, dataset: Dataset) => change({ [name]: value }, dataset)
const cancel = (body: unknown, { driver }: Dataset) => ({
  method: 'POST',
  path: `/api/v1/rides/${randomUUID()}/cancel`,
  as: driver,
  body,
})
/** The tests move the clock to Monday 1 March 2027. */
const publish = (changes: object, { t, driver }: Dataset) => {
  const { departure_time: _, arrival_time: _2, ...ride } = rideBody(t.clock)
  const day = { date: '2027-03-05', departure_clock: '08:00', arrival_clock: '15:00' }
  return { method: 'POST', path: '/api/v1/ride-series', as: driver, body: { ...ride, ...day, ...changes } }
}
const series = (name: string) => (value: unknown, dataset: Dataset) => publish({ [name]: value }, dataset)
const repeat = (changes: object, dataset: Dataset) =>
  publish({ repeat: { weekdays: [5], until: '2027-03-12', ...changes } }, dataset)
const back = (changes: object, dataset: Dataset) =>
  publish({ return_trip: { days_later: 0, departure_clock: '16:00', arrival_clock: '23:00', ...changes } }, dataset)
const changeSeries = (body: unknown, { driver }: Dataset) => ({
  method: 'PATCH',
  path: `/api/v1/ride-series/${randomUUID()}`,
  as: driver,
  body,
})

const edits: Case[] = [
  ...rows(changed('departure_time'), [
    ['DT3 PATCH', 'a moment ago', '2027-03-01T11:59:59+01:00', wrong('departure_time', 'in_past')],
    ['DT5 PATCH', '29 February', '2027-02-29T10:00:00+01:00', wrong('departure_time', 'invalid')],
    ['DT7 PATCH', 'year 275760', '+275760-09-13T00:00:00Z', wrong('departure_time', 'invalid')],
    ['DT17 PATCH', 'without offset', '2027-05-05T10:00:00', wrong('departure_time', 'invalid')],
    ['DT19 PATCH', 'milliseconds since 1970', 1_825_000_000_000, wrong('departure_time', 'invalid')],
    ['DT20 PATCH', 'null', null, wrong('departure_time', 'invalid')],
    ['DT21 PATCH', 'Arabic-Indic digits', '٢٠٢٧-٠٥-٠٥T10:00:00+02:00', wrong('departure_time', 'invalid')],
    ['DT25 PATCH', '366 days ahead', '2028-03-01T13:00:00+01:00', wrong('departure_time', 'too_far_ahead')],
  ]),
  ...rows(changed('price'), [
    ['PR3 PATCH', '10001', 10_001, wrong('price', 'out_of_range')],
    ['PR4 PATCH', '−1', -1, wrong('price', 'out_of_range')],
    ['PR5 PATCH', '12.5', 12.5, wrong('price', 'not_a_whole_number')],
    ['PR7 PATCH', '1e3 as text', '1e3', wrong('price', 'invalid')],
    ['PR9 PATCH', 'null', null, wrong('price', 'required')],
    ['PR1 PATCH', '0', 0, ok({ price: 0 }, 200)],
    ['PR2 PATCH', '10000', 10_000, ok({ price: 10_000 }, 200)],
  ]),
  ...rows(changed('extra_costs'), [
    ['PR15', 'tolls of 5001', 5001, wrong('extra_costs', 'out_of_range')],
    ['PR16', 'negative tolls', -1, wrong('extra_costs', 'out_of_range')],
    ['PR17', 'tolls as text', '50', wrong('extra_costs', 'invalid')],
  ]),
  ...rows(changed('total_seats'), [
    ['SE1 PATCH', '0', 0, wrong('total_seats', 'out_of_range')],
    ['SE2 PATCH', '8', 8, wrong('total_seats', 'out_of_range')],
    ['SE3 PATCH', '7', 7, ok({ total_seats: 7, available_seats: 7 }, 200)],
    ['SE9 PATCH', 'two as text', '2', wrong('total_seats', 'invalid')],
  ]),
  ...rows(changed('license_plate'), [
    ['LP2 PATCH', 'lower case with hyphen', 'ab-54321', ok({ contact: { license_plate: 'AB54321' } }, 200)],
    ['LP9 PATCH', 'nine characters', 'AB1234567', wrong('license_plate', 'invalid')],
    ['LP11 PATCH', 'markup', '<b>AB', wrong('license_plate', 'invalid')],
    ['LP13 PATCH', 'empty', '', wrong('license_plate', 'required')],
  ]),
  ...rows(change, [
    ['SE5 PATCH', 'free seats', { available_seats: 2 }, wrong('available_seats', 'unknown_field')],
    ['SE5b PATCH', 'another driver', { driver_id: randomUUID() }, wrong('driver_id', 'unknown_field')],
    ['SE5c PATCH', 'a status', { status: 'cancelled' }, wrong('status', 'unknown_field')],
    ['SE5e PATCH', 'notes of 1001', { notes: 'x'.repeat(1001) }, wrong('notes', 'too_long')],
    ['SE23', 'a share of the costs', { cost_share: 1 }, wrong('cost_share', 'unknown_field')],
    ['SE24', 'a series', { series_id: randomUUID() }, wrong('series_id', 'unknown_field')],
    ['SE25', 'a version as text', { version: '1' }, wrong('version', 'invalid')],
    ['SE26', 'half a version', { version: 1.5 }, wrong('version', 'invalid')],
    ['PL1 PATCH', 'no start', { start_location: '' }, wrong('start_location', 'required')],
    ['PL7 PATCH', 'an end of 121', { end_location: 'x'.repeat(121) }, wrong('end_location', 'too_long')],
    ['PL11 PATCH', 'the end at the start', { stops: [], end_location: 'OSLO' }, wrong('end_location', 'same_place')],
    [
      'PL11f PATCH',
      'two names of one place',
      { start_location: 'Kbh', stops: [], end_location: 'København' },
      wrong('end_location', 'same_place'),
    ],
    ['PL34 PATCH', 'two names of one stop', { stops: ['Copenhagen', 'København'] }, wrong('stops', 'repeated_stop')],
    ['PL25 PATCH', 'the same stop twice', { stops: ['Voss', 'Voss'] }, wrong('stops', 'repeated_stop')],
    ['PL28 PATCH', 'an end that is a stop', { end_location: 'Hamar' }, wrong('stops', 'repeated_stop')],
    ['PL17 PATCH', '11 stops', { stops: Array(11).fill('Moss') }, wrong('stops', 'too_many')],
    ['PL19 PATCH', 'stops as a text', { stops: 'Moss' }, wrong('stops', 'invalid')],
    ['JS3 PATCH', 'a list', [], wrong('body', 'invalid')],
  ]),
  ...rows(cancel, [
    ['RX1', 'a reason of 501', { reason: 'x'.repeat(501) }, wrong('reason', 'too_long')],
    ['RX2', 'a reason that is no text', { reason: { text: 'x' } }, wrong('reason', 'invalid')],
    ['RX3', 'another field', { refund: true }, wrong('refund', 'unknown_field')],
  ]),
]

const severals: Case[] = [
  ...rows(series('date'), [
    ['DT1 series', 'missing', undefined, wrong('date', 'invalid')],
    ['DT3 series', 'yesterday', '2027-02-28', wrong('date', 'in_past')],
    ['DT5 series', '29 February', '2027-02-29', wrong('date', 'invalid')],
    ['DT7 series', 'year 1', '0001-01-01', wrong('date', 'in_past')],
    ['DT7b series', 'the last day of all', '9999-12-31', wrong('date', 'too_far_ahead')],
    ['DT7c series', 'year 275760', '+275760-09-13', wrong('date', 'invalid')],
    ['DT25 series', '366 days ahead', '2028-03-01', wrong('date', 'too_far_ahead')],
    ['DT18b series', 'an instant', '2027-03-05T08:00:00Z', wrong('date', 'invalid')],
  ]),
  ...rows(series('departure_clock'), [
    ['DT26', 'missing', undefined, wrong('departure_clock', 'required')],
    ['DT26b', 'hour 24', '24:00', wrong('departure_clock', 'invalid')],
    ['DT26c', 'minute 60', '08:60', wrong('departure_clock', 'invalid')],
    ['DT26d', 'without the zero', '8:00', wrong('departure_clock', 'invalid')],
    ['DT26e', 'with seconds', '08:00:00', wrong('departure_clock', 'invalid')],
    ['DT26f', 'a number', 800, wrong('departure_clock', 'invalid')],
    ['DT26g', 'Arabic-Indic digits', '٠٨:٠٠', wrong('departure_clock', 'invalid')],
    ['DT12 series', 'the departure at the arrival', '15:00', wrong('arrival_clock', 'before_departure')],
    [
      'DT15 series',
      'late: arriving the next day',
      '22:00',
      ok({ items: [{ arrival_time: '2027-03-06T14:00:00.000Z' }] }),
    ],
  ]),
  ...rows(publish, [
    [
      'DT10 series',
      'an hour that is left out',
      { date: '2027-03-28', departure_clock: '02:30' },
      wrong('departure_clock', 'clock_gap'),
    ],
    [
      'DT9 series',
      'an hour that comes twice',
      { date: '2027-10-31', departure_clock: '02:30' },
      ok({ items: [{ departure_time: '2027-10-31T00:30:00.000Z' }] }),
    ],
    [
      'DT2 series',
      'an instant beside the day',
      { departure_time: '2027-03-05T08:00:00Z' },
      wrong('departure_time', 'unknown_field'),
    ],
    ['SE5b series', 'a driver', { driver_id: randomUUID() }, wrong('driver_id', 'unknown_field')],
    ['SE24 series', 'a series id', { series_id: randomUUID() }, wrong('series_id', 'unknown_field')],
    ['PR7 series', '1e3 as text', { price: '1e3' }, wrong('price', 'invalid')],
    ['SE2 series', '8 seats', { total_seats: 8 }, wrong('total_seats', 'out_of_range')],
    ['LP9 series', 'a plate of nine', { license_plate: 'AB1234567' }, wrong('license_plate', 'invalid')],
    ['PL25 series', 'the same stop twice', { stops: ['Voss', 'voss'] }, wrong('stops', 'repeated_stop')],
    ['PL11 series', 'the same start and end', { stops: [], end_location: 'oslo' }, wrong('end_location', 'same_place')],
  ]),
  ...rows(repeat, [
    ['DT27', 'no weekday', { weekdays: [] }, wrong('repeat', 'required')],
    ['DT27b', 'an eighth weekday', { weekdays: [8] }, wrong('repeat', 'invalid')],
    ['DT27c', 'a weekday by name', { weekdays: ['friday'] }, wrong('repeat', 'invalid')],
    ['DT28', 'until a day that does not exist', { until: '2027-02-29' }, wrong('repeat', 'invalid')],
    ['DT28b', 'until before the first day', { until: '2027-03-04' }, wrong('repeat.until', 'no_dates')],
    ['DT28c', 'until the last day of all', { until: '9999-12-31' }, wrong('repeat.until', 'too_far_ahead')],
    ['DT29', '201 exceptions', { except: Array(201).fill('2027-03-05') }, wrong('repeat', 'too_many')],
    ['DT29b', 'nothing but exceptions', { except: ['2027-03-05', '2027-03-12'] }, wrong('repeat.until', 'no_dates')],
    ['DT29c', 'another field', { every: 2 }, wrong('repeat', 'unknown_field')],
    ['DT30', 'the same weekday twice', { weekdays: [5, 5] }, ok({ skipped: [] })],
  ]),
  ...rows(back, [
    [
      'DT31',
      'back before arriving',
      { departure_clock: '14:59' },
      wrong('return_trip.departure_clock', 'before_departure'),
    ],
    ['DT31b', 'a return at the arrival', { departure_clock: '15:00' }, ok({ series_id: null })],
    [
      'DT31c',
      'arriving as it leaves',
      { arrival_clock: '16:00' },
      wrong('return_trip.arrival_clock', 'before_departure'),
    ],
    ['DT32', '31 days later', { days_later: 31 }, wrong('return_trip', 'out_of_range')],
    ['DT32b', 'half a day later', { days_later: 0.5 }, wrong('return_trip', 'not_a_whole_number')],
    ['PR3 back', 'a price of 10001', { price: 10_001 }, wrong('return_trip', 'out_of_range')],
  ]),
  ...rows(changeSeries, [
    ['DT33', 'from no day', {}, wrong('from', 'invalid')],
    [
      'DT33b',
      'by instants',
      { from: '2027-03-05', departure_time: '2027-03-05T08:00:00Z' },
      wrong('departure_time', 'unknown_field'),
    ],
    ['DT33c', 'another route', { from: '2027-03-05', stops: [] }, wrong('stops', 'unknown_field')],
    ['DT33d', 'an unknown direction', { from: '2027-03-05', direction: 'up' }, wrong('direction', 'invalid')],
    [
      'DT33e',
      'equal clocks',
      { from: '2027-03-05', departure_clock: '08:00', arrival_clock: '08:00' },
      wrong('arrival_clock', 'before_departure'),
    ],
  ]),
]

export const tripCases: Case[] = [...edits, ...severals]
