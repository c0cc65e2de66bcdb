/** The stored description of a session's browser. */
import type { FastifyRequest } from 'fastify'

const LONGEST_USER_AGENT = 512

/** Returns the browser's User-Agent, cut to the stored length. */
export function userAgentOf(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT)
}
