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
        // A worker that starts takes the role from everybody but ADMIN_EMAIL.
        await db.kysely.updateTable('auth_user').set({ role: 'admin' }).where('id', '=', admin.id).execute()
        const headers = { cookie: admin.cookie, connection: 'close' }
        const response = await fetch(`${server.url}/api/v1/admin/operations`, { headers })
        expect(response.status).toBe(200)
        return (await response.json()) as OperationsState
      }
      const pids = async (state: ServerProcess['state']) =>
        (await read()).processes.filter((one) => one.state === state).map(({ pid }) => pid)
      const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)
      // A worker that cannot start is replaced by another one.
      const listsWorkers = async () => ascending(await pids('heard')).join() === ascending(server.workers()).join()
      try {
        await expect.poll(listsWorkers, { timeout: 60_000, interval: 500 }).toBe(true)
        const { processes } = await read()
        expect(new Set(processes.map(({ worker }) => worker)).size).toBe(2)
        expect(processes.filter(({ current }) => current)).toHaveLength(1)

        await server.roll()
        await expect.poll(listsWorkers, { timeout: 60_000, interval: 500 }).toBe(true)
        expect((await read()).processes).toHaveLength(2)

        const [killed = 0] = server.workers()
        server.kill(killed)
        await expect.poll(() => pids('silent'), { timeout: 60_000, interval: 500 }).toEqual([killed])
        await expect.poll(listsWorkers, { timeout: 60_000, interval: 500 }).toBe(true)
      } finally {
        await db.close()
        await server.end()
      }
    })
  },
  240_000,
)
