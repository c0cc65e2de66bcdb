/** The administrators' page of operations with several workers behind one port: replaced ones leave it, a killed one is not heard any more. */
// @module-tag slow
import type { OperationsState, ServerProcess } from '@samtur/contract/operations'
import { expect, test } from 'vitest'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { describePostgres, freshServerDatabase } from './database.ts'
import { startRolling } from './rolling.ts'
import { addPerson } from './sessions.ts'

describePostgres(
  'several workers',
  () => {
    test('are all listed by each, also after they were replaced and after one was killed', async () => {
      const url = await freshServerDatabase()
      const server = await startRolling(url, 2)
      const db = await openDatabase({ url, folder: '', clock: systemClock })
      const admin = await addPerson(db.kysely, { role: 'admin' })
      const read = async () => {
        const headers = { cookie: admin.cookie, connection: 'close' }
        const response = await fetch(`${server.url}/api/v1/admin/operations`, { headers })
        expect(response.status).toBe(200)
        return (await response.json()) as OperationsState
      }
      const pids = async (state: ServerProcess['state']) =>
        (await read()).processes.filter((one) => one.state === state).map(({ pid }) => pid)
      const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)
      const listsWorkers = async () => ascending(await pids('heard'))
      try {
        await expect.poll(listsWorkers, { timeout: 30_000 }).toEqual(ascending(server.workers()))
        const { processes } = await read()
        expect(new Set(processes.map(({ worker }) => worker)).size).toBe(2)
        expect(processes.filter(({ current }) => current)).toHaveLength(1)

        await server.roll()
        await expect.poll(listsWorkers, { timeout: 30_000 }).toEqual(ascending(server.workers()))
        expect((await read()).processes).toHaveLength(2)

        const [killed = 0] = server.workers()
        server.kill(killed)
        await expect.poll(() => pids('silent'), { timeout: 60_000, interval: 500 }).toEqual([killed])
        await expect.poll(listsWorkers, { timeout: 30_000 }).toEqual(ascending(server.workers()))
      } finally {
        await db.close()
        await server.end()
      }
    })
  },
  180_000,
)
