/** Fills the port of objects: pictures of profiles and images of conversations, with the use cases behind them. */
import { chatImage, picture } from '@samtur/contract/constants'
import type { Bucket, ObjectPath, Objects, StoredObject } from '@samtur/interface/ports/objects'
import { noObject, notOffered } from '@samtur/interface/storage/errors'
import {
  countUpload,
  findNamedImage,
  listNamedImages,
  moveUpload,
  type NamedImage,
  presentMessage,
  removeUpload,
  sendUpload,
  storeUpload,
} from '#features/chat/port'
import { countPicture, findPicture, removeNamedPicture, renamePicture, storePicture } from '#features/profiles/port'
import type { Images } from '#platform/files/images'
import { sendPicture } from '#platform/files/pictures'
import { createUploads, type UploadRoom } from '#platform/files/upload'
import { participant, type Parts, verified } from '#platform/http/context'

interface Deps {
  parts: Parts
  images: Images
}

export function createObjects({ room, ...deps }: Deps & { room: UploadRoom }): Objects {
  const { files } = deps.parts
  return {
    buckets: { profiles: createProfiles(deps), 'chat-images': createChatImages(deps) },
    send: (request, reply, { bucket, ...file }) => sendPicture(request, reply, { files, folder: bucket, ...file }),
    receive(http, url, reception) {
      const serveUpload = createUploads(http, room)
      serveUpload({
        route: {
          method: ['POST', 'PUT'],
          url,
          maxBytes: picture.maxBytes,
          status: 200,
          // The client names the file's field with an empty text, and other clients as they like.
          form: { field: null, ignored: ['cacheControl', 'metadata', 'contentType'] },
          bareTypes: '*',
        },
        ...reception,
      })
    },
    sendImage: async (path, chatId) => presentMessage(await sendUpload(deps.parts, path, chatId), path.owner),
  }
}

/** A folder has one object: the person's picture. */
function createProfiles({ parts, images }: Deps): Bucket {
  const pictureOf = async (owner: string): Promise<StoredObject | undefined> => {
    const found = await findPicture(parts.db.read, owner)
    if (!found) return undefined
    const { name, key } = found
    const size = async () => (await parts.files.size('profiles', key)) ?? 0
    return { path: { bucket: 'profiles', owner, name }, key, size, createdAt: null }
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
      size: async () => bytes ?? (await parts.files.size('chat-images', key)) ?? 0,
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
