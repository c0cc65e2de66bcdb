/** `samtur backup`: writes the database and the pictures to one archive, also while the server runs. */
import path from 'node:path'
import { backupResult, type BackupResult, makeArchive } from '../../composition/backups.ts'
import { readConfig } from '../../config.ts'
import { systemClock } from '../../platform/clock.ts'
import { callServer } from '../control.ts'
import { holderOf } from '../../platform/db/lock.ts'
import { ageRecipient } from '../../platform/setting-values.ts'
import { openAsItIs, requireDatabase } from './database.ts'
import { Problem } from './sentences.ts'

/** Returns the exit code. */
export async function makeBackup(file: string | undefined, options: { recipient?: string }): Promise<number> {
  const config = readConfig()
  requireDatabase(config)
  if (file === undefined && config.backup.dir === undefined)
    throw new Problem('Name the archive to write, or set BACKUP_DIR.')
  const recipient = options.recipient && ageRecipient.safeParse(options.recipient)
  if (recipient && !recipient.success) throw new Problem(`--recipient: ${recipient.error.issues[0]?.message}.`)
  const request = { file: file && path.resolve(file), recipient: recipient ? recipient.data : undefined }
  const server = config.databaseUrl ? undefined : holderOf(config.dataDir)
  if (server !== undefined) return printResult(await askServer(config.dataDir, server, request))
  const { kysely, close } = await openAsItIs(config)
  try {
    return printResult(await makeArchive(config, { executor: kysely, clock: systemClock }, request))
  } finally {
    await close()
  }
}

/** The running server makes the archive, because only one process can open the embedded database. */
async function askServer(dataDir: string, pid: number, request: object): Promise<BackupResult> {
  try {
    return backupResult.parse(await callServer(dataDir, 'backup', request))
  } catch (error) {
    throw new Problem(
      `The server (pid ${pid}) did not make the backup: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

function printResult({ file, bytes, rows, files, removed }: BackupResult): number {
  const old = removed === 0 ? '' : ` Old archives removed: ${removed}.`
  console.log(`${file}: ${rows} rows and ${files} files, ${(bytes / 1e6).toFixed(1)} MB.${old}`)
  return 0
}
