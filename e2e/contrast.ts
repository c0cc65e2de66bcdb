/** Contrast of a text with what is really painted behind it: a gradient, a picture, something that lies over a part of it. */
import type { Locator, Page } from '@playwright/test'

interface Text {
  color: string
  /** A field in which nothing stands yet: what would, is measured. */
  empty: boolean
  /** WCAG: 3 for large text, 4.5 for any other. */
  needed: number
  /** Of its lines, in the window. */
  boxes: { x: number; y: number; width: number; height: number }[]
}

/** Of a hundred pixels, one may be the edge of something else. */
const EDGES = 0.01

/** Says what is wrong, or nothing where the text has its contrast at every place where it can be seen. */
export async function contrastFault(page: Page, element: Locator): Promise<string | undefined> {
  // A message may have gone meanwhile.
  if ((await element.count()) === 0) return undefined
  await element.evaluate((it) => it.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const text = await element.evaluate(readText)
  await element.evaluate(paintText, 'magenta')
  const marked = await shoot(page, text)
  await element.evaluate(paintText, 'transparent')
  const behind = await shoot(page, text)
  await element.evaluate(paintText, null)
  const { color, empty, needed } = text
  const lowest = await Promise.all(
    behind.map((image, nr) =>
      page.evaluate(lowestContrast, { behind: image, marked: empty ? undefined : marked[nr], color, edges: EDGES }),
    ),
  )
  const ratio = Math.min(...lowest)
  return ratio < needed ? `contrast ${ratio.toFixed(2)} < ${needed}` : undefined
}

async function shoot(page: Page, { boxes }: Text): Promise<string[]> {
  const images: string[] = []
  for (const clip of boxes)
    images.push((await page.screenshot({ clip, animations: 'disabled', caret: 'hide' })).toString('base64'))
  return images
}

function readText(element: Element): Text {
  const style = getComputedStyle(element)
  const range = document.createRange()
  const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  const rects = own.flatMap((node) => {
    range.selectNodeContents(node)
    return [...range.getClientRects()]
  })
  // What is typed into a field has no node of its own; it stands beside the field's scroll bar.
  if (rects.length === 0) {
    const { left, top } = element.getBoundingClientRect()
    const inset = 4
    const [x, y] = [left + element.clientLeft + inset, top + element.clientTop + inset]
    rects.push(new DOMRect(x, y, element.clientWidth - 2 * inset, element.clientHeight - 2 * inset))
  }
  const boxes = rects
    .map(({ left, top, right, bottom }) => {
      const [x, y] = [Math.max(0, left), Math.max(0, top)]
      return { x, y, width: Math.min(innerWidth, right) - x, height: Math.min(innerHeight, bottom) - y }
    })
    .filter(({ width, height }) => width >= 1 && height >= 1)
  const size = Number.parseFloat(style.fontSize)
  const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
  return { color: style.color, empty: 'value' in element && element.value === '', needed: large ? 3 : 4.5, boxes }
}

/** Null gives it its own colour again. */
function paintText(element: Element, color: string | null) {
  const { style } = element as HTMLElement
  for (const [name, value] of Object.entries({ transition: 'none', color, '-webkit-text-fill-color': color }))
    if (color === null) style.removeProperty(name)
    else style.setProperty(name, value, 'important')
  // An example in an empty field has a colour of its own, which axe has judged.
  const [from, to] = color ? ['placeholder', 'data-placeholder'] : ['data-placeholder', 'placeholder']
  const example = element.getAttribute(from)
  if (example === null) return
  element.setAttribute(to, example)
  element.removeAttribute(from)
}

interface Pictures {
  behind: string
  /** With the text in a colour that nothing else has: where the two differ, it can be seen. What lies under an open menu nobody reads. */
  marked: string | undefined
  color: string
  edges: number
}

/** In the page, which knows how to read a picture and any notation of a colour. */
async function lowestContrast({ behind, marked, color, edges }: Pictures): Promise<number> {
  const draw = async (picture: string) => {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(bitmap, 0, 0)
    return { context, pixels: () => context.getImageData(0, 0, bitmap.width, bitmap.height).data, bitmap }
  }
  const luminance = ([r = 0, g = 0, b = 0]: Uint8ClampedArray) => {
    const linear = (value: number) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
  }
  const { context, pixels, bitmap } = await draw(behind)
  const under = pixels()
  // A colour that lets something through is what it makes of what is behind.
  context.fillStyle = color
  context.fillRect(0, 0, bitmap.width, bitmap.height)
  const over = pixels()
  const seen = marked === undefined ? undefined : (await draw(marked)).pixels()
  const ratios: number[] = []
  for (let at = 0; at < under.length; at += 4) {
    const [one, other] = [under.subarray(at, at + 3), over.subarray(at, at + 3)]
    if (seen && one.every((value, nr) => value === seen[at + nr])) continue
    const [a, b] = [luminance(one), luminance(other)]
    ratios.push((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05))
  }
  return ratios.toSorted((a, b) => a - b)[Math.floor(edges * ratios.length)] ?? Infinity
}
