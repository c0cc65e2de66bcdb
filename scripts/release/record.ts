// Writes what this release consists of to released.json, with which the check compares the migrations of the next one. A step of `npm run release`.
import fs from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describeRelease, readRecord, recordFile } from '../check/migrations.ts'

/** Returns whether the record has changed. Throws for a version that is released already with another content. */
export function recordRelease(root: string): boolean {
  const manifest = fs.readFileSync(path.join(root, 'apps/server/package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const record = readRecord(root)
  const release = describeRelease(root, version)
  if (isDeepStrictEqual(release, record)) return false
  if (version.localeCompare(record.version, 'en', { numeric: true }) <= 0)
    throw new Error(
      `Version ${record.version} is released, with other migrations or functions: raise the version in package.json and apps/server/package.json.`,
    )
  fs.writeFileSync(path.join(root, recordFile), `${JSON.stringify(release, null, 2)}\n`)
  return true
}

if (import.meta.main) {
  try {
    if (recordRelease(path.resolve(import.meta.dirname, '../..')))
      console.log(`Commit ${recordFile}: that commit is the release.`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
