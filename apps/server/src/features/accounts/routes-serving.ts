/** The routes under /api/auth, which slices list. Errors have the product's error body. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldErrors } from '@samtur/contract/field-errors'
import type { z } from 'zod'
import { AppError } from '#platform/http/errors'

export interface AuthRoute {
  method: 'GET' | 'POST'
  /** Below /api/auth. */
  path: `/${string}`
  /** Handles the request. Returns the body, unless it has sent the reply. */
  handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  /** Concerns the session of a cookie, so requests with a token are refused. */
  cookieOnly?: true
}

export function serveAuthRoutes(app: FastifyInstance, routes: readonly AuthRoute[]) {
  for (const { method, path, handle, cookieOnly } of routes) {
    app.route({
      method,
      url: `/api/auth${path}`,
      handler: async (request, reply) => {
        if (cookieOnly && request.headers.authorization !== undefined) throw new AppError('unauthenticated')
        reply.header('cache-control', 'no-store')
        return handle(request, reply)
      },
    })
  }
}

/** Returns the body as the schema parses it. Throws `validation` with its fields. */
export function parseBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body ?? {})
  if (!parsed.success) throw new AppError('validation', { fields: fieldErrors(parsed.error.issues) })
  return parsed.data
}
