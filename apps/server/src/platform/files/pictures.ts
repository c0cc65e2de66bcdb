/** Serves profile pictures, which are public, and has the headers of every picture. */
import { picture } from '@samtur/contract/constants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../http/errors.ts'
import type { Files, Folder } from './files.ts'

/** Serves a profile picture. Its key is random and changes with the picture, so caches may keep it for a day. */
export function servePictures(app: FastifyInstance, files: Files) {
  app.get<{ Params: { key: string } }>('/files/profiles/:key', async (request, reply) => {
    const { key } = request.params
    if ((await files.size('profiles', key)) === undefined) throw new AppError('not_found')
    // Pages of other sites may show a public picture.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    return sendPicture(request, reply, {
      files,
      folder: 'profiles',
      key,
      caching: `public, max-age=${picture.seconds}`,
    })
  })
}

interface Sending {
  files: Files
  folder: Folder
  key: string
  caching: string
}

/** Sends a picture with headers that make the browser treat it as a picture only, whatever its bytes are. */
export async function sendPicture(request: FastifyRequest, reply: FastifyReply, sending: Sending) {
  const { files, folder, key, caching } = sending
  const etag = `"${key}"`
  const known = request.headers['if-none-match'] === etag
  const content = known ? undefined : await files.read(folder, key)
  if (!known && !content) throw new AppError('not_found')
  reply
    .type('image/jpeg')
    .header('cache-control', caching)
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
  if (!content) return reply.code(304).send()
  return reply.send(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
}
