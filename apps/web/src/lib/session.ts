/** Who is signed in, in every tab of this browser, and what has become of it. */
import { useSyncExternalStore } from 'react'
import type { Me } from '@samtur/contract/accounts'
import { retryDelays, sessionTick } from '@samtur/contract/basics'
import { api, ApiError, whenRefused } from './api.ts'
import { boot, served, shell } from './boot.ts'
import { request } from './http.ts'
import { dropCopy, oweSignOut, owesSignOut } from './owed-sign-out.ts'
import { queryClient } from './query-client.ts'
import { clearTab, readTab, writeTab } from './tab-storage.ts'

export type Session =
  | { status: 'loading'; me: null }
  | { status: 'signed-in'; me: Me }
  | { status: 'signed-out'; me: null }

export type SessionEvent =
  /** The first answer; who listens later is told at once. */
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  /** The server has prolonged the session. */
  | 'TOKEN_REFRESHED'
  /** The own profile, address, picture or state has changed, here or in another tab. */
  | 'USER_UPDATED'
  /** This browser has followed a good link for a new password. */
  | 'PASSWORD_RECOVERY'
  | 'MFA_CHALLENGE_VERIFIED'

const signedOut: Session = { status: 'signed-out', me: null }
const known = (me: Me | null): Session => (me ? { status: 'signed-in', me } : signedOut)

let session: Session = served && !owesSignOut() ? known(boot.me) : { status: 'loading', me: null }
let recovery = boot.config.recovery
let expiresAt: unknown
let checkedAt = Date.now()

const watchers = new Set<() => void>()
const listeners = new Set<(event: SessionEvent) => void>()

export const getSession = () => session
export const useSession = () => useSyncExternalStore(watch, getSession, getSession)

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Tells every event from now on, beginning with how things stand. Answers how to stop listening. */
export function onSessionEvent(listener: (event: SessionEvent) => void) {
  listeners.add(listener)
  queueMicrotask(() => {
    if (session.status === 'loading' || !listeners.has(listener)) return
    listener('INITIAL_SESSION')
    if (recovery) listener('PASSWORD_RECOVERY')
  })
  return () => void listeners.delete(listener)
}

function announce(event: SessionEvent) {
  for (const listener of listeners) listener(event)
}

/** May a new password be chosen here? */
export const inRecovery = () => recovery

/** The link has been used, or has turned out to be too old. */
export function endRecovery() {
  recovery = false
}

function changeOf({ status, me }: Session, next: Session): SessionEvent | undefined {
  if (status === 'loading') return 'INITIAL_SESSION'
  if (me?.id !== next.me?.id) return next.me ? 'SIGNED_IN' : 'SIGNED_OUT'
  return JSON.stringify(me) === JSON.stringify(next.me) ? undefined : 'USER_UPDATED'
}

/** Answers what has changed by that. `leaving`: somebody has chosen to sign out. */
function become(next: Session, leaving = false): SessionEvent | undefined {
  const before = session
  const event = changeOf(before, next)
  if (event) {
    session = next
    for (const watcher of watchers) watcher()
  }
  const all = leaving || (before.me !== null && next.me !== null)
  // Not before the pages have changed: what nobody looks at any more is not asked for again.
  if (leaving || event === 'SIGNED_IN' || event === 'SIGNED_OUT') setTimeout(forgetAnswers, 0, all)
  if (event) announce(event)
  return event
}

/**
 * What one person has loaded is not for the next one at the same device, and answers differ by who asks. What is on the screen stays
 * until the new answer is there, with all that is being typed below it; nothing stays of somebody who has left.
 */
function forgetAnswers(all: boolean) {
  queryClient.removeQueries({ type: 'inactive' })
  void (all ? queryClient.resetQueries() : queryClient.invalidateQueries())
}

// An answer of the server, whatever it says, ends the waiting.
const ownSession = () => request({ method: 'GET', url: '/api/auth/get-session', delays: retryDelays.session })

interface Found {
  session?: { expiresAt?: unknown }
}

let asking: Promise<SessionEvent | undefined> | undefined

/** Asks the server how things stand. */
function ask() {
  asking ??= find().finally(() => (asking = undefined))
  return asking
}

async function find() {
  checkedAt = Date.now()
  const before = session
  try {
    if (owesSignOut()) {
      await endSession()
      oweSignOut(false)
    }
    const found = (await ownSession()) as Found | null
    const me = found ? await api.accounts.me() : null
    // Signed in or changed meanwhile: what was asked before is out of date.
    if (session !== before) return undefined
    const event = become(known(me))
    noteExpiry(found?.session?.expiresAt)
    return event
  } catch (error) {
    // No answer says nothing about who is signed in; but the first question has to end.
    const gone = error instanceof ApiError && error.code === 'unauthenticated'
    return session === before && (gone || session.status === 'loading') ? become(signedOut) : undefined
  }
}

function noteExpiry(next: unknown) {
  if (expiresAt && next && next !== expiresAt) announce('TOKEN_REFRESHED')
  expiresAt = next
}

/** After a change of the own account, and when an answer says nobody is signed in. Other tabs hear of what has changed. */
export async function refreshSession(): Promise<void> {
  const event = await ask()
  if (event === 'USER_UPDATED') tellOtherTabs(event)
}

/** Puts a changed own profile on every screen without asking for it again. */
export function setOwnProfile(profile: Me['profile']) {
  if (session.me && become(known({ ...session.me, profile }))) tellOtherTabs('USER_UPDATED')
}

/** The server has just begun a session for this browser. */
export async function enterSession({ afterSecondFactor = false } = {}) {
  oweSignOut(false)
  become(known(await api.accounts.me()))
  if (afterSecondFactor) announce('MFA_CHALLENGE_VERIFIED')
  tellOtherTabs('SIGNED_IN')
}

const leftKey = 'signed-out'

/** Returns true once after the person has signed out in this tab. */
export function justSignedOut(): boolean {
  const left = readTab<boolean>(leftKey) ?? false
  writeTab(leftKey, undefined)
  return left
}

const lastTasks = new Set<() => Promise<unknown>>()

/** What needs the session one last time before somebody signs out. Answers how to leave it be. */
export function beforeSignOut(task: () => Promise<unknown>) {
  lastTasks.add(task)
  return () => void lastTasks.delete(task)
}

const lastTasksTime = 2000

/** What fails or takes long holds nobody back. */
async function doLastTasks() {
  if (lastTasks.size === 0) return
  const all = Promise.allSettled([...lastTasks].map((task) => task()))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, lastTasksTime))])
}

const endSession = () => request({ method: 'POST', url: '/api/auth/sign-out', body: {} })

/** Without a network it can wait, where a worker opens the page again that is left now. */
async function leave() {
  try {
    await endSession()
  } catch (error) {
    const canWait = error instanceof ApiError && error.code === 'offline' && navigator.serviceWorker?.controller
    if (!canWait || !oweSignOut(true)) throw error
  }
}

/** Loads the start page afresh, so that nothing of the person stays in the page's memory. */
export async function signOut() {
  await doLastTasks()
  await leave()
  await dropCopy()
  queryClient.clear()
  clearTab()
  announce('SIGNED_OUT')
  tellOtherTabs('SIGNED_OUT')
  writeTab(leftKey, true)
  location.assign('/')
}

const channel = import.meta.env.SSR ? undefined : openChannel()

function openChannel() {
  try {
    return new BroadcastChannel('session')
  } catch {
    // Not there, or forbidden by the browser's settings: coming back to a tab asks anew.
    return undefined
  }
}

interface Message {
  event: SessionEvent
  /** Who is signed in there. */
  id: string | undefined
}

function tellOtherTabs(event: SessionEvent) {
  channel?.postMessage({ event, id: session.me?.id } satisfies Message)
}

function hear({ event, id }: Message) {
  if (event === 'SIGNED_OUT') {
    clearTab()
    become(signedOut, true)
  } else if (event === 'USER_UPDATED' || id !== session.me?.id) void ask()
}

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data))

whenRefused(() => {
  if (session.status === 'signed-in') void ask()
})

/** Somebody looks at the page again: much may have happened since. */
function onReturn() {
  const due = Date.now() - checkedAt > sessionTick
  if (document.visibilityState === 'visible' && session.status === 'signed-in' && due) void ask()
}

if (!import.meta.env.SSR) {
  document.addEventListener('visibilitychange', onReturn)
  addEventListener('focus', onReturn)
  // Taken out of the browser's memory as it was left, by a step back.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void ask()
  })
}
/** Who was signed in here last, until the server can be asked: what they have read stays readable. */
async function recallPerson() {
  const { whoWasHere } = await import('./offline-copy.ts')
  const me = owesSignOut() ? null : await whoWasHere()
  if (session.status === 'loading') become(known(me))
  await ask()
}

// A link in a mail may have begun a session that other tabs do not know of.
if (session.status !== 'loading') tellOtherTabs('INITIAL_SESSION')
else void (shell ? recallPerson() : ask())
