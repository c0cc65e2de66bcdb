/** Port: what the server does for every request, whichever part of it responds. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiError } from '../errors.ts'
import type { Caller } from './sessions.ts'

export interface Limit {
  /** One name per limited operation. */
  name: string
  /** Uses in a window of `per` seconds. */
  max: number
  per: number
}

interface SecurityEvent {
  kind: 'origin_refused' | 'administrator_act' | 'limit_reached'
  detail: string
  requestId?: string
  ip: string
}

export interface Requests {
  /** Counts one request of a network in this process. Error: `rate_limited`. */
  count(limit: Limit, address: string): void
  /** Returns anything thrown as an error of the API; logs it, and sets the status and the headers of the response. */
  prepareError(error: unknown, request: FastifyRequest, reply: FastifyReply): ApiError
  /** Names the caller of a request, for the log of refusals. */
  nameCaller(request: FastifyRequest, caller: Promise<Caller | null>): void
  /** Writes a line of the security log. */
  note(event: SecurityEvent): void
}
