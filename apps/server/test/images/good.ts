/** Good pictures, with every orientation, metadata and colour space. */
import sharp from 'sharp'
import * as build from './bytes.ts'
import { canary, exif, html, jpeg, large, quartered, refusedOrPicture, type Sample, text, xmp, zip } from './samples.ts'

export async function makeGood(): Promise<Sample[]> {
  return [...(await turned()), ...(await talkative()), ...(await colours()), ...(await shapes())]
}

/** Makes pictures as phones write them: rotated by the orientation, with their location. */
async function turned(): Promise<Sample[]> {
  const sides = Array.from({ length: 8 }, (_, i) => i + 1)
  return Promise.all(
    sides.map(async (orientation): Promise<Sample> => ({
      name: `a JPEG with orientation ${orientation} and the place where it was taken`,
      bytes: await jpeg(quartered(orientation).withExif(exif).withMetadata({ orientation })),
      outcome: 'quarters',
    })),
  )
}

/** Makes good pictures with metadata. */
async function talkative(): Promise<Sample[]> {
  const plain = await jpeg(quartered())
  const asPng = await quartered().png().toBuffer()
  const profile = build.segment(0xe2, Buffer.concat([text('ICC_PROFILE\0\u0001\u0001'), Buffer.alloc(300, canary)]))
  const photoshop = build.segment(0xed, text(`Photoshop 3.0\x008BIM${canary}`))
  const all = Array.from({ length: 14 }, (_, i) => build.segment(0xe1 + i, text(`${canary} ${i}`)))
  const international = Buffer.concat([text('XML:com.adobe.xmp\0\0\0\0\0'), text(xmp)])
  const samples: Record<string, Buffer> = {
    'a JPEG with XMP': await jpeg(quartered().withXmp(xmp)),
    'a JPEG with a comment': build.withSegments(plain, build.segment(0xfe, text(canary))),
    'a JPEG with a colour profile': await jpeg(quartered().withIccProfile('srgb').withExif(exif)),
    'a JPEG with a broken colour profile': build.withSegments(plain, profile),
    'a JPEG with what Photoshop adds': build.withSegments(plain, photoshop),
    'a JPEG with every APP segment': build.withSegments(plain, ...all),
    'a JPEG with broken Exif': build.withSegments(
      plain,
      build.segment(0xe1, Buffer.concat([text('Exif\0\0II*\0'), Buffer.alloc(200, 0xee)])),
    ),
    'a JPEG and a page': Buffer.concat([plain, html]),
    'a JPEG and a ZIP': Buffer.concat([plain, zip]),
    'a JPEG and a second JPEG': Buffer.concat([plain, plain]),
    'a JPEG whose comment is a page': build.withSegments(plain, build.segment(0xfe, html)),
    'a PNG and a page': Buffer.concat([asPng, html]),
    'a PNG and a ZIP': Buffer.concat([asPng, zip]),
    'a PNG with texts': build.withChunks(
      asPng,
      build.chunk('tEXt', text(`Author\0${canary}`)),
      build.chunk('iTXt', international),
    ),
    'a PNG with Exif': await quartered().withExif(exif).png().toBuffer(),
    'a WebP with Exif and XMP': await quartered().withExif(exif).withXmp(xmp).webp({ lossless: true }).toBuffer(),
    'an AVIF with Exif and XMP': await quartered().withExif(exif).withXmp(xmp).avif({ lossless: true }).toBuffer(),
    'a GIF with a comment': withGifComment(await quartered().gif().toBuffer()),
  }
  return Object.entries(samples).map(([name, bytes]) => ({ name, bytes, outcome: 'quarters' }))
}

/** Inserts a comment before the first frame. */
function withGifComment(image: Buffer) {
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, canary.length]), text(canary), Buffer.alloc(1)])
  return Buffer.concat([image.subarray(0, -1), comment, image.subarray(-1)])
}

async function colours(): Promise<Sample[]> {
  const samples: Record<string, Buffer> = {
    'a progressive JPEG': await quartered().jpeg({ progressive: true, quality: 95 }).toBuffer(),
    'a JPEG in P3': await jpeg(quartered().withIccProfile('p3')),
    'a PNG of 16 bits': await quartered().toColourspace('rgb16').png().toBuffer(),
    'an interlaced PNG': await quartered().png({ progressive: true }).toBuffer(),
    'a PNG with a palette': await quartered().png({ palette: true }).toBuffer(),
    'a PNG with an alpha channel': await quartered(1, true).png().toBuffer(),
    'a WebP that has lost something': await quartered().webp({ quality: 95 }).toBuffer(),
  }
  const grey = sharp({ create: { width: 90, height: 60, channels: 3, background: '#777' } }).greyscale()
  return [
    ...Object.entries(samples).map(([name, bytes]): Sample => ({ name, bytes, outcome: 'quarters' })),
    // CMYK has fewer colours.
    {
      name: 'a JPEG in CMYK',
      bytes: await quartered().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
      outcome: ['picture', 'quarters'],
    },
    {
      name: 'a PNG that is called JPEG',
      bytes: samples['an interlaced PNG'] ?? Buffer.alloc(0),
      claimed: 'image/jpeg',
      outcome: 'quarters',
    },
    { name: 'a JPEG that is called PNG', bytes: await jpeg(quartered()), claimed: 'image/png', outcome: 'quarters' },
    {
      name: 'a JPEG that is called nothing',
      bytes: await jpeg(quartered()),
      claimed: 'application/octet-stream',
      outcome: 'quarters',
    },
    { name: 'a grey JPEG', bytes: await grey.clone().jpeg().toBuffer(), outcome: 'picture' },
    {
      name: 'a grey PNG of 16 bits',
      bytes: await grey.clone().toColourspace('grey16').png().toBuffer(),
      outcome: 'picture',
    },
    { name: 'a PNG of one bit', bytes: build.png({ width: 33, height: 33, depth: 1 }), outcome: 'picture' },
  ]
}

async function shapes(): Promise<Sample[]> {
  const clear = sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
  return [
    { name: 'one pixel', bytes: build.png({ width: 1, height: 1 }), outcome: 'picture' },
    {
      name: 'one pixel wide, 100,000 high',
      bytes: build.png({ width: 1, height: 100_000 }),
      outcome: refusedOrPicture,
    },
    { name: '60,000 wide, one pixel high', bytes: build.png({ width: 60_000, height: 1 }), outcome: refusedOrPicture },
    { name: 'wide and low', bytes: await large().resize(4000, 100).jpeg().toBuffer(), outcome: 'picture' },
    { name: 'nothing but transparent', bytes: await clear.png().toBuffer(), outcome: 'picture' },
    {
      name: 'exactly 25 megapixels',
      bytes: await large().resize(5000, 5000).jpeg({ quality: 20 }).toBuffer(),
      outcome: 'picture',
    },
  ]
}
