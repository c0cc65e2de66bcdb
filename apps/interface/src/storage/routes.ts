/** `/storage/v1`: the buckets of section 7 of the specification, over the pictures of profiles and the images of conversations. */
import type { FastifyInstance } from 'fastify'
import type { InterfaceDeps } from '../deps.ts'
import { callerOf } from './callers.ts'
import { notOffered, sendStorageError } from './errors.ts'
import { bucketIds, readBucket } from './paths.ts'
import { presentBucket } from './present.ts'
import { serveDownloads } from './routes-downloads.ts'
import { serveObjects } from './routes-objects.ts'
import { serveObjectUploads } from './routes-uploads.ts'

export function serveStorage(http: FastifyInstance, deps: InterfaceDeps): void {
  const { buckets } = deps.objects
  http.setErrorHandler((error, request, reply) => void sendStorageError(deps.requests, error, request, reply))
  http.setNotFoundHandler(() => {
    throw notOffered()
  })
  http.get('/bucket', async (request) => {
    await callerOf(deps, request)
    return bucketIds.map((id) => presentBucket(id, buckets[id]))
  })
  http.get<{ Params: { id: string } }>('/bucket/:id', async (request) => {
    await callerOf(deps, request)
    const id = readBucket(request.params.id)
    return presentBucket(id, buckets[id])
  })
  serveObjects(http, deps)
  serveDownloads(http, deps)
  serveObjectUploads(http, deps)
}
