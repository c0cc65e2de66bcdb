/** A short run of kills.ts, so that it is never forgotten; the long one is started by hand. */
// @module-tag slow
import { expect, test } from 'vitest'
import { databaseKinds } from './database.ts'
import { runKills } from './kills.ts'

test.each(databaseKinds)(
  'killed in the middle of its work, on the %s database: nothing answered is lost, nothing happens twice',
  { timeout: 120_000 },
  async (database) => {
    const report = await runKills({ kills: 4, database, seed: 7 })
    expect(report.problems).toEqual([])
    expect(report.answered).toBeGreaterThan(20)
    expect(report.retried).toBeGreaterThan(0)
  },
)
