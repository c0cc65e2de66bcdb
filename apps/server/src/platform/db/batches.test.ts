import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { inBatches } from './batches.ts'

const doubled = (numbers: readonly number[]) => numbers.map((number) => 2 * number)
const fault = (code: string) => Object.assign(new Error('no'), { code })

test('the items of one turn run as one batch, and each gets its own result', async () => {
  const ask = vi.fn((numbers: readonly number[]) => Promise.resolve(doubled(numbers)))
  const one = inBatches(ask)
  expect(await Promise.all([3, 1, 2].map(one))).toEqual([6, 2, 4])
  expect(ask.mock.calls).toEqual([[[3, 1, 2]]])
})

test('what comes while one batch is under way waits for it, and goes together', async () => {
  const first = Promise.withResolvers<void>()
  const ask = vi.fn(async (numbers: readonly number[]) => {
    if (numbers.includes(1)) await first.promise
    return doubled(numbers)
  })
  const one = inBatches(ask)
  const answers = [one(1)]
  await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce())
  answers.push(one(2))
  await sleep(5)
  answers.push(one(3))
  first.resolve()
  expect(await Promise.all(answers)).toEqual([2, 4, 6])
  expect(ask.mock.calls).toEqual([[[1]], [[2, 3]]])
})

test('never more than a hundred at once', async () => {
  const sizes: number[] = []
  const one = inBatches((numbers: readonly number[]) => {
    sizes.push(numbers.length)
    return Promise.resolve(doubled(numbers))
  })
  await Promise.all(Array.from({ length: 250 }, (_, nr) => one(nr)))
  expect(sizes).toEqual([100, 100, 50])
})

test('a value that the database does not take fails by itself', async () => {
  const one = inBatches((numbers: readonly number[]) =>
    numbers.includes(2) ? Promise.reject(fault('22021')) : Promise.resolve(doubled(numbers)),
  )
  const answers = await Promise.allSettled([1, 2, 3].map(one))
  expect(answers).toMatchObject([{ value: 2 }, { reason: { code: '22021' } }, { value: 6 }])
})

test('a deadlock is tried again; a database that is away fails all items once, and the next batch runs', async () => {
  const ask = vi.fn((numbers: readonly number[]) => Promise.resolve(doubled(numbers)))
  const one = inBatches(ask)
  ask.mockRejectedValueOnce(fault('40P01'))
  expect(await Promise.all([1, 2].map(one))).toEqual([2, 4])
  expect(ask).toHaveBeenCalledTimes(2)
  ask.mockRejectedValueOnce(fault('ECONNREFUSED'))
  const failed = await Promise.allSettled([1, 2].map(one))
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(ask).toHaveBeenCalledTimes(3)
  expect(await one(4)).toBe(8)
})

test('a result may come later than those of the others', async () => {
  const later = Promise.withResolvers<number>()
  const one = inBatches((numbers: readonly number[]) =>
    Promise.resolve(numbers.map((number) => (number === 1 ? later.promise : number))),
  )
  const slow = one(1)
  expect(await one(2)).toBe(2)
  later.resolve(1)
  expect(await slow).toBe(1)
})

test('what waits for too long, or is too much, is given up instead of piling up', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const first = Promise.withResolvers<void>()
  const ask = vi.fn(async (numbers: readonly number[]) => {
    if (numbers.includes(-1)) await first.promise
    return doubled(numbers)
  })
  const one = inBatches(ask)
  const slow = one(-1)
  await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce())
  const early = Promise.allSettled(Array.from({ length: 2_000 }, (_, nr) => one(nr)))
  await expect(one(1)).rejects.toMatchObject({ code: '53400' })
  vi.advanceTimersByTime(3_001)
  first.resolve()
  expect(await slow).toBe(-2)
  expect(new Set((await early).map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(await one(1)).toBe(2)
  expect(ask).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})
