/** The signed-in person, in every tab of this browser, and changes of the session. */
import { useSyncExternalStore } from 'react'
import type { Me } from '@samtur/contract/accounts'
import { retryDelays, sessionTick } from '@samtur/contract/basics'
import { api, ApiError, whenRefused } from './api.ts'
import { boot, served, shell } from './boot.ts'
import { request } from './http.ts'
import { oweSignOut, owesSignOut } from './owed-sign-out.ts'
import { forgetData } from './query-client.ts'
import { clearTab, readTab, writeTab } from './tab-storage.ts'

export type Session =
  | { status: 'loading'; me: null }
  | { status: 'signed-in'; me: Me }
  | { status: 'signed-out'; me: null }

export type SessionEvent =
  /** The first result; later listeners get it at once. */
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  /** The server has prolonged the session. */
  | 'TOKEN_REFRESHED'
  /** The own profile, address, picture or state has changed, here or in another tab. */
  | 'USER_UPDATED'

/** State of a page's entry in the history: where signing in from it leads, when that is not the page itself. */
export interface SignInState {
  signInNext: string
}

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

/** Returns the signed-in person, on a page whose rights ask for one; throws elsewhere. */
export function useMe(): Me {
  const { me } = useSession()
  if (!me) throw new Error('nobody is signed in')
  return me
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Calls the listener with every event from now on, starting with the current state. Returns a function that stops it. */
export function onSessionEvent(listener: (event: SessionEvent) => void) {
  listeners.add(listener)
  queueMicrotask(() => {
    if (session.status !== 'loading' && listeners.has(listener)) listener('INITIAL_SESSION')
  })
  return () => void listeners.delete(listener)
}

function announce(event: SessionEvent) {
  for (const listener of listeners) listener(event)
}

/** Returns whether a new password may be set here. */
export const inRecovery = () => recovery

/** The link has been used, or was too old. */
export function endRecovery() {
  recovery = false
}

function changeOf({ status, me }: Session, next: Session): SessionEvent | undefined {
  if (status === 'loading') return 'INITIAL_SESSION'
  if (me?.id !== next.me?.id) return next.me ? 'SIGNED_IN' : 'SIGNED_OUT'
  return JSON.stringify(me) === JSON.stringify(next.me) ? undefined : 'USER_UPDATED'
}

/** Sets the session; returns the event, if any. `leaving`: the person has chosen to sign out. */
function become(next: Session, leaving = false): SessionEvent | undefined {
  const before = session
  const event = changeOf(before, next)
  if (event) {
    session = next
    for (const watcher of watchers) watcher()
  }
  const all = leaving || (before.me !== null && next.me !== null)
  // Waits until the pages have changed, so that nothing is loaded for a page that is left.
  if (leaving || event === 'SIGNED_IN' || event === 'SIGNED_OUT') setTimeout(forgetData, 0, all)
  if (event) announce(event)
  return event
}

// Any response of the server ends the loading state.
const ownSession = () => request({ method: 'GET', url: '/api/auth/get-session', delays: retryDelays.session })

interface Found {
  session?: { expiresAt?: unknown }
}

let asking: Promise<SessionEvent | undefined> | undefined

/** Loads the session from the server. */
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
    // The session has changed meanwhile, so this response is out of date.
    if (session !== before) return undefined
    const event = become(known(me))
    noteExpiry(found?.session?.expiresAt)
    return event
  } catch (error) {
    // A missing response says nothing about the session; but the first request has to end.
    const gone = error instanceof ApiError && error.code === 'unauthenticated'
    return session === before && (gone || session.status === 'loading') ? become(signedOut) : undefined
  }
}

function noteExpiry(next: unknown) {
  if (expiresAt && next && next !== expiresAt) announce('TOKEN_REFRESHED')
  expiresAt = next
}

/** Loads the session after a change of the own account, and when a response reports that it has ended. Notifies other tabs of changes. */
export async function refreshSession(): Promise<void> {
  const event = await ask()
  if (event === 'USER_UPDATED') tellOtherTabs(event)
}

/** Shows a changed own profile on every screen without loading it again. */
export function setOwnProfile(profile: Me['profile']) {
  if (session.me && become(known({ ...session.me, profile }))) tellOtherTabs('USER_UPDATED')
}

/** Called when the server has started a session for this browser. */
export async function enterSession() {
  oweSignOut(false)
  become(known(await api.accounts.me()))
  tellOtherTabs('SIGNED_IN')
}

const leftKey = 'signed-out'

/** Returns true once after the person has signed out in this tab. */
export function justSignedOut(): boolean {
  const left = readTab<boolean>(leftKey) ?? false
  writeTab(leftKey, undefined)
  return left
}

export const endSession = () => request({ method: 'POST', url: '/api/auth/sign-out', body: {} })

/** Notifies this tab's listeners and all other tabs of a sign-out, and the page that is loaded next. */
export function tellSignedOut() {
  announce('SIGNED_OUT')
  tellOtherTabs('SIGNED_OUT')
  writeTab(leftKey, true)
}

const channel = import.meta.env.SSR ? undefined : openChannel()

function openChannel() {
  try {
    return new BroadcastChannel('session')
  } catch {
    // Not supported, or forbidden by the browser's settings: returning to a tab checks the session anyway.
    return undefined
  }
}

interface Message {
  event: SessionEvent
  /** The person who is signed in there. */
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

/** The page is visible again: the session may have changed. */
function onReturn() {
  const due = Date.now() - checkedAt > sessionTick
  if (document.visibilityState === 'visible' && session.status === 'signed-in' && due) void ask()
}

if (!import.meta.env.SSR) {
  document.addEventListener('visibilitychange', onReturn)
  addEventListener('focus', onReturn)
  // The browser restored the page from its memory.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void ask()
  })
}
/** Uses the last signed-in person of this device until the server can be reached, so that their stored lists stay readable. */
async function recallPerson() {
  const { whoWasHere } = await import('./offline-copy.ts')
  const me = owesSignOut() ? null : await whoWasHere()
  if (session.status === 'loading') become(known(me))
  await ask()
}

// A mailed link may have started a session that other tabs do not know.
if (session.status !== 'loading') tellOtherTabs('INITIAL_SESSION')
else void (shell ? recallPerson() : ask())
