/** Lets a few expensive jobs run at a time and the others wait. */
export interface Semaphore {
  /** `first` goes before everybody who waits. */
  through<T>(work: () => Promise<T>, first?: boolean): Promise<T>
  /** Is the queue so long that whoever comes now should be asked to come back later? */
  full(): boolean
}

export function createSemaphore(parallel: number, queue: number): Semaphore {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    full: () => waiting.length >= queue,
    async through(work, first = false) {
      // The one that leaves hands its place over, so `running` does not change then.
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
