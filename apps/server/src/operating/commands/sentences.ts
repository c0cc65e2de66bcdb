/** Errors that the operator can resolve, as one sentence each. */
import { ConfigError } from '../../config.ts'
import { ArchiveDamaged } from '../backup/archive.ts'
import { BackupRunning } from '../backup/turn.ts'
import { folderProblem } from '../data-folder.ts'
import { DatabaseNewer } from '../../platform/db/compatibility.ts'
import { DatabaseInUse } from '../../platform/db/lock.ts'
import { DatabaseOutdated, MigrationBlocked } from '../../platform/db/migrate.ts'
import { DatabaseDamaged } from '../../platform/db/opening.ts'

/** An error of a command whose message is printed without a stack. */
export class Problem extends Error {}

/** Returns what the work returns. Prints one sentence and ends the process when the operator has to change something first. */
export async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const sentence = sentenceOf(error)
    if (!sentence) throw error
    console.error(sentence)
    // At once, so that parts that are open neither keep the process alive nor print more.
    return process.exit(1)
  }
}

/** Returns what the operator has to change; undefined for a fault of the program. */
function sentenceOf(error: unknown): string | undefined {
  const ofDatabase = [DatabaseInUse, DatabaseOutdated, DatabaseNewer, MigrationBlocked, DatabaseDamaged]
  const kinds = [Problem, ConfigError, ...ofDatabase, ArchiveDamaged, BackupRunning]
  return kinds.some((kind) => error instanceof kind) ? (error as Error).message : folderProblem(error)
}
