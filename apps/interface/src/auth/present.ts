/** Accounts and sessions as the client libraries of `/auth/v1` read them. */
import type { User } from '../ports/accounts.ts'
import type { ManagedUser } from '../ports/administration.ts'
import type { ProgramSession } from '../ports/sessions.ts'

/** The identity of the password, which the libraries call `email`. */
const PASSWORD = 'credential'
const providerName = (id: string) => (id === PASSWORD ? 'email' : id)
const iso = (at: Date | string) => new Date(at).toISOString()

/** Returns the id of an account's one second factor. */
export const factorIdOf = (userId: string): string => userId

/** Returns an account as its owner's programs see it. The time of the confirmation is not stored, so the time of the sign-up is used. */
export function presentUser(row: User) {
  const confirmed = row.email_verified
    ? { email_confirmed_at: iso(row.created_at), confirmed_at: iso(row.created_at) }
    : {}
  const identities = row.identities.map((way) => presentIdentity(row, way))
  const providers = identities.map(({ provider }) => provider)
  return {
    id: row.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: row.email,
    phone: '',
    ...confirmed,
    ...(row.last_sign_in_at && { last_sign_in_at: iso(row.last_sign_in_at) }),
    ...(row.new_email !== null && { new_email: row.new_email }),
    app_metadata: { provider: providers[0] ?? 'email', providers },
    user_metadata: { full_name: row.name, email: row.email, email_verified: row.email_verified, locale: row.locale },
    identities,
    ...(row.factor && { factors: [presentFactor(row.id, row.factor)] }),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    is_anonymous: false,
  }
}

/** A suspension has no end; the libraries know a ban by its end alone. */
const WITHOUT_END = '9999-12-31T23:59:59.999Z'

/**
 * Returns an account as the operator's other servers see it: without the time of the last sign-in and the accounts at other services, which are its
 * owner's alone. `deleted_at` is the day of the erasure.
 */
export function presentManagedUser({ suspended_at, purge_at, ...row }: ManagedUser) {
  return {
    ...presentUser({ ...row, last_sign_in_at: null }),
    identities: undefined,
    ...(suspended_at && { banned_until: WITHOUT_END }),
    ...(purge_at && { deleted_at: iso(purge_at) }),
  }
}

function presentIdentity(
  { id, email, email_verified }: User,
  { id: identityId, account_id, provider_id, created_at, updated_at }: User['identities'][number],
) {
  const provider = providerName(provider_id)
  const sub = provider_id === PASSWORD ? id : account_id
  return {
    identity_id: identityId,
    id: sub,
    user_id: id,
    identity_data: { sub, ...(provider_id === PASSWORD && { email, email_verified }) },
    provider,
    ...(provider_id === PASSWORD && { email }),
    created_at: iso(created_at),
    updated_at: iso(updated_at),
  }
}

export function presentFactor(userId: string, factor: NonNullable<User['factor']>) {
  return {
    id: factorIdOf(userId),
    factor_type: 'totp',
    status: factor.confirmed_at === null ? 'unverified' : 'verified',
    created_at: iso(factor.created_at),
    updated_at: iso(factor.confirmed_at ?? factor.created_at),
  }
}

/** Returns a session with its account. Times in seconds. */
export function presentSession(session: ProgramSession, user: User) {
  return {
    access_token: session.accessToken,
    token_type: 'bearer',
    expires_in: session.expiresIn,
    expires_at: Math.floor(Date.now() / 1000) + session.expiresIn,
    refresh_token: session.refreshToken,
    user: presentUser(user),
  }
}
