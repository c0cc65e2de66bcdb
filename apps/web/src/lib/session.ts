/** Who is signed in. The server's own routes for that are called directly; their errors have our one error body. */
import { useSyncExternalStore } from 'react'
import type { Me } from '@samtur/contract/accounts'
import { api, whenUnauthenticated } from './api.ts'
import { boot, served } from './boot.ts'
import { request } from './http.ts'
import { currentLanguage } from './i18n.ts'
import { queryClient } from './query-client.ts'

export type Session =
  | { status: 'loading'; me: null }
  | { status: 'signed-in'; me: Me }
  | { status: 'signed-out'; me: null }

const signedOut: Session = { status: 'signed-out', me: null }
const known = (me: Me | null): Session => (me ? { status: 'signed-in', me } : signedOut)

let session: Session = served ? known(boot.me) : { status: 'loading', me: null }
const listeners = new Set<() => void>()

function become(next: Session) {
  const before = session
  session = next
  for (const listener of listeners) listener()
  if (before.status !== 'loading' && before.me?.id !== next.me?.id) forgetAnswers()
}

/** What one person has loaded is not for the next one at the same device, and answers differ by who asks. */
function forgetAnswers() {
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.resetQueries()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const getSession = () => session
export const useSession = () => useSyncExternalStore(subscribe, getSession)

const auth = (path: string, body?: object) => request({ method: body ? 'POST' : 'GET', url: `/api/auth/${path}`, body })

let refreshing: Promise<void> | undefined

/** Asks the server anew: after a change of the own profile or role, and when an answer says nobody is signed in. */
export function refreshSession(): Promise<void> {
  refreshing ??= ask().finally(() => (refreshing = undefined))
  return refreshing
}

async function ask() {
  try {
    const found = await auth('get-session')
    become(found ? known(await api.accounts.me()) : signedOut)
  } catch {
    // No answer says nothing about who is signed in; but the first question has to end.
    if (session.status === 'loading') become(signedOut)
  }
}

/** Puts a changed own profile on every screen without asking for it again. */
export function setOwnProfile(profile: Me['profile']) {
  if (session.me) become(known({ ...session.me, profile }))
}

export async function signIn(credentials: { email: string; password: string }) {
  await auth('sign-in/email', credentials)
  become(known(await api.accounts.me()))
  tellOtherTabs('signed-in')
}

export interface NewAccount {
  name: string
  email: string
  password: string
  terms_accepted: boolean
}

const afterConfirmation = '/?confirmed=1'

/** The account exists afterwards, but nobody is signed in before the address is confirmed. */
export async function signUp(account: NewAccount) {
  await auth('sign-up/email', { ...account, locale: currentLanguage(), callbackURL: afterConfirmation })
}

export async function sendConfirmation(email: string) {
  await auth('send-verification-email', { email, callbackURL: afterConfirmation })
}

/** Loads the start page afresh, so that nothing of the person stays in the page's memory. */
export async function signOut() {
  await auth('sign-out', {})
  queryClient.clear()
  // Drafts and scroll positions are the person's too.
  sessionStorage.clear()
  tellOtherTabs('signed-out')
  location.assign('/')
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session')

function tellOtherTabs(change: 'signed-in' | 'signed-out') {
  channel?.postMessage(change)
}

function hear({ data }: MessageEvent) {
  if (data === 'signed-out') {
    sessionStorage.clear()
    become(signedOut)
  } else void refreshSession()
}

channel?.addEventListener('message', hear)
whenUnauthenticated(() => {
  if (session.status === 'signed-in') void refreshSession()
})
if (!served) void refreshSession()
