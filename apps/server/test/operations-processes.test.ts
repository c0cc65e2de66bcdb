/** The administrators' page of operations with several processes on one database: one that stops leaves it, a killed one is not heard any more. */
// @module-tag slow
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { OperationsState, ServerProcess } from '@samtur/contract/operations'
import { expect, test } from 'vitest'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { describePostgres, freshServerDatabase } from './database.ts'
import { type Server, startServer } from './server.ts'
import { addPerson } from './sessions.ts'

describePostgres(
  'several processes',
  () => {
    test('are all listed by each, also after one was replaced and after one was killed', async () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-operations-'))
      const url = await freshServerDatabase()
      const start = () => startServer({ DATABASE_URL: url, DATA_DIR: folder })
      const servers: Server[] = [await start(), await start()]
      const db = await openDatabase({ url, folder: '', clock: systemClock })
      const admin = await addPerson(db.kysely, { role: 'admin' })
      const read = async (server: Server) => {
        // A process that starts takes the role from everybody but ADMIN_EMAIL.
        await db.kysely.updateTable('auth_user').set({ role: 'admin' }).where('id', '=', admin.id).execute()
        const response = await fetch(`${server.url}/api/v1/admin/operations`, { headers: { cookie: admin.cookie } })
        expect(response.status).toBe(200)
        return (await response.json()) as OperationsState
      }
      const pids = async (server: Server, state: ServerProcess['state']) =>
        (await read(server)).processes.filter((one) => one.state === state).map(({ pid }) => pid)
      const ascending = (numbers: readonly (number | undefined)[]) => numbers.toSorted((a = 0, b = 0) => a - b)
      const listAll = async () => {
        for (const server of servers)
          await expect
            .poll(async () => ascending(await pids(server, 'heard')), { timeout: 60_000, interval: 500 })
            .toEqual(ascending(servers.map(({ child }) => child.pid)))
      }
      try {
        await listAll()
        for (const server of servers) {
          const current = (await read(server)).processes.filter((one) => one.current)
          expect(current.map(({ pid }) => pid)).toEqual([server.child.pid])
        }

        await servers.shift()?.kill('SIGTERM')
        servers.push(await start())
        await listAll()

        const [killed, server] = servers as [Server, Server]
        await killed.kill('SIGKILL')
        servers.shift()
        await expect.poll(() => pids(server, 'silent'), { timeout: 60_000, interval: 500 }).toEqual([killed.child.pid])
        await listAll()
      } finally {
        await db.close()
        await Promise.all(servers.map((server) => server.kill('SIGTERM')))
        fs.rmSync(folder, { recursive: true, force: true })
      }
    })
  },
  240_000,
)
