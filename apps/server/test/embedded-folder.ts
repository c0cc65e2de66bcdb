/** Makes folders for DATA_DIR that contain a prepared embedded database, where the run has one. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export function makeDataFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-data-'))
  const dump = process.env['TEST_EMBEDDED_DUMP']
  if (!dump) return folder
  const data = path.join(folder, 'pg')
  fs.mkdirSync(data)
  execFileSync('tar', ['-xf', dump, '-C', data], { stdio: 'ignore' })
  return folder
}
