import { beforeEach, expect, test, vi } from 'vitest'
import { createHeldAnswers } from './held.ts'

let now = 0
const db = { commits: 0 }
const clock = { now: () => new Date(now), shift: 0 } as Parameters<typeof createHeldAnswers>[0]['clock']
const make = vi.fn<() => Promise<string>>()

beforeEach(() => {
  now = 1_000_000
  let nr = 0
  make.mockReset().mockImplementation(() => Promise.resolve(`${++nr}`))
})
const held = (holdFor = 1_000) => createHeldAnswers({ db, clock, holdFor })

test('within the time an answer is shared, afterwards it is made anew', async () => {
  const answers = held()
  expect(await answers.get('a', make)).toBe('1')
  now += 999
  expect(await answers.get('a', make)).toBe('1')
  expect(await answers.get('b', make)).toBe('2')
  now += 1
  expect(await answers.get('a', make)).toBe('3')
})

test('who asks while it is made waits for the same', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  make.mockReturnValue(promise)
  const answers = held()
  const both = [answers.get('a', make), answers.get('a', make)]
  resolve('x')
  expect(await Promise.all(both)).toEqual(['x', 'x'])
  expect(make).toHaveBeenCalledTimes(1)
})

test.each([
  ['something has been written', () => db.commits++],
  ['the clock was turned back', () => (now -= 1)],
])('anew once %s', async (_about, happens) => {
  const answers = held()
  await answers.get('a', make)
  happens()
  expect(await answers.get('a', make)).toBe('2')
})

test('what was read before a write that came meanwhile is not kept', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  make.mockReturnValueOnce(promise)
  const answers = held()
  const early = answers.get('a', make)
  db.commits++
  resolve('old')
  expect(await early).toBe('old')
  expect(await answers.get('a', make)).toBe('1')
})

test('a failure is not kept', async () => {
  make.mockRejectedValueOnce(new Error('away'))
  const answers = held()
  await expect(answers.get('a', make)).rejects.toThrow('away')
  expect(await answers.get('a', make)).toBe('1')
})

test('without a time everybody is answered anew', async () => {
  const answers = held(0)
  await answers.get('a', make)
  expect(await answers.get('a', make)).toBe('2')
})

test('many different questions do not fill the memory', async () => {
  const answers = held()
  for (let nr = 0; nr <= 500; nr++) await answers.get(`${nr}`, make)
  expect(await answers.get('0', make)).toBe('502')
  expect(await answers.get('500', make)).toBe('501')
})
