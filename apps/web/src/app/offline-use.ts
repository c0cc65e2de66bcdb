/** Keeps the app and its person's trips at hand, and lets go of what is nobody's any more. */
import type { Language } from '@samtur/i18n/translate'
import { boot, shell, type Boot } from '#lib/boot'
import { forget, remember, tidy } from '#lib/offline-copy'
import { queryClient } from '#lib/query-client'
import { getSession, onSessionEvent, refreshSession, type SessionEvent } from '#lib/session'
import { findWorker, registerWorker } from '#lib/worker'

/** Only for who is signed in or has installed the app: they have asked for it, and everybody else's browser stores nothing. */
const wanted = () => getSession().me !== null || matchMedia('(display-mode: standalone)').matches

const savesData = () => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Where the browser wants none of it (private windows), the page goes on as a page. */
async function ownWorker() {
  if (!('serviceWorker' in navigator)) return undefined
  return wanted() ? registerWorker().catch(() => undefined) : findWorker()
}

/** The worker, and with it the app in this language. */
export async function keepFiles(language: Language) {
  const worker = wanted() ? await ownWorker() : undefined
  worker?.active?.postMessage({ keep: { language, everything: !savesData() } })
}

let confirmed = !shell

/** Somebody has signed out: what is under way is not stored any more. */
let gone = false

/** On the device is what belongs to whoever the server says is signed in. */
async function follow(event?: SessionEvent) {
  gone = event === 'SIGNED_OUT'
  if (gone) return forget()
  const worker = await ownWorker()
  const { status, me } = getSession()
  if (!worker || gone || status === 'loading' || !confirmed) return
  if (me && !me.purge_at) {
    await remember(me)
    await tidy()
  } else await forget()
}

/** Runs until the page is left. */
export function followPerson(): () => void {
  // Beginning with how things stand.
  const stopListening = onSessionEvent((event) => void follow(event))
  const stopJoining = shell ? joinWhenPossible() : undefined
  return () => {
    stopListening()
    stopJoining?.()
  }
}

const joinEvery = 15_000

/** A page that began without a network catches up as soon as there is one, in place: nothing that is read or typed goes. */
function joinWhenPossible() {
  const events = new AbortController()
  const { signal } = events
  const attempt = () => {
    if (signal.aborted || document.visibilityState !== 'visible') return
    catchUp().then(
      () => events.abort(),
      () => {},
    )
  }
  const timer = setInterval(attempt, joinEvery)
  signal.addEventListener('abort', () => clearInterval(timer))
  addEventListener('online', attempt, { signal })
  document.addEventListener('visibilitychange', attempt, { signal })
  // It may have come back before anybody listened.
  if (navigator.onLine) attempt()
  return () => events.abort()
}

/** What the server puts into a page, which this one had to do without. */
async function catchUp() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const fresh = JSON.parse(page.getElementById('boot')?.textContent ?? 'null') as Boot | null
  if (!fresh) throw new Error('no page of ours')
  Object.assign(boot.config, fresh.config)
  await refreshSession()
  confirmed = true
  await follow()
  await queryClient.invalidateQueries()
}
