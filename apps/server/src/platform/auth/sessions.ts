/** What is kept of the browser behind a session. */
import type { FastifyRequest } from 'fastify'

const LONGEST_USER_AGENT = 512

/** What the browser calls itself, in a length worth keeping. */
export function userAgentOf(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT)
}
