import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTranslator, loadCatalogues } from '@samtur/i18n/translate'
import { createFormat, type Format } from './format.ts'
import { createRelative } from './relative.ts'

let norwegian: Format
let english: Format

beforeAll(async () => {
  // A device in another zone shows Oslo's time all the same.
  vi.stubEnv('TZ', 'America/New_York')
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z'), toFake: ['Date'] })
  norwegian = createFormat('no', createTranslator('no', await loadCatalogues('no', ['core'])))
  english = createFormat('en', createTranslator('en', await loadCatalogues('en', ['core'])))
})

afterAll(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

test('the device is in another zone', () => {
  expect(new Date('2026-11-27T06:00:00Z').getHours()).toBe(1)
})

describe('where the device’s clock shows another time', () => {
  const at = '2026-11-27T06:00:00Z'
  const abroad = async (language: 'no' | 'ar') =>
    createFormat(language, createTranslator(language, await loadCatalogues(language, ['core'])), true)

  test('times name the zone', async () => {
    expect((await abroad('no')).dateTime(at)).toBe('fre. 27. nov. 07:00 Oslo-tid')
    expect((await abroad('no')).zonedTime(at)).toBe('07:00 Oslo-tid')
    expect((await abroad('ar')).zone(at)).toBe('بتوقيت أوسلو')
  })

  test('not on the server, nor where the clocks agree', async () => {
    expect(norwegian.dateTime(at)).toBe('fre. 27. nov. 07:00')
    expect(norwegian.zonedTime(at)).toBe('07:00')
    vi.stubEnv('TZ', 'Europe/Stockholm')
    expect((await abroad('no')).dateTime(at)).toBe('fre. 27. nov. 07:00')
    vi.stubEnv('TZ', 'America/New_York')
  })
})

describe('times are in Oslo’s zone', () => {
  test('winter and summer', () => {
    expect(norwegian.time('2026-11-27T06:00:00Z')).toBe('07:00')
    expect(norwegian.time('2026-07-01T06:00:00Z')).toBe('08:00')
  })

  test('midnight is 00:00, and the day is the one in Oslo', () => {
    expect(norwegian.time('2026-11-26T23:00:00Z')).toBe('00:00')
    expect(norwegian.date('2026-11-26T23:30:00Z')).toBe('fre. 27. nov.')
    expect(norwegian.date('2026-11-26T22:30:00Z')).toBe('tor. 26. nov.')
  })

  test('the nights of the clock changes', () => {
    // 02:59 and the next minute 02:00 again; 01:59 and the next minute 03:00.
    expect(norwegian.time('2026-10-25T00:59:00Z')).toBe('02:59')
    expect(norwegian.time('2026-10-25T01:00:00Z')).toBe('02:00')
    expect(norwegian.time('2027-03-28T00:59:00Z')).toBe('01:59')
    expect(norwegian.time('2027-03-28T01:00:00Z')).toBe('03:00')
  })

  test('a night ride across the change has its real duration', () => {
    expect(norwegian.duration('2027-10-30T23:30:00Z', '2027-10-31T03:30:00Z')).toBe('4,0 t')
  })
})

test('lists use the language’s own comma', async () => {
  const arabic = createFormat('ar', createTranslator('ar', await loadCatalogues('ar', ['core'])))
  expect(arabic.list(['Oslo', 'Hamar', 'Bergen'])).toBe('Oslo، Hamar، Bergen')
  // No 'and' before the last name, as Danish and Polish lists have elsewhere.
  expect(norwegian.list(['Oslo', 'Hamar', 'Bergen'])).toBe('Oslo, Hamar, Bergen')
})

describe('dates', () => {
  test('a calendar day stays the same day', () => {
    expect(norwegian.date('2026-11-27')).toBe('fre. 27. nov.')
  })

  test('have the year when it is not the current one', () => {
    expect(norwegian.date('2027-01-08T09:00:00Z')).toBe('fre. 8. jan. 2027')
    // In Oslo the new year has begun.
    expect(norwegian.date('2026-12-31T23:30:00Z')).toBe('fre. 1. jan. 2027')
  })

  test('in words', () => {
    expect(norwegian.month('2024-03-01')).toBe('mars 2024')
    expect(norwegian.longDate('2026-11-27T06:00:00Z')).toBe('fredag 27. november 2026')
    expect(english.dateTime('2026-11-27T06:00:00Z')).toMatch(/^Fri,? 27 Nov 07:00$/)
  })
})

describe('numbers', () => {
  test('duration and rating have one decimal', () => {
    expect(norwegian.duration('2026-11-27T06:00:00Z', '2026-11-27T13:00:00Z')).toBe('7,0 t')
    expect(english.duration('2026-11-27T06:00:00Z', '2026-11-27T09:35:00Z')).toBe('3.6 h')
    expect(norwegian.rating(9)).toBe('9,0')
    expect(norwegian.rating(9.44)).toBe('9,4')
  })

  test('a price has separate amount and unit', () => {
    expect(norwegian.price(300, 'NOK')).toEqual({ amount: '300', unit: 'kr', text: '300\u00a0kr' })
    expect(norwegian.price(1250, 'SEK')).toMatchObject({ amount: '1\u00a0250', unit: 'SEK' })
  })
})

test('relative time follows the specified steps', async () => {
  const relative = createRelative('no', createTranslator('no', await loadCatalogues('no', ['core'])))
  const before = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
  const minute = 60_000
  expect(relative(before(59_000))).toBe('Nå')
  expect(relative(before(minute))).toBe('1 m')
  expect(relative(before(59 * minute))).toBe('59 m')
  expect(relative(before(60 * minute))).toBe('1 t')
  expect(relative(before(23 * 60 * minute))).toBe('23 t')
  expect(relative(before(24 * 60 * minute))).toBe('1 d')
  expect(relative(before(7 * 24 * 60 * minute))).toBe('13. nov.')
  // A slightly fast clock must not give a negative age.
  expect(relative(before(-5_000))).toBe('Nå')
  expect(createRelative('en', createTranslator('en', await loadCatalogues('en', ['core'])))(before(0))).toBe('Now')
})
