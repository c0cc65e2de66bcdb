/**
 * The format of a backup: a tar of entries and, as the last entry, the manifest with their lengths and hashes; compressed with zstd, and encrypted
 * with age when a key is given. So `age -d`, `zstd -d` and `tar -x` open it without this program.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import tar from 'tar-stream'
import { z } from 'zod'

const MANIFEST = 'manifest.json'
const FORMAT = 1

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** Version of the product that made the archive. */
  version: z.string().regex(/^[\w.+-]{1,50}$/),
  /** UTC. */
  made_at: z.iso.datetime(),
  /** Fingerprint of the secret that has encrypted the second factors; null when it was not known. */
  secret: z.string().nullable(),
  /** Names of the migrations that the database had run. */
  migrations: z.array(z.string()),
  sequences: z.array(
    z.object({
      name: z.string(),
      last: z
        .string()
        .regex(/^\d{1,19}$/)
        .nullable(),
    }),
  ),
  /** Table → number of its rows. */
  rows: z.record(z.string(), z.int().nonnegative()),
  /** Files that rows name and that were removed while the archive was made, as `folder/key`. */
  missing_files: z.array(z.string()),
  entries: z.array(z.object({ name: z.string(), bytes: z.int().nonnegative(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifestSchema>

/** The archive cannot be used; the message says why. */
export class ArchiveDamaged extends Error {}

type Add = (name: string, bytes: Buffer) => Promise<void>
type Content = Omit<Manifest, 'format' | 'entries'>

/**
 * Writes an archive of what `fill` adds, and returns its manifest. The file appears under its name when it is complete and durable; after an error
 * nothing is left.
 */
export async function writeArchive(
  file: string,
  recipient: string | undefined,
  fill: (add: Add) => Promise<Content>,
): Promise<Manifest> {
  const unfinished = `${file}.part`
  const pack = tar.pack()
  try {
    const filling = fillPack(pack, fill).catch((error: unknown) => {
      pack.destroy(error as Error)
      throw error
    })
    const target = fs.createWriteStream(unfinished, { mode: 0o600, flush: true })
    const writing = recipient
      ? pipeline(pack, createZstdCompress(), encryptFor(recipient), target)
      : pipeline(pack, createZstdCompress(), target)
    const [manifest] = await Promise.all([filling, writing])
    await rename(unfinished, file)
    await syncFolder(path.dirname(file))
    return manifest
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function fillPack(pack: tar.Pack, fill: (add: Add) => Promise<Content>): Promise<Manifest> {
  const entries: Manifest['entries'] = []
  const put = (name: string, bytes: Buffer) =>
    new Promise<void>((resolve, reject) =>
      pack.entry({ name, size: bytes.length, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve())),
    )
  const content = await fill(async (name, bytes) => {
    entries.push({ name, bytes: bytes.length, sha256: sha256(bytes) })
    await put(name, bytes)
  })
  const manifest: Manifest = { format: FORMAT, ...content, entries }
  await put(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1)))
  pack.finalize()
  return manifest
}

/**
 * Reads an archive and calls `onEntry` with each entry in turn; returns the manifest. Throws ArchiveDamaged unless every entry is there as it was
 * written. What `onEntry` got is known to be sound only then.
 */
export async function readArchive(
  file: string,
  identity: string | undefined,
  onEntry: (name: string, bytes: Buffer) => Promise<void> | void,
): Promise<Manifest> {
  const source = await openSource(file, identity)
  const extract = tar.extract()
  const found: Manifest['entries'] = []
  let manifest: Manifest | undefined
  const reading = pipeline(source, createZstdDecompress(), extract)
  // Reported below, where the entries are awaited.
  reading.catch(() => {})
  try {
    for await (const entry of extract) {
      const { name } = entry.header
      const bytes = await buffer(entry)
      if (manifest) throw damaged(file, 'it goes on after its manifest')
      if (name === MANIFEST) manifest = readManifest(file, bytes)
      else {
        found.push({ name, bytes: bytes.length, sha256: sha256(bytes) })
        await onEntry(name, bytes)
      }
    }
    await reading
  } catch (error) {
    const reason = await reading.then(
      () => error,
      (cause: unknown) => cause,
    )
    if (error instanceof ArchiveDamaged || !isOfReading(error, reason)) throw error
    throw damaged(file, reason instanceof Error ? reason.message : 'it cannot be read', error)
  }
  if (!manifest) throw damaged(file, 'its end is missing')
  compare(file, manifest, found)
  return manifest
}

/** Errors of `onEntry` are not the archive's. The reading fails with the same error, or with the end of the stream that it caused. */
const isOfReading = (error: unknown, reason: unknown) =>
  error === reason || (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'

function compare(file: string, manifest: Manifest, found: Manifest['entries']) {
  if (manifest.entries.length !== found.length)
    throw damaged(file, `it has ${found.length} entries of ${manifest.entries.length}`)
  if (new Set(found.map(({ name }) => name)).size < found.length) throw damaged(file, 'it has an entry twice')
  for (const [index, { name, bytes, sha256: hash }] of manifest.entries.entries()) {
    const entry = found[index]
    if (entry?.name !== name || entry.bytes !== bytes || entry.sha256 !== hash)
      throw damaged(file, `${shown(name)} is not as it was written`)
  }
}

const otherFormat = z.object({ format: z.int().min(FORMAT + 1), version: z.string() })

function readManifest(file: string, bytes: Buffer): Manifest {
  const content = parseManifest(file, bytes)
  const parsed = manifestSchema.safeParse(content)
  if (parsed.success) return parsed.data
  const other = otherFormat.safeParse(content).data
  if (other)
    throw new ArchiveDamaged(
      `The archive has the format ${other.format} of version ${shown(other.version)}: restore it with that version.`,
    )
  const place = parsed.error.issues[0]?.path.join('.') ?? ''
  throw damaged(file, `its manifest is not as a backup writes it${place && ` (${shown(place)})`}`)
}

function parseManifest(file: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch (cause) {
    throw damaged(file, 'its manifest is not JSON', cause)
  }
}

/** Returns the compressed bytes. Throws ArchiveDamaged for a file that is no archive, or that is encrypted for another key. */
async function openSource(file: string, identity: string | undefined): Promise<Readable> {
  const start = await readStart(file)
  if (start.subarray(0, 4).toString('hex') === '28b52ffd') return fs.createReadStream(file)
  if (start.toString() !== 'age-encryption.org/v1')
    throw new ArchiveDamaged(`${file} is not an archive of \`samtur backup\`.`)
  if (!identity) throw new ArchiveDamaged(`${file} is encrypted: give the file with its key with --identity.`)
  const decrypter = new Decrypter()
  try {
    decrypter.addIdentity(identity)
    const source = Readable.toWeb(fs.createReadStream(file)) as ReadableStream<Uint8Array>
    return fromWeb(await decrypter.decrypt(source))
  } catch (cause) {
    throw new ArchiveDamaged(`${file} is encrypted for another key than the given one.`, { cause })
  }
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer: bytes, bytesRead } = await handle.read(Buffer.alloc(21), 0, 21, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Returns the stage of a pipeline that encrypts. */
const encryptFor = (recipient: string) =>
  async function* (source: AsyncIterable<Uint8Array>) {
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    const bytes = Readable.toWeb(Readable.from(source)) as ReadableStream<Uint8Array>
    yield* fromWeb(await encrypter.encrypt(bytes))
  }

/** The type of a stream of the web is another one in Node than in the browser. */
const fromWeb = (stream: unknown) => Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Returns a text of an archive for a sentence: a crafted one may be long, or change the terminal. */
export const shown = (text: string) => text.replaceAll(/\p{C}|[\p{Zl}\p{Zp}]/gu, '?').slice(0, 200)

export const damaged = (file: string, reason: string, cause?: unknown) =>
  new ArchiveDamaged(`${file} is damaged: ${reason}. Nothing was changed; use another archive.`, { cause })

/** Makes the names in the folder durable. Not every system can. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
