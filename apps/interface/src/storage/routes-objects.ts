/** Lists, describes, moves, copies, signs and removes objects. */
import { z } from '@samtur/contract/zod'
import type { FastifyInstance } from 'fastify'
import type { InterfaceDeps } from '../deps.ts'
import { signedIn } from '../errors.ts'
import type { Bucket, ObjectPath, StoredObject } from '../ports/objects.ts'
import { callerOf, readerOf } from './callers.ts'
import { duplicate, invalidRequest, noObject, notOffered } from './errors.ts'
import { parsePath, readBucket, readFolder, readPath, textOf, writePath } from './paths.ts'
import { idOf, presentInfo, presentListed } from './present.ts'

const MOST = 100
const SIGNED_AT_MOST_S = 7 * 86_400

const listing = z.object({
  prefix: z.string().max(200),
  limit: z.int().min(1).default(MOST),
  offset: z.int().min(0).default(0),
  search: z.string().max(MOST).default(''),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
})
const relocation = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
})
const removal = z.object({ prefixes: z.array(z.string()).min(1).max(MOST) })
const seconds = z.int().min(1).max(SIGNED_AT_MOST_S)
const signing = z.object({ expiresIn: seconds })
const signingMany = z.object({ expiresIn: seconds, paths: z.array(z.string()).min(1).max(MOST) })

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(body ?? {})
  if (error) throw invalidRequest(`body/${error.issues[0]?.path.join('/') ?? ''} is not valid`)
  return data
}

interface At {
  Params: { bucket: string; '*': string }
}

export function serveObjects(http: FastifyInstance, deps: InterfaceDeps): void {
  const { links } = deps
  const { buckets } = deps.objects
  const sized = async (object: StoredObject) => ({ ...object, bytes: await object.size() })

  http.post<At>('/object/list/:bucket', async (request) => {
    const caller = signedIn({ caller: await callerOf(deps, request) })
    const bucket = buckets[readBucket(request.params.bucket)]
    const { prefix, limit, offset, search, sortBy } = read(listing, request.body)
    if (readFolder(prefix) !== caller.id) throw noObject()
    const page = await bucket.list(caller.id, {
      search,
      // No object changes after it was stored.
      order: sortBy.column === 'name' ? 'name' : 'created_at',
      descending: sortBy.order === 'desc',
      limit: Math.min(limit, MOST),
      offset,
    })
    return (await Promise.all(page.map(sized))).map((object) => presentListed(object, bucket))
  })

  for (const url of ['/object/info/:bucket/*', '/object/info/authenticated/:bucket/*', '/object/info/public/:bucket/*'])
    http.get<At>(url, async (request) => {
      const caller = await callerOf(deps, request)
      const path = readPath(request.params.bucket, request.params['*'])
      const bucket = buckets[path.bucket]
      const object = await bucket.find(path, readerOf(bucket, caller))
      if (!object) throw noObject()
      return presentInfo(await sized(object), bucket)
    })

  for (const kind of ['move', 'copy'] as const)
    http.post(`/object/${kind}`, async (request) => {
      const caller = await callerOf(deps, request)
      const { bucketId, sourceKey, destinationKey, destinationBucket } = read(relocation, request.body)
      const bucket = buckets[readBucket(bucketId)]
      const { id } = bucket.writer(caller)
      // What is private in one bucket would be public in the other.
      if ((destinationBucket ?? bucketId) !== bucketId) throw notOffered()
      const [from, to] = [writePath(bucketId, sourceKey, id), writePath(bucketId, destinationKey, id)]
      if (kind === 'copy') return copy(bucket, from, to)
      const result = await bucket.move(from, to.name)
      if (result === 'taken') throw duplicate()
      if (result === 'missing') throw noObject()
      return { message: 'Successfully moved' }
    })

  http.post<At>('/object/sign/:bucket/*', async (request) => {
    const caller = signedIn({ caller: await callerOf(deps, request) })
    const path = readPath(request.params.bucket, request.params['*'])
    const { expiresIn } = read(signing, request.body)
    if (!(await buckets[path.bucket].find(path, caller.id))) throw noObject()
    return { signedURL: await links.signer(caller).sign(path, expiresIn) }
  })

  http.post<At>('/object/sign/:bucket', async (request) => {
    const caller = signedIn({ caller: await callerOf(deps, request) })
    const bucket = readBucket(request.params.bucket)
    const { expiresIn, paths } = read(signingMany, request.body)
    const signer = links.signer(caller)
    const signed = []
    // One after another, so that one request takes one connection of the database at a time.
    for (const text of paths) {
      const path = parsePath(bucket, text)
      const isOpen = path && (await buckets[bucket].find(path, caller.id))
      if (isOpen) signed.push({ path: text, signedURL: await signer.sign(path, expiresIn), error: null })
      else signed.push({ path: text, signedURL: null, error: NO_ACCESS })
    }
    return signed
  })

  http.delete<At>('/object/:bucket', async (request) => {
    const caller = await callerOf(deps, request)
    const id = readBucket(request.params.bucket)
    const bucket = buckets[id]
    const { id: owner } = bucket.writer(caller)
    const removed = []
    // One after another: two of the names may be the same.
    for (const text of read(removal, request.body).prefixes) {
      const path = parsePath(id, text)
      const object = path?.owner === owner ? await remove(bucket, path) : undefined
      if (object) removed.push({ ...presentListed(object, bucket), name: text, bucket_id: id })
    }
    return removed
  })

  http.delete<At>('/object/:bucket/*', async (request) => {
    const caller = await callerOf(deps, request)
    const bucket = buckets[readBucket(request.params.bucket)]
    const path = writePath(request.params.bucket, request.params['*'], bucket.writer(caller).id)
    if (!(await remove(bucket, path))) throw noObject()
    return { message: 'Successfully deleted' }
  })

  /** Returns the object that was removed; undefined where none was. */
  async function remove(bucket: Bucket, path: ObjectPath) {
    const object = await bucket.find(path, path.owner)
    const described = object && (await sized(object))
    return (await bucket.remove(path)) ? described : undefined
  }
}

const NO_ACCESS = 'Either the object does not exist or you do not have access to it'

async function copy(bucket: Bucket, from: ObjectPath, to: ObjectPath) {
  const object = await bucket.find(from, from.owner)
  if (!object) throw noObject()
  if (await bucket.find(to, to.owner)) throw duplicate()
  await bucket.count(to.owner)
  const key = await bucket.copy(object, to)
  if (key === undefined) throw duplicate()
  return { Id: idOf(key), Key: textOf(to) }
}
