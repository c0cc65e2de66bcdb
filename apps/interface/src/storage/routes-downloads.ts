/** Sends objects: to their readers, under public addresses, and under signed ones. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InterfaceDeps } from '../deps.ts'
import type { ObjectPath, StoredObject } from '../ports/objects.ts'
import type { Limit } from '../ports/requests.ts'
import { callerOf, readerOf } from './callers.ts'
import { noObject } from './errors.ts'
import { readPath } from './paths.ts'

/** A page shows many pictures, which the browser then keeps. */
const downloads: Limit = { name: 'storage-files', max: 1200, per: 60 }

interface At {
  Params: { bucket: string; '*': string }
  Querystring: Record<string, unknown>
}

/** Finds the object of a request. Throws where there is none that the request may open. */
type Find = (request: FastifyRequest<At>, path: ObjectPath) => Promise<StoredObject | undefined>

export function serveDownloads(http: FastifyInstance, deps: InterfaceDeps): void {
  const { objects, links, requests } = deps
  const { buckets } = objects

  const serve = (url: string, find: Find) => {
    for (const method of ['GET', 'HEAD'] as const)
      http.route<At>({
        method,
        url,
        async handler(request, reply) {
          requests.count(downloads, request.ip)
          const path = readPath(request.params.bucket, request.params['*'])
          const object = await find(request, path)
          if (!object) throw noObject()
          return send(request, reply, object)
        },
      })
  }

  const findForCaller: Find = async (request, path) => {
    const bucket = buckets[path.bucket]
    return bucket.find(path, readerOf(bucket, await callerOf(deps, request)))
  }
  serve('/object/:bucket/*', findForCaller)
  serve('/object/authenticated/:bucket/*', findForCaller)
  // The public address of a private object opens only with an access token: it has no rights of its own.
  serve('/object/public/:bucket/*', (request, path) =>
    buckets[path.bucket].isPublic ? buckets[path.bucket].find(path, null) : findForCaller(request, path),
  )
  serve('/object/sign/:bucket/*', async (request, path) => {
    const reader = await links.readerOf(path, request.query['token'])
    if (reader === undefined) throw noObject()
    return buckets[path.bucket].find(path, reader)
  })

  function send(request: FastifyRequest<At>, reply: FastifyReply, { path, key }: StoredObject) {
    const { isPublic, seconds } = buckets[path.bucket]
    const caching = `${isPublic ? 'public' : 'private'}, max-age=${seconds}`
    // Pages of other sites may show what they have the rights to read.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    // The next person who signs in to the same browser gets nothing from its cache.
    if (!isPublic) reply.header('vary', 'authorization')
    const { download } = request.query
    if (download !== undefined)
      reply.header('content-disposition', `attachment; filename="${fileName(download, path)}"`)
    return objects.send(request, reply, { bucket: path.bucket, key, caching })
  }
}

/** Returns the requested name of a download where it is plain text, else the object's own. */
const fileName = (requested: unknown, { name }: ObjectPath) =>
  typeof requested === 'string' && /^[\w .()-]{1,100}$/.test(requested) ? requested : name
