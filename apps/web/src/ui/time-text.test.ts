import { expect, it } from 'vitest'
import { parseTime } from './time-text.ts'

it.each([
  ['7', '07:00'],
  ['07:00', '07:00'],
  ['700', '07:00'],
  ['0700', '07:00'],
  ['7.30', '07:30'],
  ['7,30', '07:30'],
  ['23 59', '23:59'],
  ['1530', '15:30'],
  ['٧:٣٠', '07:30'],
  [' 0 ', '00:00'],
])('reads %s', (text, time) => expect(parseTime(text)).toBe(time))

it.each(['', '24', '25:00', '7:60', '7:3', '12345', 'sju', '-1', '7pm'])('refuses %s', (text) =>
  expect(parseTime(text)).toBeUndefined(),
)
