/** better-auth's routes under /api/auth: which of them exist, what is checked before, and the product's error body after. */
import { domainToASCII } from 'node:url'
import { email as emailSchema, signInBody, signUpBody } from '@samtur/contract/accounts'
import { fieldErrors } from '@samtur/contract/field-errors'
import { matchLanguage } from '@samtur/i18n/translate'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { Parts } from '#platform/http/context'
import { AppError, invalidField, toAppError } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import type { CallerOf } from './port.ts'
import { isReservedName, isSigned, weaknesses } from './rules.ts'
import { type Auth, callAuth, hashing } from './service.ts'
import { spendToken } from './store.ts'
import { findByEmail } from './views.ts'

const MINUTE = 60
const limits = {
  signUp: { name: 'sign-up', max: 5, per: 30 * MINUTE, byAddress: true },
  signIn: { name: 'sign-in', max: 30, per: 5 * MINUTE, byAddress: true },
  signInTo: { name: 'sign-in-to', max: 10, per: 15 * MINUTE },
  resend: { name: 'resend', max: 5, per: 30 * MINUTE },
  resendPause: { name: 'resend-pause', max: 1, per: MINUTE },
} satisfies Record<string, Limit>

/** Clients of the library send it; where a link leads is ours to say. */
const ignored = z.string().max(200).optional()
const signUpInput = z.strictObject({ ...signUpBody.shape, locale: z.string().max(10).optional(), callbackURL: ignored })
const signInInput = z.strictObject({ ...signInBody.shape, rememberMe: z.boolean().optional(), callbackURL: ignored })
const resendInput = z.strictObject({ email: emailSchema, callbackURL: ignored })

interface Options {
  auth: Auth
  config: Config
  parts: Parts
  origin: () => string
  callerOf: CallerOf
}

/** The routes of the accounts slice outside the contract; the rights matrix lists each. */
export const authRoutes = [
  { method: 'POST', path: '/sign-up/email' },
  { method: 'POST', path: '/sign-in/email' },
  { method: 'POST', path: '/sign-out' },
  { method: 'GET', path: '/get-session' },
  { method: 'GET', path: '/verify-email' },
  { method: 'POST', path: '/send-verification-email' },
] as const
type AuthPath = (typeof authRoutes)[number]['path']

export function serveAuth(app: FastifyInstance, options: Options) {
  const before: Partial<Record<AuthPath, (request: FastifyRequest) => Promise<unknown>>> = {
    '/sign-up/email': (request) => checkSignUp(request, options),
    '/sign-in/email': (request) => checkSignIn(request, options),
    '/send-verification-email': (request) => checkResend(request, options),
  }
  for (const { method, path } of authRoutes) {
    app.route({
      method,
      url: `/api/auth${path}`,
      handler: async (request, reply) => {
        if (path.endsWith('/email') && hashing.full())
          throw new AppError('rate_limited', { params: { retry_after: 1 } })
        const body = (await before[path]?.(request)) ?? request.body
        return forward(options, request, reply, path, body)
      },
    })
  }
}

function parse<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body ?? {})
  if (!parsed.success) throw new AppError('validation', { fields: fieldErrors(parsed.error.issues) })
  return parsed.data
}

/** International domains travel as punycode: one account per address, however it was typed. */
function transportEmail(address: string) {
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1))
  if (!domain) throw invalidField('email', 'invalid')
  return `${address.slice(0, at)}@${domain}`
}

async function checkSignUp(request: FastifyRequest, { config, parts }: Options) {
  const { terms_accepted: _, callbackURL: __, ...input } = parse(signUpInput, request.body)
  const email = transportEmail(input.email)
  if (isReservedName(input.name)) throw invalidField('name', 'reserved_name')
  const reasons = weaknesses(input.password, { email, name: input.name })
  if (reasons.length) throw invalidField('password', 'weak_password', { reasons })
  await parts.limiter.use(limits.signUp, request.ip)
  if (config.signUpTellsKnownAddresses && (await findByEmail(parts.db.read, email)))
    throw new AppError('already_registered')
  return { ...input, email, locale: matchLanguage([input.locale ?? '', ...acceptedLanguages(request)]) }
}

function acceptedLanguages(request: FastifyRequest) {
  return [matchLanguage(request.headers['accept-language'])]
}

async function checkSignIn(request: FastifyRequest, { parts }: Options) {
  const { callbackURL: _, ...input } = parse(signInInput, request.body)
  const email = transportEmail(input.email)
  await parts.limiter.use(limits.signIn, request.ip)
  await parts.limiter.use(limits.signInTo, email)
  return { ...input, email }
}

async function checkResend(request: FastifyRequest, { parts }: Options) {
  const { callbackURL: _, ...input } = parse(resendInput, request.body)
  const email = transportEmail(input.email)
  await parts.limiter.use(limits.resendPause, email)
  await parts.limiter.use(limits.resend, email)
  return { ...input, email }
}

async function forward(
  { auth, parts, origin, callerOf }: Options,
  request: FastifyRequest,
  reply: FastifyReply,
  path: AuthPath,
  body: unknown,
) {
  const headers = new Headers({ 'x-client-ip': request.ip, origin: origin() })
  // Asking for the mail again is answered alike for everybody, whoever is signed in.
  const passed = path === '/send-verification-email' ? [] : ['cookie', 'user-agent']
  for (const name of passed) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const init: RequestInit = { method: request.method, headers }
  if (request.method === 'POST') {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(body ?? {})
  }
  const query = path === '/verify-email' ? await verifyQuery(request, { parts, secret: auth.options.secret }) : ''
  // Known before the session is gone.
  const leaving = path === '/sign-out' ? await callerOf(request) : null
  const { result: response, cause } = await callAuth(() =>
    auth.handler(new Request(`${auth.options.baseURL}/api/auth${path}${query}`, init)),
  )
  if (cause && (response.status >= 500 || toAppError(cause).code === 'unavailable'))
    throw cause instanceof Error ? cause : new Error('better-auth failed', { cause })
  reply.header('cache-control', 'no-store')
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  if (leaving && response.ok) parts.bus.emit('session_ended', { user_id: leaving.id, session_id: leaving.sessionId })
  return answer(response, reply)
}

/** Where a confirmed person lands. The only address of ours that a link may lead to: anything else in the query is left out. */
const afterConfirmation = '/?confirmed=1'

/** A link confirms once. Its token carries our signature, so only a real one is remembered as used. */
async function verifyQuery(request: FastifyRequest, { parts, secret }: { parts: Parts; secret: string }) {
  const { token = '', callbackURL } = request.query as { token?: string | string[]; callbackURL?: string }
  const given = typeof token === 'string' ? token : ''
  const fresh = !isSigned(given, secret) || (await spendToken(parts.db.read, given))
  const query = new URLSearchParams({ token: fresh ? given : 'used' })
  if (callbackURL !== undefined) query.set('callbackURL', afterConfirmation)
  return `?${query.toString()}`
}

async function answer(response: Response, reply: FastifyReply) {
  const location = response.headers.get('location')
  if (location) return reply.code(response.status).header('location', location).send()
  const text = await response.text()
  const body = text ? (JSON.parse(text) as Record<string, unknown> | null) : null
  if (!response.ok) throw fromAuth(response.status, body)
  // The session token travels in the cookie only, where scripts cannot read it.
  return reply
    .code(response.status)
    .type('application/json')
    .send(JSON.stringify(withoutToken(body)))
}

function withoutToken(body: Record<string, unknown> | null) {
  if (!body) return null
  const { token: _, session, ...rest } = body
  if (typeof session !== 'object' || session === null) return rest
  const { token: __, ipAddress: ___, userAgent: ____, ...shown } = session as Record<string, unknown>
  return { ...rest, session: shown }
}

const codes: Record<string, () => AppError> = {
  INVALID_EMAIL_OR_PASSWORD: () => new AppError('invalid_credentials'),
  EMAIL_NOT_VERIFIED: () => new AppError('email_not_verified'),
  USER_ALREADY_EXISTS: () => new AppError('already_registered'),
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: () => new AppError('already_registered'),
  FAILED_TO_CREATE_USER: () => new AppError('already_registered'),
  PASSWORD_TOO_SHORT: () => invalidField('password', 'too_short'),
  PASSWORD_TOO_LONG: () => invalidField('password', 'too_long'),
  INVALID_EMAIL: () => invalidField('email', 'invalid'),
  INVALID_TOKEN: () => new AppError('invalid_token'),
  TOKEN_EXPIRED: () => new AppError('invalid_token'),
}

function fromAuth(status: number, body: Record<string, unknown> | null): AppError {
  const known = codes[String(body?.['code'])]
  if (known) return known()
  return status < 500 ? toAppError({ statusCode: status }) : new AppError('internal')
}
