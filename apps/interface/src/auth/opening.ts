/** The session that a program gets, whatever opened it. */
import type { FastifyRequest } from 'fastify'
import type { InterfaceDeps } from '../deps.ts'
import { apiError } from '../errors.ts'
import type { ProgramSession, Sessions } from '../ports/sessions.ts'
import { AuthError } from './errors.ts'
import { presentSession } from './present.ts'

/** Returns a session with its account. */
export async function sessionResponse({ accounts }: InterfaceDeps, session: ProgramSession) {
  const user = await accounts.find(session.userId)
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return presentSession(session, user)
}

type Arrival = Parameters<Sessions['begin']>[1]

/** Opens a session for a program, and notes the sign-in for the account's owner to see. */
export async function open(
  { sessions }: InterfaceDeps,
  request: FastifyRequest,
  arrival: Arrival,
): Promise<ProgramSession> {
  const session = await sessions.begin(request, arrival)
  if (session) return session
  const reason = await sessions.findShutReason(arrival.userId)
  // Without a reason the password has changed meanwhile, or the account is gone.
  throw apiError(reason === null ? 'invalid_credentials' : 'account_suspended')
}
