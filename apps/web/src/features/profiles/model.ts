import { picture } from '@samtur/contract/constants'
import { type NationalCode, readPhone } from '@samtur/contract/phones'
import { readablePhone } from '#lib/readable'

const countryCodes: Record<string, NationalCode> = { da: '+45', sv: '+46' }

/** What numbers without a country code are taken for. */
export const countryCode = (language: string): NationalCode => countryCodes[language] ?? '+47'

/** Returns the number with its country code, as it is stored; the text itself where it is no number. */
export const wholePhone = (text: string, language: string): string => readPhone(text, countryCode(language)) ?? text

/** Returns a stored number as people type it. */
export const typedPhone = (phone: string): string => readablePhone(phone).replaceAll('\u00a0', ' ')

interface Size {
  width: number
  height: number
}

interface Point {
  x: number
  y: number
}

/** The chosen part as the dialog shows it, in its pixels. */
export interface Crop {
  /** How far the middle of the picture lies from the middle of the circle. */
  at: Point
  zoom: number
  /** The picture at zoom 1. */
  shown: Size
  /** Across the circle. */
  circle: number
}

/** In the steps of the slider, and no further than it goes. */
export const zoomBy = (zoom: number, steps: number) => {
  const { min, max, step } = picture.zoom
  return Math.min(max, Math.max(min, Math.round(zoom / step + steps) * step))
}

/** The place nearest to `at` where the picture fills the circle, or is all within it while it is the smaller one. */
export function within({ at, zoom, shown, circle }: Crop): Point {
  const limit = (value: number, side: number) => {
    const room = Math.abs(side * zoom - circle) / 2
    return Math.min(room, Math.max(-room, value))
  }
  return { x: limit(at.x, shown.width), y: limit(at.y, shown.height) }
}

/** Where the whole picture has to be drawn so that a square of this side holds what is in the circle. */
export function placeIn(side: number, { at, zoom, shown, circle }: Crop) {
  const scale = side / circle
  const [width, height] = [shown.width * zoom * scale, shown.height * zoom * scale]
  return { x: (side - width) / 2 + at.x * scale, y: (side - height) / 2 + at.y * scale, width, height }
}

export type PictureProblem = 'not_image' | 'too_big'

/** Returns the problem that a file's type and size already show. */
export function problemOf({ type, size }: Pick<File, 'type' | 'size'>): PictureProblem | undefined {
  if (!type.startsWith('image/')) return 'not_image'
  return size > picture.maxBytes ? 'too_big' : undefined
}
