/** Sign-up, sign-in and sessions by better-auth, with this product's rules around it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { betterAuth } from 'better-auth'
import type { Config } from '../../config.ts'
import type { Parts } from '#platform/http/context'
import { createGate } from '#platform/gate'
import { queueMail } from '#platform/mail/outbox'
import { matchLanguage } from '@samtur/i18n/translate'
import { password as passwordLength } from '@samtur/contract/constants'
import { grantAdmin } from './store.ts'

export type Auth = ReturnType<typeof createAuth>

const DAY = 86_400
const hash = promisify(argon2)
/** OWASP's floor for argon2id; about 30 ms here. */
const cost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }

/** Hashing is meant to be slow: a flood of sign-ins must not take the processor from everybody else. */
export const hashing = createGate(2, 50)
const argon = (message: string, nonce: Buffer) => hashing.through(() => hash('argon2id', { ...cost, message, nonce }))

/** Argon2id with a fresh nonce, as sign-in compares it. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await argon(password, nonce)
  return `argon2id$${nonce.toString('base64url')}$${Buffer.from(tag).toString('base64url')}`
}

async function verifyPassword({ hash: stored, password }: { hash: string; password: string }): Promise<boolean> {
  const [scheme, nonce = '', tag = ''] = stored.split('$')
  if (scheme !== 'argon2id') return false
  const found = await argon(password, Buffer.from(nonce, 'base64url'))
  return timingSafeEqual(Buffer.from(found), Buffer.from(tag, 'base64url'))
}

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

interface Options {
  config: Config
  parts: Parts
  secret: string
  /** Where links in mails lead. */
  origin: () => string
}

export function createAuth({ config, parts, secret, origin }: Options) {
  const { db, bus } = parts
  const https = config.publicUrl?.startsWith('https://') ?? false

  const mail = async (kind: string, user: { email: string; name: string }, locale: string, url: string) => {
    await queueMail(db.kysely, {
      kind,
      recipient: user.email,
      locale: matchLanguage([locale]),
      data: { url, name: user.name },
    })
    bus.emit('outbox', null)
  }

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
      // The __Host- prefix pins the cookie to this host; browsers only take it over https.
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: https ? '__Host-session' : 'session',
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
      onExistingUserSignUp: async ({ user }) => {
        await mail(
          'accounts.already_registered',
          user,
          (user as { locale?: string }).locale ?? 'en',
          `${origin()}/auth`,
        )
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: true,
      expiresIn: DAY,
      sendVerificationEmail: async ({ user, token }) => {
        const url = `${origin()}/api/auth/verify-email?token=${encodeURIComponent(token)}&callbackURL=${encodeURIComponent('/?confirmed=1')}`
        await mail('accounts.confirm', user, (user as { locale?: string }).locale ?? 'en', url)
      },
      afterEmailVerification: async (user) => {
        if (config.adminEmail && user.email === config.adminEmail) await grantAdmin(db.kysely, user.id)
      },
    },
  })
}
