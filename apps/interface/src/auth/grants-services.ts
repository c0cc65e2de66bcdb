/** Grants of `POST /token` by another service: an ID token of a configured one, and wallets, which are refused. */
import type { FastifyRequest } from 'fastify'
import type { InterfaceDeps } from '../deps.ts'
import { assertThat } from '../errors.ts'
import type { IdTokenProblem, Service, ServiceIdentity, ServiceRefusal } from '../ports/services.ts'
import type { Caller, ProgramSession } from '../ports/sessions.ts'
import { AuthError } from './errors.ts'
import { idTokenGrant, readBody, walletGrant } from './input.ts'
import { recentCallerOf } from './routes-sessions.ts'

const problems: Record<IdTokenProblem, AuthError> = {
  invalid: new AuthError(400, 'bad_jwt', 'Bad ID token'),
  wrong_audience: new AuthError(400, 'unexpected_audience', 'Unacceptable audience in id_token'),
  wrong_nonce: new AuthError(400, 'validation_failed', 'Nonces mismatch'),
}
const used = new AuthError(400, 'bad_jwt', 'ID token was used already')

/** Why a sign-in or a link by a service is refused, in the libraries' codes. */
const serviceRefusals: Record<ServiceRefusal, AuthError> = {
  not_confirmed: new AuthError(422, 'provider_email_needs_verification', 'Unverified email with provider'),
  no_account: new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance'),
  already_linked: new AuthError(422, 'identity_already_exists', 'Identity is already linked to another user'),
}

/** Returns a configured service. Throws for any other one. */
export async function serviceOf({ services, settings }: InterfaceDeps, id: string): Promise<Service> {
  if (!settings.services.includes(id))
    throw new AuthError(400, 'oauth_provider_not_supported', 'Unsupported provider: provider is not enabled')
  return services.ready(id)
}

/** Returns the account that an identity opens; with a caller that account, to which the identity is linked. */
export async function accountOf(
  { services }: InterfaceDeps,
  identity: ServiceIdentity,
  caller: Caller | null,
): Promise<string> {
  const opened = caller ? await services.link(caller, identity) : await services.open(identity)
  if (typeof opened === 'string') throw serviceRefusals[opened]
  return opened.userId
}

export async function byIdToken(deps: InterfaceDeps, request: FastifyRequest): Promise<ProgramSession> {
  const { services, sessions } = deps
  const { provider, id_token: token, nonce, link_identity: isLink } = readBody(idTokenGrant, request.body)
  await services.count(request.ip)
  const service = await serviceOf(deps, provider)
  const caller = isLink ? await recentCallerOf(deps, request, 'Identity linking') : null
  const identity = await service.identityOfToken(token, nonce)
  if (typeof identity === 'string') throw problems[identity]
  // Before it opens or links anything, so that who has seen it on its way repeats nothing.
  if (!(await services.spendToken(identity))) throw used
  const userId = await accountOf(deps, identity, caller)
  if (!caller) return sessions.begin(request, { userId, method: 'oauth' })
  const session = await sessions.renew(caller)
  assertThat(session, 'unauthenticated')
  return session
}

/** Refuses wallets as the service does where none is configured. */
export function byWallet(_deps: InterfaceDeps, request: FastifyRequest): Promise<ProgramSession> {
  const { chain } = readBody(walletGrant, request.body)
  throw chain === 'ethereum' || chain === 'solana'
    ? new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
    : new AuthError(400, 'web3_unsupported_chain', 'Unsupported chain')
}
