/** Texts that are often requested: held once, as bytes and compressed, however many connections they are sent on. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface PreparedText {
  plain: Buffer
  gzip: Buffer
  etag: string
}

const pack = promisify(gzip)

export async function prepareText(text: string | Buffer): Promise<PreparedText> {
  const plain = typeof text === 'string' ? Buffer.from(text) : text
  // Weak, because it names the compressed bytes too.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { plain, gzip: await pack(plain), etag }
}

/** Sends the text, or 304 to a client that has it. The caller has set status, type and caching. */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, { plain, gzip, etag }: PreparedText) {
  reply.header('etag', etag)
  const known = request.headers['if-none-match']?.split(',').some((tag) => tag.trim() === etag)
  if (known && reply.statusCode === 200) return reply.code(304).send()
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(plain)
  return reply.header('content-encoding', 'gzip').send(gzip)
}

/** Returns a function that makes the text at its first call and keeps it; after a failure the next call tries again. */
export function preparedOnce(make: () => Promise<string>): () => Promise<PreparedText> {
  let prepared: Promise<PreparedText> | undefined
  return () => {
    prepared ??= make().then(prepareText)
    prepared.catch(() => (prepared = undefined))
    return prepared
  }
}

interface Held {
  since: number
  text: Promise<PreparedText>
}

/** Keeps the `most` texts that were used last, by key, for a while. */
export class PreparedTexts {
  readonly #held = new Map<string, Held>()
  readonly #most: number
  readonly #keptMs: number

  constructor({ most, keptMs }: { most: number; keptMs: number }) {
    this.#most = most
    this.#keptMs = keptMs
  }

  get(key: string, make: () => Promise<string | Buffer>): Promise<PreparedText> {
    const known = this.#held.get(key)
    this.#held.delete(key)
    const good = known && performance.now() - known.since < this.#keptMs
    const held = good ? known : { since: performance.now(), text: make().then(prepareText) }
    this.#held.set(key, held)
    held.text.catch(() => this.#held.get(key) === held && this.#held.delete(key))
    const [oldest] = this.#held.keys()
    if (this.#held.size > this.#most && oldest !== undefined) this.#held.delete(oldest)
    return held.text
  }
}
