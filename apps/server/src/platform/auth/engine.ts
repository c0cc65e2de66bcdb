/** better-auth, configured for this product. What happens around it (mails, roles, who may start a session) is the slices' and comes in as hooks. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth, type BetterAuthPlugin } from 'better-auth'
import { APIError } from 'better-auth/api'
import { password as passwordLength } from '@samtur/contract/constants'
import type { Config } from '../../config.ts'
import type { Database } from '../db/database.ts'
import { cookieName, isHttps } from './cookies.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

export type Auth = ReturnType<typeof createAuth>

const DAY = 86_400

const causes = new AsyncLocalStorage<{ cause?: unknown }>()

function noteCause(details: unknown[]) {
  const scope = causes.getStore()
  if (scope) scope.cause ??= details.find((detail) => detail instanceof Error)
}

/**
 * Calls better-auth. It answers failures of the database in its own words and tells only its log what happened; here that comes back
 * with the result, and in place of an error thrown.
 */
export async function callAuth<T>(work: () => Promise<T>): Promise<{ result: T; cause: unknown }> {
  const scope: { cause?: unknown } = {}
  try {
    return { result: await causes.run(scope, work), cause: scope.cause }
  } catch (error) {
    throw scope.cause ?? error
  }
}

/** A person as better-auth hands it over. */
export interface AuthUser {
  id: string
  email: string
  name: string
  locale?: string | null
}

export interface AuthHooks {
  /** Somebody signed up with the address of an existing account. */
  knownAddress(user: AuthUser): Promise<void>
  /** An account is there and its address to be confirmed. */
  signedUp(user: AuthUser): Promise<void>
  /** Asked before every session, whatever the way in: why this person may not have one, or null. */
  whyShut(userId: string): Promise<string | null>
}

/** What better-auth's answer says of an account that is shut. */
export const SHUT = 'ACCOUNT_SUSPENDED'

interface Options {
  config: Config
  db: Database
  secret: string
  hooks: AuthHooks
  plugins?: BetterAuthPlugin[]
}

export function createAuth({ config, db, secret, hooks, plugins = [] }: Options) {
  const https = isHttps(config.publicUrl)

  return betterAuth({
    appName: 'Samtur',
    secret,
    baseURL: config.publicUrl ?? `http://localhost:${config.port}`,
    basePath: '/api/auth',
    database: { db: db.kysely as never, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, _message, ...details) => noteCause(details) },
    onAPIError: { throw: true },
    // Limits and the origin check are the server's own, the same for the whole API.
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: 'uuid' },
      disableCSRFCheck: true,
      disableOriginCheck: false,
      useSecureCookies: false,
      // Its other cookies (the state of a visit to another service) are pinned to this host like ours.
      cookiePrefix: cookieName('auth', config),
      defaultCookieAttributes: { secure: https },
      cookies: {
        session_token: {
          name: cookieName('session', config),
          attributes: { secure: https, sameSite: 'lax', httpOnly: true, path: '/' },
        },
      },
      ipAddress: { ipAddressHeaders: ['x-client-ip'] },
    },
    user: {
      modelName: 'auth_user',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        role: { type: 'string', input: false, required: false, defaultValue: 'user' },
        locale: { type: 'string', input: true, required: false },
      },
    },
    session: {
      modelName: 'auth_session',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      expiresIn: 30 * DAY,
      updateAge: DAY,
    },
    account: {
      modelName: 'auth_account',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'auth_verification',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: 4 * passwordLength.max,
      password: { hash: hashPassword, verify: verifyPassword },
      onExistingUserSignUp: ({ user }) => hooks.knownAddress(user),
    },
    emailVerification: {
      sendOnSignUp: true,
      // The link and what it does are our own: it works once, and the clock of the database says for how long.
      sendVerificationEmail: ({ user }) => hooks.signedUp(user),
    },
    databaseHooks: {
      session: {
        create: {
          async before({ userId }) {
            const reason = await hooks.whyShut(userId)
            if (reason !== null) throw new APIError('FORBIDDEN', { code: SHUT, message: SHUT, reason })
          },
        },
      },
    },
    plugins,
  })
}
