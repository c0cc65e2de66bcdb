// @vitest-environment node
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ownReservation, ownRide, ride } from '../../test/dataset.ts'
import { kari } from '../../test/server.ts'
import { ApiError, api, whenRefused } from './api.ts'

const id = '018f0000-0000-7000-8000-000000000001'
let server: Server
let requests: IncomingMessage[] = []
let answer: RequestListener

beforeEach(async () => {
  requests = []
  server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  // The browser resolves addresses against the page; Node needs a base.
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => real(new URL(url, origin), init))
})

afterEach(() => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  server.close()
})

const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => Promise.reject(new Error('should have failed')),
    (error: unknown) => error as ApiError,
  )

describe('request', () => {
  test('fills path and query, and leaves out parameters without a value', async () => {
    answer = json(200, { items: [], next_cursor: null })
    const page = await api.rides.search({ query: { from: 'Tromsø', to: '', date: undefined, limit: '10' } })
    expect(requests[0]?.url).toBe('/api/v1/rides?from=Troms%C3%B8&limit=10')
    expect(page).toEqual({ items: [], next_cursor: null })
  })

  test('sends a body as JSON, with the idempotency key', async () => {
    let sent = ''
    answer = (request, response) => {
      request.on('data', (chunk: Buffer) => (sent += chunk.toString()))
      request.on('end', () => response.writeHead(201).end('{}'))
    }
    await api.reservations.create(
      { params: { id }, body: { seats_requested: 2, message: null } },
      { idempotencyKey: 'key-1' },
    )
    expect(requests[0]?.method).toBe('POST')
    expect(requests[0]?.url).toBe(`/api/v1/rides/${id}/reservations`)
    expect(requests[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'key-1' })
    expect(JSON.parse(sent)).toEqual({ seats_requested: 2, message: null })
  })

  test('an id cannot change the path', async () => {
    answer = json(200, { unblocked: true })
    await api.moderation.unblock({ params: { userId: '../me?x=1' } })
    expect(requests[0]?.url).toBe('/api/v1/me/blocks/..%2Fme%3Fx%3D1')
  })

  test('a request without a body has no content type', async () => {
    answer = json(200, kari)
    await api.accounts.me()
    expect(requests[0]?.headers['content-type']).toBeUndefined()
  })
})

describe('errors', () => {
  test('carry code, fields, parameters and request id', async () => {
    const body = { code: 'validation', fields: { price: 'out_of_range' }, params: { max: 10 }, request_id: 'r1' }
    answer = json(422, body)
    const error = await failureOf(api.profiles.update({ body: { full_name: '' } }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 422,
      code: 'validation',
      fields: { price: 'out_of_range' },
      params: { max: 10 },
      requestId: 'r1',
    })
  })

  test('a page of a proxy becomes `unavailable`, any other unknown response `internal`', async () => {
    answer = (_request, response) => void response.writeHead(502).end('<html>')
    expect(await failureOf(api.profiles.update({ body: {} }))).toMatchObject({ status: 502, code: 'unavailable' })
    answer = json(500, { code: 'surprise' })
    expect(await failureOf(api.accounts.me())).toMatchObject({ status: 500, code: 'internal' })
  })

  test('no response is `offline`', async () => {
    answer = (request) => void request.socket.destroy()
    expect(await failureOf(api.profiles.update({ body: {} }))).toMatchObject({ status: 0, code: 'offline' })
  })

  test('a response that is not JSON is `offline`, because it did not come from our server', async () => {
    answer = (_request, response) => void response.writeHead(200).end('<html>sign in to this network</html>')
    expect(await failureOf(api.profiles.update({ body: {} }))).toMatchObject({ code: 'offline' })
  })

  describe('a read whose response has the wrong shape is `internal`:', () => {
    const page = (items: unknown) => ({ items, next_cursor: null })
    test.each([
      ['own reservations', () => api.reservations.mine({ query: {} }), page([ownReservation()])],
      ['own rides', () => api.reservations.myRides({ query: {} }), page([ownRide([])])],
      ['a search', () => api.rides.search({ query: {} }), page([ride()])],
      ['conversations', () => api.chat.list(), { items: [] }],
      ['notifications', () => api.notifications.list({ query: {} }), { ...page([]), unread: 0 }],
      ['an administrator’s reports', () => api.reports.all({ query: {} }), { ...page([]), pending: 0 }],
      ['an administrator’s people', () => api.moderation.users({ query: {} }), { ...page([]), total: 0 }],
      ['the own account', () => api.accounts.me(), kari],
    ])('%s', async (_name, read: () => Promise<unknown>, right: object) => {
      answer = json(200, right)
      expect(await read()).toEqual(right)
      const checked = Object.entries(right).filter(([, value]) => typeof value === 'object' && value !== null)
      for (const [name] of checked) {
        for (const value of [undefined, null, 'text', [1]]) {
          answer = json(200, { ...right, [name]: value })
          expect(await failureOf(read()), name).toMatchObject({ name: 'ApiError', code: 'internal' })
        }
      }
      for (const wrong of [null, [], 'text', 7, {}, { items: {} }]) {
        answer = json(200, wrong)
        expect(await failureOf(read())).toMatchObject({ name: 'ApiError', code: 'internal' })
      }
    })

    test('also deep inside, in the last item', async () => {
      const { section, ...rest } = ride()
      for (const wrong of [rest, { ...rest, section: [section] }, { ...ride(), route: [{}] }]) {
        answer = json(200, page([ride(), wrong]))
        expect(await failureOf(api.rides.search({ query: {} }))).toMatchObject({ code: 'internal' })
      }
    })

    test('unknown additional fields are accepted, because a newer server may send more', async () => {
      const more = { ...ride(), smoking: 'never', status: 'paused' }
      answer = json(200, { ...page([more]), took: 3 })
      expect(await api.rides.search({ query: {} })).toMatchObject({ items: [more] })
    })

    test('a write succeeds whatever its response looks like', async () => {
      answer = json(200, null)
      expect(await api.profiles.update({ body: {} })).toBeNull()
    })
  })

  test('an unknown session is reported once', async () => {
    const reported = vi.fn<() => void>()
    whenRefused(reported)
    answer = json(401, { code: 'unauthenticated', request_id: 'r' })
    await failureOf(api.accounts.me())
    answer = json(401, { code: 'invalid_credentials', request_id: 'r' })
    await failureOf(api.accounts.me())
    expect(reported).toHaveBeenCalledTimes(1)
  })
})

describe('repeating', () => {
  test('a read succeeds after two temporary failures', async () => {
    answer = (request, response) => {
      if (requests.length === 1) return void request.socket.destroy()
      response.writeHead(requests.length === 2 ? 503 : 200).end('{"items":[]}')
    }
    expect(await api.chat.list()).toEqual({ items: [] })
    expect(requests).toHaveLength(3)
  })

  test('a read gives up after three attempts', async () => {
    answer = json(503, { code: 'unavailable', request_id: 'r' })
    expect(await failureOf(api.chat.list())).toMatchObject({ code: 'unavailable' })
    expect(requests).toHaveLength(3)
  })

  test('a read is not repeated when the response would be the same', async () => {
    answer = json(404, { code: 'not_found', request_id: 'r' })
    await failureOf(api.chat.list())
    expect(requests).toHaveLength(1)
  })

  test('a write is never repeated', async () => {
    answer = json(503, { code: 'unavailable', request_id: 'r' })
    await failureOf(api.profiles.update({ body: {} }))
    expect(requests).toHaveLength(1)
  })

  test('an aborted request rejects with the reason and is not repeated', async () => {
    answer = json(503, { code: 'unavailable', request_id: 'r' })
    const interest = new AbortController()
    const call = failureOf(api.chat.list({}, { signal: interest.signal }))
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    interest.abort()
    expect((await call).name).toBe('AbortError')
    expect(requests).toHaveLength(1)
  })
})

test('no response within the time limit is `offline`, and a read is not repeated', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answer = () => {}
  const call = failureOf(api.chat.list())
  await vi.waitFor(() => expect(requests).toHaveLength(1), { interval: 5 })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await call).toMatchObject({ code: 'offline' })
  expect(requests).toHaveLength(1)
  vi.useRealTimers()
})
