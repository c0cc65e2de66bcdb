import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { startWorker } from './worker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const HOUR = 3_600_000
const log = createLog('silent')

/** Starts hourly work that fails that many times; returns the seconds from the start to each run. */
function startFailing(times: number, retries?: boolean) {
  const began = Date.now()
  const runs: number[] = []
  const worker = startWorker({
    name: 'failing',
    everyMs: HOUR,
    log,
    ...(retries !== undefined && { retries }),
    async run() {
      runs.push((Date.now() - began) / 1000)
      if (runs.length <= times) throw new Error('no')
      return false
    },
  })
  return { worker, runs }
}

test('a run that fails is tried again after 1, 2, 4 … seconds, then at its interval', async () => {
  const { worker, runs } = startFailing(4)
  worker.wake()
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(runs).toEqual([0, 1, 3, 7, 15, 3600])
  await worker.stop()
})

test('a failing run is tried again at least every five minutes, and each failure is logged', async () => {
  const warn = vi.spyOn(log, 'warn')
  const { worker, runs } = startFailing(100)
  worker.wake()
  await vi.advanceTimersByTimeAsync(HOUR - 1)
  const pauses = runs.slice(1).map((run, index) => run - (runs[index] ?? 0))
  expect(pauses.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300])
  expect(warn).toHaveBeenCalledTimes(runs.length)
  await worker.stop()
})

test('heavy work that fails waits for its interval', async () => {
  const { worker, runs } = startFailing(2, false)
  worker.wake()
  await vi.advanceTimersByTimeAsync(2 * HOUR)
  expect(runs).toEqual([0, 3600, 7200])
  await worker.stop()
})

test('a stopped worker tries nothing again', async () => {
  const { worker, runs } = startFailing(100)
  worker.wake()
  await vi.advanceTimersByTimeAsync(0)
  await worker.stop()
  await vi.advanceTimersByTimeAsync(2 * HOUR)
  expect(runs).toEqual([0])
})
