/** Runs the parts in their short form: for their running, and not for their times. `npm test` has built the program before. */
// @module-tag slow
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { hasPostgres } from '../apps/server/test/postgres.ts'

const timeout = 600_000

interface Part {
  run: [part: string, ...options: string[]]
  positive: string[]
  zero?: string[]
}

const kinds = ['publish', 'request', 'accept', 'send']
const messages = '50 messages/s over 100 connections for 2 s'
const parts: Part[] = [
  // Fails where the generated rides are not what publishing stores.
  { run: ['search'], positive: ['rides that a search finds', 'people who browse: requests'] },
  { run: ['writes', '--only=server'], positive: kinds.map((kind) => `PostgreSQL: ${kind}, p99`) },
  { run: ['writes', '--only=wanted'], positive: ['matches'] },
  {
    run: ['live', '--only=busy'],
    positive: [`${messages}: delivered, p99`],
    zero: [`${messages}: written, but not stored once`],
  },
  {
    run: ['start', '--only=server'],
    positive: ['PostgreSQL, restart: first page', 'PostgreSQL: memory after a few pages'],
  },
  { run: ['pages'], positive: ['/search: accessibility', "a press of 'Search'"] },
]

test.skipIf(!hasPostgres).each(parts)(
  '$run measures',
  { timeout },
  async ({ run: [part, ...only], positive, zero = [] }) => {
    const program = path.join(import.meta.dirname, `${part}.ts`)
    const options = { cwd: path.dirname(import.meta.dirname), timeout: timeout - 10_000 }
    const { stdout } = await promisify(execFile)(process.execPath, [program, '--quick', ...only], options)
    const rows = [...stdout.matchAll(/^\| (\S.*?) \| (NaN|[\d.,]+)/gm)]
    const figures = new Map(rows.map(([, what = '', value = '']) => [what, Number(value.replaceAll(',', ''))]))
    expect([...figures].filter(([, value]) => Number.isNaN(value))).toEqual([])
    for (const what of positive) expect(figures.get(what), what).toBeGreaterThan(0)
    for (const what of zero) expect(figures.get(what), what).toBe(0)
  },
)
