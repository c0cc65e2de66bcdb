import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchBuild } from './new-build.ts'

const own = 'aaaaaaaaaaaa'
let served = own
let stop = () => {}
const onNew = vi.fn<() => void>()
const ask = vi.fn<() => Promise<Response>>(async () => new Response(served))

/** Back on the network: asks at once. */
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

test('another build is told once, and the next one again', async () => {
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

test('what is no build (a page of a proxy) and no answer say nothing', async () => {
  stop = watchBuild(onNew)
  served = '<html>maintenance</html>'
  await look()
  ask.mockRejectedValueOnce(new TypeError('no network'))
  await look()
  expect(onNew).not.toHaveBeenCalled()
})

test('a file that is gone offers the reload that is not done under somebody’s hands', () => {
  stop = watchBuild(onNew)
  dispatchEvent(new Event('outdated'))
  expect(onNew).toHaveBeenCalledTimes(1)
})

test('without a build (while developing) nobody is asked', () => {
  document.head.innerHTML = ''
  stop = watchBuild(onNew)
  dispatchEvent(new Event('online'))
  expect(ask).not.toHaveBeenCalled()
})

test('a network that has just come back and carries nothing yet is asked again', async () => {
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
