/** Photos as a camera writes them: large, lying on their side, and with the place where they were taken. */
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { canary, exif } from './samples.ts'

/** What nobody may find in what they get of such a photo. */
export const traces = [canary, 'Exif\0\0'].map((text) => Buffer.from(text, 'latin1'))

/** Noise, which nothing can pack well: well over a byte for each of its pixels. Shown upright its sides are the other way round. */
export function cameraPhoto({ width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .withExif(exif)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer()
}
