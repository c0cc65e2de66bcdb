/** Questions to the database that many ask at the same time: one round trip and one commit for all of them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, withRetry } from './database.ts'

interface Question<Item, Answer> extends PromiseWithResolvers<Answer> {
  item: Item
  since: number
}

type Ask<Item, Answer> = (items: readonly Item[]) => Promise<readonly (Answer | PromiseLike<Answer>)[]>

/** Locks are held for as long as a batch takes. */
const MOST = 100
/** From the beginning of one batch to that of the next: asking costs more than what is asked, and few large batches cost less than many small ones. */
const APART_MS = 4
/** Beyond that nothing more is taken on, and what has waited longer is given up: the caller is told to come again. */
const MOST_WAITING = 2_000
const PATIENCE_MS = 3_000

/**
 * What is asked within one turn of the event loop, or while the batch before is still under way, is asked at once, in the order in which
 * it came. Outside of transactions only. `ask` answers in the order of the items, also that some of the answers come later. Where too many
 * wait, or for too long, the error is one of a database that is too busy.
 */
export function inBatches<Item, Answer>(ask: Ask<Item, Answer>): (item: Item) => Promise<Answer> {
  const waiting: Question<Item, Answer>[] = []
  // A batch belongs to nobody in particular, least of all to the transaction of whoever happened to come first.
  const outside = AsyncLocalStorage.snapshot()
  let running = false
  let began = -Infinity

  const run = async () => {
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const early = began + APART_MS - performance.now()
      if (early > 0 && waiting.length < MOST) await sleep(early)
      began = performance.now()
      const given = waiting.splice(0, MOST)
      const late = given.filter(({ since }) => performance.now() - since > PATIENCE_MS)
      for (const { reject } of late) reject(overloaded())
      const questions = given.filter((one) => !late.includes(one))
      if (questions.length > 0) await answerAll(questions, ask)
    }
    running = false
  }
  return (item) => {
    if (waiting.length >= MOST_WAITING) return Promise.reject(overloaded())
    const question = { item, since: performance.now(), ...Promise.withResolvers<Answer>() }
    waiting.push(question)
    if (!running) {
      running = true
      outside(() => void run())
    }
    return question.promise
  }
}

/** As the database says it of itself. */
const overloaded = () => Object.assign(new Error('too many questions wait'), { code: '53400' })

async function answerAll<Item, Answer>(questions: readonly Question<Item, Answer>[], ask: Ask<Item, Answer>) {
  try {
    const answers = await withRetry(() => ask(questions.map(({ item }) => item)))
    if (answers.length !== questions.length) throw new Error('a batch was not answered in full')
    for (const [nr, answer] of answers.entries()) questions[nr]?.resolve(answer)
  } catch (error) {
    if (questions.length > 1 && isAboutValues(error)) for (const one of questions) await answerAll([one], ask)
    else for (const { reject } of questions) reject(error)
  }
}

/** One of the items was at fault, and the others need not suffer for it. */
const isAboutValues = (error: unknown) => /^2[23]/.test(errorCode(error))
