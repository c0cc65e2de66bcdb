/** Looks at something that may be slow or hang, such as a disk of another machine. */
import { within } from './within.ts'

interface Options<T> {
  look(): Promise<T>
  /** Milliseconds for which a result is returned again. */
  keptMs: number
  /** Milliseconds that a call waits. */
  patienceMs: number
  failed(error: unknown): void
}

/**
 * Returns a function that returns the newest result, or the one before when the new one takes longer; undefined before the first, and after a look that
 * failed. It looks once at a time, because each look that hangs holds a thread.
 */
export function createObserver<T>({ look, keptMs, patienceMs, failed }: Options<T>): () => Promise<T | undefined> {
  let last: T | undefined
  let lookedAt = -Infinity
  let looking: Promise<void> | undefined
  const lookOnce = async () => {
    try {
      last = await look()
      lookedAt = performance.now()
    } catch (error) {
      last = undefined
      failed(error)
    }
    looking = undefined
  }
  return async () => {
    if (performance.now() - lookedAt < keptMs) return last
    looking ??= lookOnce()
    await within(patienceMs, looking).catch(() => {})
    return last
  }
}
