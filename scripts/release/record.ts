// Writes what this release consists of to released.json, with which the check compares the migrations of the next one. A step of `npm run release`.
import fs from 'node:fs'
import path from 'node:path'
import { describeRelease, findBreakingMigrations, readRecord, recordFile } from '../check/migrations.ts'

const partsOf = (version: string) => version.split('.').map(Number)

/** Whether the first version, such as 0.10.0, comes after the second one. */
function isLater(version: string, other: string): boolean {
  const [parts, others] = [partsOf(version), partsOf(other)]
  const index = parts.findIndex((part, at) => part !== others[at])
  return index !== -1 && (parts[index] ?? 0) > (others[index] ?? 0)
}

/** Returns whether the record has changed. Throws for a version that is released already, or that breaks the one before. */
export function recordRelease(root: string): boolean {
  const manifest = fs.readFileSync(path.join(root, 'apps/server/package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const record = readRecord(root)
  const release = describeRelease(root, version)
  if (JSON.stringify(release) === JSON.stringify(record)) return false
  if (!isLater(version, record.version))
    throw new Error(
      `Version ${record.version} is released, with other migrations or functions: raise the version in package.json and apps/server/package.json.`,
    )
  const [breaking] = findBreakingMigrations(root)
  if (breaking) throw new Error(`${breaking.file}:${breaking.line}: ${breaking.message}`)
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
