/** Requests for seats, and the answers. */
import { randomUUID } from 'node:crypto'
import { refused, rows, wrong, type Case, type Dataset } from './cases.ts'

export const reserve = (body: object, { rideId, passenger }: Dataset) => ({
  method: 'POST',
  path: `/api/v1/rides/${rideId}/reservations`,
  as: passenger,
  body,
})

const reject = (body: unknown, { driver, pending }: Dataset) => ({
  method: 'POST',
  path: `/api/v1/reservations/${pending}/reject`,
  as: driver,
  body,
})
const cancel = (body: unknown, { passenger, pending }: Dataset) => ({
  method: 'POST',
  path: `/api/v1/reservations/${pending}/cancel`,
  as: passenger,
  body,
})
const confirm = (body: unknown, { passenger, pending }: Dataset) => ({
  method: 'POST',
  path: `/api/v1/reservations/${pending}/confirm`,
  as: passenger,
  body,
})

const seats: Case[] = [
  ...rows(reserve, [
    ['SE6', 'no seat', { seats_requested: 0 }, wrong('seats_requested', 'out_of_range')],
    ['SE7', 'five seats', { seats_requested: 5 }, wrong('seats_requested', 'out_of_range')],
    ['SE8', 'two and a half', { seats_requested: 2.5 }, wrong('seats_requested', 'not_a_whole_number')],
    ['SE9', 'two as text', { seats_requested: '2' }, wrong('seats_requested', 'invalid')],
    ['SE10', 'missing', {}, wrong('seats_requested', 'required')],
    ['SE11', 'accepted at once', { seats_requested: 1, status: 'accepted' }, wrong('status', 'invalid')],
    ['SE12', 'another passenger', { seats_requested: 1, passenger_id: randomUUID() }, wrong('passenger_id', 'invalid')],
    ['SE13', 'another ride in the body', { seats_requested: 1, ride_id: randomUUID() }, wrong('ride_id', 'invalid')],
    ['SE14', 'a price in the body', { seats_requested: 1, price: 0 }, wrong('price', 'unknown_field')],
    [
      'SE15',
      'backwards',
      { seats_requested: 1, from_position: 2, to_position: 1 },
      wrong('to_position', 'out_of_range'),
    ],
    [
      'SE16',
      'to a stop the ride does not have',
      { seats_requested: 1, to_position: 4 },
      wrong('to_position', 'out_of_range'),
    ],
    ['SE17', 'a negative position', { seats_requested: 1, from_position: -1 }, wrong('from_position', 'out_of_range')],
    ['SE18', 'a message of 501', { seats_requested: 1, message: 'x'.repeat(501) }, wrong('message', 'too_long')],
    [
      'SE19',
      'a message with a control character',
      { seats_requested: 1, message: 'hei\u0007' },
      wrong('message', 'invalid_characters'),
    ],
    ['SE21', 'a version as text', { seats_requested: 1, ride_version: '1' }, wrong('ride_version', 'invalid')],
    ['SE21b', 'half a version', { seats_requested: 1, ride_version: 1.5 }, wrong('ride_version', 'invalid')],
    [
      'SE22',
      'knowing of an overlap as text',
      { seats_requested: 1, accept_overlap: 'true' },
      wrong('accept_overlap', 'invalid'),
    ],
    ['SE20', 'a message that is no text', { seats_requested: 1, message: ['hei'] }, wrong('message', 'invalid')],
  ]),
]

const reasons = (group: string, send: typeof reject): Case[] =>
  rows(send, [
    [`${group}1`, 'a reason of 501', { reason: 'x'.repeat(501) }, wrong('reason', 'too_long')],
    [`${group}2`, 'a reason that is no text', { reason: 7 }, wrong('reason', 'invalid')],
    [`${group}2b`, 'a list of reasons', { reason: ['x'] }, wrong('reason', 'invalid')],
    [`${group}3`, 'a reason with a control character', { reason: 'hei\u0007' }, wrong('reason', 'invalid_characters')],
    [`${group}4`, 'another field', { reason: 'x', status: 'accepted' }, wrong('status', 'unknown_field')],
    [`${group}5`, 'who ended it', { ended_by: 'driver' }, wrong('ended_by', 'unknown_field')],
  ])

const answers: Case[] = [
  ...reasons('RS', reject),
  ...reasons('RC', cancel),
  ...rows(confirm, [
    ['CF1', 'no version', {}, wrong('ride_version', 'required')],
    ['CF2', 'a version as text', { ride_version: '1' }, wrong('ride_version', 'invalid')],
    ['CF2b', 'half a version', { ride_version: 1.5 }, wrong('ride_version', 'invalid')],
    ['CF2c', 'no version at all', { ride_version: null }, wrong('ride_version', 'invalid')],
    ['CF2d', 'a list of versions', { ride_version: [1] }, wrong('ride_version', 'invalid')],
    ['CF3', 'a version above the current one', { ride_version: 99 }, refused(409, 'ride_changed')],
    ['CF3b', 'a negative version', { ride_version: -1 }, refused(409, 'ride_changed')],
    ['CF4', 'another field', { ride_version: 1, price: 0 }, wrong('price', 'unknown_field')],
  ]),
]

export const reservationCases: Case[] = [...seats, ...answers]
