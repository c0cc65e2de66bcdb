/** A session and an account as their owner sees them. */
import Bowser from 'bowser'
import type { OwnSession, OwnSignIn } from '@samtur/contract/accounts'
import type { findByEmail, findSession, listSessions, listSignIns } from './views.ts'

type Row = Awaited<ReturnType<typeof listSessions>>[number]

/** Never the token; the address only to the person whose session it is. */
export function presentSession(row: Row, currentId: string): OwnSession {
  return {
    id: row.id,
    current: row.id === currentId,
    created_at: row.created_at.toISOString(),
    last_active_at: new Date(Math.max(row.updated_at.getTime(), row.reauthenticated_at?.getTime() ?? 0)).toISOString(),
    device: deviceOf(row.user_agent),
    ip_address: row.ip_address || null,
  }
}

/** When and in which browser; nothing of where. */
export function presentSignIn({
  id,
  at,
  user_agent,
  new_device,
}: Awaited<ReturnType<typeof listSignIns>>[number]): OwnSignIn {
  return { id, at: at.toISOString(), device: deviceOf(user_agent), new_device }
}

type Account = Omit<NonNullable<Awaited<ReturnType<typeof findByEmail>>>, 'suspended_reason'>

/** The response of signing up and signing in. */
export function presentAccount({ email_verified, created_at, updated_at, ...account }: Account) {
  return { ...account, emailVerified: email_verified, createdAt: created_at, updatedAt: updated_at }
}

/** The own session and account; never the token. */
export function presentSignedIn({
  session_id,
  expires_at,
  begun_at,
  used_at,
  ...account
}: NonNullable<Awaited<ReturnType<typeof findSession>>>) {
  return {
    user: presentAccount(account),
    session: { id: session_id, userId: account.id, expiresAt: expires_at, createdAt: begun_at, updatedAt: used_at },
  }
}

const kinds = ['desktop', 'mobile', 'tablet'] as const

/** Browser and system as their makers call them; empty when the browser does not say. */
export function deviceOf(userAgent: string | null): OwnSession['device'] {
  if (!userAgent) return { kind: 'other', browser: '', system: '' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  return {
    kind: kinds.find((kind) => kind === platform.type) ?? 'other',
    browser: browser.name ?? '',
    system: os.name ?? '',
  }
}
