/** Stops requests to a service that has failed, and tries one again after a while. */
export interface Breaker {
  /** Returns whether a request may be sent now. While the service is silent that is one per pause. */
  admits(): boolean
  succeeded(): void
  failed(): void
}

interface Options {
  /** So many failures in a row make it silent. */
  failures: number
  /** Milliseconds of silence before the next trial. */
  pauseMs: number
  /** Returns milliseconds. */
  now(): number
  /** Called when it becomes silent, and when the service responds again. */
  onChange(silent: boolean): void
}

export function createBreaker({ failures, pauseMs, now, onChange }: Options): Breaker {
  let inRow = 0
  let silentUntil = 0
  return {
    admits() {
      if (inRow < failures) return true
      if (now() < silentUntil) return false
      // Until the trial is decided, the others stay silent.
      silentUntil = now() + pauseMs
      return true
    },
    succeeded() {
      if (inRow >= failures) onChange(false)
      inRow = 0
    },
    failed() {
      inRow++
      silentUntil = now() + pauseMs
      if (inRow === failures) onChange(true)
    },
  }
}
