import { describe, expect, test } from 'vitest'
import type { OwnRide } from '@samtur/contract/reservations'
import type { RideDetail } from '@samtur/contract/rides'
import { changesOf, consequencesOf, editResolver, rebase, seriesChangesOf, valuesOf } from './edit-form.ts'
import type { PublishValues } from './publish-form.ts'

const stop = (position: number, text: string, place_id: number | null) => ({
  position,
  text,
  place_id,
  lat: 60,
  lon: 10 + position,
  passes_at: '2099-11-27T06:00:00Z',
})
const ride = {
  id: 'r-1',
  version: 3,
  departure_time: '2099-11-27T21:30:00Z',
  arrival_time: '2099-11-28T04:00:00Z',
  price: 300,
  currency: 'SEK',
  total_seats: 3,
  available_seats: 2,
  extra_costs: 200,
  typed_distance_km: null,
  pets_allowed: true,
  luggage: 'small',
  instant_booking: 'trusted',
  detour_minutes: 10,
  notes: 'Hei',
  car_make: 'Volvo',
  car_model: 'V60',
  contact: { phone: null, license_plate: 'EK12345', car_color: 'blå' },
  route: [stop(0, 'Göteborg', 1), stop(1, 'Halmstad', 2), stop(2, 'Malmö', 3)],
} as unknown as RideDetail

const before = valuesOf(ride)
const changed = (change: Partial<PublishValues>) => changesOf(ride, before, { ...before, ...change })

test('the form starts with the ride, on Oslo’s clock', () => {
  expect(before).toMatchObject({
    from: { text: 'Göteborg', place_id: 1, country: 'SE' },
    stops: [{ place: { text: 'Halmstad' } }],
    date: '2099-11-27',
    departure: '22:30',
    arrival: '05:00',
    price: '300',
    extra_costs: '200',
    seats: '3',
    luggage: 'small',
    detour_minutes: '10',
    license_plate: 'EK12345',
  })
})

test.each<[string, Partial<PublishValues>, object]>([
  ['nothing', {}, {}],
  ['nothing but spaces', { notes: 'Hei ', from: { ...before.from, text: 'Göteborg ' } }, {}],
  ['the price', { price: '250' }, { price: 250 }],
  ['the price as people write it', { price: '250,00 kr' }, { price: 250 }],
  ['tolls taken away', { extra_costs: '' }, { extra_costs: 0 }],
  ['kilometres typed', { distance_km: '310' }, { distance_km: 310 }],
  ['the notes taken away', { notes: '' }, { notes: '' }],
  ['who gets a seat at once', { instant: 'all' }, { instant_booking: 'all' }],
  ['whom it is for, which is off', { same_gender: true }, {}],
  ['the luggage', { luggage: 'none' }, { luggage: 'none' }],
  ['the detours', { detour_minutes: '30' }, { detour_minutes: 30 }],
  ['no more detours', { detour_minutes: '0' }, { detour_minutes: 0 }],
  ['a plate with its spaces', { license_plate: 'AB 123' }, { license_plate: 'AB 123' }],
  ['the arrival alone', { arrival: '05:30' }, { arrival_time: '2099-11-28T05:30:00+01:00' }],
  [
    'the day',
    { date: '2099-11-28' },
    { departure_time: '2099-11-28T22:30:00+01:00', arrival_time: '2099-11-29T05:00:00+01:00' },
  ],
  ['a stop less', { stops: [] }, { stops: [] }],
  [
    'where one meets',
    { from: { ...before.from, text: 'Göteborg C' } },
    { start_location: { text: 'Göteborg C', place_id: 1, meeting_point_id: null } },
  ],
  [
    'a meeting point',
    { to: { ...before.to, point_id: 'p-1' } },
    { end_location: { text: 'Malmö', place_id: 3, meeting_point_id: 'p-1' } },
  ],
  [
    'a meeting point on the way',
    { stops: [{ place: { text: 'Halmstad', place_id: 2, point_id: 'p-2' } }] },
    { stops: [{ text: 'Halmstad', place_id: 2, meeting_point_id: 'p-2' }] },
  ],
])('sent is only what has changed: %s', (_, change, sent) => {
  expect(changed(change)).toEqual(sent)
})

test('the form starts with the ride’s points, which can be changed and taken away', () => {
  const point = { id: 'p-1', name: 'Göteborg C' }
  const route = ride.route.map((each, index) => (index === 0 ? { ...each, meeting_point: point } : each))
  const pointed = { ...ride, route } as RideDetail
  const values = valuesOf(pointed)
  expect(values.from).toMatchObject({ point_id: 'p-1', kept_point: point })
  const sent = (point_id: string | null) =>
    changesOf(pointed, values, { ...values, from: { ...values.from, point_id } })
  expect(sent('p-1')).toEqual({})
  for (const id of ['p-2', null])
    expect(sent(id)).toEqual({ start_location: { text: 'Göteborg', place_id: 1, meeting_point_id: id } })
})

test('kilometres that were typed are sent again with another way, and only then', () => {
  const typed = { ...before, distance_km: '310' }
  const sent = (change: Partial<PublishValues>) => changesOf(ride, typed, { ...typed, ...change })
  expect(sent({ stops: [] })).toEqual({ stops: [], distance_km: 310 })
  expect(sent({ price: '250' })).toEqual({ price: 250 })
  expect(sent({ distance_km: '' })).toEqual({ distance_km: null })
})

test('a series takes clock times, and neither another route nor another day', () => {
  const of = (change: Partial<PublishValues>) => seriesChangesOf(changed(change), before, { ...before, ...change })
  expect(of({ departure: '22:00', price: '250' })).toEqual({ departure_clock: '22:00', price: 250 })
  expect(of({ date: '2099-11-28' })).toBeUndefined()
  expect(of({ stops: [] })).toBeUndefined()
})

describe('whom a change concerns', () => {
  const who = (full_name: string, status: string) => ({ status, passenger: { full_name } })
  const all = [who('Anne', 'accepted'), who('Pia', 'pending'), who('Rolf', 'rejected')] as OwnRide['reservations']
  const waiting = all.slice(1)
  const consequences = (change: Partial<PublishValues>, reservations = all) =>
    consequencesOf(changed(change), ride, reservations)

  test('passengers are notified of a small delay, and have to confirm a large one', () => {
    expect(consequences({ departure: '22:45' })).toEqual({ confirming: [], notified: ['Anne', 'Pia'], ended: [] })
    expect(consequences({ departure: '22:46' })).toEqual({ confirming: ['Anne'], notified: ['Pia'], ended: [] })
    expect(consequences({ from: { ...before.from, text: 'Göteborg C' } })).toMatchObject({ confirming: ['Anne'] })
  })

  test('passengers confirm another meeting point, which ends no request', () => {
    const change = { from: { ...before.from, point_id: 'p-1' } }
    expect(consequences(change)).toEqual({ confirming: ['Anne'], notified: ['Pia'], ended: [] })
    expect(consequences(change, waiting)).toEqual({ confirming: [], notified: ['Pia'], ended: [] })
  })

  test('without passengers another route ends the requests for the old one', () => {
    expect(consequences({ stops: [] }, waiting)).toEqual({ confirming: [], notified: [], ended: ['Pia'] })
  })

  test('a change of seats and of instant booking notifies no one, and no change does without passengers', () => {
    expect(consequences({ seats: '4', extra_costs: '0', instant: 'off' })).toBeUndefined()
    expect(consequences({ departure: '23:30' }, [])).toBeUndefined()
  })
})

test('what another device changed comes in below what was typed here', () => {
  const fresh = { ...before, price: '200', notes: 'Ny' }
  expect(rebase(before, { ...before, notes: 'Min', seats: '4' }, fresh)).toEqual({ ...fresh, notes: 'Min', seats: '4' })
})

test('times that are as they were are not judged', async () => {
  const judge = async (values: PublishValues) => {
    const { errors } = await editResolver(() => before)(values, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    })
    return Object.keys(errors)
  }
  const wholeDay = { ...before, arrival: before.departure }
  expect(await judge(before)).toEqual([])
  expect(await judge({ ...wholeDay, date: '2099-11-29' })).toEqual(['arrival'])
  expect(await judge({ ...before, price: 'x' })).toEqual(['price'])
})
