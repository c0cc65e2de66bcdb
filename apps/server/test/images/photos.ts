/** Photos as a camera writes them: large, rotated, and with their location. */
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { exif } from './samples.ts'

/** Makes noise, which compresses badly: over a byte per pixel. Shown upright, width and height are exchanged. */
export function cameraPhoto({ width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .withExif(exif)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer()
}
