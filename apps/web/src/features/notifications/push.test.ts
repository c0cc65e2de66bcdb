import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownDeviceId, pushState, turnOff, turnOn } from './push.ts'

const made = {
  toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'BPublic', auth: 'secret' } }),
  unsubscribe: vi.fn<() => Promise<boolean>>().mockResolvedValue(true),
}
let current: typeof made | null = null
let permission: NotificationPermission = 'default'
let decision: NotificationPermission = 'granted'
let sent: { path: string; body: unknown }[] = []
let status = 201

/** The used part of the browser's API. */
const registration = {
  pushManager: {
    getSubscription: async () => current,
    subscribe: vi.fn<(options: { applicationServerKey: Uint8Array }) => Promise<typeof made>>(
      async () => (current = made),
    ),
  },
}
const register = vi.fn<() => Promise<typeof registration>>(async () => registration)

beforeEach(() => {
  sent = []
  status = 201
  current = null
  permission = 'default'
  decision = 'granted'
  vi.clearAllMocks()
  localStorage.clear()
  const serviceWorker = { register, ready: Promise.resolve(registration), getRegistration: async () => registration }
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    requestPermission: async () => (permission = decision),
  })
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    sent.push({ path: `${method} ${url}`, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined })
    const answer =
      status < 400
        ? { id: 'd-1', name: 'Firefox', created_at: '2026-05-17T10:00:00Z', removed: true }
        : { code: 'unavailable', request_id: 'r' }
    return new Response(JSON.stringify(answer), { status })
  })
})

afterEach(() => vi.unstubAllGlobals())

test('without the permission nothing is registered, and a refusal is remembered', async () => {
  decision = 'denied'
  expect(pushState()).toBe('possible')
  expect(await turnOn('AQID')).toBeUndefined()
  expect(register).not.toHaveBeenCalled()
  expect(sent).toEqual([])
  expect(pushState()).toBe('blocked')
})

test('turning on registers the worker, sends the address to the server, and stores the id for turning off', async () => {
  expect((await turnOn('AQID'))?.id).toBe('d-1')
  expect(register).toHaveBeenCalledWith('/sw.js')
  expect(registration.pushManager.subscribe.mock.calls[0]?.[0].applicationServerKey).toEqual(new Uint8Array([1, 2, 3]))
  const body = { endpoint: 'https://push.example/1', keys: { p256dh: 'BPublic', auth: 'secret' } }
  expect(sent).toEqual([{ path: 'POST /api/v1/me/push-subscriptions', body }])
  expect(ownDeviceId()).toBe('d-1')

  await turnOff()
  expect(made.unsubscribe).toHaveBeenCalledTimes(1)
  expect(sent.at(-1)?.path).toBe('DELETE /api/v1/me/push-subscriptions/d-1')
  expect(ownDeviceId()).toBeNull()
})

test('a subscription that the server refuses is removed', async () => {
  status = 503
  await expect(turnOn('AQID')).rejects.toThrow('unavailable')
  expect(made.unsubscribe).toHaveBeenCalledTimes(1)
  expect(ownDeviceId()).toBeNull()
})

test('turning off without a registration sends nothing', async () => {
  await turnOff()
  expect(sent).toEqual([])
})
