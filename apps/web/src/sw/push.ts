/** Shows push messages, and opens their pages. */
import { paths } from '@samtur/contract/paths'
import { ownAddress } from './rules.ts'

declare const self: ServiceWorkerGlobalScope

/** Time limit of a tab's response. An active page responds at once; a frozen one, or one from before a sign-in, does not. Milliseconds. */
const responseTime = 1000

interface PushMessage {
  title?: string
  body?: string
  path?: string
  tag?: string
  lang?: string
}

/**
 * Shows the message. One that cannot be read shows `unreadable`, because browsers end the subscription of a site whose messages show nothing.
 */
export function show(data: PushMessageData | null, unreadable: string): Promise<void> {
  const { title, body, path, tag, lang } = read(data)
  if (!title) {
    const plain = { icon: '/icons/icon-192.png', tag: 'unreadable', data: { path: paths.notifications } }
    return self.registration.showNotification(unreadable, plain)
  }
  const options = { body, tag, lang, icon: '/icons/icon-192.png', data: { path }, renotify: Boolean(tag) }
  return self.registration.showNotification(title, options)
}

function read(data: PushMessageData | null): PushMessage {
  try {
    return Object(data?.json()) as PushMessage
  } catch {
    return {}
  }
}

const settingsUrl = '/api/v1/me/notification-settings'
const devicesUrl = '/api/v1/me/push-subscriptions'

/** Registers this browser again after it has replaced its subscription, or has dropped it; `replaced` is the new one where there is one. */
export async function resubscribe(replaced: PushSubscription | null): Promise<void> {
  const response = await fetch(settingsUrl)
  if (!response.ok) return
  const { push_key: applicationServerKey } = (await response.json()) as { push_key: string | null }
  if (!applicationServerKey) return
  const { pushManager } = self.registration
  const made = replaced ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  const headers = { 'content-type': 'application/json' }
  await fetch(devicesUrl, { method: 'POST', headers, body: JSON.stringify(made) })
}

/** Opens the page in the tab that shows it already, or else in the last used tab that responds, or else in a new one. */
export async function openFrom({ data }: Notification) {
  const url = ownAddress((data as { path?: string } | null)?.path, self.location.origin)
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = tabs.find((tab) => tab.url === url.href)
  if (open) return open.focus()
  const [latest] = tabs
  if (latest && (await opens(latest, url.pathname + url.search + url.hash))) return latest.focus()
  return self.clients.openWindow(url.href)
}

/** Asks a tab to open a page, and returns whether it does. */
function opens(tab: WindowClient, path: string) {
  return new Promise<boolean>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), responseTime)
    tab.postMessage({ open: path }, [port2])
  })
}
