/** Builds pictures byte by byte that no encoder would write. */
import { crc32, deflateSync } from 'node:zlib'

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function chunk(type: string, data: Uint8Array, checksum?: number): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), body, uint32(checksum ?? crc32(body))])
}

interface PngOptions {
  width: number
  height: number
  depth?: number
  /** 0 grey, 2 RGB, 3 palette, 6 RGBA. */
  color?: number
  interlaced?: boolean
  /** Chunks between header and pixels. */
  chunks?: Buffer[]
  /** The compressed pixel data; zeros of the right length by default. */
  pixels?: Buffer
}

export function png({
  width,
  height,
  depth = 8,
  color = 0,
  interlaced = false,
  chunks = [],
  pixels,
}: PngOptions): Buffer {
  const channels = { 0: 1, 2: 3, 3: 1, 6: 4 }[color] ?? 1
  const data = pixels ?? Buffer.alloc(height * (1 + Math.ceil((width * channels * depth) / 8)))
  return Buffer.concat([
    PNG_START,
    pngHeader(width, height, depth, color, interlaced),
    ...chunks,
    chunk('IDAT', deflateSync(data, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngHeader(width: number, height: number, depth: number, color: number, interlaced = false): Buffer {
  return chunk(
    'IHDR',
    Buffer.concat([uint32(width), uint32(height), Buffer.from([depth, color, 0, 0, interlaced ? 1 : 0])]),
  )
}

/** Inserts chunks after the header of a finished PNG. */
export function withChunks(image: Buffer, ...chunks: Buffer[]): Buffer {
  const header = PNG_START.length + 25
  return Buffer.concat([image.subarray(0, header), ...chunks, image.subarray(header)])
}

/** Builds many frames of one pixel each on a small screen. */
export function gif(width: number, height: number, frames: number): Buffer {
  const frame = Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0]),
    Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0]),
    Buffer.from([2, 2, 0x44, 0x01, 0]),
  ])
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    uint16le(width),
    uint16le(height),
    Buffer.from([0x80, 0, 0, 0xff, 0, 0, 0, 0xff, 0]),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ])
}

/** Builds a segment of a JPEG: 0xe1 for APP1, 0xfe for a comment. */
export function segment(marker: number, data: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([0xff, marker]), uint16(data.length + 2), data])
}

/** Inserts segments after the start of a finished JPEG. */
export const withSegments = (image: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([image.subarray(0, 2), ...segments, image.subarray(2)])

/** Changes the size that a JPEG claims to have. */
export function claimJpegSize(image: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(image)
  const frame = jpegSegments(image).find(({ marker }) => marker >= 0xc0 && marker <= 0xc2)
  if (!frame) throw new Error('no frame header')
  changed.writeUInt16BE(height, frame.start + 5)
  changed.writeUInt16BE(width, frame.start + 7)
  return changed
}

export interface Segment {
  marker: number
  /** Offset of its two marker bytes. */
  start: number
  end: number
}

/** Returns the segments of a JPEG up to its end; the compressed pixels belong to the segment before them. Throws when it is malformed. */
export function jpegSegments(image: Buffer): Segment[] {
  const found: Segment[] = []
  let at = 0
  while (at < image.length) {
    const marker = image[at + 1] ?? 0
    if (image[at] !== 0xff || marker < 0xc0) throw new Error(`no marker at ${at}`)
    const bare = marker === 0xd8 || marker === 0xd9
    let end = at + (bare ? 2 : 2 + image.readUInt16BE(at + 2))
    // Pixel data ends at the next marker that is neither an escaped byte nor a restart.
    if (marker === 0xda) while (end < image.length && !isMarker(image, end)) end++
    found.push({ marker, start: at, end })
    if (marker === 0xd9) break
    at = end
  }
  return found
}

function isMarker(image: Buffer, at: number) {
  const next = image[at + 1] ?? 0
  return image[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)
}

/** Builds a WebP file of chunks: four characters, length, data, padding. */
export function riff(...chunks: [name: string, data: Buffer][]): Buffer {
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    ...chunks.map(([name, data]) =>
      Buffer.concat([Buffer.from(name, 'latin1'), uint32le(data.length), data, Buffer.alloc(data.length % 2)]),
    ),
  ])
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), uint32le(body.length), body])
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}
export function uint32le(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}
export function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
export function uint16le(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
