/** Receives objects: pictures as forms or as bare bytes, whatever type their sender names. */
import type { FastifyInstance } from 'fastify'
import type { InterfaceDeps } from '../deps.ts'
import { callerOf } from './callers.ts'
import { duplicate } from './errors.ts'
import { readBucket, textOf, writePath } from './paths.ts'
import { idOf } from './present.ts'

interface At {
  bucket: string
  '*': string
}

export function serveObjectUploads(http: FastifyInstance, deps: InterfaceDeps): void {
  const { buckets, receive } = deps.objects
  receive(http, '/object/:bucket/*', {
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
