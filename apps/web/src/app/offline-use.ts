/** Keeps the app and the person's trips on the device, and deletes what belongs to another person. */
import type { Language } from '@samtur/i18n/translate'
import { boot, shell, type Boot } from '#lib/boot'
import { forget, remember, tidy } from '#lib/offline-copy'
import { queryClient } from '#lib/query-client'
import { getSession, onSessionEvent, refreshSession, type SessionEvent } from '#lib/session'
import { findWorker, registerWorker } from '#lib/worker'

/** Only for people who are signed in or have installed the app; other browsers store nothing. */
const mayStore = () => getSession().me !== null || matchMedia('(display-mode: standalone)').matches

const savesData = () => (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Returns undefined where the browser refuses a worker (private windows); the page works without one. */
async function ownWorker() {
  if (!('serviceWorker' in navigator)) return undefined
  return mayStore() ? registerWorker().catch(() => undefined) : findWorker()
}

/** Installs the worker, which caches the app in this language. */
export async function keepFiles(language: Language) {
  const worker = mayStore() ? await ownWorker() : undefined
  worker?.active?.postMessage({ keep: { language, everything: !savesData() } })
}

let confirmed = !shell

/** True once the person has signed out: responses that arrive later are not stored. */
let gone = false

/** Keeps the offline copy of the signed-in person, and deletes it after a sign-out. */
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
  // The listener starts with the current state.
  const stopListening = onSessionEvent((event) => void follow(event))
  const stopJoining = shell ? joinWhenPossible() : undefined
  return () => {
    stopListening()
    stopJoining?.()
  }
}

const joinEvery = 15_000

/** Completes a page that started offline once there is a network, in place, so that nothing typed is lost. */
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
  // The network may have returned before the listener was added.
  if (navigator.onLine) attempt()
  return () => events.abort()
}

/** Loads what the server would have put into the page. */
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
