/** Pure rules: how near in time another ride must be, and the wanted ride for a trip that was lost. */
import { expect, test } from 'vitest'
import { wantedToStore } from './rules.ts'
import { criteriaOf, endsOf, isOver, type LostTrip, spanAround, wantedFor } from './rules-rescue.ts'

const trip = (departs: string, changes: Partial<LostTrip> = {}): LostTrip => ({
  ride_id: '0190a000-0000-7000-8000-000000000000',
  from: 'Hamar',
  to: 'Trondheim',
  from_place_id: null,
  to_place_id: null,
  departs_at: new Date(departs),
  seats: 2,
  ...changes,
})
const noon = '2027-03-05T12:00:00+01:00'

test('other rides depart three hours before or after, and not in the past', () => {
  const early = new Date('2027-03-05T06:00:00+01:00')
  expect(spanAround(trip(noon), early)).toEqual({
    after: new Date('2027-03-05T09:00:00+01:00'),
    before: new Date('2027-03-05T15:01:00+01:00'),
  })
  const late = new Date('2027-03-05T14:00:00+01:00')
  expect(spanAround(trip(noon), late).after).toEqual(late)
  expect([late, new Date('2027-03-05T15:01:00+01:00')].map((now) => isOver(trip(noon), now))).toEqual([false, true])
})

test('a place is the one of the stop, else the one that its text names', () => {
  expect(endsOf(trip(noon))).toMatchObject({ from: { name: 'Hamar' }, to: { name: 'Trondheim' } })
  const chosen = endsOf(trip(noon))?.to.id ?? 0
  expect(endsOf(trip(noon, { to: 'Hos mor', to_place_id: chosen }))?.to.id).toBe(chosen)
  expect(endsOf(trip(noon, { from: 'Xyzzy' }))).toBeUndefined()
  expect(endsOf(trip(noon, { to: 'Xyzzy' }))).toBeUndefined()
  expect(endsOf(trip(noon, { to: 'hamar' }))).toBeUndefined()
})

test('other rides need the seats, and are between the same places', () => {
  const ends = endsOf(trip(noon))
  if (!ends) throw new Error('no places')
  const criteria = criteriaOf(ends, trip(noon))
  const places = { from_place_id: ends.from.id, to_place_id: ends.to.id }
  expect(criteria).toMatchObject({ ...places, radius_km: 0, filters: { seats: 2 } })
  expect(Math.abs(criteria.way_km - 295)).toBeLessThan(15)
})

test('the wanted ride is private and asks for the places, the seats, the day and a window', () => {
  expect(wantedFor(trip(noon, { from_place_id: 7 }))).toEqual({
    from: { text: 'Hamar', place_id: 7 },
    to: { text: 'Trondheim', place_id: null },
    radius_km: 0,
    date_from: '2027-03-05',
    date_to: '2027-03-05',
    time_from: '09:00',
    time_to: '15:00',
    seats: 2,
    max_price: null,
    pets: false,
    luggage: null,
    instant: false,
    same_gender: false,
    detours: null,
    note: null,
    public: false,
  })
})

test.each([
  ['just after midnight', '2027-03-05T00:30:00+01:00', '2027-03-05', '00:00', '03:30'],
  ['late in the evening', '2027-03-05T23:10:00+01:00', '2027-03-05', '20:10', '23:59'],
  ['after the hour that spring leaves out', '2027-03-28T05:30:00+02:00', '2027-03-28', '01:30', '08:30'],
  ['at the first two o’clock of autumn', '2027-10-31T02:30:00+02:00', '2027-10-31', '00:00', '04:30'],
  ['at the second two o’clock of autumn', '2027-10-31T02:30:00+01:00', '2027-10-31', '00:30', '05:30'],
])('the window of a departure %s stays within its day', (_, departs, day, from, to) => {
  const wanted = wantedFor(trip(departs))
  expect([wanted.date_from, wanted.date_to, wanted.time_from, wanted.time_to]).toEqual([day, day, from, to])
  const stored = wantedToStore(wanted, { now: new Date('2027-03-01T12:00:00+01:00') })
  expect(stored).toMatchObject({ radius_km: 0, filters: { seats: 2 } })
})
