/** Profile pictures as everybody may see them. */
import type { FastifyInstance } from 'fastify'
import { AppError } from '../http/errors.ts'
import type { Files } from './files.ts'

/** Public; the key is random and changes with the picture, so a day in caches does no harm. */
export function servePictures(app: FastifyInstance, files: Files) {
  app.get<{ Params: { key: string } }>('/files/profiles/:key', async (request, reply) => {
    const { key } = request.params
    const bytes = await files.size('profiles', key)
    if (bytes === undefined) throw new AppError('not_found')
    const etag = `"${key}"`
    reply
      .type('image/jpeg')
      .header('cache-control', 'public, max-age=86400')
      .header('etag', etag)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const content = await files.read('profiles', key)
    if (!content) throw new AppError('not_found')
    return reply.send(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
  })
}
