/** `CUTS=1000 npx vitest run --project server e2e/cuts` is the long run. */
// @module-tag slow
import { expect, test } from 'vitest'
import { hasPostgres } from '../../apps/server/test/postgres.ts'
import { type CutOptions, runCuts } from './cuts.ts'

const setups: Pick<CutOptions, 'database' | 'processes'>[] = [
  { database: 'embedded', processes: 1 },
  ...(hasPostgres
    ? [{ database: 'server', processes: 1 } as const, { database: 'server', processes: 2 } as const]
    : []),
]

const cuts = Number(process.env['CUTS'] ?? 100)

test.each(setups)(
  'both sides read every message once and in the same order, however often connections are cut: $database database, processes: $processes',
  { timeout: 30_000 + 300 * cuts },
  async (deps) => {
    const report = await runCuts({ ...deps, cuts, seed: 11 })
    if (process.env['CUTS']) console.log(JSON.stringify({ ...deps, ...report }))
    expect(report.problems).toEqual([])
    expect(report.messages).toBeGreaterThan(cuts / 5)
    for (const { joined, live, said } of report.people) {
      // How many there are depends on the speed of the machine; without any, nothing would have been tested.
      expect(said).toBeGreaterThan(0)
      expect(joined).toBeGreaterThan(0)
      expect(live).toBeGreaterThan(0)
    }
    expect(report.people.reduce((sum, { repeated }) => sum + repeated, 0)).toBeGreaterThan(0)
  },
)
