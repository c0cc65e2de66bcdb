/** Wanted rides. The tests move the clock to Monday 1 March 2027; the clocks go forward on 28 March. */
import { randomUUID } from 'node:crypto'
import { ok, one, refused as refusedWith, rows, wrong, type Case, type Dataset } from './cases.ts'

const body = (changes: object) => ({ from: 'Oslo', to: 'Bergen', date_from: '2027-03-05', ...changes })
const want = (changes: object, { passenger: as }: Dataset) => ({
  method: 'POST',
  path: '/api/v1/ride-wanted',
  as,
  body: body(changes),
})
/** Weekdays in place of the day. */
const weekly = (changes: object, dataset: Dataset) => want({ date_from: undefined, ...changes }, dataset)
const preview = (changes: object) => ({ method: 'POST', path: '/api/v1/ride-wanted/preview', body: body(changes) })

const refused = rows(want, [
  ['WA1', 'no start', { from: undefined }, wrong('from', 'required')],
  ['WA2', 'an empty end', { to: ' ' }, wrong('to', 'required')],
  ['WA3', 'an unknown start', { from: 'Xyzzy' }, wrong('from', 'unknown_place')],
  ['WA4', 'an unknown end', { to: 'Storgata 1' }, wrong('to', 'unknown_place')],
  ['WA5', 'both ends one place', { to: 'oslo' }, wrong('to', 'same_place')],
  ['WA6', 'both ends one place by two names', { from: 'København', to: 'Copenhagen' }, wrong('to', 'same_place')],
  ['WA7', '121 characters', { from: 'x'.repeat(121) }, wrong('from', 'too_long')],
  ['WA7b', 'markup in the note', { note: '<b onclick=x>Hei</b>' }, wrong('note', 'invalid_characters')],
  ['WA8', 'a radius of −1', { radius_km: -1 }, wrong('radius_km', 'out_of_range')],
  ['WA9', 'a radius of 51', { radius_km: 51 }, wrong('radius_km', 'out_of_range')],
  ['WA10', 'a radius of 2.5', { radius_km: 2.5 }, wrong('radius_km', 'not_a_whole_number')],
  ['WA11', 'yesterday', { date_from: '2027-02-28' }, wrong('date_from', 'in_past')],
  ['WA12', '29 February', { date_from: '2027-02-29' }, wrong('date_from', 'invalid')],
  ['WA13', '366 days ahead', { date_from: '2028-03-01' }, wrong('date_from', 'too_far_ahead')],
  ['WA14', 'a last day before the first', { date_to: '2027-03-04' }, wrong('date_to', 'out_of_range')],
  ['WA15', 'a range of 61 days', { date_to: '2027-05-05' }, wrong('date_to', 'out_of_range')],
  ['WA16', 'neither days nor weekdays', { date_from: undefined }, wrong('date_from', 'required')],
  ['WA17', 'days and weekdays', { weekdays: [1] }, wrong('weekdays', 'invalid')],
  ['WA18', 'until before the first day', { until: '2027-03-04' }, wrong('until', 'out_of_range')],
  ['WA19', 'until yesterday', { until: '2027-02-28' }, wrong('until', 'in_past')],
  [
    'WA20',
    'a window that ends before it begins',
    { time_from: '10:00', time_to: '09:00' },
    wrong('time_to', 'out_of_range'),
  ],
  ['WA21', '24:00', { time_from: '24:00' }, wrong('time_from', 'invalid')],
  [
    'WA22',
    'an hour that the night lacks',
    { date_from: '2027-03-28', time_from: '02:30' },
    wrong('time_from', 'clock_gap'),
  ],
  [
    'WA23',
    'until an hour that the night lacks',
    { date_from: '2027-03-28', time_to: '02:59' },
    wrong('time_to', 'clock_gap'),
  ],
  [
    'WA24',
    'a window of today that is over',
    { date_from: '2027-03-01', time_to: '11:59' },
    wrong('time_to', 'in_past'),
  ],
  ['WA25', 'no seat', { seats: 0 }, wrong('seats', 'out_of_range')],
  ['WA26', 'eight seats', { seats: 8 }, wrong('seats', 'out_of_range')],
  ['WA27', 'a negative price', { max_price: -1 }, wrong('max_price', 'out_of_range')],
  ['WA28', 'half a krone', { max_price: 0.5 }, wrong('max_price', 'not_a_whole_number')],
  ['WA29', '301 characters', { note: 'x'.repeat(301) }, wrong('note', 'too_long')],
  ['WA30', 'a control character', { note: 'a\u0000b' }, wrong('note', 'invalid_characters')],
  ['WA31', 'pets as text', { pets: 'true' }, wrong('pets', 'invalid')],
  ['WA32', 'unknown luggage', { luggage: 'none' }, wrong('luggage', 'invalid')],
  ['WA32b', 'a seat at once as text', { instant: 'true' }, wrong('instant', 'invalid')],
  ['WA32c', 'detours as a word', { detours: 'yes' }, wrong('detours', 'invalid')],
  ['WA33', 'public as text', { public: 'yes' }, wrong('public', 'invalid')],
  ['WA34', 'another person', { user_id: randomUUID() }, wrong('user_id', 'unknown_field')],
])

const weekdays = rows(weekly, [
  ['WA35', 'no weekday', { weekdays: [] }, wrong('weekdays', 'required')],
  ['WA36', 'an eighth day', { weekdays: [8] }, wrong('weekdays', 'invalid')],
  ['WA37', 'a weekday as text', { weekdays: ['1'] }, wrong('weekdays', 'invalid')],
  ['WA38', 'no such weekday until then', { weekdays: [7], until: '2027-03-06' }, wrong('until', 'no_dates')],
  ['WA39', 'one twice', { weekdays: [3, 1, 3] }, ok({ weekdays: [1, 3], date_from: null })],
])

const accepted: Case[] = [
  ...rows(want, [
    ['WA40', 'a note with a smaller sign', { note: '2 < 3 kofferter' }, ok({ note: '2 < 3 kofferter' })],
    ['WA41', '300 emoji', { note: '🦊'.repeat(300), seats: 2 }, ok({ note: '🦊'.repeat(300) })],
    ['WA42', 'a range of 60 days', { date_to: '2027-05-04' }, ok({ date_to: '2027-05-04' })],
    [
      'WA43',
      'a chosen place that is unknown',
      { from: { text: 'Oslo', place_id: 99_999_999 }, seats: 3 },
      ok({ from: 'Oslo' }),
    ],
    ['WA44', 'the hour after the gap', { date_from: '2027-03-28', time_from: '03:00' }, ok({ time_from: '03:00' })],
    [
      'WA45',
      'a range over the night of the gap',
      { date_to: '2027-03-28', time_from: '02:30' },
      ok({ time_from: '02:30' }),
    ],
  ]),
  ...rows(
    (changes: object) => preview(changes),
    [
      ['WA46', 'a preview of an unknown place', { to: 'Xyzzy' }, wrong('to', 'unknown_place')],
      ['WA47', 'a preview for a visitor', {}, ok({ matches: [], recent: null }, 200)],
    ],
  ),
]

const reads: Case[] = [
  one(
    'WA48',
    'a filter by an unknown place',
    () => ({ method: 'GET', path: '/api/v1/ride-wanted?from=Xyzzy' }),
    wrong('from', 'unknown_place'),
  ),
  one(
    'WA49',
    'a wrong cursor',
    () => ({ method: 'GET', path: '/api/v1/ride-wanted?cursor=x' }),
    wrong('cursor', 'invalid'),
  ),
  one(
    'WA50',
    'no ride',
    ({ driver: as }) => ({ method: 'GET', path: '/api/v1/ride-wanted/on-your-way', as }),
    wrong('ride_id', 'required'),
  ),
  one(
    'WA51',
    'an offer without a ride',
    ({ driver: as }) => ({ method: 'POST', path: `/api/v1/ride-wanted/${randomUUID()}/offers`, as, body: {} }),
    wrong('ride_id', 'required'),
  ),
]

const lost: Case[] = [
  ...rows(
    ([method, path]: [string, string], { passenger: as }) => ({ method, path: `/api/v1/${path}`, as }),
    [
      ['WA52', 'other ways for a word', ['GET', 'reservations/x/rescue'], refusedWith(404, 'not_found')],
      [
        'WA53',
        'a search for an unknown trip',
        ['POST', `reservations/${randomUUID()}/wanted`],
        refusedWith(404, 'not_found'),
      ],
      [
        'WA54',
        'other ways for an unknown place',
        ['GET', `waiting-list/${randomUUID()}/rescue`],
        refusedWith(404, 'not_found'),
      ],
      [
        'WA55',
        'a search for an unknown place',
        ['POST', `waiting-list/${randomUUID()}/wanted`],
        refusedWith(404, 'not_found'),
      ],
    ],
  ),
  one(
    'WA56',
    'a search for a request that stands',
    ({ passenger: as, pending }) => ({ method: 'POST', path: `/api/v1/reservations/${pending}/wanted`, as }),
    refusedWith(404, 'not_found'),
  ),
]

export const wantedCases: Case[] = [...refused, ...weekdays, ...accepted, ...reads, ...lost]
