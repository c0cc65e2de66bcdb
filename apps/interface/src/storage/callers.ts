/** Who calls `/storage/v1`. */
import type { FastifyRequest } from 'fastify'
import type { InterfaceDeps } from '../deps.ts'
import { signedIn } from '../errors.ts'
import type { Bucket } from '../ports/objects.ts'
import type { Limit } from '../ports/requests.ts'
import type { Caller } from '../ports/sessions.ts'
import { notOffered } from './errors.ts'

const perMinute: Limit = { name: 'storage', max: 300, per: 60 }

/** Returns the signed-in person of a request; null for a visitor. Throws for the service key, which opens nothing here. */
export async function callerOf({ clients, requests }: InterfaceDeps, request: FastifyRequest): Promise<Caller | null> {
  requests.count(perMinute, request.ip)
  const client = await clients.of(request)
  if (client.kind === 'service') throw notOffered()
  return client.kind === 'person' ? client.caller : null
}

/** Returns the id of the person who reads; null for a visitor. Throws `unauthenticated` for a visitor of a private bucket. */
export const readerOf = (bucket: Bucket, caller: Caller | null): string | null =>
  bucket.isPublic ? (caller?.id ?? null) : signedIn({ caller }).id
