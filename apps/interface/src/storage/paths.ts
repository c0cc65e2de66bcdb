/** Paths of objects: a bucket, the folder of a person, and a name in it. No path of a client ever names a file of the server. */
import { isId } from '@samtur/contract/ids'
import type { BucketId, ObjectPath } from '../ports/objects.ts'
import { invalidKey, noBucket, noObject, notOffered } from './errors.ts'

export const bucketIds = ['profiles', 'chat-images'] as const satisfies readonly BucketId[]

/** Names of one segment; the service allows longer paths and more characters. A name may be a key of ours, which can begin with a hyphen. */
const NAME = /^[\w-][\w .()@+=-]{0,99}$/

/** Operations of the service whose paths have a word in place of the bucket. */
const others: readonly unknown[] = ['upload', 'list-v2']

export function readBucket(text: unknown): BucketId {
  if (others.includes(text)) throw notOffered()
  const bucket = bucketIds.find((id) => id === text)
  if (!bucket) throw noBucket()
  return bucket
}

/** Returns the path of an object; undefined where there can be none. */
export function parsePath(bucket: BucketId, text: string): ObjectPath | undefined {
  const [owner = '', name = '', ...rest] = text.split('/')
  return rest.length === 0 && isId(owner.toLowerCase()) && NAME.test(name)
    ? { bucket, owner: owner.toLowerCase(), name }
    : undefined
}

/** Returns the path of an object to read. Throws the error for an unknown object where there can be none. */
export function readPath(bucket: unknown, text: unknown): ObjectPath {
  const path = parsePath(readBucket(bucket), String(text))
  if (!path) throw noObject()
  return path
}

/** Returns the path of an object to write. Throws for a name that an object cannot have, and for the folder of another person. */
export function writePath(bucket: unknown, text: unknown, owner: string): ObjectPath {
  const path = parsePath(readBucket(bucket), String(text))
  if (!path) throw invalidKey(String(text))
  if (path.owner !== owner) throw noObject()
  return path
}

/** Returns the folder of the list that a client requests. Throws the error for an unknown object for the root of a bucket. */
export function readFolder(prefix: string): string {
  const folder = prefix.replace(/\/$/, '').toLowerCase()
  if (!isId(folder)) throw noObject()
  return folder
}

export const textOf = ({ bucket, owner, name }: ObjectPath): string => `${bucket}/${owner}/${name}`

/** Returns the object that an address of this interface names; undefined for every other address. The host does not matter. */
export function pathOfAddress(address: string): ObjectPath | undefined {
  if (!URL.canParse(address)) return undefined
  const { pathname } = new URL(address)
  const [, id, encoded = ''] =
    /^\/storage\/v1\/object\/(?:public|authenticated|sign)\/([\w-]+)\/(.+)$/.exec(pathname) ?? []
  const bucket = bucketIds.find((known) => known === id)
  return bucket && !/%(?!20)/.test(encoded) ? parsePath(bucket, encoded.replaceAll('%20', ' ')) : undefined
}
