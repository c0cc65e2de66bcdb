/** Section 9 of the specification: each of its values is in the contract's constants, and nowhere else. */
import fs from 'node:fs'
import path from 'node:path'
import * as constants from '@samtur/contract/constants'
import { live } from '@samtur/contract/constants'
import { availableLanguages } from '@samtur/i18n/translate'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const c = constants

/** The line of the specification, what the constants contain, and what the line says. */
const lines: [line: string, held: unknown, said: unknown][] = [
  ['Seats per ride: 1 to 7, default 4', [c.seats.min, c.seats.max, c.seats.default], [1, 7, 4]],
  ['Seats per reservation request: at most 4', c.seats.maxPerReservation, 4],
  ['Home list: 10 upcoming rides', c.homeListSize, 10],
  ['Rating scale: 1 to 10', [c.rating.min, c.rating.max], [1, 10]],
  ['Chat history: 100 messages', c.chat.historySize, 100],
  ['Unread window: 24 hours', c.chat.unreadWindowHours, 24],
  ['Images: 5 MB limit', [c.picture.maxBytes, c.chatImage.maxBytes], [5 * 2 ** 20, 5 * 2 ** 20]],
  ['Chat image compression: max side 1920 px', c.chatImage.maxSide, 1920],
  ['JPEG quality 0.8 down to 0.5 in 0.1 steps', c.chatImage.quality, { from: 0.8, to: 0.5, step: 0.1 }],
  ['15 % size reduction per step', Number((1 - c.chatImage.shrink).toFixed(2)), 0.15],
  ['up to 8 attempts', c.chatImage.attempts, 8],
  [
    'Profile picture: compressed to max 300x300 px at 0.85 quality',
    [c.picture.side, c.picture.compressQuality],
    [300, 0.85],
  ],
  ['crop output 300x300 at 0.9', [c.picture.side, c.picture.cropQuality], [300, 0.9]],
  ['zoom 0.5 to 3 in steps of 0.1', c.picture.zoom, { min: 0.5, max: 3, step: 0.1 }],
  [
    'Storage cache: 3600 s for chat images, 86400 s for profile pictures',
    [c.chatImage.seconds, c.picture.seconds],
    [3600, 86_400],
  ],
  ['Password minimum 6 characters', c.password.min, 6],
  ['Age input 18 to 100. Minimum user age 18', c.age, { min: 18, max: 100 }],
  ['Driver age note 21+ for commercial driving', c.commercialDriverAge, 21],
  ['Support reply promise: within 24 hours', c.supportReplyHours, 24],
  ['Children under 135 cm need an approved seat', c.childSeatHeight, 135],
  ['Emergency number 112 (FAQ)', c.emergencyNumber, '112'],
  ['then minutes (m), hours (t) under 24, days (d) under 7', c.relativeTime, { minutes: 60, hours: 24, days: 7 }],
  ['up to 2.3 kg CO2 saved per shared ride', c.co2PerRide, 2.3],
  [
    'Fixed figures 2,847 rides, 15,420 kg CO2, 89,340 NOK',
    c.greenMission,
    { rides: 2847, co2Kg: 15_420, savedNok: 89_340 },
  ],
  [
    'Counters animate over 2, 2.5 and 3 seconds after a 0.5 s delay',
    c.counting,
    { delay: 500, rides: 2000, co2: 2500, saved: 3000 },
  ],
  ['Admin list areas are 600 px high', c.adminListHeight, 600],
  ['Authentication service: auto-refresh tick 30 s', c.sessionTick, 30_000],
  ['refresh retries back off exponentially starting at 200 ms', c.retryDelays.session, [200, 400, 800, 1600, 3200]],
  [
    'Live connection: heartbeat 25 s; reconnect delays 1, 2, 5, then 10 s',
    [live.heartbeat, live.reconnectDelays],
    [25_000, [1000, 2000, 5000, 10_000]],
  ],
]

test.each(lines)('%s', (_, held, said) => {
  expect(held).toEqual(said)
})

describe('the values are written nowhere else', () => {
  const folders = ['apps/web/src', 'apps/server/src', 'apps/interface/src']
  const sources = folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => path.join(folder, file)),
  )

  test.each([
    ['delays of retries', /\[\s*200,\s*400\b/],
    ['delays of the live connection', /\[\s*1_?000,\s*2_?000,\s*5_?000/],
    ['figures of the campaign', /\b(?:2_?847|15_?420|89_?340)\b/],
    ['how long a browser keeps pictures', /max-age=86400\b/],
    ['the longest side of a chat image', /\b1_?920\b/],
  ])('%s', (_, value) => {
    expect(sources.filter((file) => value.test(read(file)))).toEqual([])
  })

  test('the heights of the administrator’s lists are multiples of 4 pixels', () => {
    const step = `h-${c.adminListHeight / 4}`
    const files = ['ui/long-list.tsx', 'features/moderation/reports-screen.tsx', 'features/support/admin-list.tsx']
    for (const file of files) expect(read(`apps/web/src/${file}`)).toContain(step)
  })
})

test.each(availableLanguages)('the help articles give the same numbers in %s', (language) => {
  const help = read(`packages/i18n/locales/${language}/help.po`)
  for (const number of [c.emergencyNumber, c.childSeatHeight, c.commercialDriverAge, c.age.min])
    expect(help).toMatch(new RegExp(`(?<!\\d)${number}(?!\\d)`))
})
