/** Answers that all who ask for the same within a second may share: when many look, most of them look for the same. */
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

/** Of what is the same for everybody. */
export interface HeldAnswers {
  /**
   * The answer that was made lately for the same key, or else the one that `make` makes; who asks meanwhile waits for it too. Whatever this
   * process writes ends that at once, so that people find what they have just done; what others write is seen when the time is over.
   */
  get(key: string, make: () => Promise<string>): Promise<string>
}

interface Options {
  db: Pick<Database, 'commits'>
  clock: Clock
  /** Milliseconds; with none everybody is answered anew. */
  holdFor: number
}

interface Held {
  answer: Promise<string>
  since: number
  commits: number
}

const MOST = 500

export function createHeldAnswers({ db, clock, holdFor }: Options): HeldAnswers {
  const answers = new Map<string, Held>()
  // The clock may have been moved, either way.
  const isGood = ({ since, commits }: Held, now: number) =>
    commits === db.commits && now >= since && now - since < holdFor
  return {
    get(key, make) {
      const now = clock.now().getTime()
      const held = answers.get(key)
      if (held && isGood(held, now)) return held.answer
      if (answers.size >= MOST) answers.clear()
      const made: Held = { answer: make(), since: now, commits: db.commits }
      answers.set(key, made)
      // What has failed is asked again by whoever comes next.
      made.answer.catch(() => answers.get(key) === made && answers.delete(key))
      return made.answer
    },
  }
}
