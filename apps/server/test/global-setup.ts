/** Starts a PostgreSQL server once per run, where one is installed and the run is not plain `npm test`, and dumps a migrated embedded database. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { makeTemplate } from './database.ts'
import { startPostgres } from './postgres.ts'

export default async function setUp() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-tests-'))
  const dump = path.join(folder, 'embedded.tar')
  const [server] = await Promise.all([
    process.env['TEST_SCOPE'] === 'main' ? undefined : startPostgres(),
    makeTemplate().then(async (blob) => fs.writeFileSync(dump, await blob.bytes())),
  ])
  // Workers inherit the environment.
  process.env['TEST_EMBEDDED_DUMP'] = dump
  if (server) {
    process.env['TEST_POSTGRES_URL'] = server.url
    process.env['TEST_POSTGRES_TEMPLATE'] = server.template
  }
  return async () => {
    await server?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
