/** A process that tries to lock folders on command, for the tests of the lock. */
import { lockFolder } from '../src/platform/db/lock.ts'

export interface Attempt {
  folder: string
  /** The time of the attempt, so that several processes try at once. */
  at: number
}
export type Outcome = { locked: true } | { locked: false; name: string; message: string }

process.on('message', ({ folder, at }: Attempt) => {
  while (performance.timeOrigin + performance.now() < at);
  process.send?.(attempt(folder))
})

function attempt(folder: string): Outcome {
  try {
    lockFolder(folder)
    return { locked: true }
  } catch (error) {
    const { name, message } = error as Error
    return { locked: false, name, message }
  }
}
