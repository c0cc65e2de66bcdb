/** Encodes one photo in a worker, so that the page stays usable. Posts the result, or what went wrong. */
import { firstThatFits, ladder, type Step } from './photo-ladder.ts'
import type { ImageProblem } from './images.ts'

export type WorkerAnswer = { packed: Blob } | { problem: ImageProblem }

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void pack(data).then((answer) => postMessage(answer))
})

async function pack(file: Blob): Promise<WorkerAnswer> {
  try {
    const largest = await decode(file)
    const packed = await firstThatFits(largest, (step) => jpeg(largest, step))
    return packed ? { packed } : { problem: 'not_compressed' }
  } catch {
    return { problem: 'unreadable' }
  }
}

/** Decodes upright and no larger than the first step needs, so that the photo itself need not be kept. */
async function decode(file: Blob): Promise<ImageBitmap> {
  const photo = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const [first] = ladder(photo)
  if (!first || first.width === photo.width) return photo
  const { width: resizeWidth, height: resizeHeight } = first
  const resized = await createImageBitmap(photo, { resizeWidth, resizeHeight, resizeQuality: 'high' })
  photo.close()
  return resized
}

function jpeg(photo: ImageBitmap, { width, height, quality }: Step): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('there is no canvas')
  // The background of transparent areas, because a JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(photo, 0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}
