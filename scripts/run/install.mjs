// Installs exactly what the lock file lists, and only when it has changed.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { execute, npmCommand } from './process.mjs'

const stampFile = 'node_modules/.samtur-lock'

export function lockStamp() {
  return createHash('sha256').update(fs.readFileSync('package-lock.json')).digest('hex')
}

export function writeInstallStamp() {
  fs.writeFileSync(stampFile, lockStamp())
}

export async function ensureInstalled() {
  const installed = fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === lockStamp()
  if (installed) return
  console.log('Installing dependencies (once per change of package-lock.json) ...')
  // With NODE_ENV=production on the host, npm would leave out what the build needs.
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund', '--include=dev', '--include=optional']
  const code = await execute(...npmCommand(args))
  if (code !== 0) {
    console.error('\n`npm ci` failed (its reason is above). Check the connection to the npm registry and that')
    console.error('package-lock.json belongs to package.json, then start the command again.')
    process.exit(1)
  }
  writeInstallStamp()
}
