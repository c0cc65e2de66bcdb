/** The program that creates the embedded database beside the build of a first start. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { holdsDemo } from '../demo/demo.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/db/database.ts'

const program = path.join(import.meta.dirname, 'prepare.ts')
const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => fs.rmSync(folder, { recursive: true, force: true })))

function prepare(env: Record<string, string> = {}): { folder: string; child: ChildProcess } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-prepare-'))
  folders.push(folder)
  const { PATH } = process.env
  const child = spawn(process.execPath, [program], {
    env: { PATH, DATA_DIR: folder, DEMO: 'off', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  return { folder, child }
}

test('the server finds a migrated database with the demo', { tags: ['slow'], timeout: 120_000 }, async () => {
  const { folder, child } = prepare({ DEMO: 'on' })
  expect(await once(child, 'exit')).toEqual([0, null])
  const db = await openDatabase({ folder, clock: systemClock })
  expect(db.migrated).toEqual([])
  expect(await holdsDemo(db.read)).toBe(true)
  await db.close()
})

test('with a server for the database it creates nothing', async () => {
  const { folder, child } = prepare({ DATABASE_URL: 'postgres://samtur@127.0.0.1:9/samtur' })
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(fs.readdirSync(folder)).toEqual([])
}, 60_000)

test('it ends when the start that began it has ended, and leaves no half-made database', async () => {
  const { folder, child } = prepare()
  while (fs.readdirSync(folder).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  child.disconnect()
  await once(child, 'exit')
  expect(fs.existsSync(path.join(folder, 'pg'))).toBe(false)
}, 60_000)
