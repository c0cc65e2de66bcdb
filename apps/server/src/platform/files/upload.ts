/** Uploads of one file: as a field of a form, or as the bare bytes. The kind of file is decided by its bytes, never by its name. */
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { UploadEndpoint } from '@samtur/contract/uploads'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiPrefix } from '../http/api.ts'
import { AppError, invalidField } from '../http/errors.ts'

interface Upload<Sender> {
  route: UploadRoute
  /** Runs before a byte of the file is read, with unchecked ids and query. Throws when the sender may not upload. */
  before(request: FastifyRequest): Promise<Sender>
  /** Returns the body of the response. */
  handle(bytes: Buffer, sender: Sender): Promise<unknown>
}

export interface UploadRoute {
  /** Of the endpoint of the contract. */
  name?: string
  method: 'PUT' | 'POST' | ('PUT' | 'POST')[]
  url: string
  maxBytes: number
  status: 200 | 201
  form: FormRules
  /** Content types of bare bytes. */
  bareTypes: RegExp | '*'
}

interface FormRules {
  /** Name of the field with the file; null for any name. */
  field: string | null
  /** Text fields that a form may have beside the file; their values are ignored. */
  ignored: readonly string[]
}

/** Returns the route of an endpoint of the contract. */
export const uploadRoute = ({ name, method, path, maxBytes, status }: UploadEndpoint): UploadRoute => ({
  name,
  method,
  url: apiPrefix + path.replace(/\{(\w+)\}/g, ':$1'),
  maxBytes,
  status: status ?? 200,
  form: { field: 'file', ignored: [] },
  bareTypes: /^(image\/|application\/octet-stream)/,
})

/** Serves a route for one file; its limits are counted while the file arrives. */
export type ServeUpload = <Sender>(upload: Upload<Sender>) => void

const MEGABYTE = 1024 * 1024
/** Bytes that a form may add to its file. */
const AROUND = MEGABYTE
const PARTS = 10
const FIELD_BYTES = 1024
/** Bytes of all uploads together, each from its first byte to its response. */
const HELD_AT_MOST = 64 * MEGABYTE

/** Returns the function that serves uploads. All that have the same room share one bound on the memory for files. */
export const createUploads =
  (app: FastifyInstance, room: UploadRoom): ServeUpload =>
  (upload) =>
    serveUpload(app, room, upload)

function serveUpload<Sender>(app: FastifyInstance, room: UploadRoom, { route, before, handle }: Upload<Sender>) {
  const { name, method, url, maxBytes, status, form, bareTypes } = route
  const senders = new WeakMap<FastifyRequest, Sender>()
  const collect = createCollector(maxBytes, room)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, {
      limits: { files: 1, parts: PARTS, fields: PARTS, fieldSize: FIELD_BYTES, fileSize: maxBytes + 1 },
      throwFileSizeLimit: false,
    })
    scope.addContentTypeParser(bareTypes, (request: FastifyRequest, payload: Readable) => collect(payload, request))
    scope.route({
      method,
      url,
      config: { takesFile: true, ...(name !== undefined && { routeName: name }) },
      async onRequest(request, reply) {
        reply.raw.once('close', () => room.free(request))
        // Before the sender's limit counts it.
        if (Number(request.headers['content-length'] ?? 0) > maxBytes + AROUND) throw new AppError('payload_too_large')
        senders.set(request, await before(request))
      },
      async handler(request, reply) {
        const bytes = request.isMultipart()
          ? await readForm(request, collect, form)
          : (request.body as Buffer | undefined)
        if (!bytes?.length) throw invalidField('file', 'required')
        reply.code(status).header('cache-control', 'no-store')
        return handle(bytes, senders.get(request) as Sender)
      },
    })
  })
}

type Collect = (stream: Readable, request: FastifyRequest) => Promise<Buffer>

/**
 * Reads a file into memory. Errors: `payload_too_large`, `unavailable` without room, `malformed`. The rest of a refused file is read and dropped,
 * so that the response reaches a sender who has not finished.
 */
function createCollector(maxBytes: number, room: UploadRoom): Collect {
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

export interface UploadRoom {
  /** Returns false when there is no room left. */
  take(request: FastifyRequest, bytes: number): boolean
  free(request: FastifyRequest): void
}

export function createUploadRoom(): UploadRoom {
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

/** Returns the file of a form that holds nothing else. Errors: `validation`, `unsupported_media_type`, `malformed`. */
async function readForm(
  request: FastifyRequest,
  collect: Collect,
  { field, ignored }: FormRules,
): Promise<Buffer | undefined> {
  let bytes: Buffer | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field' && ignored.includes(part.fieldname)) continue
      if (part.fieldname !== (field ?? part.fieldname)) throw invalidField(fieldName(part.fieldname), 'unknown_field')
      // The field may hold the address of a file, which is not fetched.
      if (part.type === 'field') throw new AppError('unsupported_media_type')
      bytes = await collect(part.file, request)
    }
    return bytes
  } catch (error) {
    const status = (error as { statusCode?: number }).statusCode
    throw error instanceof AppError || status === 413 ? error : new AppError('malformed')
  } finally {
    // The next request on this connection comes after the unread rest.
    request.raw.unpipe()
    request.raw.resume()
  }
}

/** Returns the sender's field name where it is a short word; a response does not repeat other text. */
const fieldName = (name: unknown) => (typeof name === 'string' && /^\w{1,40}$/.test(name) ? name : 'body')
