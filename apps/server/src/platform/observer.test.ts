import { expect, test, vi } from 'vitest'
import { createObserver } from './observer.ts'

const options = { keptMs: 0, patienceMs: 20, failed: () => {} }

test('a look that hangs returns the result before, and no second look begins', async () => {
  const look = vi.fn<() => Promise<number>>()
  const observe = createObserver({ ...options, look })
  look.mockResolvedValueOnce(1)
  expect(await observe()).toBe(1)
  const { promise, resolve } = Promise.withResolvers<number>()
  look.mockReturnValueOnce(promise)
  expect([await observe(), await observe()]).toEqual([1, 1])
  expect(look).toHaveBeenCalledTimes(2)
  resolve(2)
  await promise
  look.mockResolvedValueOnce(3)
  expect(await observe()).toBe(3)
})

test('a failure is reported, and the result before is returned', async () => {
  const failed = vi.fn<(error: unknown) => void>()
  const look = vi.fn<() => Promise<number>>()
  const observe = createObserver({ ...options, look, failed })
  look.mockRejectedValueOnce(new Error('broken'))
  expect(await observe()).toBeUndefined()
  expect(failed).toHaveBeenCalledTimes(1)
  look.mockResolvedValueOnce(1)
  expect(await observe()).toBe(1)
})

test('a new result is kept', async () => {
  const look = vi.fn<() => Promise<number>>()
  look.mockResolvedValueOnce(1).mockResolvedValueOnce(2)
  const observe = createObserver({ ...options, look, keptMs: 60_000 })
  expect([await observe(), await observe()]).toEqual([1, 1])
})
