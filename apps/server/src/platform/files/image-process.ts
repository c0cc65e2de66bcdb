/**
 * A separate process that turns uploaded bytes into pictures, one at a time. Decoders are the part of the server that attacks aim at most: in this
 * process a crash, a flood of pixels or an endless file costs one upload. It has no secret, writes no file and opens no connection.
 */
import os from 'node:os'
import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Metadata } from 'sharp'
import { chatImage, type imageTypes, picture } from '@samtur/contract/constants'

export interface ImageJob {
  kind: ImageKind
  bytes: Uint8Array
  /** Memory that it may take, in bytes. */
  room: number
}
/** A square as profiles show it, or the whole picture as conversations do. */
export type ImageKind = 'square' | 'photo'
export type ImageResult =
  | { kind: 'ready' }
  | { kind: 'done'; bytes: Uint8Array; width: number; height: number }
  /** Bytes of memory that the picture needs; it has to be sent again when they are free. */
  | { kind: 'big'; needs: number }
  | { kind: 'refused'; why: 'type' | 'pixels' | 'invalid' }

/** The kinds of files that are read, by their bytes; no other decoder is reachable. */
const decoders: Record<(typeof imageTypes)[number], string> = {
  'image/jpeg': 'VipsForeignLoadJpegBuffer',
  'image/png': 'VipsForeignLoadPngBuffer',
  'image/webp': 'VipsForeignLoadWebpBuffer',
  'image/avif': 'VipsForeignLoadHeifBuffer',
  'image/gif': 'VipsForeignLoadNsgifBuffer',
}
const MEGABYTE = 1_000_000
/** Bytes of memory; a picture that needs more to be decoded has too many pixels. */
const TOO_BIG = 100 * MEGABYTE
/** A margin beyond the measured estimates. */
const GROWTH_AT_MOST = 200 * MEGABYTE
const WATCH_MS = 20
const NICENESS = 10

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: Object.values(decoders) })
try {
  // Requests come first.
  os.setPriority(NICENESS)
} catch {
  // Not every system allows it.
}

/** Longest side and quality of what comes out. */
const outputs = {
  square: { side: picture.side, quality: picture.compressQuality * 100, fit: 'cover' },
  photo: { side: chatImage.maxSide, quality: 82, fit: 'inside', withoutEnlargement: true },
} as const

const report = (answer: ImageResult) => process.send?.(answer)
const atStart = process.memoryUsage.rss()
setInterval(() => {
  if (process.memoryUsage.rss() - atStart > GROWTH_AT_MOST) process.exit(1)
}, WATCH_MS)
process.on('disconnect', () => process.exit())
process.on('message', (job: ImageJob) => {
  render(job)
    .then(report, () => report({ kind: 'refused', why: 'invalid' }))
    // The next picture needs the memory of this one.
    .finally(() => globalThis.gc?.())
})
report({ kind: 'ready' })

/** Encodes the picture: sRGB, upright, without metadata. */
async function render({ kind, bytes, room }: ImageJob): Promise<ImageResult> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (!type || !(type.mime in decoders)) return { kind: 'refused', why: 'type' }
  const options = { failOn: 'error', limitInputPixels: false } as const
  const header = await sharp(bytes, options).metadata()
  const decoding = memoryFor(header)
  if (header.width * header.height > picture.maxPixels || decoding > TOO_BIG) return { kind: 'refused', why: 'pixels' }
  const needs = decoding + memoryAround(kind, header)
  if (needs > room) return { kind: 'big', needs }
  const { side, quality, ...shape } = outputs[kind]
  const { data, info } = await sharp(bytes, { ...options, limitInputPixels: picture.maxPixels })
    .autoOrient()
    .resize(side, side, shape)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality })
    .toBuffer({ resolveWithObject: true })
  return { kind: 'done', bytes: data, width: info.width, height: info.height }
}

/**
 * Returns the decoder's memory in bytes, from the header alone. Most formats are read line by line; the figures per pixel were measured with pictures
 * of 25 megapixels.
 */
function memoryFor({ format, width, height, channels, depth, isProgressive, chromaSubsampling }: Metadata): number {
  const sample = depth === 'ushort' ? 2 : 1
  const perPixel = () => {
    if (format === 'heif') return 19
    if (format === 'gif') return 5.5
    if (format === 'webp') return 4.2
    if (!isProgressive) return format === 'png' ? 1.6 : 0.5
    if (format === 'png') return Math.max(channels, 4) * sample * 1.2
    return chromaSubsampling?.startsWith('4:2:0') ? 3.2 : channels * 2.1
  }
  return width * height * perPixel()
}

/** Bytes for resizing and encoding, measured for each pixel of the result. */
function memoryAround(kind: ImageKind, { width, height }: Metadata): number {
  if (kind === 'square') return 0
  const smaller = Math.min(1, outputs.photo.side / Math.max(width, height))
  return width * height * smaller ** 2 * 9
}
