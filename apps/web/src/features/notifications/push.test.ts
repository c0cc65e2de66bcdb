import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, refusal } from '../../../test/server.ts'
import { checkOwn, ownDeviceId, pushState, turnOff, turnOn } from './push.ts'

const made = {
  endpoint: 'https://push.example/1',
  toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'BPublic', auth: 'secret' } }),
  unsubscribe: vi.fn<() => Promise<boolean>>().mockResolvedValue(true),
}
const replaced = {
  ...made,
  endpoint: 'https://push.example/2',
  toJSON: () => ({ ...made.toJSON(), endpoint: 'https://push.example/2' }),
}
const device = (id: string) => ({ id, name: 'Firefox', created_at: '2026-05-17T10:00:00Z' })
let current: typeof made | null = null
let permission: NotificationPermission = 'default'
let decision: NotificationPermission = 'granted'

const server = fakeServer({
  answers: {
    'notifications.addDevice': ({ body }) => device(body.endpoint.endsWith('/1') ? 'd-1' : 'd-2'),
    'notifications.removeDevice': () => ({ removed: true }),
  },
})

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
})

test('without the permission nothing is registered, and a refusal is remembered', async () => {
  decision = 'denied'
  expect(pushState()).toBe('possible')
  expect(await turnOn('AQID')).toBeUndefined()
  expect(register).not.toHaveBeenCalled()
  expect(server.sent).toEqual([])
  expect(pushState()).toBe('blocked')
})

test('turning on registers the worker, sends the address to the server, and stores the id for turning off', async () => {
  expect((await turnOn('AQID'))?.id).toBe('d-1')
  expect(register).toHaveBeenCalledWith('/sw.js')
  expect(registration.pushManager.subscribe.mock.calls[0]?.[0].applicationServerKey).toEqual(new Uint8Array([1, 2, 3]))
  const body = { endpoint: 'https://push.example/1', keys: { p256dh: 'BPublic', auth: 'secret' } }
  expect(server.sent).toMatchObject([{ endpoint: 'notifications.addDevice', body }])
  expect(ownDeviceId()).toBe('d-1')

  await turnOff()
  expect(made.unsubscribe).toHaveBeenCalledTimes(1)
  expect(server.sent.at(-1)).toMatchObject({ endpoint: 'notifications.removeDevice', params: { id: 'd-1' } })
  expect(ownDeviceId()).toBeNull()
})

test('a subscription that the server refuses is removed', async () => {
  server.answers['notifications.addDevice'] = () => refusal('unavailable')
  await expect(turnOn('AQID')).rejects.toThrow('unavailable')
  expect(made.unsubscribe).toHaveBeenCalledTimes(1)
  expect(ownDeviceId()).toBeNull()
})

test('turning off without a registration sends nothing', async () => {
  await turnOff()
  expect(server.sent).toEqual([])
})

describe('what the settings find of a device that was turned on', () => {
  beforeEach(async () => {
    await turnOn('AQID')
    vi.clearAllMocks()
    server.sent.length = 0
  })
  const own = [device('d-1'), device('d-9')]

  test('nothing is sent while browser and server agree', async () => {
    expect(await checkOwn('AQID', own)).toBe('unchanged')
    expect(server.sent).toEqual([])
  })

  test('a subscription that the browser has dropped is made and registered anew', async () => {
    current = null
    expect(await checkOwn('AQID', own)).toBe('renewed')
    expect(registration.pushManager.subscribe).toHaveBeenCalledTimes(1)
    expect(server.sentTo('notifications.addDevice')).toHaveLength(1)
  })

  test('another address of the browser is registered, and the old device removed', async () => {
    current = replaced
    expect(await checkOwn('AQID', own)).toBe('renewed')
    expect(server.sent).toMatchObject([
      { endpoint: 'notifications.addDevice', body: { endpoint: replaced.endpoint } },
      { endpoint: 'notifications.removeDevice', params: { id: 'd-1' } },
    ])
    expect(ownDeviceId()).toBe('d-2')
    expect(await checkOwn('AQID', [device('d-2')])).toBe('unchanged')
  })

  test('what the worker has registered meanwhile is taken over', async () => {
    current = replaced
    expect(await checkOwn('AQID', [device('d-2')])).toBe('renewed')
    expect([ownDeviceId(), server.sentTo('notifications.removeDevice')]).toEqual(['d-2', []])
  })

  test('a device that the server has removed is lost, and so is one without the permission or a new registration', async () => {
    expect(await checkOwn('AQID', [device('d-9')])).toBe('lost')
    expect(server.sent).toEqual([])
    current = null
    server.answers['notifications.addDevice'] = () => refusal('validation')
    expect(await checkOwn('AQID', own)).toBe('lost')
    permission = 'default'
    expect(await checkOwn('AQID', own)).toBe('lost')
    await turnOff()
    expect(await checkOwn('AQID', own)).toBe('unchanged')
  })
})
