/** What begins with a mail: `POST /otp`, `/resend`, `/recover`, and `/verify` with what was mailed. */
import { confirmPath, paths } from '@samtur/contract/paths'
import { matchLanguage } from '@samtur/i18n/translate'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  findClientUser,
  requestConfirmation,
  requestNewEmail,
  requestReset,
  requestSignIn,
  type TokenPurpose,
  verifyMailed,
} from '../../features/accounts/port.ts'
import { dropSecondFactor } from '../../features/identities/port.ts'
import type { InterfaceDeps } from '../deps.ts'
import { AuthError, mailLimit } from './errors.ts'
import { mailInput, readBody, resendInput, verifyInput } from './input.ts'
import { open, sessionResponse } from './opening.ts'
import { requesterOf } from './requester.ts'

/** What a program names in its request, and what the mailed token may be for then. */
const purposesOf: Record<string, readonly TokenPurpose[]> = {
  signup: ['confirm'],
  invite: ['confirm'],
  magiclink: ['sign_in'],
  email: ['confirm', 'sign_in'],
  recovery: ['reset'],
  email_change: ['change_email'],
}

export function serveMails(http: FastifyInstance, deps: InterfaceDeps): void {
  const { parts, config } = deps
  const mailTo = (request: FastifyRequest, email: string) => {
    return { email, ip: request.ip, locale: matchLanguage(request.headers['accept-language']) }
  }

  http.post('/otp', async (request) => {
    await deps.clients.of(request)
    const { email, ...challenge } = readBody(mailInput, request.body)
    if (!config.emailCodeSignIn) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
    const requester = requesterOf(deps, request, 'magiclink', challenge)
    await mailLimit(requestSignIn(parts, mailTo(request, email), requester))
    return {}
  })

  http.post('/recover', async (request) => {
    await deps.clients.of(request)
    const { email, ...challenge } = readBody(mailInput, request.body)
    const requester = requesterOf(deps, request, 'recovery', challenge)
    await mailLimit(requestReset(parts, mailTo(request, email), requester))
    return {}
  })

  http.post('/resend', async (request) => {
    const client = await deps.clients.of(request)
    const { email, type, ...challenge } = readBody(resendInput, request.body)
    if (type === 'signup') {
      const requester = requesterOf(deps, request, 'signup', challenge)
      await mailLimit(requestConfirmation(parts, mailTo(request, email), { requester }))
      return {}
    }
    // Only the person who changes the address can have the mail sent again.
    const caller = client.kind === 'person' ? client.caller : null
    const pending = caller && (await findClientUser(parts.db.read, caller.id))?.new_email
    if (!caller || pending !== email) return {}
    const requester = requesterOf(deps, request, 'email_change', challenge)
    await mailLimit(requestNewEmail(parts, deps.secret, caller, { newEmail: email, requester }))
    return {}
  })

  http.post('/verify', async (request) => {
    const client = await deps.clients.of(request)
    const { type, ...shown } = readBody(verifyInput, request.body)
    const { ip } = request
    const signedInAs = client.kind === 'person' ? client.caller?.id : undefined
    const all = { ...deps, dropFactors: dropSecondFactor }
    const { userId, purpose } = await verifyMailed(all, shown.mailed, purposesOf[type] ?? [], { ip, signedInAs })
    const method = purpose === 'reset' ? 'recovery' : 'otp'
    return sessionResponse(deps, await open(deps, request, { userId, method }))
  })

  // Mail programs open links, so this leads to the product's own page and changes nothing.
  http.get('/verify', (request, reply) => leadToPage(request, reply))
}

function leadToPage(request: FastifyRequest, reply: FastifyReply) {
  const { token, type } = request.query as Record<string, unknown>
  if (typeof token !== 'string') return reply.redirect(paths.confirm)
  if (type === 'recovery') return reply.redirect(`/api/auth/reset-password/${encodeURIComponent(token)}`)
  return reply.redirect(confirmPath(token))
}
