/** Fifty rolling restarts of a server with two workers, under load. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnPostgres, startOwnPostgres } from '../../apps/server/test/postgres.ts'
import { startRolling } from '../../apps/server/test/rolling.ts'
import { report } from './report.ts'

const TIMES = 50

let postgres: OwnPostgres
beforeAll(async () => {
  postgres = await startOwnPostgres(['max_connections=200'])
})
afterAll(() => postgres.stop())

test('no request fails, and no message is lost or doubled', async () => {
  const server = await startRolling(await postgres.create(), 2)
  const began = Date.now()
  for (let time = 0; time < TIMES; time++) await server.roll()
  const took = Date.now() - began
  const { requests, failures, sent, lost, doubled, slowest } = await server.end()
  report(
    'rolling restart of two workers under load',
    TIMES,
    `${failures.length} of ${requests} requests failed, ${lost} of ${sent} messages lost, ${doubled} doubled`,
    `${(took / TIMES / 1000).toFixed(1)} s each, slowest request ${slowest} ms`,
  )
  expect({ failures, lost, doubled }).toEqual({ failures: [], lost: 0, doubled: 0 })
}, 900_000)
