/** Port: pictures of profiles and images of conversations, as objects in buckets. */
import type { Message } from '@samtur/contract/chat'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from './sessions.ts'

export type BucketId = 'profiles' | 'chat-images'

export interface ObjectPath {
  bucket: BucketId
  /** The person whose folder it is. */
  owner: string
  name: string
}

export interface StoredObject {
  path: ObjectPath
  /** The key of its file. */
  key: string
  /** Returns the length of the file. */
  size(): Promise<number>
  createdAt: Date | null
}

export interface Listing {
  /** What names begin with, in any case. */
  search: string
  order: 'name' | 'created_at'
  descending: boolean
  limit: number
  offset: number
}

export interface Bucket {
  isPublic: boolean
  /** Seconds for which it may be cached. */
  seconds: number
  /** Returns the person who may write there. Throws for every other caller. */
  writer(caller: Caller | null): Caller
  /** Returns the object, if the reader may open it. */
  find(path: ObjectPath, reader: string | null): Promise<StoredObject | undefined>
  list(owner: string, listing: Listing): Promise<StoredObject[]>
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

/** Receives one file, of a form or as bare bytes. */
interface Reception<Sender> {
  /** Runs before a byte of the file is read. Throws when the sender may not upload. */
  before(request: FastifyRequest): Promise<Sender>
  /** Returns the body of the response. */
  handle(bytes: Buffer, sender: Sender): Promise<unknown>
}

export interface Objects {
  buckets: Record<BucketId, Bucket>
  /** Sends a file with headers that make the browser treat it as a picture only. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    file: { bucket: BucketId; key: string; caching: string },
  ): Promise<unknown>
  /** Serves uploads at an address, with the memory and the limits of all uploads. */
  receive<Sender>(http: FastifyInstance, url: string, reception: Reception<Sender>): void
  /** Sends an own uploaded image in a conversation. Errors: those of `chat.send`, and `not_found` for an image that is not there or was sent. */
  sendImage(path: ObjectPath, chatId: string): Promise<Message>
}
