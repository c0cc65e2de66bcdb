/** docs/scaling.md agrees with the kept figures, and its arithmetic with numbers worked out by hand. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Parts } from '../report.ts'
import { countryOf, type Measured } from './model.ts'
import { withTables } from './tables.ts'

const root = path.join(import.meta.dirname, '../..')
const page = path.join(root, 'docs/scaling.md')
const document = fs.readFileSync(page, 'utf8')
const parts = JSON.parse(fs.readFileSync(path.join(root, 'bench/results.json'), 'utf8')) as Parts

test('the tables are those of the kept figures', async () => {
  const now = withTables(document, parts)
  await expect(now).toMatchFileSnapshot(page)
  expect(now).not.toMatch(/not measured|NaN/)
  // Of a machine that had other work, or of a limit that the first rate has missed.
  expect(now).not.toMatch(/with other work|\| 0 per s/)
})

test('another figure makes another table', () => {
  const changed = structuredClone(parts)
  for (const figure of changed['capacity']?.figures ?? []) if (figure.what === 'database: a message') figure.value *= 2
  expect(withTables(document, changed)).not.toBe(document)
})

test('a country is computed as the page says', () => {
  const one = { server: 1000, database: 500 }
  const bytes = { upcoming: 3000, departed: 1000, reservation: 300, message: 400, notification: 600, mail: 200, person: 2000 } // prettier-ignore
  const measured: Measured = { browse: one, page: one, message: one, write: one, events: { message: 1, write: 2 }, mailsPerStep: 1, notificationsPerStep: 1, connectionsPerProcess: 10_000, bytes, response: 8 } // prettier-ignore
  const country = countryOf(measured)
  // 68 million × 5 % ÷ 30 days, and so on down the page.
  const bookings = 113_333.33
  expect(country.daily.bookings).toBeCloseTo(bookings, 0)
  expect(country.daily.rides).toBeCloseTo(bookings / 0.75, 0)
  expect(country.peak.browsing).toBeCloseTo(((bookings * 90) / 86_400) * 7.2, 1)
  expect(country.peak.messages).toBeCloseTo(((bookings * 8) / 86_400) * 7.2, 1)
  expect(country.peak.connections).toBeCloseTo(68_000, 0)
  expect(country.events).toBeCloseTo(country.peak.messages + 2 * country.peak.writes, 3)
  const { browsing, pages, messages, writes } = country.peak
  expect(country.processor.server).toBeCloseTo((browsing + pages + messages + writes) / 1000, 6)
  expect([country.forProcessor, country.forConnections, country.processes]).toEqual([3, 7, 7])
  expect(country.cores).toEqual({ servers: 14, databases: 6, proxies: 4 })
  expect(country.rows.messages).toBeCloseTo((bookings * 8 * 720 * 400) / 1e9, 1)
  expect(country.monthly.cores).toBe(24 * 15)
  expect(country.monthly.mails).toBeCloseTo((bookings * 2.5 * 1.5 * 30 * 0.1) / 1000, 0)
  const sum = Object.values(country.monthly).reduce((all, euros) => all + euros, 0)
  expect(country.total).toBeCloseTo(sum, 6)
})
