/** The demo's people have a password that the README prints, so the demo is refused where others can reach the server. */
// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { insertConfirmedAccounts } from '#features/accounts/store'
import { hashPassword } from '#features/accounts/service-hashing'
import { demoAdminEmail } from '../config.ts'

const PATIENCE = 120_000
const program = path.resolve(import.meta.dirname, '../samtur.ts')
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-demo-outside-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  fs.rmSync(dataDir, { recursive: true, force: true })
})

function start(env: Record<string, string>) {
  const { PATH } = process.env
  const child = spawn(process.execPath, [program, 'start'], { env: { PATH, DATA_DIR: dataDir, PORT: '0', ...env } })
  children.push(child)
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => void (output.text += bytes.toString()))
  return { child, output }
}

/** Waits for a line of the log, which may be written a little later than the output of the process. */
async function untilSaid({ child, output }: ReturnType<typeof start>, text: string) {
  while (!output.text.includes(text)) {
    if (child.exitCode !== null) throw new Error(output.text)
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  }
}

test('the start with the demo and its administrator ends with one sentence', async () => {
  const { child, output } = start({ DEMO: 'on', PUBLIC_URL: 'https://samtur.example' })
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(1)
  expect(output.text).toMatch(/^The configuration is not usable:\n {2}ADMIN_EMAIL: .*\n$/)
}, 30_000)

test(
  'a data folder with demo people logs a warning where others can reach it, and only there',
  async () => {
    const first = start({ DEMO: 'on' })
    await untilSaid(first, 'is ready on')
    expect(first.output.text).not.toContain('whose password everybody knows')
    first.child.kill('SIGTERM')
    await once(first.child, 'close')
    const second = start({ PUBLIC_URL: 'https://samtur.example' })
    await untilSaid(second, `the data holds the demo's people, whose password everybody knows`)
    second.child.kill('SIGTERM')
    await once(second.child, 'close')
  },
  PATIENCE,
)

test.each([
  [true, 401],
  [false, 200],
])("the demo's administrator signs in where reachable from outside is %s: %i", async (reachableFromOutside, status) => {
  const t = await startTestApp({ config: { reachableFromOutside } })
  const account = { name: 'Samtur', email: demoAdminEmail, locale: 'no', role: 'admin' as const, createdAt: new Date() }
  await insertConfirmedAccounts(t.db.kysely, [account], await hashPassword('fjordtur'))
  const body = { email: demoAdminEmail, password: 'fjordtur' }
  expect((await t.call('POST', '/api/auth/sign-in/email', { body })).status).toBe(status)
  await t.close()
})
