/** Batches of simultaneous queries: one round trip and one commit for all of them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, withRetry } from './database.ts'

interface Waiting<Item, Result> extends PromiseWithResolvers<Result> {
  item: Item
  since: number
}

type Run<Item, Result> = (items: readonly Item[]) => Promise<readonly (Result | PromiseLike<Result>)[]>

/** Items in a batch; locks are held for as long as it takes. */
const MOST = 100
/** Milliseconds from the beginning of one batch to the next, because few large batches cost less than many small ones. */
const APART_MS = 4
/** Items that may wait, and the milliseconds for which they may; beyond either the error is `overloaded`. */
const MOST_WAITING = 2_000
const PATIENCE_MS = 3_000

/**
 * Returns a function that runs its items in batches: those of one turn of the event loop, or of the time of the batch before, run together in their
 * order. Use it outside of transactions only. `run` returns the results in the order of the items; some may be promises. Where too many items wait,
 * or for too long, the error is that of a database that is too busy.
 */
export function inBatches<Item, Result>(run: Run<Item, Result>): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  // A batch runs outside the context, and so outside the transaction, of the request that came first.
  const outside = AsyncLocalStorage.snapshot()
  let running = false
  let began = -Infinity

  const runAll = async () => {
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const early = began + APART_MS - performance.now()
      if (early > 0 && waiting.length < MOST) await sleep(early)
      began = performance.now()
      const given = waiting.splice(0, MOST)
      const late = given.filter(({ since }) => began - since > PATIENCE_MS)
      for (const { reject } of late) reject(overloaded())
      const batch = given.filter((one) => !late.includes(one))
      if (batch.length > 0) await runBatch(batch, run)
    }
    running = false
  }
  return (item) => {
    if (waiting.length >= MOST_WAITING) return Promise.reject(overloaded())
    const one = { item, since: performance.now(), ...Promise.withResolvers<Result>() }
    waiting.push(one)
    if (!running) {
      running = true
      outside(() => void runAll())
    }
    return one.promise
  }
}

/** The error of a database that is too busy. */
const overloaded = () => Object.assign(new Error('too many queries wait'), { code: '53400' })

async function runBatch<Item, Result>(batch: readonly Waiting<Item, Result>[], run: Run<Item, Result>) {
  try {
    const results = await withRetry(() => run(batch.map(({ item }) => item)))
    if (results.length !== batch.length) throw new Error('a batch has another number of results than items')
    for (const [nr, result] of results.entries()) batch[nr]?.resolve(result)
  } catch (error) {
    if (batch.length > 1 && isAboutValues(error)) for (const one of batch) await runBatch([one], run)
    else for (const { reject } of batch) reject(error)
  }
}

/** Returns whether the values of an item caused the error, so that the others may succeed alone. */
const isAboutValues = (error: unknown) => /^2[23]/.test(errorCode(error))
