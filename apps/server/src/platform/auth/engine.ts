/** Configures better-auth for this product. Slices pass hooks for what belongs to them: mails, roles, who may begin a session. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth, type BetterAuthPlugin } from 'better-auth'
import { APIError } from 'better-auth/api'
import { session } from '@samtur/contract/constants'
import type { Config } from '../../config.ts'
import type { Database } from '../db/database.ts'
import { cookieName, isHttps } from './cookies.ts'

export type Auth = ReturnType<typeof createAuth>

const DAY = 86_400

const causes = new AsyncLocalStorage<{ cause?: unknown }>()

function noteCause(details: unknown[]) {
  const scope = causes.getStore()
  if (scope) scope.cause ??= details.find((detail) => detail instanceof Error)
}

/**
 * Calls better-auth and returns its result with the cause of a failure, which better-auth writes only to its log. The cause replaces an error that
 * better-auth throws.
 */
export async function callAuth<T>(work: () => Promise<T>): Promise<{ result: T; cause: unknown }> {
  const scope: { cause?: unknown } = {}
  try {
    return { result: await causes.run(scope, work), cause: scope.cause }
  } catch (error) {
    throw scope.cause ?? error
  }
}

export interface AuthHooks {
  /** Returns why the person may not have a session, or null. Called before better-auth begins one. */
  whyShut(userId: string): Promise<string | null>
}

/** The code of better-auth's response for an account that is shut. */
const SHUT = 'ACCOUNT_SUSPENDED'

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
    // The server limits requests and checks origins itself, the same for the whole API.
    rateLimit: { enabled: false },
    advanced: {
      // Checking the schema takes a tenth of a start; the tests of every way in run on the migrated one.
      database: { generateId: 'uuid', validateSchema: false },
      disableCSRFCheck: true,
      disableOriginCheck: false,
      useSecureCookies: false,
      // Its other cookies (the state of a visit to another service) belong to this host only, like ours.
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
      expiresIn: session.maxDays * DAY,
      // The length of a session is counted from its beginning.
      disableSessionRefresh: true,
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
    // The slice `accounts` handles passwords, mailed links and their sessions.
    emailAndPassword: { enabled: false },
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
