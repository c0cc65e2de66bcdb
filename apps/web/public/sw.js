// Shows push messages and opens what they are about; nothing else. It keeps no pages and answers no requests.

const own = self.location.origin

/** A page that is there answers at once; one that is frozen or from before a sign-in does not. */
const answerTime = 1000

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => {
  const { title, body, path, tag, lang } = read(event.data)
  if (!title) return
  const options = { body, tag, lang, icon: '/favicon.svg', data: { path }, renotify: Boolean(tag) }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(addressOf(event.notification.data?.path)))
})

function read(data) {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

/** Only addresses of this site are opened. */
function addressOf(path) {
  try {
    const url = new URL(path ?? '/', own)
    return url.origin === own ? url : new URL('/', own)
  } catch {
    return new URL('/', own)
  }
}

/** In the tab that shows it already, or else in the one that was used last when it answers, or else in a new one. */
async function open(url) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = tabs.find((tab) => tab.url === url.href)
  if (there) return there.focus()
  const [latest] = tabs
  if (latest && (await asked(latest, url.pathname + url.search + url.hash))) return latest.focus()
  return self.clients.openWindow(url.href)
}

function asked(tab, path) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), answerTime)
    tab.postMessage({ open: path }, [port2])
  })
}
