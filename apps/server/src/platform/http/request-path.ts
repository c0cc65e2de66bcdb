import type { FastifyRequest } from 'fastify'

/** Returns the path of the request as it was sent. It is not parsed as an address, because `//x` would name another host. */
export const pathOf = (request: FastifyRequest) => request.url.split(/[?#]/, 1)[0] ?? '/'
