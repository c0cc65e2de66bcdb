/** One file sent to the API: as the field `file` of a form, or as the bare bytes. What it is is decided by its bytes, never by its name. */
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { UploadEndpoint } from '@samtur/contract/uploads'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiPrefix } from '../http/api.ts'
import { AppError, invalidField } from '../http/errors.ts'

interface Upload<Sender> {
  endpoint: UploadEndpoint
  /** Before a byte of the file is read, with ids and query as they came; throws what the sender may not do. */
  before(request: FastifyRequest): Promise<Sender>
  /** Answers the body of the answer. */
  handle(bytes: Buffer, sender: Sender): Promise<unknown>
}

const MEGABYTE = 1024 * 1024
/** What a form may add to its file. */
const AROUND = MEGABYTE
const PARTS = 10
const FIELD_BYTES = 1024
/** Of all uploads together, from their first byte to their answer. */
const HELD_AT_MOST = 64 * MEGABYTE

/** A route beside the contract's: its limits are counted while the file arrives. */
export function serveUpload<Sender>(app: FastifyInstance, upload: Upload<Sender>): void {
  const { endpoint, before, handle } = upload
  const { method, path, maxBytes, status = 200 } = endpoint
  const senders = new WeakMap<FastifyRequest, Sender>()
  const room = roomOf(app)
  const collect = createCollector(maxBytes, room)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, {
      limits: { files: 1, parts: PARTS, fields: PARTS, fieldSize: FIELD_BYTES, fileSize: maxBytes + 1 },
      throwFileSizeLimit: false,
    })
    scope.addContentTypeParser(/^(image\/|application\/octet-stream)/, (request: FastifyRequest, payload: Readable) =>
      collect(payload, request),
    )
    scope.route({
      method,
      url: apiPrefix + path.replace(/\{(\w+)\}/g, ':$1'),
      config: { takesFile: true },
      async onRequest(request, reply) {
        reply.raw.once('close', () => room.free(request))
        // First, so that it does not count as one of those that a sender may send.
        if (Number(request.headers['content-length'] ?? 0) > maxBytes + AROUND) throw new AppError('payload_too_large')
        senders.set(request, await before(request))
      },
      async handler(request, reply) {
        const bytes = request.isMultipart() ? await readForm(request, collect) : (request.body as Buffer | undefined)
        if (!bytes?.length) throw invalidField('file', 'required')
        reply.code(status).header('cache-control', 'no-store')
        return handle(bytes, senders.get(request) as Sender)
      },
    })
  })
}

type Collect = (stream: Readable, request: FastifyRequest) => Promise<Buffer>

/**
 * Reads a file into memory, as long as it is not too large and there is room for it. What is refused is read on without being kept, so that
 * the answer reaches a sender who has not finished.
 */
function createCollector(maxBytes: number, room: Room): Collect {
  return (stream, request) =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let size = 0
      let refused = false
      const refuse = (error: Error) => {
        refused = true
        chunks.length = 0
        room.free(request)
        reject(error)
      }
      stream.on('data', (chunk: Buffer) => {
        if (refused) return
        size += chunk.length
        if (size > maxBytes) return refuse(new AppError('payload_too_large'))
        if (!room.take(request, chunk.length))
          return refuse(new AppError('unavailable', { params: { retry_after: 5 } }))
        chunks.push(chunk)
      })
      stream.once('end', () => resolve(Buffer.concat(chunks)))
      stream.once('error', () => refuse(new AppError('malformed')))
      stream.once('close', () => {
        if (!stream.readableEnded) refuse(new AppError('malformed'))
      })
    })
}

interface Room {
  /** False when there is none left. */
  take(request: FastifyRequest, bytes: number): boolean
  free(request: FastifyRequest): void
}

const rooms = new WeakMap<FastifyInstance, Room>()

/** One for all uploads of a server. */
function roomOf(app: FastifyInstance): Room {
  const room = rooms.get(app) ?? createRoom()
  rooms.set(app, room)
  return room
}

function createRoom(): Room {
  const held = new Map<FastifyRequest, number>()
  let total = 0
  return {
    take(request, bytes) {
      if (total + bytes > HELD_AT_MOST) return false
      total += bytes
      held.set(request, (held.get(request) ?? 0) + bytes)
      return true
    },
    free(request) {
      total -= held.get(request) ?? 0
      held.delete(request)
    },
  }
}

/** The field `file` of a form that holds nothing else. */
async function readForm(request: FastifyRequest, collect: Collect): Promise<Buffer | undefined> {
  let bytes: Buffer | undefined
  try {
    for await (const part of request.parts()) {
      if (part.fieldname !== 'file') throw invalidField(fieldName(part.fieldname), 'unknown_field')
      // An address is not a file: nothing is fetched.
      if (part.type === 'field') throw new AppError('unsupported_media_type')
      bytes = await collect(part.file, request)
    }
    return bytes
  } catch (error) {
    const status = (error as { statusCode?: number }).statusCode
    throw error instanceof AppError || status === 413 ? error : new AppError('malformed')
  } finally {
    // What has not been read would otherwise stand before the next request on this connection.
    request.raw.unpipe()
    request.raw.resume()
  }
}

/** Names come from the sender; an answer does not repeat just anything. */
const fieldName = (name: unknown) => (typeof name === 'string' && /^\w{1,40}$/.test(name) ? name : 'body')
