/** The context of calls that the interface makes of the API's endpoints. */
import type { FastifyRequest } from 'fastify'
import type { ApiContext, Caller, Parts } from '../platform/http/context.ts'

/** Returns the context of a request that came with a token: no cookie is read or set. */
export function contextOf(parts: Parts, caller: Caller | null, request: FastifyRequest): ApiContext {
  const { 'idempotency-key': key, 'accept-language': acceptLanguage } = request.headers
  return {
    ...parts,
    caller,
    ip: request.ip,
    requestId: request.id,
    idempotencyKey: typeof key === 'string' ? key : undefined,
    acceptLanguage,
  }
}
