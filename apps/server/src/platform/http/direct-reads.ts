/**
 * The reads that are requested most often. They go without the library's handler, which checks and copies every response once more: for a
 * search that takes as long as everything else together (decision 029).
 */
import type { EndpointMeta } from '@samtur/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ApiContext } from './context.ts'
import { invalidInput } from './errors.ts'
import type { Json } from './json-body.ts'

interface Endpoint {
  '~orpc': {
    inputSchema?: z.ZodType | undefined
    outputSchema?: z.ZodType | undefined
    route: { path?: string }
    meta: EndpointMeta
  }
}
type Schema<E extends Endpoint, Name extends 'inputSchema' | 'outputSchema'> = NonNullable<E['~orpc'][Name]>

/** One GET endpoint of the contract. */
export interface DirectRead {
  path: string
  access: EndpointMeta['access']
  /** Returns the body of the response. Throws `validation`. */
  respond(request: FastifyRequest, context: ApiContext): Promise<Buffer>
}

export function directRead<E extends Endpoint>(
  endpoint: E,
  read: (
    input: z.output<Schema<E, 'inputSchema'>>,
    context: ApiContext,
  ) => Promise<Json<z.input<Schema<E, 'outputSchema'>>>>,
): DirectRead {
  const { inputSchema, route, meta } = endpoint['~orpc']
  if (!inputSchema || !route.path) throw new Error('a direct read needs an endpoint with a path and a query')
  return {
    path: route.path,
    access: meta.access,
    async respond(request, context) {
      const input = inputSchema.safeParse({ query: readQuery(request.url) })
      if (!input.success) throw invalidInput(input.error.issues)
      return read(input.data as z.output<Schema<E, 'inputSchema'>>, context)
    },
  }
}

/** Returns the names and values behind the path. A name that comes twice or with brackets has a list, which no field of a query takes. */
export function readQuery(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?')
  const query = new Map<string, string | string[]>()
  for (const [written, value] of new URLSearchParams(start < 0 ? '' : url.slice(start))) {
    const name = written.replace(/\[.*$/s, '')
    query.set(name, name === written && !query.has(name) ? value : [value])
  }
  return Object.fromEntries(query)
}
