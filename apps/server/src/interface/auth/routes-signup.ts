/** `POST /signup`. */
import { randomUUID } from 'node:crypto'
import { matchLanguage } from '@samtur/i18n/translate'
import type { FastifyInstance } from 'fastify'
import { findClientUser, register } from '../../features/accounts/port.ts'
import { hashing } from '../../platform/auth/passwords.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { InterfaceDeps } from '../deps.ts'
import { readBody, signUpInput } from './input.ts'
import { presentUser } from './present.ts'
import { requesterOf } from './requester.ts'

export function serveSignUp(http: FastifyInstance, deps: InterfaceDeps): void {
  const { parts, config } = deps
  http.post('/signup', async (request) => {
    await deps.clients.of(request)
    if (hashing.full()) throw new AppError('rate_limited', { params: { retry_after: 1 } })
    const { email, password, data, ...challenge } = readBody(signUpInput, request.body)
    const requester = requesterOf(deps, request, 'signup', challenge)
    const locale = matchLanguage([data.locale ?? '', request.headers['accept-language'] ?? ''])
    const visitor = { name: data.full_name, email, password, locale, requester }
    const account = await register(parts, config, visitor, request.ip)
    const sent = { confirmation_sent_at: account.created_at.toISOString() }
    const user = await findClientUser(parts.db.read, account.id)
    if (user) return { ...presentUser(user), ...sent }
    // The address is taken, which is not told: a user without identities, as the service does it.
    return { ...presentUser(unknownUser(account)), id: randomUUID(), ...sent }
  })
}

const unknownUser = (account: {
  id: string
  name: string
  email: string
  locale: string
  created_at: Date
  updated_at: Date
}) => ({
  ...account,
  email_verified: false,
  role: 'user' as const,
  last_sign_in_at: null,
  new_email: null,
  identities: [],
  factor: null,
})
