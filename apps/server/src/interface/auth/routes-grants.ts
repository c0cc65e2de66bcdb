/** `POST /token`: what opens a session, and renews it. */
import { matchLanguage } from '@samtur/i18n/translate'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  beginClientSession,
  type ClientSession,
  findClientUser,
  findShutReason,
  recordSignIn,
  refreshClient,
  signInByPassword,
} from '../../features/accounts/port.ts'
import { hashing } from '../../platform/auth/passwords.ts'
import { userAgentOf } from '../../platform/auth/sessions.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { InterfaceDeps } from '../serve.ts'
import { AuthError } from './errors.ts'
import { byIdToken, byWallet } from './grants-services.ts'
import { passwordGrant, readBody, refreshGrant } from './input.ts'
import { presentSession } from './present.ts'

type Grant = (deps: InterfaceDeps, request: FastifyRequest) => Promise<ClientSession>

const grants: Record<string, Grant> = {
  password: byPassword,
  refresh_token: refresh,
  id_token: byIdToken,
  web3: byWallet,
}

export function serveGrants(http: FastifyInstance, deps: InterfaceDeps): void {
  http.post('/token', async (request) => {
    await deps.clients.of(request)
    const { grant_type: name } = request.query as { grant_type?: unknown }
    const grant = typeof name === 'string' && Object.hasOwn(grants, name) ? grants[name] : undefined
    if (!grant) throw new AuthError(400, 'validation_failed', 'unsupported_grant_type')
    return sessionResponse(deps, await grant(deps, request))
  })
}

/** Returns a session with its account. */
export async function sessionResponse({ parts }: InterfaceDeps, session: ClientSession) {
  const user = await findClientUser(parts.db.read, session.userId)
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return presentSession(session, user)
}

interface Arrival {
  userId: string
  /** How the person signed in, as the claim `amr` names it. */
  method: string
  /** Mark of the password that was shown. */
  passwordMark?: string | null
  /** The person came by a mail, so its owner needs no mail about a new device. */
  byMailbox?: boolean
}

/** Opens a session for a program, and notes the sign-in for the account's owner to see. */
export async function open(deps: InterfaceDeps, request: FastifyRequest, arrival: Arrival): Promise<ClientSession> {
  const { userId, method, passwordMark = null, byMailbox = false } = arrival
  const userAgent = userAgentOf(request)
  const from = { ipAddress: request.ip, userAgent }
  const session = await beginClientSession(deps, { ...from, userId, method, passwordMark, aal: 'aal1' })
  if (!session) {
    const reason = await findShutReason(deps.parts.db.read, userId)
    // Without a reason the password has changed meanwhile, or the account is gone.
    throw reason === null ? new AppError('invalid_credentials') : new AppError('account_suspended')
  }
  await recordSignIn(deps, userId, { cookies: undefined, userAgent }, { passwordMark, byMailbox })
  deps.parts.security.note({ kind: 'sign_in', accountId: userId, requestId: request.id, ip: request.ip })
  return session
}

async function byPassword(deps: InterfaceDeps, request: FastifyRequest) {
  if (hashing.full()) throw new AppError('rate_limited', { params: { retry_after: 1 } })
  const { email, password } = readBody(passwordGrant, request.body)
  const locale = matchLanguage(request.headers['accept-language'])
  // A program keeps no cookie by which the account could know its device.
  const { person, mark } = await signInByPassword(
    deps.parts,
    deps.config,
    { email, password, ip: request.ip, locale },
    () => undefined,
  )
  return open(deps, request, { userId: person.id, method: 'password', passwordMark: mark })
}

const refusals = {
  unknown: new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  ended: new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired'),
  used: new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
}

async function refresh(deps: InterfaceDeps, request: FastifyRequest) {
  const { refresh_token: token } = readBody(refreshGrant, request.body)
  const session = await refreshClient(deps, token)
  if (typeof session === 'string') throw refusals[session]
  return session
}
