/** Runs a few expensive jobs at a time; the others wait. */
export interface Semaphore {
  /** Runs the work when there is a place; with `first` before all that wait. */
  through<T>(work: () => Promise<T>, first?: boolean): Promise<T>
  /** Returns whether the queue is so long that new work should be refused. */
  full(): boolean
}

export function createSemaphore(parallel: number, queue: number): Semaphore {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    full: () => waiting.length >= queue,
    async through(work, first = false) {
      // Finished work passes its place to the next, so `running` stays the same.
      if (running >= parallel)
        await new Promise<void>((resolve) => void (first ? waiting.unshift(resolve) : waiting.push(resolve)))
      else running++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
