/**
 * Measures what signed-in people write over HTTP: `npm run bench -- writes [--only=server|embedded|wanted]`. On PostgreSQL and on the embedded
 * database, each second 50 requests, a quarter of each kind: publish a ride, request a seat, accept the request, send a message. Then publishing
 * beside 100,000 wanted rides, and 10,000 people who want one ride.
 */
import fs from 'node:fs'
import { makeDataFolder } from '../apps/server/test/embedded-folder.ts'
import { openPostgres } from './tools/databases.ts'
import { run } from './tools/report.ts'
import { openApart, stayApart } from './tools/servers.ts'
import { measureWrites } from './writes/load.ts'
import { measureWanted } from './writes/wanted.ts'

await run({
  async server(cleanup) {
    await stayApart(cleanup)
    const create = await openPostgres(cleanup, ['shared_buffers=256MB'])
    const server = await openApart(cleanup, { RATE_LIMITS: 'on', DATABASE_URL: await create() })
    return measureWrites(server, 'PostgreSQL', 30)
  },
  async embedded(cleanup) {
    await stayApart(cleanup)
    const folder = makeDataFolder()
    cleanup.defer(() => fs.rmSync(folder, { recursive: true, force: true }))
    const server = await openApart(cleanup, { RATE_LIMITS: 'on', DATA_DIR: folder })
    return measureWrites(server, 'embedded database', 60)
  },
  wanted: measureWanted,
})
