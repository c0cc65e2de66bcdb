/** Follow links, positions, what has happened, and meeting codes. The ride departs in two days. */
import { randomUUID } from 'node:crypto'
import { type Case, type Dataset, refused, rows, wrong } from './cases.ts'

const share = (body: unknown, { passenger }: Dataset) => ({
  method: 'POST',
  path: '/api/v1/trips/follow-links',
  as: passenger,
  body,
})
const position = (body: unknown, { passenger }: Dataset) => ({
  method: 'PUT',
  path: `/api/v1/trips/follow-links/${randomUUID()}/position`,
  as: passenger,
  body,
})
const follow = (body: unknown, { passenger }: Dataset) => ({
  method: 'POST',
  path: '/api/v1/follow',
  as: passenger,
  body,
})
const say = (body: unknown, { pending, passenger }: Dataset) => ({
  method: 'POST',
  path: `/api/v1/reservations/${pending}/check-ins`,
  as: passenger,
  body,
})
const sayOfRide = (body: unknown, { rideId, driver }: Dataset) => ({
  method: 'POST',
  path: `/api/v1/rides/${rideId}/check-ins`,
  as: driver,
  body,
})
const type = (body: unknown, { pending, passenger }: Dataset) => ({
  method: 'POST',
  path: `/api/v1/reservations/${pending}/met`,
  as: passenger,
  body,
})

export const travelCases: Case[] = [
  ...rows(share, [
    ['FL1', 'nothing to follow', {}, wrong('reservation_id', 'required')],
    [
      'FL2',
      'two things to follow',
      { ride_id: randomUUID(), reservation_id: randomUUID() },
      wrong('ride_id', 'invalid'),
    ],
    ['FL3', 'an id that is none', { ride_id: 'x' }, wrong('ride_id', 'invalid')],
    ['FL4', 'an unknown ride', { ride_id: randomUUID() }, refused(404, 'not_found')],
    ['FL5', 'an address without a domain', { ride_id: randomUUID(), email: 'mor@' }, wrong('email', 'invalid')],
    [
      'FL6',
      'two lines as an address',
      { ride_id: randomUUID(), email: 'mor@example.com\nbcc: alle@example.com' },
      wrong('email', 'invalid'),
    ],
    [
      'FL7',
      'an end of its own',
      { ride_id: randomUUID(), ends_at: '2099-01-01T00:00:00Z' },
      wrong('ends_at', 'unknown_field'),
    ],
  ]),
  ...rows(position, [
    ['FP1', 'half a position', { lon: 10 }, wrong('lat', 'required')],
    ['FP2', 'latitude as text', { lat: '60', lon: 10 }, wrong('lat', 'invalid')],
    ['FP3', 'beyond the pole', { lat: 91, lon: 10 }, wrong('lat', 'out_of_range')],
    ['FP4', 'beyond the date line', { lat: 60, lon: 181 }, wrong('lon', 'out_of_range')],
    ['FP5', 'a link that is not there', { lat: 60, lon: 10 }, refused(404, 'not_found')],
    ['FP6', 'a time of its own', { lat: 60, lon: 10, at: '2020-01-01T00:00:00Z' }, wrong('at', 'unknown_field')],
  ]),
  ...rows(follow, [
    ['FK1', 'no key', {}, wrong('key', 'required')],
    ['FK2', 'a guessed key', { key: 'A'.repeat(43) }, refused(404, 'not_found')],
    ['FK3', 'a key that is an id', { key: randomUUID() }, refused(404, 'not_found')],
    ['FK4', 'a long key', { key: 'A'.repeat(101) }, wrong('key', 'too_long')],
    ['FK5', 'markup as a key', { key: '<script>' }, refused(404, 'not_found')],
  ]),
  ...rows(say, [
    ['CI1', 'nothing', {}, wrong('kind', 'required')],
    ['CI2', 'that one is safe', { kind: 'safe' }, wrong('kind', 'invalid')],
    ['CI3', 'a meeting without a code', { kind: 'met' }, wrong('kind', 'invalid')],
    ['CI4', 'a time that is none', { kind: 'got_in', at: 'yesterday' }, wrong('at', 'invalid')],
    ['CI5', 'of a request that nobody has answered', { kind: 'got_in' }, refused(409, 'not_accepted')],
  ]),
  ...rows(sayOfRide, [
    ['CI6', 'no meeting on a whole ride', { kind: 'not_met' }, wrong('kind', 'invalid')],
    ['CI7', 'two days ahead', { kind: 'got_in' }, refused(409, 'not_travel_day')],
  ]),
  ...rows(type, [
    ['MC1', 'no code', {}, wrong('code', 'required')],
    ['MC2', 'three digits', { code: '123' }, wrong('code', 'invalid')],
    ['MC3', 'a number', { code: 1234 }, wrong('code', 'invalid')],
    ['MC4', 'Arabic digits', { code: '١٢٣٤' }, wrong('code', 'invalid')],
    ['MC5', 'of a request that nobody has answered', { code: '1234' }, refused(409, 'not_accepted')],
  ]),
]
