/** The buckets: what their objects are, and the use cases behind them. */
import { chatImage, picture } from '@samtur/contract/constants'
import {
  countUpload,
  findNamedImage,
  type ImageListing,
  listNamedImages,
  moveUpload,
  type NamedImage,
  removeUpload,
  storeUpload,
} from '../../features/chat/port.ts'
import {
  countPicture,
  findPicture,
  removeNamedPicture,
  renamePicture,
  storePicture,
} from '../../features/profiles/port.ts'
import type { Images } from '../../platform/files/images.ts'
import { type Caller, participant, type Parts, verified } from '../../platform/http/context.ts'
import { noObject, notOffered } from './errors.ts'
import type { BucketId, ObjectPath } from './paths.ts'

export interface StoredObject {
  path: ObjectPath
  /** The key of its file. */
  key: string
  /** Null where the length is not stored and has to be read from the file. */
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
  list(owner: string, listing: ImageListing): Promise<StoredObject[]>
  /** Counts one more object. Error: `rate_limited`. */
  count(owner: string): Promise<void>
  /** Stores a picture made of the bytes. Returns the key of its file; undefined where the name is taken and is not to be replaced. */
  put(path: ObjectPath, bytes: Uint8Array, replace: boolean): Promise<string | undefined>
  move(path: ObjectPath, to: string): Promise<'moved' | 'taken' | 'missing'>
  /** Stores the object's bytes under another name. Returns the key of the new file; undefined where the name is taken. */
  copy(from: StoredObject, to: ObjectPath): Promise<string | undefined>
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
  const pictureOf = async (owner: string): Promise<StoredObject | undefined> => {
    const found = await findPicture(parts.db.read, owner)
    return (
      found && { path: { bucket: 'profiles', owner, name: found.name }, key: found.key, bytes: null, createdAt: null }
    )
  }
  const find: Bucket['find'] = async ({ owner, name }) => {
    const object = await pictureOf(owner)
    return object?.path.name === name ? object : undefined
  }
  return {
    isPublic: true,
    seconds: picture.seconds,
    writer: (caller) => verified({ caller }),
    find,
    async list(owner, { search, offset }) {
      const object = await pictureOf(owner)
      return object && offset === 0 && object.path.name.toLowerCase().startsWith(search.toLowerCase()) ? [object] : []
    },
    count: (owner) => countPicture(parts, owner),
    async put({ owner, name }, bytes, replace) {
      const square = await images.square(bytes)
      return storePicture(parts, owner, square.bytes, { name, replace })
    },
    async move({ owner, name }, to) {
      if (name === to) return (await find({ bucket: 'profiles', owner, name }, owner)) ? 'taken' : 'missing'
      return (await renamePicture(parts, owner, { from: name, to })) ? 'moved' : 'missing'
    },
    // A person has one picture.
    copy: () => Promise.reject(notOffered()),
    remove: ({ owner, name }) => removeNamedPicture(parts, owner, name),
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
  const store = async (path: ObjectPath, bytes: Uint8Array) => storeUpload(parts, path, await images.photo(bytes))
  return {
    isPublic: false,
    seconds: chatImage.seconds,
    writer: (caller) => participant({ caller }),
    find,
    list: async (owner, listing) => (await listNamedImages(parts.db.read, owner, listing)).map(present(owner)),
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
