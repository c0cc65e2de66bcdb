/** Receives objects: pictures as forms or as bare bytes, whatever type their sender names. */
import { picture } from '@samtur/contract/constants'
import type { FastifyInstance } from 'fastify'
import { createUploads } from '../../platform/files/upload.ts'
import { callerOf, type ServingDeps } from './callers.ts'
import { duplicate } from './errors.ts'
import { readBucket, textOf, writePath } from './paths.ts'
import { idOf } from './present.ts'

interface At {
  bucket: string
  '*': string
}

export function serveObjectUploads(http: FastifyInstance, deps: ServingDeps): void {
  const { buckets, room } = deps
  const serveUpload = createUploads(http, room)
  serveUpload({
    route: {
      method: ['POST', 'PUT'],
      url: '/object/:bucket/*',
      maxBytes: picture.maxBytes,
      status: 200,
      // The client names the file's field with an empty text, and other clients as they like.
      form: { field: null, ignored: ['cacheControl', 'metadata', 'contentType'] },
      bareTypes: '*',
    },
    async before(request) {
      const { bucket: id, '*': text } = request.params as At
      const caller = await callerOf(deps, request)
      const bucket = buckets[readBucket(id)]
      const path = writePath(id, text, bucket.writer(caller).id)
      const replace = request.method === 'PUT' || request.headers['x-upsert'] === 'true'
      const taken = await bucket.find(path, path.owner)
      if (taken && !(replace && bucket.isPublic)) throw duplicate()
      await bucket.count(path.owner)
      return { bucket, path, replace }
    },
    async handle(bytes, { bucket, path, replace }) {
      const key = await bucket.put(path, bytes, replace)
      if (key === undefined) throw duplicate()
      return { Id: idOf(key), Key: textOf(path) }
    },
  })
}
