/** Photos for a conversation: packed as JPEG of at most 5 MB, in a worker where the browser lets one do it. */
import { chatImage } from '@samtur/contract/constants'
import { decodeImage, ImageError, newCanvas, toJpeg } from './images.ts'
import { firstThatFits, goesAsItIs, type Size } from './photo-ladder.ts'
import type { WorkerAnswer } from './photo-worker.ts'

/** What is sent of a file whose picture has this size: itself, or packed. Fails with an `ImageError`, or with the signal's reason. */
export async function photoToSend(file: Blob, size: Size, signal: AbortSignal): Promise<Blob> {
  return goesAsItIs(file, size) ? file : packPhoto(file, signal)
}

/** Also what could go as it is: the server has found it too costly, or the line is slow. */
export async function packPhoto(file: Blob, signal: AbortSignal): Promise<Blob> {
  const answer = await packBeside(file, signal)
  signal.throwIfAborted()
  if ('packed' in answer) return answer.packed
  if (answer.problem === 'not_compressed') throw new ImageError(answer.problem)
  // A page can decode more than its workers can: drawings, and some phones' own format.
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
