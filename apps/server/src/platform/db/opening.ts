/**
 * A damaged folder can make the embedded database fail in ways that say nothing, or compute for ever in the only thread there is. Here both
 * become one sentence.
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

/** True for a query that failed because a file of the database is damaged, missing or unreadable. */
export const isDamage = (error: unknown): boolean => /^(XX00[12]|58P01|58030)$/.test(errorCode(error))

/**
 * Opening takes about a second of computing, counted for the whole process: a machine that is busy with other things does not count. The
 * second limit is for when nothing is computed and nothing happens either.
 */
const usual: Overdue = { computingMs: 10_000, waitingMs: 300_000 }

/**
 * Returns what `open` opens, which says `isOpen()` when the database has answered: what comes after, such as a migration, may take its time.
 * Throws DatabaseDamaged when opening fails or does not end; errors that `isKnown` pass as they are.
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
    // Without the watch the database is opened all the same.
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

/** One line at most, without the program's own text, which the engine may quote. */
function reasonOf(cause: unknown): string {
  const [line = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
  return line.slice(0, 120).trim() || 'no reason given'
}
