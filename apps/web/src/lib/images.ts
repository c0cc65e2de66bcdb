/** Prepares pictures for sending: decodes them upright, scales them down, and encodes them without metadata. */

export type ImageProblem = 'unreadable' | 'no_canvas' | 'not_compressed'

export class ImageError extends Error {
  readonly problem: ImageProblem

  constructor(problem: ImageProblem, cause?: unknown) {
    super(problem, { cause })
    this.name = 'ImageError'
    this.problem = problem
  }
}

// The background of transparent areas, because a JPEG has no transparency.
const ground = '#fff'

/** Returns an empty canvas and its context. */
export function newCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new ImageError('no_canvas')
  context.fillStyle = ground
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  return { canvas, context }
}

/** Decodes an image, rotated as its file says, with no side longer than `maxSide`. */
export async function decodeImage(file: Blob, maxSide: number): Promise<HTMLCanvasElement> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const { naturalWidth, naturalHeight } = image
    const scale = Math.min(1, maxSide / Math.max(naturalWidth, naturalHeight))
    const [width, height] = [naturalWidth, naturalHeight].map((side) => Math.max(1, Math.round(side * scale)))
    const { canvas, context } = newCanvas(width ?? 1, height ?? 1)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas
  } catch (error) {
    throw error instanceof ImageError ? error : new ImageError('unreadable', error)
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** `quality` is 0 to 1. */
export function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new ImageError('not_compressed'))), 'image/jpeg', quality)
  })
}
