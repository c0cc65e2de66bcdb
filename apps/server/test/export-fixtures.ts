/** Fixtures for the export of a person's data. */
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import { startTestApp, type TestApp } from './app.ts'
import type { DatabaseKind } from './database.ts'
import { addPerson, testSecret, type TestPerson } from './sessions.ts'

/** A new server for each kind of database. */
export let t: TestApp
// New people for each test.
export let kari: TestPerson
export let ola: TestPerson

type Options = NonNullable<Parameters<typeof startTestApp>[0]>

export async function start({ env, ...options }: Options) {
  t = await startTestApp({ ...options, env: { SECRET: testSecret, ...env } })
}

export async function addPeople() {
  kari = await addPerson(t.db.kysely, { name: 'Kari Nordmann' })
  ola = await addPerson(t.db.kysely, { name: 'Ola Hemmelig' })
}

export function setUpExport(kind: DatabaseKind) {
  beforeAll(() => start({ kind }))
  afterAll(() => t.close())
  beforeEach(addPeople)
}

export const post = (route: string, as: TestPerson, body: object = {}) =>
  t.call('POST', `/api/v1${route}`, { as, body })
export const current = async (as = kari) => (await t.call('GET', '/api/v1/me/export', { as })).body
export const ready = (as = kari) =>
  vi.waitFor(
    async () => {
      const row = await current(as)
      expect(row.status).toBe('ready')
      return row as { url: string; bytes: number; progress: number; expires_at: string }
    },
    { timeout: 15_000, interval: 20 },
  )
export const fetchFile = (url: string, as?: { cookie: string }) =>
  fetch(t.url + url, { headers: as ? { cookie: as.cookie } : {} })

export async function exported(as = kari) {
  expect((await post('/me/export', as)).status).toBe(200)
  const { url, bytes } = await ready(as)
  const answer = await fetchFile(url, as)
  expect(answer.status).toBe(200)
  const file = await answer.bytes()
  expect(file.length).toBe(bytes)
  const entries = unzipSync(file)
  const text = strFromU8(entries['data.json'] ?? new Uint8Array())
  return { answer, entries, text, data: JSON.parse(text) as Data }
}
type Data = Record<string, Record<string, unknown>[]> & {
  account: Record<string, unknown>
  profile: Record<string, unknown>
}
