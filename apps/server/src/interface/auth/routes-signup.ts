/** `POST /signup`. */
import { randomUUID } from 'node:crypto'
import { matchLanguage } from '@samtur/i18n/translate'
import type { FastifyInstance } from 'fastify'
import { type ClientUserRow, findClientUser, register } from '../../features/accounts/port.ts'
import { refuseWhileBusy } from '../../platform/auth/passwords.ts'
import type { InterfaceDeps } from '../deps.ts'
import { readBody, signUpInput } from './input.ts'
import { presentUser } from './present.ts'
import { requesterOf } from './requester.ts'

export function serveSignUp(http: FastifyInstance, deps: InterfaceDeps): void {
  const { parts, config } = deps
  http.post('/signup', async (request) => {
    await deps.clients.of(request)
    refuseWhileBusy()
    const { email, password, data, ...challenge } = readBody(signUpInput, request.body)
    const requester = requesterOf(deps, request, 'signup', challenge)
    const locale = matchLanguage([data.locale ?? '', request.headers['accept-language'] ?? ''])
    const visitor = { name: data.full_name, email, password, locale, requester }
    const account = await register(parts, config, visitor, request.ip)
    const user = presentUser((await findClientUser(parts.db.read, account.id)) ?? unknownUser(account))
    return { ...user, confirmation_sent_at: user.created_at }
  })
}

/** Returns what a new account would look like, for an address that is taken: the response does not say so. */
function unknownUser(account: Awaited<ReturnType<typeof register>>): ClientUserRow {
  const at = account.created_at.toISOString()
  const byPassword = { id: randomUUID(), account_id: account.id, provider_id: 'credential' }
  return {
    ...account,
    last_sign_in_at: null,
    new_email: null,
    identities: [{ ...byPassword, created_at: at, updated_at: at }],
    factor: null,
  }
}
