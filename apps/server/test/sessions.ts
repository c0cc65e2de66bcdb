/** Makes accounts and sessions without the sign-up: for tests that need many people quickly, or sessions in odd states. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor } from '../src/platform/db/database.ts'
import type { Caller } from '../src/platform/http/context.ts'

/** The secret of test servers; session cookies are signed with it. */
export const testSecret = 'only-for-tests-0123456789abcdefghijklmnop'

export interface TestPerson {
  id: string
  email: string
  name: string
  cookie: string
}

interface Options {
  name?: string
  email?: string
  verified?: boolean
  role?: 'user' | 'admin'
  locale?: string
}

/** Adds an account with its profile. */
export async function addAccount(executor: Executor, options: Options): Promise<Omit<TestPerson, 'cookie'>> {
  const { name = 'Kari Nordmann', email = `${randomUUID()}@example.no`, verified = true } = options
  const { role = 'user', locale = 'no' } = options
  const { id } = await executor
    .insertInto('auth_user')
    .values({ name, email, email_verified: verified, role, image: null, locale })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, email, name }
}

/** Adds an account with its profile and one session. */
export async function addPerson(executor: Executor, options: Options = {}): Promise<TestPerson> {
  const account = await addAccount(executor, options)
  return { ...account, cookie: await addSession(executor, account.id) }
}

/** Returns the token of a new session. */
export async function addToken(executor: Executor, userId: string, expiresInMs = 30 * 86_400_000): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await executor
    .insertInto('auth_session')
    .values({
      user_id: userId,
      token,
      expires_at: sql<Date>`app_now() + make_interval(secs => ${expiresInMs / 1000})`,
      ip_address: null,
      user_agent: null,
    })
    .execute()
  return token
}

/** Returns the cookie header of a new session. */
export const addSession = async (executor: Executor, userId: string, expiresInMs?: number): Promise<string> =>
  cookieFor(await addToken(executor, userId, expiresInMs))

/** Returns the same person with a new session, for tests that move the clock beyond a session's end. */
export const signedInAgain = async <Person extends { id: string }>(executor: Executor, person: Person) => ({
  ...person,
  cookie: await addSession(executor, person.id),
})

/** Moves the authentication of the person's sessions so far back that what needs a recent one is refused. */
export async function makeStale(executor: Executor, userId: string): Promise<void> {
  const stale = { created_at: new Date(Date.now() - 6 * 60_000), reauthenticated_at: null }
  await executor.updateTable('auth_session').set(stale).where('user_id', '=', userId).execute()
}

/** Suspends the account as it is stored, without what follows from it. */
export async function suspend(executor: Executor, userId: string, suspended_reason = 'spam'): Promise<void> {
  const suspended = { suspended_at: new Date(), suspended_reason }
  await executor.updateTable('auth_user').set(suspended).where('id', '=', userId).execute()
}

/** Marks the person's sessions as just used, because an administrator's session ends after a while without use. */
export async function touchSessions(executor: Executor, userId: string): Promise<void> {
  const used = { updated_at: sql<Date>`app_now()` }
  await executor.updateTable('auth_session').set(used).where('user_id', '=', userId).execute()
}

export function cookieFor(token: string): string {
  const signature = createHmac('sha256', testSecret).update(token).digest('base64')
  return `session=${encodeURIComponent(`${token}.${signature}`)}`
}

/** A confirmed caller, as the session look-up returns one. */
export const testCaller: Caller = {
  id: '',
  email: 'x@example.no',
  verified: true,
  role: 'user',
  sessionId: '',
  locale: 'no',
  twoFactor: false,
  aal: 'aal1',
  rotations: 0,
  purgeAt: null,
  authenticatedAt: new Date(0),
}
