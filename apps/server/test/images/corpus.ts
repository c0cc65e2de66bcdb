/**
 * Files that people may upload: broken, hostile, odd, and good ones full of metadata, each with its expected outcome. Everything but the
 * picture contains the canary, which must never be in the output.
 */
import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import * as build from './bytes.ts'
import { makeGood } from './good.ts'
import { canary, ftyp, html, jpeg, large, quartered, refusedOrPicture, type Sample, svg, text, zip } from './samples.ts'

/** Makes all samples; takes about a second. */
export async function makeCorpus(): Promise<Sample[]> {
  return [
    ...nothing(),
    ...otherTypes(),
    ...(await truncated()),
    ...claims(await jpeg(quartered())),
    ...pngs(),
    ...(await floods()),
    ...(await makeGood()),
  ]
}

function nothing(): Sample[] {
  return [
    { name: 'no bytes', bytes: Buffer.alloc(0), outcome: 'required' },
    { name: 'one byte', bytes: Buffer.from([0xff]), outcome: 'type' },
    { name: 'zeros', bytes: Buffer.alloc(5000), outcome: 'type' },
    { name: 'only the start of a JPEG', bytes: Buffer.from([0xff, 0xd8, 0xff]), outcome: 'invalid' },
    {
      name: 'only the start of a PNG',
      bytes: build.png({ width: 1, height: 1 }).subarray(0, 8),
      outcome: ['type', 'invalid'],
    },
    { name: 'start and end of a JPEG', bytes: Buffer.from([0xff, 0xd8, 0xff, 0xd9]), outcome: 'invalid' },
    {
      name: 'start of a GIF, then a page',
      bytes: Buffer.concat([text('GIF89a=1;//'), html]),
      outcome: ['invalid', 'pixels'],
    },
    { name: 'five megabytes and a byte', bytes: Buffer.alloc(5 * 1024 * 1024 + 1, 0xff), outcome: 'too_large' },
    { name: 'five megabytes of nothing', bytes: Buffer.alloc(5 * 1024 * 1024, 0x41), outcome: 'type' },
  ]
}

/** Formats that other programs read and this one does not, under any claimed type. */
function otherTypes(): Sample[] {
  const entities = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
  const laughs = text(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "ha">${entities}]><svg xmlns="http://www.w3.org/2000/svg">&l9;</svg>`,
  )
  const tiff = Buffer.concat([
    text('II*\0'),
    build.uint32le(8),
    build.uint16le(2),
    tiffSize(256),
    tiffSize(257),
    Buffer.alloc(4),
  ])
  const files: Record<string, Buffer> = {
    'an SVG': svg,
    'an SVG called PNG': svg,
    'an SVG with a billion laughs': laughs,
    'a compressed SVG': gzipSync(svg),
    'a page': html,
    'a PDF': text(`%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj ${canary}`),
    'a script': text('#!/bin/sh\necho hello\n'),
    'a ZIP': zip,
    'a program': Buffer.concat([text('MZ'), Buffer.alloc(200)]),
    'a BMP': Buffer.concat([text('BM'), build.uint32le(70), Buffer.alloc(4), build.uint32le(54), Buffer.alloc(56, 1)]),
    'an icon': Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0, 1, 1]), Buffer.alloc(60)]),
    'a TIFF that claims four gigabytes': tiff,
    'a Photoshop file': Buffer.concat([text('8BPS\0\u0001'), Buffer.alloc(100)]),
    'a JPEG 2000': Buffer.concat([Buffer.from([0, 0, 0, 12]), text('jP  \r\n\u0087\n'), Buffer.alloc(60)]),
    'a JPEG XL': Buffer.from([0xff, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    'an HEIC': Buffer.concat([ftyp('heic'), Buffer.alloc(200)]),
    'a film': Buffer.concat([ftyp('mp42'), Buffer.alloc(200)]),
    'an address': text('https://example.com/picture.jpg'),
  }
  return Object.entries(files).map(([name, bytes]) => ({ name, bytes, claimed: 'image/png', outcome: 'type' }))
}

const tiffSize = (tag: number) =>
  Buffer.concat([build.uint16le(tag), build.uint16le(4), build.uint32le(1), build.uint32le(0xffffffff)])

async function truncated(): Promise<Sample[]> {
  const noise = sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
  const whole: Record<string, Buffer> = {
    JPEG: await noise.clone().jpeg().toBuffer(),
    'progressive JPEG': await noise.clone().jpeg({ progressive: true }).toBuffer(),
    PNG: await noise.clone().png().toBuffer(),
    WebP: await noise.clone().webp().toBuffer(),
    AVIF: await noise.clone().avif({ effort: 0 }).toBuffer(),
    GIF: await noise.clone().gif({ effort: 1 }).toBuffer(),
  }
  return Object.entries(whole).flatMap(([name, bytes]) => [
    { name: `half a ${name}`, bytes: bytes.subarray(0, bytes.length / 2), outcome: 'invalid' as const },
    { name: `the first 60 bytes of a ${name}`, bytes: bytes.subarray(0, 60), outcome: 'invalid' as const },
    { name: `a ${name} with garbage in its middle`, bytes: garbled(bytes), outcome: [...refusedOrPicture, 'pixels'] },
  ])
}

function garbled(bytes: Buffer) {
  const changed = Buffer.from(bytes)
  for (let i = Math.floor(bytes.length / 3); i < bytes.length / 2; i++) changed[i] = (i * 7919) & 255
  return changed
}

/** Sizes claimed by the header only; without the pixels only the header can have decided. */
function claims(good: Buffer): Sample[] {
  const webp = (width: number, height: number) =>
    build.riff([
      'VP8L',
      Buffer.concat([Buffer.from([0x2f]), build.uint32le(((height - 1) << 14) | (width - 1)), Buffer.alloc(40)]),
    ])
  return [
    { name: 'a PNG of 30,000 × 30,000 in less than 100 KB', bytes: flood(30_000, 30_000), outcome: 'pixels' },
    { name: 'a PNG of 5,001 × 5,000', bytes: flood(5001, 5000), outcome: 'pixels' },
    {
      name: 'a PNG of two billion × two billion',
      bytes: flood(0x7fffffff, 0x7fffffff),
      outcome: ['pixels', 'invalid'],
    },
    { name: 'a PNG of no width', bytes: flood(0, 10), outcome: 'invalid' },
    { name: 'a PNG of a negative height', bytes: flood(10, 0xffffffff), outcome: 'invalid' },
    { name: 'a JPEG of 65,000 × 65,000', bytes: build.claimJpegSize(good, 65_000, 65_000), outcome: 'pixels' },
    { name: 'a JPEG of no height', bytes: build.claimJpegSize(good, 64, 0), outcome: 'invalid' },
    {
      name: 'a JPEG that claims more than it has',
      bytes: build.claimJpegSize(good, 640, 640),
      outcome: refusedOrPicture,
    },
    { name: 'a GIF of 65,535 × 65,535', bytes: build.gif(65_535, 65_535, 1), outcome: ['pixels', 'picture'] },
    { name: 'a WebP of 16,383 × 16,383', bytes: webp(16_383, 16_383), outcome: ['pixels', 'invalid'] },
  ]
}

/** A header with a few pixels after it. */
const flood = (width: number, height: number) => build.png({ width, height, depth: 1, pixels: Buffer.alloc(60_000) })

function pngs(): Sample[] {
  const good = build.png({ width: 8, height: 8, color: 2 })
  const idat = good.indexOf('IDAT')
  const bad = (at: number) => {
    const changed = Buffer.from(good)
    changed[at] = (changed[at] ?? 0) ^ 0xff
    return changed
  }
  const zeros = Buffer.alloc(60_000_000)
  const bomb = deflateSync(zeros, { level: 1 })
  const ztxt = build.chunk('zTXt', Buffer.concat([text(`Comment\0\0`), bomb]))
  const iccp = build.chunk('iCCP', Buffer.concat([text(`icc\0\0`), bomb]))
  const small = Array.from({ length: 20_000 }, (_, i) => build.chunk('tEXt', text(`k${i}\0${canary}`)))
  return [
    { name: 'a PNG whose header has another checksum', bytes: bad(29), outcome: 'invalid' },
    { name: 'a PNG whose pixels have another checksum', bytes: bad(good.length - 16), outcome: 'invalid' },
    { name: 'a PNG whose pixels are not compressed', bytes: bad(idat + 4), outcome: 'invalid' },
    {
      name: 'a PNG without pixels',
      bytes: Buffer.concat([good.subarray(0, idat - 4), build.chunk('IEND', Buffer.alloc(0))]),
      outcome: 'invalid',
    },
    {
      name: 'a PNG with too few pixels',
      bytes: build.png({ width: 800, height: 800, pixels: Buffer.alloc(10) }),
      outcome: 'invalid',
    },
    {
      name: 'a PNG with 60 MB too many pixels',
      bytes: build.png({ width: 8, height: 8, pixels: zeros }),
      outcome: refusedOrPicture,
    },
    { name: 'a PNG with a text of 60 MB', bytes: build.withChunks(good, ztxt), outcome: refusedOrPicture },
    {
      name: 'a PNG with four texts of 60 MB',
      bytes: build.withChunks(good, ztxt, ztxt, ztxt, ztxt),
      outcome: refusedOrPicture,
    },
    { name: 'a PNG with a colour profile of 60 MB', bytes: build.withChunks(good, iccp), outcome: refusedOrPicture },
    { name: 'a PNG with 20,000 texts', bytes: build.withChunks(good, ...small), outcome: refusedOrPicture },
    { name: 'a PNG with a chunk that claims two gigabytes', bytes: claimed(good), outcome: 'invalid' },
    { name: 'a palette PNG without palette', bytes: build.png({ width: 8, height: 8, color: 3 }), outcome: 'invalid' },
  ]
}

function claimed(good: Buffer) {
  const changed = build.withChunks(good, build.chunk('tEXt', text(canary)))
  changed.writeUInt32BE(0x7fffffff, 33)
  return changed
}

/** Small files that are expensive to decode. */
async function floods(): Promise<Sample[]> {
  const progressive = await quartered().jpeg({ progressive: true }).toBuffer()
  const segments = build.jpegSegments(progressive)
  const scan = segments.find(({ marker }) => marker === 0xda)
  const tables = segments[segments.indexOf(scan as build.Segment) - 1]
  if (!scan || !tables) throw new Error('no scan')
  const again = progressive.subarray(tables.start, scan.end)
  const scans = Buffer.concat([
    progressive.subarray(0, scan.end),
    ...Array.from({ length: 20_000 }, () => again),
    progressive.subarray(scan.end),
  ])
  const frames = Array.from({ length: 60 }, (_, i) =>
    sharp({ create: { width: 90, height: 90, channels: 4, background: { r: i * 4, g: 90, b: 90, alpha: 1 } } })
      .raw()
      .toBuffer(),
  )
  const film = sharp(Buffer.concat(await Promise.all(frames)), {
    raw: { width: 90, height: 90 * 60, channels: 4, pageHeight: 90 },
  })
  const good = await jpeg(quartered())
  return [
    { name: 'a GIF of 5,000 frames', bytes: build.gif(8, 8, 5_000), outcome: 'picture' },
    { name: 'a GIF of 200,000 frames', bytes: build.gif(8, 8, 200_000), outcome: refusedOrPicture },
    { name: 'a GIF without frames', bytes: build.gif(8, 8, 0), outcome: 'invalid' },
    { name: 'a film in GIF', bytes: await film.clone().gif({ effort: 1 }).toBuffer(), outcome: 'picture' },
    { name: 'a film in WebP', bytes: await film.clone().webp({ effort: 0 }).toBuffer(), outcome: 'picture' },
    { name: 'a JPEG of 20,000 scans', bytes: scans, outcome: 'invalid' },
    {
      name: 'a JPEG with a megabyte of fill bytes',
      bytes: Buffer.concat([good.subarray(0, 2), Buffer.alloc(1_000_000, 0xff), good.subarray(2)]),
      outcome: [...refusedOrPicture, 'quarters'],
    },
    {
      name: 'a JPEG with 60 comments of 64 KB',
      bytes: build.withSegments(
        good,
        ...Array.from({ length: 60 }, () => build.segment(0xfe, Buffer.alloc(65_000, canary))),
      ),
      outcome: 'quarters',
    },
    {
      name: 'a progressive JPEG of 24 megapixels',
      bytes: await large().jpeg({ progressive: true, quality: 10 }).toBuffer(),
      outcome: 'picture',
    },
    {
      name: 'an interlaced PNG of 20 megapixels',
      bytes: await large().resize(5000, 4000).png({ progressive: true, compressionLevel: 1 }).toBuffer(),
      outcome: 'picture',
    },
    {
      name: 'a WebP of 20 megapixels',
      bytes: await large().resize(5000, 4000).webp({ lossless: true, effort: 0 }).toBuffer(),
      outcome: 'picture',
    },
    {
      name: 'an AVIF of 6.5 megapixels',
      bytes: await large().resize(3250, 2000).avif({ quality: 10, effort: 0 }).toBuffer(),
      outcome: 'pixels',
    },
  ]
}
