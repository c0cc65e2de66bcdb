/** `/storage/v1`: the buckets of section 7 of the specification, over the pictures of profiles and the images of conversations. */
import type { FastifyInstance } from 'fastify'
import { createBuckets } from './buckets.ts'
import { callerOf, type ServingDeps, type StorageDeps } from './callers.ts'
import { notOffered, sendStorageError } from './errors.ts'
import { bucketIds, readBucket } from './paths.ts'
import { presentBucket } from './present.ts'
import { serveDownloads } from './routes-downloads.ts'
import { serveObjects } from './routes-objects.ts'
import { serveObjectUploads } from './routes-uploads.ts'

export function serveStorage(http: FastifyInstance, deps: StorageDeps): void {
  const all: ServingDeps = { ...deps, buckets: createBuckets(deps) }
  http.setErrorHandler((error, request, reply) => void sendStorageError(error, request, reply))
  http.setNotFoundHandler(() => {
    throw notOffered()
  })
  http.get('/bucket', async (request) => {
    await callerOf(all, request)
    return bucketIds.map((id) => presentBucket(id, all.buckets[id]))
  })
  http.get<{ Params: { id: string } }>('/bucket/:id', async (request) => {
    await callerOf(all, request)
    const id = readBucket(request.params.id)
    return presentBucket(id, all.buckets[id])
  })
  serveObjects(http, all)
  serveDownloads(http, all)
  serveObjectUploads(http, all)
}
