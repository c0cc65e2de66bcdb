/** Who calls `/storage/v1`, and what its routes are made with. */
import type { FastifyRequest } from 'fastify'
import type { Images } from '../../platform/files/images.ts'
import type { UploadRoom } from '../../platform/files/upload.ts'
import { type Caller, signedIn } from '../../platform/http/context.ts'
import type { Limit } from '../../platform/http/rate-limit.ts'
import type { InterfaceDeps } from '../deps.ts'
import type { Bucket } from './buckets.ts'
import { notOffered } from './errors.ts'
import type { BucketId } from './paths.ts'

export interface StorageDeps extends InterfaceDeps {
  images: Images
  room: UploadRoom
}

export interface ServingDeps extends StorageDeps {
  buckets: Record<BucketId, Bucket>
}

const requests: Limit = { name: 'storage', max: 300, per: 60, byAddress: true }

/** Returns the signed-in person of a request; null for a visitor. Throws for the service key, which opens nothing here. */
export async function callerOf({ clients, parts }: ServingDeps, request: FastifyRequest): Promise<Caller | null> {
  parts.limiter.useLocally(requests, request.ip)
  const client = await clients.of(request)
  if (client.kind === 'service') throw notOffered()
  return client.kind === 'person' ? client.caller : null
}

/** Returns the id of the person who reads; null for a visitor. Throws `unauthenticated` for a visitor of a private bucket. */
export const readerOf = (bucket: Bucket, caller: Caller | null): string | null =>
  bucket.isPublic ? (caller?.id ?? null) : signedIn({ caller }).id
