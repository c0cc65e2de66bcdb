/** Bad input: estimates and the administrator's rates. */
import { rideBody } from '../app.ts'
import { ok, rows, wrong, type Case, type Dataset } from './cases.ts'

const trip = { start_location: 'Oslo', end_location: 'Trondheim' }
const estimate = (changes: object, { driver }: Dataset) => ({
  method: 'POST',
  path: '/api/v1/rides/estimate',
  as: driver,
  body: { ...trip, ...changes },
})
const rate = { country: 'NO', valid_from: '2027-05-01', ore_per_km: 400, source: 'Forskrift' }
const addRate = (changes: object, { admin }: Dataset) => ({
  method: 'POST',
  path: '/api/v1/admin/cost-rates',
  as: admin,
  body: { ...rate, ...changes },
})

/** Changes tolls and ferry of a published ride. */
const tolls = (extra_costs: unknown, { t, driver }: Dataset) => ({
  method: 'POST',
  path: '/api/v1/rides',
  as: driver,
  body: rideBody(t.clock, { extra_costs }),
})

export const costCases: Case[] = [
  ...rows(estimate, [
    ['ES1', 'no start', { start_location: undefined }, wrong('start_location', 'required')],
    ['ES2', 'spaces for an end', { end_location: '  ' }, wrong('end_location', 'required')],
    ['ES3', 'a start of 121', { start_location: 'x'.repeat(121) }, wrong('start_location', 'too_long')],
    [
      'ES4',
      'a place that does not exist',
      { end_location: { text: 'X', place_id: 999_999_999 } },
      ok({ share: null }, 200),
    ],
    ['ES5', '11 stops', { stops: Array(11).fill('Moss') }, wrong('stops', 'too_many')],
    ['ES6', 'no seat', { total_seats: 0 }, wrong('total_seats', 'out_of_range')],
    ['ES7', 'negative tolls', { extra_costs: -1 }, wrong('extra_costs', 'out_of_range')],
    ['ES8', 'tolls of 5001', { extra_costs: 5001 }, wrong('extra_costs', 'out_of_range')],
    ['ES9', 'half a krone', { extra_costs: 0.5 }, wrong('extra_costs', 'not_a_whole_number')],
    ['ES16', 'no kilometres', { distance_km: 0 }, wrong('distance_km', 'out_of_range')],
    ['ES17', 'half a kilometre', { distance_km: 500.5 }, wrong('distance_km', 'not_a_whole_number')],
    ['ES18', 'kilometres as a text', { distance_km: '500' }, wrong('distance_km', 'invalid')],
    ['ES19', 'ten times the distance', { distance_km: 5000 }, wrong('distance_km', 'out_of_range')],
    ['ES10', 'a day that does not exist', { date: '2027-02-29' }, wrong('date', 'invalid')],
    ['ES11', 'the first day of all', { date: '0000-01-01' }, wrong('date', 'out_of_range')],
    ['ES12', 'the last day of all', { date: '9999-12-31' }, wrong('date', 'out_of_range')],
    ['ES13', 'a rate in the body', { ore_per_km: 900 }, wrong('ore_per_km', 'unknown_field')],
    ['ES14', 'the same place twice', { end_location: 'Oslo' }, ok({ share: null }, 200)],
    ['ES15', 'half of a surrogate pair', { start_location: '\ud800' }, wrong('start_location', 'invalid_characters')],
  ]),
  ...rows(addRate, [
    ['RT1', 'another country', { country: 'FI' }, wrong('country', 'invalid')],
    ['RT2', 'no country', { country: undefined }, wrong('country', 'invalid')],
    ['RT3', 'a day that does not exist', { valid_from: '2027-02-29' }, wrong('valid_from', 'invalid')],
    ['RT4', 'a day in another notation', { valid_from: '01.05.2027' }, wrong('valid_from', 'invalid')],
    ['RT5', 'the first day of all', { valid_from: '0000-01-01' }, wrong('valid_from', 'out_of_range')],
    ['RT6', 'zero for a kilometre', { ore_per_km: 0 }, wrong('ore_per_km', 'out_of_range')],
    ['RT7', 'more than 100 kr', { ore_per_km: 10_001 }, wrong('ore_per_km', 'out_of_range')],
    ['RT8', 'a text', { ore_per_km: '350' }, wrong('ore_per_km', 'invalid')],
    ['RT9', 'half an øre', { ore_per_km: 350.5 }, wrong('ore_per_km', 'not_a_whole_number')],
    ['RT10', 'no source', { source: ' ' }, wrong('source', 'required')],
    ['RT11', 'a source of 201', { source: 'x'.repeat(201) }, wrong('source', 'too_long')],
    ['RT12', 'a source with a null character', { source: 'a\u0000b' }, wrong('source', 'invalid_characters')],
    ['RT13', 'an author in the body', { created_by: 'me' }, wrong('created_by', 'unknown_field')],
    ['RT14', 'markup stays text', { source: '<b>x</b>' }, ok({ source: '<b>x</b>' })],
  ]),
  ...rows(tolls, [
    ['EC1', 'left out', undefined, ok({ extra_costs: 0 })],
    ['EC2', 'the maximum', 5000, ok({ extra_costs: 5000 })],
    ['EC3', 'a krone above the maximum', 5001, wrong('extra_costs', 'out_of_range')],
    ['EC4', 'a negative number', -1, wrong('extra_costs', 'out_of_range')],
    ['EC5', 'a text', '100', wrong('extra_costs', 'invalid')],
    ['EC6', 'null', null, wrong('extra_costs', 'required')],
    ['EC7', 'a fraction', 10.5, wrong('extra_costs', 'not_a_whole_number')],
  ]),
]
