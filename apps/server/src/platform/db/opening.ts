/**
 * A damaged folder can make the embedded database fail with unclear errors, or compute for ever in the main thread. This file turns both into one
 * sentence.
 */
import { Worker } from 'node:worker_threads'
import { errorCode } from './error-code.ts'
import type { Overdue } from './opening-watch.ts'

export class DatabaseDamaged extends Error {
  constructor(folder: string, cause: unknown) {
    super(
      `The database in ${folder} does not open (${reasonOf(cause)}). Put a backup in the place of this folder, or move it away to begin ` +
        'with an empty database.',
      { cause },
    )
    this.name = 'DatabaseDamaged'
  }
}

/** Returns whether a query failed because a file of the database is damaged, missing or unreadable. */
export const isDamage = (error: unknown): boolean => /^(XX00[12]|58P01|58030)$/.test(errorCode(error))

/**
 * Limits on opening. It takes about a second of processor time of the process, which other work of the machine does not lengthen. The second limit is
 * for an opening that waits without computing.
 */
const usual: Overdue = { computingMs: 10_000, waitingMs: 300_000 }

/**
 * Returns the result of `open`, which calls `isOpen()` when the database has responded; later steps, such as a migration, may take long. Throws
 * DatabaseDamaged when opening fails or does not end, and errors that `isKnown` unchanged.
 */
export async function openWatched<T>(
  folder: string,
  open: (isOpen: () => void) => Promise<T>,
  isKnown: (error: unknown) => boolean,
  limits = usual,
): Promise<T> {
  const watch = new Worker(new URL('./opening-watch.ts', import.meta.url), { workerData: limits, execArgv: [] })
  const overdue = new Promise<never>((_, reject) => {
    watch.once('message', (reason: string) => reject(new Error(reason)))
    // Without the watch the database still opens.
    watch.once('error', () => {})
  })
  const stop = () => void watch.terminate()
  try {
    return await Promise.race([open(stop), overdue])
  } catch (error) {
    throw isKnown(error) || error instanceof DatabaseDamaged ? error : new DatabaseDamaged(folder, error)
  } finally {
    stop()
  }
}

/** Returns one line at most, because the engine may quote its program's text. */
function reasonOf(cause: unknown): string {
  const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
  return line.slice(0, 120).trim() || 'no reason given'
}
