import { expect, test } from 'vitest'
import { emptyWanted, type WantedValues } from './model.ts'
import { formField, wantedProblems } from './wanted-form.ts'

const whole: WantedValues = {
  ...emptyWanted,
  from: { text: 'Harstad', place_id: 1 },
  to: { text: 'Narvik', place_id: 2 },
  date_from: '2026-11-27',
}

test('a whole wanted ride has no problem', () => expect(wantedProblems(whole)).toEqual({}))

test('an empty form lacks places and a day', () =>
  expect(wantedProblems(emptyWanted)).toEqual({ from: 'required', to: 'required', date_from: 'required' }))

test.each<[string, Partial<WantedValues>, object]>([
  ['a range without an end', { when: 'range' }, { date_to: 'required' }],
  ['a range that ends before it begins', { when: 'range', date_to: '2026-11-26' }, { date_to: 'out_of_range' }],
  ['a range of 61 days', { when: 'range', date_to: '2027-01-27' }, { date_to: 'out_of_range' }],
  ['a range of 60 days', { when: 'range', date_to: '2027-01-26' }, {}],
  ['no weekday', { when: 'weekdays' }, { weekdays: 'required' }],
  ['a window that ends before it begins', { time_from: '12:00', time_to: '11:59' }, { time_to: 'out_of_range' }],
  ['a window of a minute', { time_from: '12:00', time_to: '12:00' }, {}],
  ['a price that is no number', { max_price: '1e3' }, { max_price: 'not_a_whole_number' }],
  ['a negative price', { max_price: '-1' }, { max_price: 'out_of_range' }],
  ['a free ride', { max_price: '0' }, {}],
  ['a price as people write it', { max_price: '150,- kr' }, {}],
  ['a price with øre', { max_price: '12,50' }, { max_price: 'not_a_whole_number' }],
  ['a long note', { note: 'x'.repeat(301) }, { note: 'too_long' }],
  ['a note of 300 letters', { note: 'ø'.repeat(300) }, {}],
])('%s', (_, change, problems) => expect(wantedProblems({ ...whole, ...change })).toEqual(problems))

test('who sees it stands at its own field', () => {
  expect(formField('public')).toBe('seen_by')
  expect(formField('max_price')).toBe('max_price')
})
