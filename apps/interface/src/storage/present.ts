/** Objects and buckets as the client libraries read them. */
import { createHash } from 'node:crypto'
import { imageTypes, picture } from '@samtur/contract/constants'
import type { Bucket, BucketId, StoredObject } from '../ports/objects.ts'

/** The buckets are part of the product, so they have no times of their own. */
const SINCE = '2026-01-01T00:00:00.000Z'

export const presentBucket = (id: BucketId, { isPublic }: Bucket) => ({
  id,
  name: id,
  owner: '',
  type: 'STANDARD',
  public: isPublic,
  file_size_limit: picture.maxBytes,
  allowed_mime_types: imageTypes,
  created_at: SINCE,
  updated_at: SINCE,
})

/** Returns an id in the form of a UUID, which some libraries require. It is made from the key, which is no id of a row. */
export function idOf(key: string): string {
  const hash = createHash('sha256').update(key).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

/** An object with the length of its file. */
type Sized = StoredObject & { bytes: number }

export function presentListed(object: Sized, { seconds }: Bucket) {
  const at = object.createdAt?.toISOString() ?? null
  return {
    name: object.path.name,
    id: idOf(object.key),
    updated_at: at,
    created_at: at,
    last_accessed_at: at,
    metadata: {
      eTag: `"${object.key}"`,
      size: object.bytes,
      mimetype: 'image/jpeg',
      cacheControl: `max-age=${seconds}`,
      lastModified: at,
      contentLength: object.bytes,
      httpStatusCode: 200,
    },
  }
}

export function presentInfo(object: Sized, { seconds }: Bucket) {
  const { bucket, owner, name } = object.path
  const at = object.createdAt?.toISOString() ?? null
  const id = idOf(object.key)
  return {
    id,
    version: id,
    name: `${owner}/${name}`,
    bucket_id: bucket,
    size: object.bytes,
    content_type: 'image/jpeg',
    cache_control: `max-age=${seconds}`,
    etag: `"${object.key}"`,
    metadata: {},
    last_modified: at,
    created_at: at,
  }
}
