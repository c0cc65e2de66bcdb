/** Errors of `/realtime/v1`, in the sentences of the service. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { KeyError } from '../clients.ts'
import { apiError } from '../errors.ts'
import type { Requests } from '../ports/requests.ts'

export const reasons = {
  payload: 'InvalidJoinPayload: The payload provided is not valid',
  token: 'InvalidJWTToken: Token is invalid or has expired',
  tooMany: 'ChannelRateLimitReached: Too many channels',
  tooFast: 'ClientJoinRateLimitReached: Too many joins per second',
  unavailable: 'UnableToConnectToProject: Realtime was unable to connect to the project database',
  unmatched: 'unmatched topic',
  read: (topic: string) => `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
  write: (topic: string) => `Unauthorized: You do not have permissions to write to this Channel topic: ${topic}`,
  bindings: (described: string) =>
    `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${described}`,
} as const

/** Messages that come before a topic is closed. */
export const endings = {
  expired: 'Token has expired',
  ended: 'Token is no longer valid',
  otherPerson: 'Token belongs to another user',
} as const

export function sendRealtimeError(requests: Requests, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = error instanceof KeyError ? apiError('unauthenticated') : error
  const { status, code } = requests.prepareError(known, request, reply)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ message: status === 401 ? 'Unauthorized' : code })
}
