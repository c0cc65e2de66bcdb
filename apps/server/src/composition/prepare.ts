/**
 * Creates the embedded database and fills it with the demo, and ends. A first start runs this program while the pages are being built; the
 * server finds the database then.
 */
import fs from 'node:fs'
import path from 'node:path'
import { createApp } from './app.ts'
import { readConfig } from '../config.ts'
import { fillWithDemo } from '../demo/demo.ts'

// The program that started this one has ended.
process.once('disconnect', () => process.exit())
const config = readConfig()
if (!config.databaseUrl && !fs.existsSync(path.join(config.dataDir, 'pg'))) {
  // It does not listen, and so starts no jobs.
  const app = await createApp({ config, dist: null })
  if (config.demo) await fillWithDemo(app.parts, config)
  await app.close()
}
if (process.connected) process.disconnect?.()
