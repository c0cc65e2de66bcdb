/** Push messages on this browser: the permission, the service worker, and the device at the server. */
import { api } from '#lib/api'
import { findWorker, registerWorker } from '#lib/worker'
import type { Device } from './queries.ts'

const storageKey = 'push-device'

export type PushState = 'unsupported' | 'blocked' | 'possible'

export function pushState(): PushState {
  const supported = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  if (!supported) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'possible'
}

/** Returns the server's id of this browser. */
export function ownDeviceId(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function rememberDevice(id: string | undefined) {
  try {
    if (id) localStorage.setItem(storageKey, id)
    else localStorage.removeItem(storageKey)
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
  const registration = await registerWorker()
  // A subscription with another key or of another person is of no use.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = made.toJSON()
  try {
    const device = await api.notifications.addDevice({ body: { endpoint, keys: { p256dh, auth } } })
    rememberDevice(device.id)
    return device
  } catch (error) {
    await made.unsubscribe()
    throw error
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
