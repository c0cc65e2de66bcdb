import type { FastifyRequest } from 'fastify'

/** Returns the path of the request as it was sent. It is not parsed as an address, because `//x` would name another host. */
export const pathOf = (request: FastifyRequest) => request.url.split(/[?#]/, 1)[0] ?? '/'

/** Returns a path for logs, without parts that name a person or give access. */
export const loggedPath = (path: string) => path.replace(/[^/]{24,}/g, '…')
