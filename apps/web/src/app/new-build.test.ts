import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchBuild } from './new-build.ts'

const own = 'aaaaaaaaaaaa'
let served = own
let stop = () => {}
const onNew = vi.fn<() => void>()
const ask = vi.fn<() => Promise<Response>>(async () => new Response(served))

/** Simulates a return to the network, which checks at once. */
const look = async () => {
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(ask).toHaveBeenCalled())
  ask.mockClear()
}

beforeEach(() => {
  served = own
  onNew.mockClear()
  ask.mockClear()
  vi.stubGlobal('fetch', ask)
  document.head.innerHTML = `<meta name="build" content="${own}">`
})

afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

test('each new build is reported once', async () => {
  stop = watchBuild(onNew)
  await look()
  expect(onNew).not.toHaveBeenCalled()
  served = 'bbbbbbbbbbbb'
  await look()
  await vi.waitFor(() => expect(onNew).toHaveBeenCalledTimes(1))
  await look()
  served = 'cccccccccccc'
  await look()
  await vi.waitFor(() => expect(onNew).toHaveBeenCalledTimes(2))
})

test('a response without a build (a page of a proxy), or no response, reports nothing', async () => {
  stop = watchBuild(onNew)
  served = '<html>maintenance</html>'
  await look()
  ask.mockRejectedValueOnce(new TypeError('no network'))
  await look()
  expect(onNew).not.toHaveBeenCalled()
})

test('a missing file offers a reload, without reloading while a person types', () => {
  stop = watchBuild(onNew)
  dispatchEvent(new Event('outdated'))
  expect(onNew).toHaveBeenCalledTimes(1)
})

test('without a build (in development) the server is not queried', () => {
  document.head.innerHTML = ''
  stop = watchBuild(onNew)
  dispatchEvent(new Event('online'))
  expect(ask).not.toHaveBeenCalled()
})

test('a network that has just come back and fails is tried again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    stop = watchBuild(onNew)
    served = 'bbbbbbbbbbbb'
    ask.mockRejectedValueOnce(new TypeError('no network'))
    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(2_900)
    expect(onNew).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(onNew).toHaveBeenCalledTimes(1)
  } finally {
    vi.useRealTimers()
  }
})
