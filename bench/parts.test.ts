/** Runs the parts that start the built program, in their short form: for their running, and not for their figures. `npm test` has built the program before. */
// @module-tag slow
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres } from '../apps/server/test/postgres.ts'
import { openServer } from './server/process.ts'

const folder = import.meta.dirname
const timeout = 600_000

/** Returns the lines of figures that the part prints. Fails where it ends with an error, or does not end. */
async function figuresOf(part: string, env: Record<string, string> = {}): Promise<string[]> {
  const options = { cwd: path.dirname(folder), env: { ...process.env, ...env }, timeout: timeout - 10_000 }
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(folder, `${part}.ts`), '--quick'], options)
  return stdout.split('\n').filter((line) => /^(met|MISSED| {6}) .*: /.test(line))
}

describe('with a server that both use', () => {
  let server: Awaited<ReturnType<typeof openServer>>
  beforeAll(async () => {
    server = await openServer()
  }, timeout)
  afterAll(() => server.stop())

  test.each(['interaction', 'pages'])('%s measures', { timeout }, async (part) => {
    const figures = await figuresOf(part, { BENCH_URL: server.url })
    expect(figures.length).toBeGreaterThan(0)
    expect(figures.filter((line) => line.includes('NaN'))).toEqual([])
  })
})

describe.skipIf(!hasPostgres)('with servers of its own', () => {
  test.each(['start', 'capacity'])('%s measures', { timeout }, async (part) => {
    const figures = await figuresOf(part)
    expect(figures.length).toBeGreaterThan(0)
    expect(figures.filter((line) => line.includes('NaN'))).toEqual([])
  })
})
