/** The steps for making a photo small enough to send, in order. Uses nothing of a browser. */
import { chatImage, imageTypes, picture } from '@samtur/contract/constants'

export interface Size {
  width: number
  height: number
}

export interface Step extends Size {
  /** JPEG quality, 0 to 1. */
  quality: number
}

const { maxBytes, maxSide, quality, shrink, attempts } = chatImage

/** The types that the server accepts. */
const taken = new Set<string>(imageTypes)

/** Returns whether a file can be sent unchanged: other types, too large files and too many pixels are encoded again first. */
export const goesAsItIs = ({ type, size }: Blob, { width, height }: Size) =>
  taken.has(type) && size <= maxBytes && width * height <= picture.maxPixels

/** Returns the steps: full quality first, then falling quality, then smaller sizes. */
export function ladder(size: Size): Step[] {
  const fit = Math.min(1, maxSide / Math.max(size.width, size.height))
  const qualities = Math.round((quality.from - quality.to) / quality.step)
  return Array.from({ length: attempts }, (_, attempt) => {
    const scale = fit * shrink ** Math.max(0, attempt - qualities)
    const falling = quality.from - quality.step * Math.min(attempt, qualities)
    return { ...scaled(size, scale), quality: Number(falling.toFixed(2)) }
  })
}

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
})

/** Returns the first result that is small enough, or undefined. */
export async function firstThatFits(size: Size, pack: (step: Step) => Promise<Blob>): Promise<Blob | undefined> {
  for (const step of ladder(size)) {
    const packed = await pack(step)
    if (packed.size <= maxBytes) return packed
  }
  return undefined
}
