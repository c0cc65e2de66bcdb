/** The span of each request, with its route, status and id. */
import { SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { inSpan, startRequestSpan } from './tracing.ts'

/** A `traceparent` counts only where a proxy in front sets it: from a client it would decide what is recorded. */
export function traceRequests(app: FastifyInstance, { trustProxy }: { trustProxy: number }): void {
  app.addHook('onRequest', ({ raw, id, headers }, reply, done) => {
    const { traceparent } = headers
    const parent = trustProxy > 0 && typeof traceparent === 'string' ? traceparent : undefined
    const span = startRequestSpan({ 'samtur.request_id': id }, parent)
    if (!span) return done()
    reply.raw.once('close', () => {
      const { statusCode, writableFinished } = reply.raw
      const route = raw.routeName ?? 'none'
      // The method comes from the client, but the parser of the runtime takes known ones only.
      span.updateName(`${raw.method} ${route}`).setAttributes({
        'http.request.method': raw.method ?? '',
        'http.route': route,
        ...(writableFinished && { 'http.response.status_code': statusCode }),
      })
      if (!writableFinished || statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    })
    return inSpan(span, done)
  })
}
