/** Detours that a driver allows, and requests for one. */
import { type Case, ok, rows, wrong } from './cases.ts'
import { reserve } from './reservations.ts'
import { publish } from './rides.ts'

export const detourCases: Case[] = [
  ...rows(publish, [
    ['DE1', '7 minutes', { detour_minutes: 7 }, wrong('detour_minutes', 'out_of_range')],
    ['DE2', 'minus five minutes', { detour_minutes: -5 }, wrong('detour_minutes', 'out_of_range')],
    ['DE3', 'half a minute', { detour_minutes: 0.5 }, wrong('detour_minutes', 'not_a_whole_number')],
    ['DE4', 'minutes as text', { detour_minutes: '10' }, wrong('detour_minutes', 'invalid')],
    ['DE5', '30 minutes', { detour_minutes: 30 }, ok({ detour_minutes: 30 })],
    ['DE6', 'left out', { detour_minutes: undefined }, ok({ detour_minutes: 0 })],
    ['DE7', 'the minutes used', { detour_minutes_used: 0 }, wrong('detour_minutes_used', 'unknown_field')],
  ]),
  ...rows(reserve, [
    ['DE8', 'a place as text', { seats_requested: 1, detour: 'Slagelse' }, wrong('detour', 'invalid')],
    ['DE9', 'no end', { seats_requested: 1, detour: { place_id: 1 } }, wrong('detour', 'invalid')],
    [
      'DE10',
      'an end in the middle',
      { seats_requested: 1, detour: { place_id: 1, end: 'middle' } },
      wrong('detour', 'invalid'),
    ],
    [
      'DE11',
      'a price of its own',
      { seats_requested: 1, detour: { place_id: 1, end: 'start', price: 0 } },
      wrong('detour', 'invalid'),
    ],
  ]),
]
