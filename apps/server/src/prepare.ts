/**
 * Creates the embedded database and fills it with the demo, and ends. A first start runs this program while the pages are being built; the
 * server finds the database then.
 */
import fs from 'node:fs'
import path from 'node:path'
import { readConfig } from './config.ts'
import { fillWithDemo } from './demo/demo.ts'
import { openParts } from './parts.ts'
import { systemClock } from './platform/clock.ts'
import { createLog } from './platform/log.ts'

// The program that started this one has ended.
process.once('disconnect', () => process.exit())
const config = readConfig()
const isThere = fs.existsSync(path.join(config.dataDir, 'pg'))
if (!config.databaseUrl && !isThere) {
  const log = createLog(config.logLevel)
  const parts = await openParts({ config, clock: systemClock, log, database: undefined, origin: () => '' })
  if (config.demo) await fillWithDemo(parts, config)
  await parts.files.close()
  await parts.bus.close()
  await parts.db.close()
}
if (process.connected) process.disconnect?.()
