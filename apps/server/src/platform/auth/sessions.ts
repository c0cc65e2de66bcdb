/** Starting a session where the house itself has let somebody in: after a link from a mail. */
import { APIError } from 'better-auth/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { setCookie, signToken } from './cookies.ts'
import { type Auth, callAuth, SHUT } from './engine.ts'

const LONGEST_USER_AGENT = 512

/** What the browser calls itself, in a length worth keeping. */
export function userAgentOf(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT)
}

/** A new session with its cookie; false for an account that is shut. */
export async function startSession(
  auth: Auth,
  secret: string,
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { internalAdapter, sessionConfig } = await auth.$context
  const from = { ipAddress: request.ip, userAgent: userAgentOf(request) }
  const session = await callAuth(() => internalAdapter.createSession(userId, false, from)).catch((error: unknown) => {
    if (error instanceof APIError && error.body?.['code'] === SHUT) return null
    throw error
  })
  if (!session) return false
  const { name } = auth.options.advanced.cookies.session_token
  reply.header('set-cookie', setCookie(name, signToken(session.result.token, secret), sessionConfig.expiresIn))
  return true
}
