/** A short run of kills.ts; the long one is started by hand. */
// @module-tag slow
import { expect, test } from 'vitest'
import { databaseKinds } from './database.ts'
import { runKills } from './kills.ts'

test.each(databaseKinds)(
  'killed while working, on the %s database: nothing confirmed is lost, and nothing happens twice',
  { timeout: 120_000 },
  async (database) => {
    const report = await runKills({ kills: 4, database, seed: 7 })
    expect(report.problems).toEqual([])
    expect(report.answered).toBeGreaterThan(20)
    expect(report.retried).toBeGreaterThan(0)
  },
)
