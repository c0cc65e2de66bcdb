/** Pure rules: days and windows, when a wanted ride ends, and changes. */
import { expect, test } from 'vitest'
import { wantedBody, wantedChanges } from '@samtur/contract/wanted'
import { departuresOf, endOf, recentDays, stateOf, today, wantedToStore, withChanges } from './rules.ts'

const now = new Date('2027-03-10T12:00:00+01:00')
const base = { from: 'Oslo', to: 'Bergen', date_from: '2027-03-12' }
const check = (changes: object, known = {}) =>
  wantedToStore(wantedBody.parse({ ...base, ...changes }), { now, ...known })
const store = (changes: object = {}) => {
  const checked = check(changes)
  if ('code' in checked) throw new Error(checked.code)
  return checked
}

test('an input becomes what is stored, with its places and their distance', () => {
  const stored = store()
  expect(stored).toMatchObject({
    from_text: 'Oslo',
    to_text: 'Bergen',
    radius_km: 0,
    date_from: '2027-03-12',
    date_to: '2027-03-12',
    weekdays: null,
    time_from: null,
    filters: { seats: 1 },
    note: null,
    public: false,
    until_day: null,
    ends_at: new Date('2027-03-13T00:00:00+01:00'),
  })
  expect(Math.round(stored.way_km)).toBe(305)
})

test('filters are stored as a search has them, but for those that are off', () => {
  const off = { instant: false, luggage: null }
  const filters = { seats: 5, max_price: 0, pets: true, same_gender: true, detours: 'no', ...off }
  expect(store(filters).filters).toEqual({ seats: 5, max_price: 0, pets: 'true', same_gender: 'true', detours: 'no' })
  expect(withChanges(store(filters), {})).toMatchObject(filters)
})

const spring = { date_from: '2027-03-27', date_to: '2027-03-28' }
test.each([
  ['the day is today', { date_from: '2027-03-10' }, undefined],
  ['the day was yesterday', { date_from: '2027-03-09' }, ['date_from', 'in_past']],
  ['the day is 365 days ahead', { date_from: '2028-03-09' }, undefined],
  ['the day is 366 days ahead', { date_from: '2028-03-10' }, ['date_from', 'too_far_ahead']],
  ['the range has one day', { date_to: '2027-03-12' }, undefined],
  ['the last day is 60 days later', { date_to: '2027-05-11' }, undefined],
  ['the last day is 61 days later', { date_to: '2027-05-12' }, ['date_to', 'out_of_range']],
  ['the last day is earlier', { date_to: '2027-03-11' }, ['date_to', 'out_of_range']],
  ['it ends on the first day', { until: '2027-03-12' }, undefined],
  ['it ends before the first day', { until: '2027-03-11' }, ['until', 'out_of_range']],
  ['it ended yesterday', { until: '2027-03-09' }, ['until', 'in_past']],
  ['it ends in more than a year', { until: '2028-03-10' }, ['until', 'too_far_ahead']],
  ['the window is one minute', { time_from: '08:00', time_to: '08:00' }, undefined],
  ['the window ends first', { time_from: '08:00', time_to: '07:59' }, ['time_to', 'out_of_range']],
  ['the night lacks the hour', { date_from: '2027-03-28', time_from: '02:00' }, ['time_from', 'clock_gap']],
  ['the night lacks the last hour', { date_from: '2027-03-28', time_to: '02:59' }, ['time_to', 'clock_gap']],
  ['another night lacks the hour', { ...spring, time_from: '02:00' }, undefined],
  ['the window of today ends this minute', { date_from: '2027-03-10', time_to: '12:00' }, undefined],
  ['the window of today has ended', { date_from: '2027-03-10', time_to: '11:59' }, ['time_to', 'in_past']],
  ['there are days and weekdays', { weekdays: [1] }, ['weekdays', 'invalid']],
  ['there is a last day alone', { date_from: null, date_to: '2027-03-12' }, ['date_from', 'required']],
  ['no such weekday comes', { date_from: null, weekdays: [1], until: '2027-03-14' }, ['until', 'no_dates']],
  ['the weekday comes once', { date_from: null, weekdays: [1], until: '2027-03-15' }, undefined],
  ['the start is unknown', { from: 'Xyzzy' }, ['from', 'unknown_place']],
  ['the end is unknown', { to: 'Xyzzy' }, ['to', 'unknown_place']],
  ['both ends are one place', { to: 'Oslo S' }, ['to', 'same_place']],
])('an input where %s', (_, changes, problem) => {
  const checked = check(changes)
  expect('code' in checked ? [checked.field, checked.code] : undefined).toEqual(problem)
})

test('a first day in the past stays possible in a change that leaves it', () => {
  const changed = (date_from: string) => check({ date_from, date_to: '2027-03-20' }, { firstBefore: '2027-03-01' })
  expect(changed('2027-03-01')).toMatchObject({ date_from: '2027-03-01' })
  expect(changed('2027-03-02')).toEqual({ field: 'date_from', code: 'in_past' })
})

const schedule = { date_from: null, date_to: null, weekdays: null, time_from: null, time_to: null, until_day: null }
const week = { date_from: '2027-03-12', date_to: '2027-03-20' }
const autumn = { date_from: '2027-10-31', date_to: '2027-10-31' }
test.each([
  ['a day', { ...week, date_to: '2027-03-12' }, '2027-03-13T00:00:00+01:00'],
  ['a range', week, '2027-03-21T00:00:00+01:00'],
  ['a range with an earlier last day', { ...week, until_day: '2027-03-15' }, '2027-03-16T00:00:00+01:00'],
  ['a range with a later last day', { ...week, until_day: '2027-04-15' }, '2027-03-21T00:00:00+01:00'],
  ['a window', { ...week, time_to: '09:30' }, '2027-03-20T09:31:00+01:00'],
  ['a window in the night that lacks the hour', { ...spring, time_to: '02:30' }, '2027-03-28T03:31:00+02:00'],
  ['a window in the night that has the hour twice', { ...autumn, time_to: '02:30' }, '2027-10-31T02:31:00+01:00'],
  ['weekdays until a day between', { weekdays: [1, 5], until_day: '2027-03-18' }, '2027-03-16T00:00:00+01:00'],
  ['weekdays without a last day', { weekdays: [1, 2, 3, 4, 5, 6, 7] }, '2028-03-10T00:00:00+01:00'],
])('%s ends at its own time', (_, given, end) => {
  expect(endOf({ ...schedule, ...given }, now)).toEqual(new Date(end))
})

test('the departures that can match lie between now and the last day', () => {
  const days = (given: object) => departuresOf({ ...schedule, ...given }, now)
  expect(days({ date_from: '2027-03-12', date_to: '2027-03-13' })).toEqual({
    after: new Date('2027-03-12T00:00:00+01:00'),
    before: new Date('2027-03-14T00:00:00+01:00'),
  })
  expect(days({ date_from: '2027-03-01', date_to: '2027-03-13', until_day: '2027-03-11' })).toEqual({
    after: now,
    before: new Date('2027-03-12T00:00:00+01:00'),
  })
  expect(days({ weekdays: [1] })).toEqual({ after: now, before: null })
})

const before = store({ note: 'Hei', max_price: 200, date_to: '2027-03-14' })
const change = (given: object) => withChanges(before, wantedChanges.parse(given))
test('a change leaves what it does not name', () => {
  expect(change({ seats: 2 })).toMatchObject({
    from: { text: 'Oslo' },
    note: 'Hei',
    max_price: 200,
    seats: 2,
    date_from: '2027-03-12',
    date_to: '2027-03-14',
    weekdays: null,
  })
  expect(change({ note: null, max_price: null })).toMatchObject({ note: null, max_price: null })
  expect(change({ to: 'Trondheim' })).toMatchObject({ to: { text: 'Trondheim', place_id: null } })
})
test('weekdays replace the days, and days the weekdays', () => {
  expect(change({ weekdays: [5] })).toMatchObject({ weekdays: [5] })
  expect(change({ weekdays: [5] }).date_from).toBeUndefined()
  expect(change({ date_from: '2027-04-01' })).toMatchObject({ date_from: '2027-04-01', weekdays: null })
  expect(change({ date_from: '2027-04-01' }).date_to).toBeUndefined()
  expect(change({ date_to: '2027-03-15' })).toMatchObject({ date_from: '2027-03-12', date_to: '2027-03-15' })
  expect(change({ weekdays: [5], date_from: '2027-04-01' })).toMatchObject({ weekdays: [5], date_from: '2027-04-01' })
  expect(change({ date_from: null })).toMatchObject({ date_from: null, weekdays: null })
})

test('the state follows from the end and the pause', () => {
  const later = new Date(now.getTime() + 1)
  expect(stateOf({ ended_at: null, paused_at: null, ends_at: later }, now)).toBe('active')
  expect(stateOf({ ended_at: null, paused_at: now, ends_at: later }, now)).toBe('paused')
  expect(stateOf({ ended_at: null, paused_at: now, ends_at: now }, now)).toBe('ended')
  expect(stateOf({ ended_at: now, paused_at: null, ends_at: later }, now)).toBe('ended')
})

test('a day begins at midnight in Oslo, and its digest is due at 18:00', () => {
  expect(today(new Date('2027-03-10T16:59:59Z'))).toMatchObject({ day: '2027-03-10', isDigestTime: false })
  expect(today(new Date('2027-03-10T17:00:00Z'))).toEqual({
    day: '2027-03-10',
    start: new Date('2027-03-09T23:00:00Z'),
    isDigestTime: true,
  })
  expect(today(new Date('2027-03-10T23:00:00Z')).day).toBe('2027-03-11')
})

test('the thirty days before today', () => {
  const days = recentDays(now)
  expect([days.length, days[0], days.at(-1)]).toEqual([30, '2027-02-08', '2027-03-09'])
})
