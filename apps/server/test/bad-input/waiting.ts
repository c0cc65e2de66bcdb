/** The time for an answer, seats at once, rides for one gender, and waiting lists. */
import { randomUUID } from 'node:crypto'
import { type Case, type Dataset, ok, refused, rows, wrong } from './cases.ts'
import { reserve } from './reservations.ts'
import { publish } from './rides.ts'

const within = (answer_within_hours: unknown, dataset: Dataset) =>
  reserve({ seats_requested: 1, answer_within_hours }, dataset)
const instant = (instant_booking: unknown, dataset: Dataset) => publish({ instant_booking }, dataset)
const sameGender = (same_gender: unknown, dataset: Dataset) => publish({ same_gender }, dataset)
const search = (instant_only: string, { passenger }: Dataset) => ({
  method: 'GET',
  path: `/api/v1/rides?instant=${instant_only}`,
  as: passenger,
})
const join = (body: unknown, { rideId, passenger }: Dataset) => ({
  method: 'POST',
  path: `/api/v1/rides/${rideId}/waiting-list`,
  as: passenger,
  body,
})
const take = (body: unknown, { passenger }: Dataset) => ({
  method: 'POST',
  path: `/api/v1/waiting-list/${randomUUID()}/take`,
  as: passenger,
  body,
})

export const waitingCases: Case[] = [
  ...rows(within, [
    ['AB1', 'an answer within 2 hours', 2, wrong('answer_within_hours', 'invalid')],
    ['AB2', 'within no time', 0, wrong('answer_within_hours', 'invalid')],
    ['AB3', 'an hour ago', -1, wrong('answer_within_hours', 'invalid')],
    ['AB4', 'hours as text', '24', wrong('answer_within_hours', 'invalid')],
    ['AB5', 'null', null, wrong('answer_within_hours', 'invalid')],
    ['AB6', 'within 1.5 hours', 1.5, wrong('answer_within_hours', 'invalid')],
  ]),
  ...rows(reserve, [
    [
      'AB7',
      'a time of its own in the past',
      { seats_requested: 1, answer_by: '2020-01-01T00:00:00Z' },
      wrong('answer_by', 'unknown_field'),
    ],
    ['AB8', 'seats that it holds', { seats_requested: 1, holds_seats: true }, wrong('holds_seats', 'unknown_field')],
  ]),
  ...rows(instant, [
    ['IB1', 'seats at once for friends', 'friends', wrong('instant_booking', 'invalid')],
    ['IB2', 'true', true, wrong('instant_booking', 'invalid')],
    ['IB3', 'null', null, wrong('instant_booking', 'invalid')],
    ['IB4', 'left out', undefined, ok({ instant_booking: 'off' })],
    ['IB5', 'for trusted people', 'trusted', ok({ instant_booking: 'trusted' })],
  ]),
  // The setting is off here.
  ...rows(sameGender, [
    ['SG1', 'for the own gender, which is not offered', true, wrong('same_gender', 'not_offered')],
    ['SG2', 'for a gender by name', 'kvinne', wrong('same_gender', 'invalid')],
    ['SG3', 'true as text', 'true', wrong('same_gender', 'invalid')],
    ['SG4', 'null', null, wrong('same_gender', 'invalid')],
    ['SG5', 'for everybody', false, ok({ same_gender: false, only_gender: null })],
    ['SG6', 'left out', undefined, ok({ same_gender: false, only_gender: null })],
  ]),
  ...rows(search, [
    ['IB6', 'seats at once as 1', '1', wrong('instant', 'invalid')],
    ['IB7', 'seats at once as true', 'true', ok({}, 200)],
  ]),
  ...rows(join, [
    ['WL1', 'no seats', {}, wrong('seats_requested', 'required')],
    ['WL2', '0 seats', { seats_requested: 0 }, wrong('seats_requested', 'out_of_range')],
    ['WL3', '5 seats', { seats_requested: 5 }, wrong('seats_requested', 'out_of_range')],
    ['WL4', 'seats as text', { seats_requested: '2' }, wrong('seats_requested', 'invalid')],
    [
      'WL5',
      'a section backwards',
      { seats_requested: 1, from_position: 2, to_position: 1 },
      wrong('to_position', 'out_of_range'),
    ],
    ['WL6', 'a state', { seats_requested: 1, state: 'offered' }, wrong('state', 'unknown_field')],
    ['WL7', 'a ride with free seats', { seats_requested: 4 }, refused(409, 'seats_available')],
  ]),
  ...rows(take, [
    ['WL8', 'an offer that nobody made', {}, refused(404, 'not_found')],
    ['WL9', 'a message of 501 characters', { message: 'x'.repeat(501) }, wrong('message', 'too_long')],
    ['WL10', 'more seats than were offered', { seats_requested: 4 }, wrong('seats_requested', 'unknown_field')],
  ]),
]
