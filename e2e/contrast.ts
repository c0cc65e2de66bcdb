/** Measures the contrast of texts with what is painted behind them: a gradient, a picture, or an element that covers a part of them. */
import type { Page } from '@playwright/test'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface Text {
  selector: string
  color: string
  /** An empty field: its placeholder's place is measured. */
  empty: boolean
  /** WCAG: 3 for large text, 4.5 for any other. */
  needed: number
  /** Boxes of the text's lines, in the window. */
  boxes: Box[]
}

/** Share of pixels that may belong to the edge of something else. */
const EDGES = 0.01
/**
 * Height at the top and bottom of the window where sticky bars may cover a text. A text there is measured once it has been scrolled further
 * in.
 */
const BARS = 100

/**
 * Returns for each element its fault, or undefined where its text has enough contrast wherever it is visible. Measures all texts that are
 * in the window together, because screenshots take most of the time.
 */
export async function contrastFaults(page: Page, selectors: string[]): Promise<(string | undefined)[]> {
  const faults = new Map<string, string | undefined>()
  for (const selector of selectors) {
    if (faults.has(selector)) continue
    // A toast may have closed meanwhile.
    const [first, ...others] = await page.evaluate(readTexts, {
      centred: selector,
      others: selectors.filter((other) => other !== selector && !faults.has(other)),
      bars: BARS,
    })
    faults.set(selector, undefined)
    if (first?.selector !== selector) continue
    const texts = [first, ...others]
    const measured = await page.evaluate(lowestContrasts, { texts, edges: EDGES, ...(await shoot(page, texts)) })
    for (const [nr, { selector: at, needed }] of texts.entries()) {
      const ratio = measured[nr]
      // Something covers the text here; on its own turn it is centred.
      if (ratio === null || ratio === undefined) continue
      faults.set(at, ratio < needed ? `contrast ${ratio.toFixed(2)} < ${needed}` : undefined)
    }
  }
  return selectors.map((selector) => faults.get(selector))
}

/** Takes a screenshot without the texts, and one with them in a colour that nothing else has. */
async function shoot(page: Page, texts: Text[]): Promise<{ behind: string; marked: string }> {
  const at = texts.map(({ selector }) => selector)
  const inColor = async (color: string) => {
    await page.evaluate(paintTexts, { at, color })
    return (await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' })).toString('base64')
  }
  const marked = await inColor('magenta')
  const behind = await inColor('transparent')
  await page.evaluate(paintTexts, { at, color: null })
  return { behind, marked }
}

/** Scrolls the first element to the middle of the window; returns it and those of the others that are then fully inside. */
function readTexts({ centred, others, bars }: { centred: string; others: string[]; bars: number }): Text[] {
  const linesOf = (element: Element): DOMRect[] => {
    const range = document.createRange()
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    const lines = own.flatMap((node) => {
      range.selectNodeContents(node)
      return [...range.getClientRects()]
    })
    if (lines.length > 0) return lines
    // Text in a field has no node of its own; it is where neither the field's scroll bar nor its icon is.
    const { left, top } = element.getBoundingClientRect()
    const { paddingLeft, paddingRight } = getComputedStyle(element)
    const inset = (padding: string) => Math.max(4, Number.parseFloat(padding))
    const [x, y] = [left + element.clientLeft + inset(paddingLeft), top + element.clientTop + 4]
    const width = element.clientWidth - inset(paddingLeft) - inset(paddingRight)
    return [new DOMRect(x, y, width, element.clientHeight - 8)]
  }
  const read = (selector: string, isWhole: boolean): Text[] => {
    const element = document.querySelector(selector)
    if (!element) return []
    const lines = linesOf(element)
    const isIn = ({ left, top, right, bottom }: DOMRect) =>
      left >= 0 && right <= innerWidth && top >= bars && bottom <= innerHeight - bars
    if (isWhole && !lines.every(isIn)) return []
    const style = getComputedStyle(element)
    const boxes = lines
      .map(({ left, top, right, bottom }) => {
        const [x, y] = [Math.max(0, left), Math.max(0, top)]
        return { x, y, width: Math.min(innerWidth, right) - x, height: Math.min(innerHeight, bottom) - y }
      })
      .filter(({ width, height }) => width >= 1 && height >= 1)
    const size = Number.parseFloat(style.fontSize)
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    const empty = element.matches('input, textarea') && (element as HTMLInputElement).value === ''
    return [{ selector, color: style.color, empty, needed: large ? 3 : 4.5, boxes }]
  }
  document.querySelector(centred)?.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  return [...read(centred, false), ...others.flatMap((selector) => read(selector, true))]
}

/** `null` restores the texts' own colours. */
function paintTexts({ at, color }: { at: string[]; color: string | null }) {
  for (const selector of at) {
    const element = document.querySelector<HTMLElement>(selector)
    if (!element) continue
    const { style } = element
    for (const [name, value] of Object.entries({ transition: 'none', color, '-webkit-text-fill-color': color }))
      if (color === null) style.removeProperty(name)
      else style.setProperty(name, value, 'important')
    // A placeholder has a colour of its own, which axe has checked.
    const [from, to] = color ? ['placeholder', 'data-placeholder'] : ['data-placeholder', 'placeholder']
    const example = element.getAttribute(from)
    if (example === null) continue
    element.setAttribute(to, example)
    element.removeAttribute(from)
  }
}

interface Pictures {
  texts: Text[]
  behind: string
  /** A text is visible where this picture differs from the other one. Text below an open menu is not visible. */
  marked: string
  edges: number
}

/** Runs in the page, which can decode a picture and any notation of a colour. Returns null for what is not visible. */
async function lowestContrasts({ texts, behind, marked, edges }: Pictures): Promise<(number | null)[]> {
  const draw = async (picture: string) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('no canvas')
    context.drawImage(bitmap, 0, 0)
    return context
  }
  const luminance = ([r = 0, g = 0, b = 0]: Uint8ClampedArray) => {
    const linear = (value: number) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
  }
  const [plain, seen] = [await draw(behind), await draw(marked)]
  const ratiosIn = ({ x, y, width, height }: Box, { color, empty }: Text): number[] => {
    const area = [Math.floor(x), Math.floor(y), Math.ceil(width), Math.ceil(height)] as const
    const under = plain.getImageData(...area).data
    const marks = seen.getImageData(...area).data
    // A translucent colour is mixed with what is behind it.
    plain.save()
    plain.fillStyle = color
    plain.fillRect(...area)
    const over = plain.getImageData(...area).data
    plain.putImageData(new ImageData(under, area[2], area[3]), area[0], area[1])
    plain.restore()
    const ratios: number[] = []
    for (let at = 0; at < under.length; at += 4) {
      const [one, other] = [under.subarray(at, at + 3), over.subarray(at, at + 3)]
      if (!empty && one.every((value, nr) => value === marks[at + nr])) continue
      const [a, b] = [luminance(one), luminance(other)]
      ratios.push((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05))
    }
    return ratios
  }
  return texts.map((text) => {
    const ratios = text.boxes.flatMap((box) => ratiosIn(box, text)).toSorted((a, b) => a - b)
    return ratios[Math.floor(edges * ratios.length)] ?? null
  })
}
