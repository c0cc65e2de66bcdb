import { picture } from '@samtur/contract/constants'

const countryCodes: Record<string, string> = { da: '+45', sv: '+46' }

/** What numbers without a country code are taken for. */
export const countryCode = (language: string) => countryCodes[language] ?? '+47'

/** In Norway and Denmark numbers have eight digits; in Sweden they begin with a zero that is left out behind the country code. */
export function withCountryCode(phone: string, language: string): string {
  const digits = phone.replace(/[\s\u00a0-]/g, '')
  if (language === 'sv') return /^0[1-9]\d{6,8}$/.test(digits) ? countryCode(language) + digits.slice(1) : phone
  return /^\d{8}$/.test(digits) ? countryCode(language) + digits : phone
}

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
