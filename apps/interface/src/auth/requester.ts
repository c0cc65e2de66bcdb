/** The program behind a request, and where the browser is to go on to it. */
import type { FastifyRequest } from 'fastify'
import type { InterfaceDeps } from '../deps.ts'
import type { Challenge, FlowKind, Requester } from '../ports/accounts.ts'
import { AuthError } from './errors.ts'

interface ChallengeInput {
  code_challenge?: string | null | undefined
  code_challenge_method?: string | null | undefined
}

/** Returns the program that requests a mail. Its flow is left out where it neither names an address to go on to nor a challenge. */
export function requesterOf(
  { accounts }: Pick<InterfaceDeps, 'accounts'>,
  request: FastifyRequest,
  kind: FlowKind,
  input: ChallengeInput,
): Requester {
  const network = accounts.networkMark(request.ip)
  const challenge = challengeOf(input)
  const { redirect_to: requested } = request.query as { redirect_to?: unknown }
  if (challenge === null && (requested === undefined || requested === '')) return { network }
  return { network, flow: { kind, redirectTo: targetOf({ accounts }, requested), challenge } }
}

/** Returns the address to which a flow leads. Throws for a requested one that is not allowed. */
export function targetOf({ accounts }: Pick<InterfaceDeps, 'accounts'>, requested: unknown): string {
  const isText = requested === undefined || typeof requested === 'string'
  const target = isText ? accounts.redirectTarget(requested) : undefined
  if (target === undefined) throw new AuthError(400, 'validation_failed', 'redirect_to is not an allowed address')
  return target
}

/** Returns the challenge of a program that exchanges a code at the end; null for one that does not. */
export function challengeOf({ code_challenge: text, code_challenge_method: name }: ChallengeInput): Challenge | null {
  if (!text && !name) return null
  const method = name?.toLowerCase()
  const isChallenge = text && /^[A-Za-z0-9._~-]{43,128}$/.test(text) && (method === 's256' || method === 'plain')
  if (!isChallenge)
    throw new AuthError(400, 'validation_failed', 'PKCE flow requires code_challenge_method and code_challenge')
  return { text, method }
}
