/** Rides: places, times, prices, seats and other details, plates. */
import { randomUUID } from 'node:crypto'
import { rideBody } from '../app.ts'
import { ok, refused, rows, wrong, type Case, type Expected, type Dataset } from './cases.ts'

const tenStops = ['Moss', 'Hamar', 'Otta', 'Voss', 'Gol', 'Geilo', 'Elverum', 'Tynset', 'Oppdal', 'Lom']

export const publish = (changes: object, { t, driver }: Dataset) => ({
  method: 'POST',
  path: '/api/v1/rides',
  as: driver,
  body: { ...rideBody(t.clock), ...changes },
})
/** Replaces the price in the JSON text by something JSON.stringify would not write. */
const publishRaw = (price: string, { t, driver }: Dataset) => ({
  method: 'POST',
  path: '/api/v1/rides',
  as: driver,
  body: JSON.stringify({ ...rideBody(t.clock), price: 300 }).replace('"price":300', `"price":${price}`),
})
const search = (query: string) => ({ method: 'GET', path: `/api/v1/rides?${query}` })
const field = (name: string) => (value: unknown, dataset: Dataset) => publish({ [name]: value }, dataset)
const start = field('start_location')
const startOk = (text: string, shown = text): [string, Expected] => [text, ok({ start_location: shown })]

const places: Case[] = [
  ...rows(start, [
    ['PL1', 'empty', '', wrong('start_location', 'required')],
    ['PL2', 'spaces and line breaks', ' \t\n ', wrong('start_location', 'required')],
    ['PL2b', 'missing', undefined, wrong('start_location', 'required')],
    ['PL3', 'a place of one character', ...startOk('Å')],
    ['PL4', 'decomposed characters and outer spaces', ...startOk('  A\u030Alesund ', 'Ålesund')],
    ['PL7', '121 characters', 'x'.repeat(121), wrong('start_location', 'too_long')],
    ['PL8', '120 characters of two code units', ...startOk('🚗'.repeat(120))],
    ['PL10', 'a number', 7, wrong('start_location', 'invalid')],
    ['PL10b', 'null', null, wrong('start_location', 'required')],
    ['PL13', 'a zero-width space inside', 'Os\u200blo', wrong('start_location', 'invalid_characters')],
    ['PL14', 'a direction override', '\u202eolsO', wrong('start_location', 'invalid_characters')],
    ['PL15', 'Cyrillic', ...startOk('Осло')],
    ['PL15b', 'Arabic', ...startOk('أوسلو')],
    ['PL16', 'a line break inside', 'Oslo\nBergen', wrong('start_location', 'invalid_characters')],
    ['PL16b', 'a null character', 'Oslo\u0000', wrong('start_location', 'invalid_characters')],
    ['PL21', 'an emoji in front', ...startOk('🚗 Oslo')],
    ['PL22', 'a joined emoji', ...startOk('👨‍👩‍👧 Oslo')],
    ['PL23', 'half of a surrogate pair', '\ud800', wrong('start_location', 'invalid_characters')],
    ['PL24', 'a chosen place', { text: 'Oslo', place_id: 3143244 }, ok({ start_location: 'Oslo' })],
    ['PL24b', 'a chosen place that does not exist', { text: 'Oslo', place_id: 1 }, ok({ start_location: 'Oslo' })],
    ['PL24c', 'a chosen place beyond all integers', { text: 'Oslo', place_id: 9e15 }, ok({ start_location: 'Oslo' })],
    ['PL24d', 'a place id as text', { text: 'Oslo', place_id: '3143244' }, wrong('start_location', 'invalid')],
    ['PL24e', 'a place with an unknown field', { text: 'Oslo', lat: 0 }, wrong('start_location', 'unknown_field')],
    ['PL24f', 'a chosen place without text', { text: '', place_id: 3143244 }, wrong('start_location', 'required')],
    ['PL25', 'markup', ...startOk('<script>alert(1)</script>')],
    ['PL26', 'SQL', ...startOk("Oslo'); drop table ride; --")],
  ]),
  ...rows(publish, [
    [
      'PL11',
      'from and to the same',
      { start_location: 'Oslo', end_location: 'Oslo', stops: [] },
      wrong('end_location', 'same_place'),
    ],
    [
      'PL11b',
      'the same but for case and space',
      { start_location: 'Oslo', end_location: ' OSLO ', stops: [] },
      wrong('end_location', 'same_place'),
    ],
    ['PL11c', 'two places that differ by an accent', { start_location: 'Alta', end_location: 'Älta', stops: [] }, ok()],
    [
      'PL11d',
      'the same with another accent',
      { start_location: 'Ålesund', end_location: 'alesund', stops: [] },
      wrong('end_location', 'same_place'),
    ],
    [
      'PL11f',
      'two names of one place, and nothing between',
      { start_location: 'Copenhagen', end_location: 'København', stops: [] },
      wrong('end_location', 'same_place'),
    ],
    [
      'PL11g',
      'two meeting points in one town',
      { start_location: 'Bergen, Åsane', end_location: 'Bergen, Danmarks plass', stops: [] },
      ok(),
    ],
    ['PL11e', 'two characters', { start_location: '🏠', end_location: '🏢', stops: [] }, ok()],
    ['PL12', 'a round trip with a stop', { start_location: 'Oslo', end_location: 'Oslo', stops: ['Moss'] }, ok()],
    ['PL17', '11 stops', { stops: Array(11).fill('Moss') }, wrong('stops', 'too_many')],
    ['PL18', '10 stops', { stops: tenStops }, ok({ stops: tenStops })],
    ['PL25', 'the same stop twice in a row', { stops: ['Voss', 'Voss'] }, wrong('stops', 'repeated_stop')],
    ['PL26', 'the same stop again later', { stops: ['Voss', 'Geilo', ' VOSS'] }, wrong('stops', 'repeated_stop')],
    [
      'PL27',
      'a stop where the ride starts',
      { start_location: 'Ålesund', stops: ['alesund'] },
      wrong('stops', 'repeated_stop'),
    ],
    [
      'PL28',
      'a stop where the ride ends',
      { end_location: 'Bergen', stops: ['Voss', 'bergen'] },
      wrong('stops', 'repeated_stop'),
    ],
    [
      'PL29',
      'a round trip that stops where it began',
      { start_location: 'Oslo', end_location: 'Oslo', stops: ['Oslo'] },
      wrong('stops', 'repeated_stop'),
    ],
    ['PL31', 'two names of one place', { stops: ['Voss', 'Geilo', 'Voss stasjon'] }, wrong('stops', 'repeated_stop')],
    [
      'PL32',
      'a stop in the town where the ride ends',
      { end_location: 'Bergen', stops: ['Voss', 'Bergen busstasjon'] },
      wrong('stops', 'repeated_stop'),
    ],
    [
      'PL34',
      'two stops by the names of one place in two languages',
      { stops: ['København', 'Malmö', 'Copenhagen'] },
      wrong('stops', 'repeated_stop'),
    ],
    ['PL33', 'two stops without a known place', { stops: ['Sentrum', 'Storgata 12'] }, ok()],
    ['PL30', 'two stops that differ by an accent', { stops: ['Alta', 'Älta'] }, ok()],
    ['PL19', 'stops as a text', { stops: 'Moss' }, wrong('stops', 'invalid')],
    ['PL19b', 'stops as an object', { stops: { 0: 'Moss', length: 1 } }, wrong('stops', 'invalid')],
    ['PL20', 'an empty stop', { stops: ['Moss', ' '] }, wrong('stops', 'required')],
    ['PL20b', 'null as stops', { stops: null }, wrong('stops', 'invalid')],
  ]),
  ...rows(search, [
    ['PL27', 'search beyond 120', `from=${'x'.repeat(121)}`, wrong('from', 'too_long')],
    ['PL28', 'search for a null character', 'from=%00', wrong('from', 'invalid_characters')],
    ['PL29', 'search for half of a surrogate pair', 'to=%ED%A0%80', refused(400, 'malformed')],
    ['PL30', 'a day that does not exist', 'date=2027-02-29', wrong('date', 'invalid')],
    ['PL30b', 'a day in another notation', 'date=05.05.2027', wrong('date', 'invalid')],
    ['PL30c', 'the last day of all', 'date=9999-12-31', ok({ items: [] }, 200)],
    ['PL30d', 'the first day of all', 'date=0000-01-01', ok({ items: [] }, 200)],
  ]),
]

/** The tests move the clock to 1 March 2027. */
const trip = (departure: string, arrival: string) => ({ departure_time: departure, arrival_time: arrival })
const departs = (departure: unknown, dataset: Dataset) => publish({ departure_time: departure }, dataset)
const departsIn = (seconds: number, dataset: Dataset) =>
  departs(new Date(dataset.t.clock.now().getTime() + seconds * 1000).toISOString(), dataset)
const day = 86_400
const lasting = (seconds: number, dataset: Dataset) => {
  const { departure_time } = rideBody(dataset.t.clock)
  return publish({ arrival_time: new Date(new Date(departure_time).getTime() + seconds * 1000).toISOString() }, dataset)
}

const times: Case[] = [
  ...rows(departs, [
    ['DT1', 'missing', undefined, wrong('departure_time', 'required')],
    ['DT1b', 'empty', '', wrong('departure_time', 'required')],
    ['DT5', '29 February of an ordinary year', '2027-02-29T10:00:00+01:00', wrong('departure_time', 'invalid')],
    ['DT5b', 'month 13', '2027-13-01T10:00:00+01:00', wrong('departure_time', 'invalid')],
    ['DT6', 'hour 24', '2027-05-05T24:00:00+02:00', wrong('departure_time', 'invalid')],
    ['DT6b', 'minute 60', '2027-05-05T10:60:00+02:00', wrong('departure_time', 'invalid')],
    ['DT7', 'year 1', '0001-01-01T00:00:00Z', wrong('departure_time', 'invalid')],
    ['DT7b', 'year 9999', '9999-12-31T23:00:00Z', wrong('departure_time', 'invalid')],
    ['DT7c', 'year 275760', '+275760-09-13T00:00:00Z', wrong('departure_time', 'invalid')],
    ['DT8', 'year 2199', '2199-01-01T00:00:00Z', wrong('departure_time', 'too_far_ahead')],
    ['DT17', 'without offset', '2027-05-05T10:00:00', wrong('departure_time', 'invalid')],
    ['DT18', 'an offset that does not exist', '2027-05-05T10:00:00+25:00', wrong('departure_time', 'invalid')],
    ['DT18b', 'a date only', '2027-05-05', wrong('departure_time', 'invalid')],
    ['DT19', 'milliseconds since 1970', 1_825_000_000_000, wrong('departure_time', 'invalid')],
    ['DT20', 'null', null, wrong('departure_time', 'invalid')],
    ['DT21', 'Arabic-Indic digits', '٢٠٢٧-٠٥-٠٥T10:00:00+02:00', wrong('departure_time', 'invalid')],
    ['DT22', 'words', 'tomorrow at eight', wrong('departure_time', 'invalid')],
  ]),
  ...rows(departsIn, [
    ['DT3', 'a second ago', -1, wrong('departure_time', 'in_past')],
    ['DT25', '366 days ahead', 366 * day, wrong('departure_time', 'too_far_ahead')],
  ]),
  ...rows(publish, [
    ['DT2', 'arrival missing', { arrival_time: undefined }, wrong('arrival_time', 'required')],
    [
      'DT9',
      'the hour that comes twice, the first time',
      trip('2027-10-31T02:30:00+02:00', '2027-10-31T05:00:00+01:00'),
      ok({ departure_time: '2027-10-31T00:30:00.000Z' }),
    ],
    [
      'DT9b',
      'and the second time',
      trip('2027-10-31T02:30:00+01:00', '2027-10-31T05:00:00+01:00'),
      ok({ departure_time: '2027-10-31T01:30:00.000Z' }),
    ],
    [
      'DT10',
      'an instant in the hour that is left out',
      trip('2027-03-28T02:30:00+01:00', '2027-03-28T05:00:00+02:00'),
      ok({ departure_time: '2027-03-28T01:30:00.000Z' }),
    ],
    [
      'DT11',
      'three hours that look like two',
      trip('2027-10-31T01:30:00+02:00', '2027-10-31T03:30:00+01:00'),
      ok({ arrival_time: '2027-10-31T02:30:00.000Z' }),
    ],
    ['DT15', 'over midnight', trip('2027-05-05T23:00:00+02:00', '2027-05-06T02:00:00+02:00'), ok()],
    [
      'DT16',
      'arrival before departure',
      trip('2027-05-05T10:00:00+02:00', '2027-05-05T09:59:00+02:00'),
      wrong('arrival_time', 'before_departure'),
    ],
    [
      'DT16b',
      'later on the clock but earlier in fact',
      trip('2027-10-31T02:30:00+01:00', '2027-10-31T02:45:00+02:00'),
      wrong('arrival_time', 'before_departure'),
    ],
    [
      'DT24',
      'in another zone, the same instant',
      trip('2027-05-05T04:00:00-04:00', '2027-05-05T12:00:00+02:00'),
      ok({ departure_time: '2027-05-05T08:00:00.000Z' }),
    ],
  ]),
  ...rows(lasting, [
    ['DT12', 'the arrival at the departure', 0, wrong('arrival_time', 'before_departure')],
    ['DT14', '24 hours', day, ok()],
    ['DT14b', '24 hours and a second', day + 1, wrong('arrival_time', 'too_long_trip')],
  ]),
]

const prices: Case[] = [
  ...rows(field('price'), [
    ['PR1', '0', 0, ok({ price: 0 })],
    ['PR2', '10000', 10_000, ok({ price: 10_000 })],
    ['PR3', '10001', 10_001, wrong('price', 'out_of_range')],
    ['PR4', '−1', -1, wrong('price', 'out_of_range')],
    ['PR5', '12.5', 12.5, wrong('price', 'not_a_whole_number')],
    ['PR6', 'missing', undefined, wrong('price', 'required')],
    ['PR7', '1e3 as text', '1e3', wrong('price', 'invalid')],
    ['PR9', 'null', null, wrong('price', 'required')],
    ['PR12', 'true', true, wrong('price', 'invalid')],
    ['PR13', '100 as text', '100', wrong('price', 'invalid')],
    ['PR14', 'a list', [100], wrong('price', 'invalid')],
  ]),
  ...rows(publishRaw, [
    ['PR8', '1e3 as number', '1e3', ok({ price: 1000 })],
    ['PR8b', 'minus zero', '-0', ok({ price: 0 })],
    ['PR9b', 'NaN', 'NaN', refused(400, 'malformed')],
    ['PR9c', 'Infinity', 'Infinity', refused(400, 'malformed')],
    ['PR10', '1e999', '1e999', wrong('price', 'invalid')],
    ['PR11', '9007199254740993', '9007199254740993', wrong('price', 'not_a_whole_number')],
    ['PR11b', 'slightly above a whole number', '299.9999999999999999', ok({ price: 300 })],
  ]),
]

const details: Case[] = [
  ...rows(field('total_seats'), [
    ['SE1', '0', 0, wrong('total_seats', 'out_of_range')],
    ['SE2', '8', 8, wrong('total_seats', 'out_of_range')],
    ['SE3', '1', 1, ok({ total_seats: 1, available_seats: 1 })],
    ['SE3b', '7', 7, ok({ total_seats: 7, available_seats: 7 })],
    ['SE4', 'left out', undefined, ok({ total_seats: 4 })],
  ]),
  ...rows(publish, [
    ['SE5', 'free seats in the body', { available_seats: 2 }, wrong('available_seats', 'unknown_field')],
    ['SE5b', 'another person as the driver', { driver_id: randomUUID() }, wrong('driver_id', 'invalid')],
    ['SE5c', 'a status in the body', { status: 'cancelled' }, wrong('status', 'unknown_field')],
    ['SE5d', 'pets as text', { pets_allowed: 'yes' }, wrong('pets_allowed', 'invalid')],
    ['SE5g', 'luggage of another size', { luggage: 'huge' }, wrong('luggage', 'invalid')],
    ['SE5h', 'no luggage', { luggage: 'none' }, ok({ luggage: 'none' })],
    ['SE5i', 'luggage left out', { luggage: undefined }, ok({ luggage: 'cabin' })],
    ['SE5e', 'notes of 1001', { notes: 'x'.repeat(1001) }, wrong('notes', 'too_long')],
    [
      'SE5f',
      'notes of 1000, with line breaks',
      { notes: `${'x'.repeat(499)}\r\n${'y'.repeat(500)}` },
      ok({ notes: `${'x'.repeat(499)}\n${'y'.repeat(500)}` }),
    ],
    ['SE5g', 'blank notes', { notes: ' \n ' }, ok({ notes: null })],
    ['SE5h', 'a make of 41', { car_make: 'x'.repeat(41) }, wrong('car_make', 'too_long')],
    ['SE5i', 'no colour', { car_color: '' }, wrong('car_color', 'required')],
  ]),
]

const plate = (text: string): [string, Expected] => [
  text,
  ok({ contact: { license_plate: text.toUpperCase().normalize('NFC').replace(/[\s-]/g, '') } }),
]

const plates: Case[] = rows(field('license_plate'), [
  ['LP1', 'Norwegian', ...plate('AB 12345')],
  ['LP2', 'lower case with hyphen', ...plate('ab-12345')],
  ['LP3', 'Norwegian, electric', ...plate('EK 12345')],
  ['LP5', 'Swedish', ...plate('ABC 123')],
  ['LP5b', 'Swedish, new', ...plate('ABC 12A')],
  ['LP6', 'Danish', ...plate('AB 12 345')],
  ['LP7', 'personal', ...plate('BLÅBÆR')],
  ['LP7b', 'personal, decomposed', ...plate('BLA\u030ABÆR')],
  ['LP8', 'one character', 'A', wrong('license_plate', 'invalid')],
  ['LP9', 'nine characters', 'AB1234567', wrong('license_plate', 'invalid')],
  ['LP10', 'Cyrillic look-alikes', 'АВ12345', wrong('license_plate', 'invalid')],
  ['LP11', 'markup', '<b>AB', wrong('license_plate', 'invalid')],
  ['LP12', 'spaces', '   ', wrong('license_plate', 'required')],
  ['LP13', 'empty', '', wrong('license_plate', 'required')],
  ['LP14', 'missing', undefined, wrong('license_plate', 'required')],
  ['LP15', 'a number', 12345, wrong('license_plate', 'invalid')],
  ['LP16', 'a line break at the end', 'AB12345\n', ok({ contact: { license_plate: 'AB12345' } })],
])

export const rideCases: Case[] = [...places, ...times, ...prices, ...details, ...plates]
