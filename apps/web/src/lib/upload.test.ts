import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from './http.ts'
import { upload } from './upload.ts'

const requests: FakeRequest[] = []

/** A request that does nothing by itself. */
class FakeRequest extends EventTarget {
  upload = new EventTarget()
  timeout = 0
  status = 0
  responseText = ''
  open = vi.fn()
  setRequestHeader = vi.fn()
  send = vi.fn(() => void requests.push(this))
  abort = vi.fn(() => this.end('abort'))

  end(how: string) {
    this.dispatchEvent(new Event(how))
    this.dispatchEvent(new Event('loadend'))
  }
  answer(status: number, text: string) {
    this.status = status
    this.responseText = text
    this.end('load')
  }
  sent(loaded: number, total = 100) {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total }))
  }
}

const shares: number[] = []
function start(signal?: AbortSignal) {
  const onProgress = (share: number) => void shares.push(share)
  const answer = upload<unknown>({ method: 'POST', url: '/here', file: new Blob(['a']), name: 'a', onProgress, signal })
  const outcome = answer.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  return { request: requests.at(-1), outcome }
}
const offline = { error: new ApiError(0, 'offline') }

beforeEach(() => {
  requests.length = 0
  shares.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('time limits of an upload', () => {
  test('an upload may take minutes while there is progress', async () => {
    const { request, outcome } = start()
    for (let sent = 10; sent < 100; sent += 10) {
      vi.advanceTimersByTime(25_000)
      request?.sent(sent)
    }
    expect(request?.abort).not.toHaveBeenCalled()
    expect(shares.at(-1)).toBe(0.9)
    request?.answer(200, '{"id":1}')
    expect(await outcome).toEqual({ value: { id: 1 } })
    vi.advanceTimersByTime(300_000)
    expect(request?.abort).not.toHaveBeenCalled()
  })

  test('half a minute without progress ends it', async () => {
    const { request, outcome } = start()
    request?.sent(10)
    vi.advanceTimersByTime(29_000)
    expect(request?.abort).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    expect(request?.abort).toHaveBeenCalledTimes(1)
    expect(await outcome).toEqual(offline)
  })

  test('the response may take a minute, and the whole upload five', async () => {
    const { request, outcome } = start()
    expect(request?.timeout).toBe(300_000)
    request?.sent(100)
    vi.advanceTimersByTime(59_000)
    expect(request?.abort).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    expect(await outcome).toEqual(offline)
  })
})

test('without a network it fails at once', async () => {
  const { request, outcome } = start()
  dispatchEvent(new Event('offline'))
  expect(request?.abort).toHaveBeenCalledTimes(1)
  expect(await outcome).toEqual(offline)
})

test('an aborted upload rejects with the reason', async () => {
  const stop = new AbortController()
  const { outcome } = start(stop.signal)
  stop.abort(new Error('cancelled'))
  expect(await outcome).toEqual({ error: new Error('cancelled') })
})

test('an upload aborted before its start sends nothing and leaves nothing behind', async () => {
  const listen = vi.spyOn(globalThis, 'addEventListener')
  const { outcome } = start(AbortSignal.abort(new Error('cancelled')))
  expect(await outcome).toEqual({ error: new Error('cancelled') })
  expect(requests).toHaveLength(0)
  expect(listen.mock.calls.filter(([type]) => type === 'offline')).toEqual([])
})
