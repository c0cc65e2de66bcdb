/** Prepares photos for a conversation: JPEG of at most 5 MB, encoded in a worker where possible. */
import { chatImage } from '@samtur/contract/constants'
import { decodeImage, ImageError, newCanvas, toJpeg } from './images.ts'
import { firstThatFits, goesAsItIs, type Size } from './photo-ladder.ts'
import type { WorkerAnswer } from './photo-worker.ts'

/**
 * Returns what to send for a file whose picture has this size: the file, or an encoded photo. Rejects with an `ImageError`, or with the
 * signal's reason.
 */
export async function photoToSend(file: Blob, size: Size, signal: AbortSignal): Promise<Blob> {
  return goesAsItIs(file, size) ? file : packPhoto(file, signal)
}

/** Encodes a photo even where the file could be sent unchanged: the server refused it as too large, or the network is slow. */
export async function packPhoto(file: Blob, signal: AbortSignal): Promise<Blob> {
  const answer = await packBeside(file, signal)
  signal.throwIfAborted()
  if ('packed' in answer) return answer.packed
  if (answer.problem === 'not_compressed') throw new ImageError(answer.problem)
  // A page can decode more than its workers: drawings, and some phones' own format.
  return packHere(file)
}

async function packBeside(file: Blob, signal: AbortSignal): Promise<WorkerAnswer> {
  let worker: Worker | undefined
  try {
    const own = new Worker(new URL('./photo-worker.ts', import.meta.url), { type: 'module' })
    worker = own
    return await new Promise<WorkerAnswer>((resolve, reject) => {
      own.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => resolve(data))
      own.addEventListener('error', reject)
      signal.addEventListener('abort', reject)
      own.postMessage(file)
    })
  } catch {
    return { problem: 'no_canvas' }
  } finally {
    worker?.terminate()
  }
}

async function packHere(file: Blob): Promise<Blob> {
  const photo = await decodeImage(file, chatImage.maxSide)
  const packed = await firstThatFits(photo, ({ width, height, quality }) => {
    const { canvas, context } = newCanvas(width, height)
    context.drawImage(photo, 0, 0, width, height)
    return toJpeg(canvas, quality)
  })
  if (!packed) throw new ImageError('not_compressed')
  return packed
}
