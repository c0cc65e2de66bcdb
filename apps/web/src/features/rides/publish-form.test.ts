import { describe, expect, test, vi } from 'vitest'
import { rideBody } from '@samtur/contract/rides'
import {
  emptyValues,
  firstProblem,
  formField,
  namedTrip,
  readRide,
  repeatedStops,
  stepOf,
  type PublishValues,
} from './publish-form.ts'
import { readPrice, readWhole } from './read-price.ts'

const place = (text: string, place_id: number | null = null) => ({ text, place_id })

const good: PublishValues = {
  ...emptyValues,
  from: place('Oslo', 1),
  to: place('Trondheim', 2),
  stops: [{ place: place('Hamar', 3) }, { place: place('  ') }],
  date: '2099-11-27',
  departure: '07:00',
  arrival: '14:00',
  price: '300',
  notes: ' ',
  car_make: 'Volvo',
  car_model: 'V60',
  car_color: 'blå',
  license_plate: 'ek 12-345',
}
const problemsOf = (change: Partial<PublishValues>) => readRide({ ...good, ...change }).problems

describe('the ride that was typed', () => {
  test('is what the contract wants', () => {
    const { body, problems } = readRide(good)
    expect(problems).toEqual({})
    expect(body).toMatchObject({
      start_location: { text: 'Oslo', place_id: 1 },
      stops: [{ text: 'Hamar', place_id: 3 }],
      departure_time: '2099-11-27T07:00:00+01:00',
      arrival_time: '2099-11-27T14:00:00+01:00',
      price: 300,
      total_seats: 4,
      pets_allowed: false,
      luggage: 'cabin',
      detour_minutes: 0,
    })
    const sent = rideBody.parse(body)
    expect(sent.license_plate).toBe('EK12345')
    expect(sent.notes).toBeNull()
  })

  test('has the chosen meeting points, and no field where people agree themselves', () => {
    const from = { ...good.from, point_id: 'p-1' }
    const stops = [{ place: { ...place('Hamar', 3), point_id: null } }]
    const { body } = readRide({ ...good, from, stops })
    expect([body.start_location, body.stops]).toEqual([
      { text: 'Oslo', place_id: 1, meeting_point_id: 'p-1' },
      [{ text: 'Hamar', place_id: 3 }],
    ])
  })

  test('a place that is on the route already is left out, and its row is named', () => {
    const stops = [place('Hamar', 3), place(' hamar '), place('Oslo'), place('Trondheim', 2), place('Otta')]
    const values = { ...good, stops: stops.map((stop) => ({ place: stop })) }
    expect(repeatedStops(values)).toEqual([1, 2, 3])
    const { body, problems } = readRide(values)
    expect([body.stops, problems]).toEqual([[place('Hamar', 3), place('Otta')], {}])
    // Two places of one name, both chosen from the list, are two.
    const namesakes = [place('Sand', 7), place('Sand', 8)].map((stop) => ({ place: stop }))
    expect(repeatedStops({ ...good, stops: namesakes })).toEqual([])
  })

  test('kilometres are sent where they were typed', () => {
    expect(readRide({ ...good, distance_km: '1 310' }).body.distance_km).toBe(1310)
    expect(readRide(good).body.distance_km).toBeNull()
    expect(problemsOf({ distance_km: '31,5' })).toEqual({ distance_km: 'not_a_whole_number' })
    expect(problemsOf({ distance_km: '0' })).toEqual({ distance_km: 'out_of_range' })
  })

  test('with nothing typed every required field is wrong', () => {
    const problems = readRide(emptyValues).problems
    const required = [
      'from',
      'to',
      'date',
      'departure',
      'arrival',
      'price',
      'car_make',
      'car_model',
      'car_color',
      'license_plate',
    ]
    expect(problems).toEqual(Object.fromEntries(required.map((field) => [field, 'required'])))
  })

  test.each<[Partial<PublishValues>, Record<string, string>]>([
    [{ from: place('x'.repeat(121)) }, { from: 'too_long' }],
    [{ to: place('Os\u200blo') }, { to: 'invalid_characters' }],
    [{ stops: [{ place: place('Hamar') }, { place: place('x'.repeat(121)) }] }, { 'stops.1.place': 'too_long' }],
    [{ from: place('Oslo'), to: place(' oslo '), stops: [] }, { to: 'same_place' }],
    [{ date: '2020-01-01' }, { date: 'in_past' }],
    [{ arrival: '07:00' }, { arrival: 'before_departure' }],
    [{ date: '2027-03-28', departure: '02:30' }, { departure: 'clock_gap' }],
    [{ price: '1e3' }, { price: 'not_a_whole_number' }],
    [{ price: '12,50' }, { price: 'not_a_whole_number' }],
    [{ price: '12.5' }, { price: 'not_a_whole_number' }],
    [{ price: 'gratis' }, { price: 'not_a_whole_number' }],
    [{ price: '10001' }, { price: 'out_of_range' }],
    [{ price: '-5' }, { price: 'out_of_range' }],
    [{ price: '9007199254740993' }, { price: 'not_a_whole_number' }],
    [{ seats: '8' }, { seats: 'out_of_range' }],
    [{ notes: 'x'.repeat(1001) }, { notes: 'too_long' }],
    [{ car_make: 'x'.repeat(41) }, { car_make: 'too_long' }],
    [{ license_plate: 'A' }, { license_plate: 'invalid' }],
    [{ license_plate: '<b>AB' }, { license_plate: 'invalid' }],
  ])('%o', (change, problems) => {
    expect(problemsOf(change)).toEqual(problems)
  })

  test('a round trip with a stop is a trip', () => {
    expect(problemsOf({ to: place('Oslo', 1) })).toEqual({})
  })

  test('prices are understood as people write them, and never with øre', () => {
    const written = ['250', '250 kr', '250kr.', '250,-', '250:-', '250.–', '250,00', '250.00', 'kr 250', 'Kr. 250,-', '250 NOK', '250,00 kr', 'DKK 250', '250 kronor', '250 koron', '250 крон', '٢٥٠ كرونة'] // prettier-ignore
    expect(written.filter((text) => readPrice(text) !== 250)).toEqual([])
    expect(['1 000', '1.000', '1,000', '1.000,-', 'kr 1 000,00'].filter((text) => readPrice(text) !== 1000)).toEqual([])
    const refused = ['12,50', '250,50', '250.5', '12,5 kr', '250,-,-', 'kr', ',-', ',00', '250 € ', '250 kr 50', 'ca 250', '1e3 kr', '1.00.00', '250/300'] // prettier-ignore
    expect(refused.filter((text) => !Number.isNaN(readPrice(text)))).toEqual([])
    expect(problemsOf({ price: '250 kr', extra_costs: '120,-' })).toEqual({})
    expect(readRide({ ...good, price: '250,00', extra_costs: 'kr 120' }).body).toMatchObject({
      price: 250,
      extra_costs: 120,
    })
    // Kilometres are no money.
    expect([readWhole('250 kr'), readWhole('250,00')]).toEqual([NaN, NaN])
  })

  test('free is a price, and thousands may be apart', () => {
    expect(readPrice('0')).toBe(0)
    expect(readPrice('10 000')).toBe(10_000)
    expect(readPrice('10\u00a0000')).toBe(10_000)
    expect(readPrice('٣٠٠')).toBe(300)
    expect(readPrice(' ')).toBeUndefined()
    expect(readPrice('1e3')).toBeNaN()
  })
})

test('an address names places and a day to come', () => {
  const named = (address: string) => namedTrip(new URLSearchParams(address), '2026-11-25')
  expect(named('from=Harstad&to=+Narvik+&date=2026-11-27')).toEqual({
    from: { text: 'Harstad', place_id: null },
    to: { text: 'Narvik', place_id: null },
    date: '2026-11-27',
  })
  expect(named('to=Narvik&date=2026-11-24')).toEqual({ to: { text: 'Narvik', place_id: null } })
  expect(named('to=Narvik&date=2026-02-30')).toEqual({ to: { text: 'Narvik', place_id: null } })
  expect(named(`from=${'x'.repeat(500)}`)?.from?.text.length).toBeLessThan(500)
  expect(named('from=Sande&from_place_id=7&to=Narvik&to_place_id=x')).toEqual({
    from: { text: 'Sande', place_id: 7 },
    to: { text: 'Narvik', place_id: null },
  })
  expect(named('step=2')).toBeUndefined()
})

describe('what is wrong', () => {
  test('is found from the top', () => {
    const error = { type: 'x', message: 'required' }
    expect(firstProblem({ car_make: error, price: error })).toBe('price')
    expect(firstProblem({ stops: [undefined, { place: error }] as never, to: error })).toBe('stops.1.place')
    expect(firstProblem({})).toBeUndefined()
    expect(stepOf('stops.1.place')).toBe(0)
    expect(stepOf('arrival')).toBe(1)
    expect(stepOf('license_plate')).toBe(2)
  })

  test('the server’s names become the form’s', () => {
    vi.setSystemTime('2026-11-20T12:00:00Z')
    expect(formField('start_location', 'too_long', good)).toBe('from')
    expect(formField('total_seats', 'out_of_range', good)).toBe('seats')
    expect(formField('departure_time', 'too_far_ahead', good)).toBe('date')
    expect(formField('departure_time', 'in_past', { date: '2026-11-20' })).toBe('departure')
    expect(formField('departure_time', 'in_past', { date: '2026-11-19' })).toBe('date')
    vi.useRealTimers()
  })
})
