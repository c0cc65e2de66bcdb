/** `samtur start`: serves in this process, or starts the processes that do. */
import cluster from 'node:cluster'
import type { AppOptions } from '../app.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../platform/log.ts'
import { superviseWorkers } from '../workers.ts'

/** Returns the exit code of several processes once all have ended; undefined when this process serves, which runs on. */
export async function serve(options: Pick<AppOptions, 'dist'> = {}): Promise<number | undefined> {
  const { workers, logLevel } = readConfig()
  if (workers > 1 && cluster.isPrimary) return superviseWorkers(workers, createLog(logLevel))
  // Imported here, because the process that starts the others does without the server's code.
  const { startServer } = await import('./start.ts')
  await startServer(options)
  return undefined
}
