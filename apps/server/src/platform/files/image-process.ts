/**
 * A process of its own that turns uploaded bytes into pictures, one at a time. Decoders are the part of the house most worth attacking:
 * here a crash, a flood of pixels or an endless file costs one upload. It knows no secret, writes no file and opens no connection.
 */
import os from 'node:os'
import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Metadata } from 'sharp'
import { picture } from '@samtur/contract/constants'

export interface ImageJob {
  bytes: Uint8Array
  /** No other big one is being decoded. */
  alone: boolean
}
export type ImageAnswer =
  | { kind: 'ready' }
  | { kind: 'done'; bytes: Uint8Array }
  /** Asks to be sent again, alone. */
  | { kind: 'big' }
  | { kind: 'refused'; why: 'type' | 'pixels' | 'invalid' }

/** What is read at all, by the bytes; no other decoder can be reached. */
const decoders: Record<string, string> = {
  'image/jpeg': 'VipsForeignLoadJpegBuffer',
  'image/png': 'VipsForeignLoadPngBuffer',
  'image/webp': 'VipsForeignLoadWebpBuffer',
  'image/avif': 'VipsForeignLoadHeifBuffer',
  'image/gif': 'VipsForeignLoadNsgifBuffer',
}
const MEGABYTE = 1_000_000
/** Decoding needs so much more than this at most; beyond it a picture has to be alone, or has too many pixels. */
const BIG = 30 * MEGABYTE
const TOO_BIG = 100 * MEGABYTE
/** The estimates are measured, and this is for what was not foreseen. */
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
  // Not everywhere allowed.
}

const tell = (answer: ImageAnswer) => process.send?.(answer)
const atStart = process.memoryUsage.rss()
setInterval(() => {
  if (process.memoryUsage.rss() - atStart > GROWTH_AT_MOST) process.exit(1)
}, WATCH_MS)
process.on('disconnect', () => process.exit())
process.on('message', (job: ImageJob) => {
  render(job)
    .then(tell, () => tell({ kind: 'refused', why: 'invalid' }))
    // The next picture needs the room of this one.
    .finally(() => globalThis.gc?.())
})
tell({ kind: 'ready' })

/** 300×300, sRGB, upright, and nothing in it but the picture. */
async function render({ bytes, alone }: ImageJob): Promise<ImageAnswer> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (!type || !(type.mime in decoders)) return { kind: 'refused', why: 'type' }
  const options = { failOn: 'error', limitInputPixels: false } as const
  const header = await sharp(bytes, options).metadata()
  const needed = memoryFor(header)
  if (header.width * header.height > picture.maxPixels || needed > TOO_BIG) return { kind: 'refused', why: 'pixels' }
  if (needed > BIG && !alone) return { kind: 'big' }
  const { side, cropQuality } = picture
  const rendered = await sharp(bytes, { ...options, limitInputPixels: picture.maxPixels })
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: cropQuality * 100 })
    .toBuffer()
  return { kind: 'done', bytes: rendered }
}

/**
 * Memory of the decoder in bytes, from the header alone. Most formats are read line by line; these figures per pixel were measured with
 * pictures of 25 megapixels.
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
