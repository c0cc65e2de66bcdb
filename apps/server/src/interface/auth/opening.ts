/** The session that a program gets, whatever opened it. */
import type { FastifyRequest } from 'fastify'
import { type ClientSession, findClientUser, findShutReason, startClientSession } from '../../features/accounts/port.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { InterfaceDeps } from '../deps.ts'
import { AuthError } from './errors.ts'
import { presentSession } from './present.ts'

/** Returns a session with its account. */
export async function sessionResponse({ parts }: InterfaceDeps, session: ClientSession) {
  const user = await findClientUser(parts.db.read, session.userId)
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return presentSession(session, user)
}

type Arrival = Parameters<typeof startClientSession>[2]

/** Opens a session for a program, and notes the sign-in for the account's owner to see. */
export async function open(deps: InterfaceDeps, request: FastifyRequest, arrival: Arrival): Promise<ClientSession> {
  const session = await startClientSession(deps, request, arrival)
  if (session) return session
  const reason = await findShutReason(deps.parts.db.read, arrival.userId)
  // Without a reason the password has changed meanwhile, or the account is gone.
  throw reason === null ? new AppError('invalid_credentials') : new AppError('account_suspended')
}
