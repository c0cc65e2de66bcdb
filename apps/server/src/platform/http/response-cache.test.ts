import { beforeEach, expect, test, vi } from 'vitest'
import { createResponseCache } from './response-cache.ts'

let now = 0
const db = { commits: 0 }
const clock = { now: () => new Date(now), shift: 0 } as Parameters<typeof createResponseCache>[0]['clock']
const make = vi.fn<() => Promise<string>>()

beforeEach(() => {
  now = 1_000_000
  let nr = 0
  make.mockReset().mockImplementation(() => Promise.resolve(`${++nr}`))
})
const cacheFor = (keepFor = 1_000) => createResponseCache({ db, clock, keepFor })

test('a response is shared within the time and made anew afterwards', async () => {
  const cache = cacheFor()
  expect(await cache.get('a', make)).toBe('1')
  now += 999
  expect(await cache.get('a', make)).toBe('1')
  expect(await cache.get('b', make)).toBe('2')
  now += 1
  expect(await cache.get('a', make)).toBe('3')
})

test('requests that come while a response is made wait for it', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  make.mockReturnValue(promise)
  const cache = cacheFor()
  const both = [cache.get('a', make), cache.get('a', make)]
  resolve('x')
  expect(await Promise.all(both)).toEqual(['x', 'x'])
  expect(make).toHaveBeenCalledTimes(1)
})

test.each([
  ['this process has committed a transaction', () => db.commits++],
  ['the clock was turned back', () => (now -= 1)],
])('a response is made anew once %s', async (_about, happens) => {
  const cache = cacheFor()
  await cache.get('a', make)
  happens()
  expect(await cache.get('a', make)).toBe('2')
})

test('a response that was read before a commit is not kept', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  make.mockReturnValueOnce(promise)
  const cache = cacheFor()
  const early = cache.get('a', make)
  db.commits++
  resolve('old')
  expect(await early).toBe('old')
  expect(await cache.get('a', make)).toBe('1')
})

test('a failure is not kept', async () => {
  make.mockRejectedValueOnce(new Error('away'))
  const cache = cacheFor()
  await expect(cache.get('a', make)).rejects.toThrow('away')
  expect(await cache.get('a', make)).toBe('1')
})

test('without a time every response is made anew', async () => {
  const cache = cacheFor(0)
  await cache.get('a', make)
  expect(await cache.get('a', make)).toBe('2')
})

test('many different keys do not fill the memory', async () => {
  const cache = cacheFor()
  for (let nr = 0; nr <= 500; nr++) await cache.get(`${nr}`, make)
  expect(await cache.get('0', make)).toBe('502')
  expect(await cache.get('500', make)).toBe('501')
})
