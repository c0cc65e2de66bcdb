/** How a photo is made small enough to be sent: what is tried, in which order. Nothing of a browser in here. */
import { chatImage, imageTypes, picture } from '@samtur/contract/constants'

export interface Size {
  width: number
  height: number
}

export interface Step extends Size {
  /** Of the JPEG, 0 to 1. */
  quality: number
}

const { maxBytes, maxSide, quality, shrink, attempts } = chatImage

/** The types that the server takes. */
const taken = new Set<string>(imageTypes)

/** A file of another type, too large or with more pixels than the server reads of any, is packed again first. */
export const goesAsItIs = ({ type, size }: Blob, { width, height }: Size) =>
  taken.has(type) && size <= maxBytes && width * height <= picture.maxPixels

/** At full quality first, then of falling quality, then smaller and smaller. */
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

/** The first that is small enough; nothing when none is. */
export async function firstThatFits(size: Size, pack: (step: Step) => Promise<Blob>): Promise<Blob | undefined> {
  for (const step of ladder(size)) {
    const packed = await pack(step)
    if (packed.size <= maxBytes) return packed
  }
  return undefined
}
