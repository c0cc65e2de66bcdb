/** What begins with a mail: `POST /otp`, `/resend`, `/recover`, and `/verify` with what was mailed. */
import { confirmPath, paths } from '@samtur/contract/paths'
import { matchLanguage } from '@samtur/i18n/translate'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuthDeps } from '../deps.ts'
import type { MailPurpose } from '../ports/accounts.ts'
import { AuthError, mailLimit } from './errors.ts'
import { readBody } from './input.ts'
import { requesterOf } from './requester.ts'
import { sessionResponse } from './responses.ts'

/** What a program names in its request, and what the mailed token may be for then. */
const purposesOf: Record<string, readonly MailPurpose[]> = {
  signup: ['confirm'],
  invite: ['confirm'],
  magiclink: ['sign_in'],
  email: ['confirm', 'sign_in'],
  recovery: ['reset'],
  email_change: ['change_email'],
}

export function serveMails(http: FastifyInstance, deps: AuthDeps): void {
  const { accounts, input, settings } = deps
  const mailTo = (request: FastifyRequest, email: string) => {
    return { email, ip: request.ip, locale: matchLanguage(request.headers['accept-language']) }
  }

  http.post('/otp', async (request) => {
    await deps.clients.of(request)
    const { email, ...challenge } = readBody(input.mailInput, request.body)
    if (!settings.emailCodeSignIn) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
    const requester = requesterOf(deps, request, 'magiclink', challenge)
    await mailLimit(accounts.requestSignIn(mailTo(request, email), requester))
    return {}
  })

  http.post('/recover', async (request) => {
    await deps.clients.of(request)
    const { email, ...challenge } = readBody(input.mailInput, request.body)
    const requester = requesterOf(deps, request, 'recovery', challenge)
    await mailLimit(accounts.requestReset(mailTo(request, email), requester))
    return {}
  })

  http.post('/resend', async (request) => {
    const client = await deps.clients.of(request)
    const { email, type, ...challenge } = readBody(input.resendInput, request.body)
    if (type === 'signup') {
      const requester = requesterOf(deps, request, 'signup', challenge)
      await mailLimit(accounts.requestConfirmation(mailTo(request, email), requester))
      return {}
    }
    // Only the person who changes the address can have the mail sent again.
    const caller = client.kind === 'person' ? client.caller : null
    const pending = caller && (await accounts.find(caller.id))?.new_email
    if (!caller || pending !== email) return {}
    const requester = requesterOf(deps, request, 'email_change', challenge)
    await mailLimit(accounts.requestNewEmail(caller, email, requester))
    return {}
  })

  http.post('/verify', async (request) => {
    const client = await deps.clients.of(request)
    const { type, ...shown } = readBody(input.verifyInput, request.body)
    const { ip } = request
    const signedInAs = client.kind === 'person' ? client.caller?.id : undefined
    const arrival = await accounts.verify(shown.mailed, purposesOf[type] ?? [], { ip, signedInAs })
    return sessionResponse(deps, await deps.sessions.begin(request, arrival))
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
