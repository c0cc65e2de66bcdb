import { describe, expect, test } from 'vitest'
import type { FilterTexts } from '@samtur/contract/filters'
import { ownWanted, ride } from '../../../test/dataset.ts'
import {
  barHeights,
  bodyOf,
  countActive,
  emptyWanted,
  factsOf,
  findSame,
  isComplete,
  plusDays,
  publishPath,
  splitOwn,
  valuesOf,
  wantedOfSearch,
} from './model.ts'

const today = '2026-11-25'
const search = { from: 'Harstad', to: 'Narvik', date: '2026-11-27' } as const

describe('the wanted ride of a search', () => {
  test('has its places and its day, for one seat and some distance around', () => {
    expect(bodyOf(wantedOfSearch(search, today))).toEqual({
      from: { text: 'Harstad', place_id: null },
      to: { text: 'Narvik', place_id: null },
      radius_km: 15,
      date_from: '2026-11-27',
      date_to: '2026-11-27',
      weekdays: null,
      until: null,
      time_from: null,
      time_to: null,
      seats: 1,
      max_price: null,
      pets: false,
      luggage: null,
      instant: false,
      same_gender: false,
      detours: null,
      note: '',
      public: false,
    })
  })

  test('has every filter; the hours are its window', () => {
    const filters: Required<FilterTexts> = {
      seats: '5',
      max_price: '0',
      pets: 'true',
      luggage: 'large',
      instant: 'true',
      same_gender: 'true',
      detours: 'no',
      from_hour: '6',
      until_hour: '12',
    }
    const wanted = wantedOfSearch({ ...search, ...filters }, today)
    expect(bodyOf(wanted)).toMatchObject({
      seats: 5,
      max_price: 0,
      pets: true,
      luggage: 'large',
      instant: true,
      same_gender: true,
      detours: 'no',
      time_from: '06:00',
      time_to: '11:59',
    })
  })

  test('until midnight has no latest time', () => {
    expect(bodyOf(wantedOfSearch({ ...search, from_hour: '18', until_hour: '24' }, today))).toMatchObject({
      time_from: '18:00',
      time_to: null,
    })
  })

  test.each([undefined, '2026-11-24'])('without a day to come (%s) is for the next 60 days', (date) => {
    expect(bodyOf(wantedOfSearch({ ...search, date }, today))).toMatchObject({
      date_from: today,
      date_to: '2027-01-24',
    })
  })
})

describe('the form of a wanted ride', () => {
  test.each([
    ['one day', {}],
    ['a range', { date_to: '2099-12-01' }],
    ['weekdays', { date_from: null, date_to: null, weekdays: [1, 4], until: '2099-12-24' }],
    ['a window and a note', { time_from: '12:00', time_to: '22:00', note: 'Hei' }],
    [
      'filters',
      { seats: 6, max_price: 300, pets: true, luggage: 'small', instant: true, same_gender: true, detours: 'no' },
    ],
  ] as const)('starts with %s and sends the same again', (_, change) => {
    const own = ownWanted({ ...change, weekdays: 'weekdays' in change ? [...change.weekdays] : null })
    const { from, to, note, ...body } = bodyOf(valuesOf(own))
    expect(from).toEqual({ text: own.from, place_id: own.from_place_id })
    expect(to).toEqual({ text: own.to, place_id: own.to_place_id })
    expect(note).toBe(own.note ?? '')
    expect(own).toMatchObject(body)
  })

  test('one day is both the first and the last one', () => {
    const values = { ...emptyWanted, date_from: '2026-11-27', date_to: '2026-12-01' }
    expect(bodyOf(values)).toMatchObject({ date_from: '2026-11-27', date_to: '2026-11-27' })
    expect(bodyOf({ ...values, when: 'range' })).toMatchObject({ date_to: '2026-12-01' })
    expect(bodyOf({ ...values, when: 'weekdays', weekdays: [5] })).toMatchObject({ date_from: null, weekdays: [5] })
  })

  test('can be counted once places and days are there', () => {
    const whole = wantedOfSearch(search, today)
    expect(isComplete(whole)).toBe(true)
    expect(isComplete({ ...whole, to: { text: ' ', place_id: null } })).toBe(false)
    expect(isComplete({ ...whole, date_from: '' })).toBe(false)
    expect(isComplete({ ...whole, when: 'range', date_to: '' })).toBe(false)
    expect(isComplete({ ...whole, when: 'weekdays' })).toBe(false)
    expect(isComplete({ ...whole, when: 'weekdays', weekdays: [1] })).toBe(true)
  })
})

describe('the same wanted ride', () => {
  const values = { ...valuesOf(ownWanted()), from: { text: ' harstad', place_id: null } }

  test('is found whatever the case of its places and whoever sees it', () => {
    const own = ownWanted({ public: true, state: 'paused' })
    expect(findSame([ownWanted({ id: 'w-2', seats: 2 }), own], values)).toBe(own)
  })

  test('is not one that has ended, or one that differs', () => {
    expect(findSame([ownWanted({ state: 'ended' })], values)).toBeUndefined()
    const changes = [
      { to: 'Bodø' },
      { radius_km: 5 },
      { date_to: '2099-11-28' },
      { pets: true },
      { max_price: 1 },
      { instant: true },
    ]
    for (const change of changes) expect(findSame([ownWanted(change)], values)).toBeUndefined()
    const weekdays = { date_from: null, date_to: null, weekdays: [1] }
    expect(findSame([ownWanted(weekdays)], { ...values, when: 'weekdays', weekdays: [1, 2] })).toBeUndefined()
  })

  test('has the facts that are shown', () => {
    expect(factsOf(values)).toMatchObject({ radius_km: 15, seats: 1, date_from: '2099-11-27', luggage: null })
  })
})

test('what matches comes first, and what has ended stands apart', () => {
  const match = { ...ride(), offered: false }
  const items = [
    ownWanted({ id: 'a' }),
    ownWanted({ id: 'b', state: 'ended' }),
    ownWanted({ id: 'c', matches: [match], match_count: 1 }),
    ownWanted({ id: 'd', state: 'paused' }),
  ]
  const { current, ended } = splitOwn(items)
  expect(current.map(({ id }) => id)).toEqual(['c', 'a', 'd'])
  expect(ended.map(({ id }) => id)).toEqual(['b'])
  expect(countActive(items)).toBe(2)
})

test('publishing for a post names its way and its day', () => {
  expect(publishPath({ from: 'Bø i Telemark', to: 'Ås', date_from: '2026-11-27' })).toBe(
    '/publish-ride?from=B%C3%B8+i+Telemark&to=%C3%85s&date=2026-11-27',
  )
  expect(publishPath({ from: 'Oslo', to: 'Ås', date_from: null })).toBe('/publish-ride?from=Oslo&to=%C3%85s')
})

test('bars are as high as their share of the busiest day', () => {
  expect(barHeights([{ rides: 0 }, { rides: 2 }, { rides: 1 }])).toEqual([0, 1, 0.5])
  expect(barHeights([{ rides: 0 }])).toEqual([0])
})

test('days are added across months and the change of the clocks', () => {
  expect(plusDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(plusDays('2026-10-24', 2)).toBe('2026-10-26')
})
