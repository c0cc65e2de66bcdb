/** `POST /signup`. */
import { randomUUID } from 'node:crypto'
import { matchLanguage } from '@samtur/i18n/translate'
import type { FastifyInstance } from 'fastify'
import type { AuthDeps } from '../deps.ts'
import type { Accounts, User } from '../ports/accounts.ts'
import { readBody } from './input.ts'
import { presentUser } from './present.ts'
import { requesterOf } from './requester.ts'

export function serveSignUp(http: FastifyInstance, deps: AuthDeps): void {
  const { accounts } = deps
  http.post('/signup', async (request) => {
    await deps.clients.of(request)
    const { email, password, data, ...challenge } = readBody(deps.input.signUpInput, request.body)
    const requester = requesterOf(deps, request, 'signup', challenge)
    const locale = matchLanguage([data.locale ?? '', request.headers['accept-language'] ?? ''])
    const visitor = { name: data.full_name, email, password, locale, requester }
    const account = await accounts.signUp(visitor, request.ip)
    const user = presentUser((await accounts.find(account.id)) ?? unknownUser(account))
    return { ...user, confirmation_sent_at: user.created_at }
  })
}

/** Returns what a new account would look like, for an address that is taken: the response does not say so. */
function unknownUser(account: Awaited<ReturnType<Accounts['signUp']>>): User {
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
