/** The example of docs/interface.md against a started server, and the list of operations in docs/interface.md. */
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from './example.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { interfaceMatrix } from './rights/matrix.ts'
import { clientKey } from './client.ts'

const page = fs.readFileSync(path.join(import.meta.dirname, '../../../docs/interface.md'), 'utf8')

let t: TestApp
beforeAll(async () => void (t = await startTestApp()))
afterAll(() => t.close())

test('the example runs as it is written', async () => {
  const confirm = (email: string) =>
    t.db.kysely.updateTable('auth_user').set({ email_verified: true }).where('email', '=', email).execute()
  const { rideId, content } = await run(t.url, clientKey, async (email) => void (await confirm(email)))
  expect(content).toBe('Hei!')
  const { status } = await t.db.kysely
    .selectFrom('reservation')
    .select('status')
    .where('ride_id', '=', rideId)
    .executeTakeFirstOrThrow()
  expect(status).toBe('pending')
})

test('every operation of the tables is described, with the test that plays it', () => {
  const described = [...page.matchAll(/^\| `([a-z_]+\.[a-z_.]+)`[^|]*\|[^|]+\|([^|]+)\|$/gm)].map(
    ([, name = '', tests = '']) => ({
      name,
      tests: [...tests.matchAll(/`([\w-]+\.test\.ts)`/g)].map(([, file = '']) => file),
    }),
  )
  const listed = interfaceMatrix.map(({ name }) => name).filter((name) => name.startsWith('rest: '))
  expect(described.map(({ name }) => `rest: ${name}`).toSorted()).toEqual(listed.toSorted())
  for (const { name, tests } of described) expect(tests, name).not.toEqual([])
})

test('every test that the page names exists', () => {
  const named = [...page.matchAll(/`([\w-]+\.test\.ts)`/g)].map(([, file = '']) => file)
  expect(named.filter((file) => !fs.existsSync(path.join(import.meta.dirname, file)))).toEqual([])
})
