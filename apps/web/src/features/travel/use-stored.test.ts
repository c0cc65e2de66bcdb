import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keep, remember } from '#lib/offline-copy'
import { fakeServer, kari } from '../../../test/server.ts'
import { loadSession } from '../../../test/show.tsx'
import { useStored } from './use-stored.ts'

fakeServer({ me: kari })

const loaded = Date.now()
const day = 86_400_000
let opened: number

/** The little of IndexedDB that a copy on the device needs. */
function fakeDatabase() {
  const values = new Map<string, unknown>()
  function request(result: unknown) {
    const made: { result: unknown; onsuccess?: () => void } = { result }
    queueMicrotask(() => made.onsuccess?.())
    return made
  }
  const store = {
    get: (key: string) => request(values.get(key)),
    put: (value: unknown, key: string) => void values.set(key, value),
    clear: () => values.clear(),
  }
  function transaction() {
    const made: { objectStore: () => typeof store; oncomplete?: () => void } = { objectStore: () => store }
    // Behind the requests, which are made at once.
    queueMicrotask(() => queueMicrotask(() => made.oncomplete?.()))
    return made
  }
  const open = () => {
    opened += 1
    return request({ transaction, close() {} })
  }
  return { open }
}

beforeEach(async () => {
  opened = 0
  vi.stubGlobal('indexedDB', fakeDatabase())
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { controller: {} } })
  await loadSession()
  await remember(kari)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const store = (at: number) => keep(kari.id, 'today', [], at)
const look = () => renderHook(() => useStored(loaded)).result

test('the page works without a network once the copy is of what was loaded, and not of an earlier day', async () => {
  await store(loaded - day)
  const shown = look()
  await pass(3)
  expect(shown.current).toBe(false)
  await store(loaded)
  await pass(1)
  expect(shown.current).toBe(true)
})

test('after some tries, or once it is stored, the device is not read any more', async () => {
  const never = look()
  await pass(5)
  expect(opened).toBeGreaterThan(3)
  await pass(60)
  const tries = opened
  await pass(600)
  expect([opened, never.current]).toEqual([tries, false])

  await store(loaded)
  const soon = look()
  await pass(1)
  const found = opened
  await pass(600)
  expect([opened, soon.current]).toEqual([found, true])
})

test('loading again does not begin the tries again', async () => {
  const { rerender } = renderHook(({ at }) => useStored(at), { initialProps: { at: loaded } })
  await pass(60)
  const tries = opened
  rerender({ at: loaded + 15_000 })
  await pass(60)
  expect(opened).toBe(tries)
})

test('without a worker the device is not read at all', async () => {
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: undefined })
  const before = opened
  const shown = look()
  await pass(60)
  expect([opened, shown.current]).toEqual([before, false])
})
