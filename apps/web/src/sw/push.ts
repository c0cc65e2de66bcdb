/** Shows push messages, and opens their pages. */
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

export function show(data: PushMessageData | null): Promise<void> | undefined {
  const { title, body, path, tag, lang } = read(data)
  if (!title) return undefined
  const options = { body, tag, lang, icon: '/icons/icon-192.png', data: { path }, renotify: Boolean(tag) }
  return self.registration.showNotification(title, options)
}

function read(data: PushMessageData | null): PushMessage {
  try {
    return (data?.json() ?? {}) as PushMessage
  } catch {
    return {}
  }
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
