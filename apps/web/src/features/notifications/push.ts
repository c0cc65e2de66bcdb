/** Push messages on this browser: the permission, the service worker, and the device at the server. */
import { api } from '#lib/api'
import { findWorker, registerWorker } from '#lib/worker'
import type { Device } from './queries.ts'

const storageKey = 'push-device'
/** Its address at the push service. */
const addressKey = 'push-address'

export type PushState = 'unsupported' | 'blocked' | 'possible'

export function pushState(): PushState {
  const supported = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  if (!supported) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'possible'
}

function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Returns the server's id of this browser. */
export const ownDeviceId = (): string | null => remembered(storageKey)

function rememberDevice(device: { id: string; address: string } | undefined) {
  try {
    if (device) {
      localStorage.setItem(storageKey, device.id)
      localStorage.setItem(addressKey, device.address)
    } else {
      localStorage.removeItem(storageKey)
      localStorage.removeItem(addressKey)
    }
  } catch {
    // Forbidden by the browser's settings: the person can remove it from the list.
  }
}

async function subscription() {
  const registration = await findWorker()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** Asks for the permission, always after a press. Returns undefined when it was not given. */
export async function turnOn(key: string): Promise<Device | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  // A subscription with another key or of another person is of no use.
  await (await subscription())?.unsubscribe()
  const made = await subscribe(key)
  try {
    return await register(made)
  } catch (error) {
    await made.unsubscribe()
    throw error
  }
}

async function subscribe(key: string) {
  const { pushManager } = await registerWorker()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
}

async function register(made: PushSubscription): Promise<Device> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = made.toJSON()
  const device = await api.notifications.addDevice({ body: { endpoint, keys: { p256dh, auth } } })
  rememberDevice({ id: device.id, address: endpoint })
  return device
}

/** `lost`: this device was switched on, and gets no messages any more. */
export type Standing = 'unchanged' | 'renewed' | 'lost'

/**
 * Compares what the page remembers of this device with the browser's own subscription and the server's list. Registers it anew where the
 * browser has dropped or replaced its subscription; a device that the server has removed stays so until the person switches it on.
 */
export async function checkOwn(key: string, devices: readonly Device[]): Promise<Standing> {
  const id = ownDeviceId()
  if (!id || pushState() === 'unsupported') return 'unchanged'
  if (Notification.permission !== 'granted') return 'lost'
  try {
    const current = await subscription()
    const listed = devices.some((device) => device.id === id)
    const moved = current !== undefined && current.endpoint !== remembered(addressKey)
    if (listed && current && !moved) return 'unchanged'
    if (!listed && !moved) return 'lost'
    const device = await register(current ?? (await subscribe(key)))
    if (listed && device.id !== id) await api.notifications.removeDevice({ params: { id } })
    return 'renewed'
  } catch {
    return 'lost'
  }
}

/** Turns push messages to this browser off. */
export async function turnOff() {
  const id = ownDeviceId()
  rememberDevice(undefined)
  if (pushState() !== 'unsupported') await (await subscription())?.unsubscribe()
  if (id) await api.notifications.removeDevice({ params: { id } })
}

/** Turns them off when the session has ended elsewhere, because the next person on this device must not read them. */
export async function fallSilent() {
  rememberDevice(undefined)
  if (pushState() !== 'unsupported') await (await subscription())?.unsubscribe()
}

function bytesOf(key: string) {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0)
}
