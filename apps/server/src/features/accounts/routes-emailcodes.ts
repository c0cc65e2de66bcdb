/** Signing in with a code from a mail. */
import { randomUUID } from 'node:crypto'
import { emailCodeBody, emailCodeSignInBody } from '@samtur/contract/identities'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { cookieName, readCookie, setCookie } from '#platform/http/cookies'
import { AppError } from '#platform/http/errors'
import type { Limit } from '#platform/http/rate-limit'
import { broadNetworkOf } from '#platform/live/address'
import { type EnterOptions, letIn } from './routes-factor.ts'
import { type AuthRoute, parseBody } from './routes-serving.ts'
import { languageOf, transportEmail } from './routes-signin.ts'
import { deviceKnownTo } from './service-arrivals.ts'
import { acceptEmailCode, emailCodeSeconds, requestEmailCode } from './service-emailcodes.ts'
import { fromNetwork } from './service-guessing.ts'
import { mailLimits } from './service-mails.ts'
import { findConfirmed } from './views-ways.ts'

const MINUTE = 60
const limits = {
  send: mailLimits('email-code', 5),
  /** All requests from one network, whatever the address. */
  sendFrom: { name: 'email-code-from', max: 30, per: 30 * MINUTE, byAddress: true },
  /** The same from one broad network. */
  sendFromBroad: { name: 'email-code-from-broad', max: 120, per: 30 * MINUTE },
} satisfies Record<string, Limit | Limit[]>

const codeRequest = z.strictObject({ ...emailCodeBody.shape, type: z.literal('sign-in').optional() })
const codeInput = z.strictObject(emailCodeSignInBody.shape)

export function createCodeRoutes(options: EnterOptions): AuthRoute[] {
  const { config, parts } = options
  const cookie = cookieName('email-code', config)
  const mustBeOn = () => {
    if (!config.emailCodeSignIn) throw new AppError('not_found')
  }
  return [
    {
      method: 'POST',
      path: '/email-otp/send-verification-otp',
      async handle(request, reply) {
        mustBeOn()
        const email = transportEmail(parseBody(codeRequest, request.body).email)
        const device = await deviceOf(options, request, email)
        if (device === undefined) {
          await parts.limiter.use(limits.sendFrom, request.ip)
          await parts.limiter.use(limits.sendFromBroad, broadNetworkOf(request.ip))
        }
        const subject = device === undefined ? fromNetwork(email, request.ip) : `${email} ${device}`
        for (const limit of limits.send) await parts.limiter.use(limit, subject)
        const locale = languageOf(request)
        const before = readCookie(request.headers.cookie, cookie)
        const value = await requestEmailCode(options, email, { locale, device, before })
        // Without a new mail the browser keeps the request whose code it may have got.
        if (value !== undefined) reply.header('set-cookie', setCookie(cookie, value, emailCodeSeconds))
        return { success: true }
      },
    },
    {
      method: 'POST',
      path: '/sign-in/email-otp',
      async handle(request, reply) {
        mustBeOn()
        const { otp, ...input } = parseBody(codeInput, request.body)
        const email = transportEmail(input.email)
        const value = readCookie(request.headers.cookie, cookie)
        const userId = await acceptEmailCode(options, { email, code: otp, value, ip: request.ip })
        reply.header('set-cookie', setCookie(cookie, '', 0))
        return letIn(options, userId, request, reply)
      },
    },
  ]
}

/** Returns a name for the browser where the account with this address knows it. Does the same work for an address without an account. */
async function deviceOf(options: EnterOptions, request: FastifyRequest, email: string) {
  if (readCookie(request.headers.cookie, cookieName('device', options.config)) === undefined) return undefined
  const account = await findConfirmed(options.parts.db.read, email)
  return deviceKnownTo(options, request, account?.id ?? randomUUID())
}
