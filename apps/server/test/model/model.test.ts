/** A short run of the model test; the long one, 100,000 operations, is started by hand: see run.ts. */
// @module-tag slow
import { expect, test } from 'vitest'
import { databaseKinds } from '../database.ts'
import { runModel } from './run.ts'

test.each(databaseKinds)(
  'twenty people at once, on the %s database: every response and every row matches the model',
  { timeout: 120_000 },
  async (database) => {
    const operations = database === 'server' ? 1_500 : 400
    const report = await runModel({ operations, database, seed: 3, kills: 2 })
    expect(report.problems).toEqual([])
    expect(report.operations).toBe(operations)
    expect(report.kills).toBe(2)
    // Many operations succeeded.
    expect(report.succeeded).toBeGreaterThan(operations / 3)
    expect(Object.keys(report.byKind).length).toBeGreaterThanOrEqual(15)
    // The longer run has enough operations that people wait, take what they are offered, and time ends offers and requests.
    const waiting = database === 'server' ? ['join', 'leave', 'take', 'lapse', 'expire'] : ['join']
    expect(waiting.filter((kind) => !report.done[kind])).toEqual([])
    if (database === 'server') expect(report.done['take']).toBeGreaterThan(5)
  },
)
