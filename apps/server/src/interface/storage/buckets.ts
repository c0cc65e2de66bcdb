/** The buckets: what their objects are, and the use cases behind them. */
import { chatImage, picture } from '@samtur/contract/constants'
import {
  countUpload,
  findNamedImage,
  listNamedImages,
  moveUpload,
  type NamedImage,
  removeUpload,
  storeUpload,
} from '../../features/chat/port.ts'
import { changePicture, countPicture, findPicture, removePicture, renamePicture } from '../../features/profiles/port.ts'
import type { Images } from '../../platform/files/images.ts'
import { type Caller, participant, type Parts, verified } from '../../platform/http/context.ts'
import { noObject, notOffered } from './errors.ts'
import type { BucketId, ObjectPath } from './paths.ts'

export interface StoredObject {
  path: ObjectPath
  /** The key of its file. */
  key: string
  /** Null where only the file knows its length. */
  bytes: number | null
  createdAt: Date | null
}

export interface Bucket {
  isPublic: boolean
  /** Seconds for which it may be cached. */
  seconds: number
  /** Returns the person who may write there. Throws for every other caller. */
  writer(caller: Caller | null): Caller
  /** Returns the object, if the reader may open it. */
  find(path: ObjectPath, reader: string | null): Promise<StoredObject | undefined>
  list(owner: string): Promise<StoredObject[]>
  /** Counts one more object. Error: `rate_limited`. */
  count(owner: string): Promise<void>
  /** Stores a picture made of the bytes. Returns undefined where the name is taken and is not to be replaced. */
  put(path: ObjectPath, bytes: Uint8Array, replace: boolean): Promise<StoredObject | undefined>
  move(path: ObjectPath, to: string): Promise<'moved' | 'taken' | 'missing'>
  /** Stores the object's bytes under another name. Returns undefined where the name is taken. */
  copy(from: StoredObject, to: ObjectPath): Promise<StoredObject | undefined>
  /** Returns false where nothing was removed. */
  remove(path: ObjectPath): Promise<boolean>
}

interface Deps {
  parts: Parts
  images: Images
}

export const createBuckets = (deps: Deps): Record<BucketId, Bucket> => ({
  profiles: createProfiles(deps),
  'chat-images': createChatImages(deps),
})

/** A folder has one object: the person's picture. */
function createProfiles({ parts, images }: Deps): Bucket {
  const list = async (owner: string): Promise<StoredObject[]> => {
    const found = await findPicture(parts.db.read, owner)
    if (!found) return []
    return [{ path: { bucket: 'profiles', owner, name: found.name }, key: found.key, bytes: null, createdAt: null }]
  }
  const find: Bucket['find'] = async ({ owner, name }) => (await list(owner)).find(({ path }) => path.name === name)
  return {
    isPublic: true,
    seconds: picture.seconds,
    writer: (caller) => verified({ caller }),
    find,
    list,
    count: (owner) => countPicture(parts, owner),
    async put(path, bytes, replace) {
      if (!replace && (await find(path, path.owner))) return undefined
      const square = await images.square(bytes)
      await changePicture(parts, path.owner, square.bytes, path.name)
      return find(path, path.owner)
    },
    async move({ owner, name }, to) {
      if (name === to) return (await find({ bucket: 'profiles', owner, name }, owner)) ? 'taken' : 'missing'
      return (await renamePicture(parts, owner, { from: name, to })) ? 'moved' : 'missing'
    },
    // A person has one picture, so there is no room for a second one.
    copy: () => Promise.reject(notOffered()),
    async remove(path) {
      if (!(await find(path, path.owner))) return false
      await removePicture(parts, path.owner)
      return true
    },
  }
}

/** Images to send in a conversation, and those that were sent. */
function createChatImages({ parts, images }: Deps): Bucket {
  const present =
    (owner: string) =>
    ({ name, key, bytes, created_at }: NamedImage): StoredObject => ({
      path: { bucket: 'chat-images', owner, name },
      key,
      bytes,
      createdAt: created_at,
    })
  const find: Bucket['find'] = async ({ owner, name }, reader) => {
    const image = reader === null ? undefined : await findNamedImage(parts.db.read, { owner, name, reader })
    return image && present(owner)(image)
  }
  const store = async (path: ObjectPath, bytes: Uint8Array) => {
    const key = await storeUpload(parts, path, await images.photo(bytes))
    return key === undefined ? undefined : find(path, path.owner)
  }
  return {
    isPublic: false,
    seconds: chatImage.seconds,
    writer: (caller) => participant({ caller }),
    find,
    list: async (owner) => (await listNamedImages(parts.db.read, owner)).map(present(owner)),
    count: (owner) => countUpload(parts, owner),
    // An image is never replaced: it may have been sent.
    put: async (path, bytes) => ((await find(path, path.owner)) ? undefined : store(path, bytes)),
    move: (path, to) => moveUpload(parts, path, to),
    async copy({ key }, to) {
      const bytes = await parts.files.read('chat-images', key)
      if (!bytes) throw noObject()
      return store(to, bytes)
    },
    remove: (path) => removeUpload(parts, path),
  }
}
