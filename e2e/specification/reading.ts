/** Reads the texts of a page, and compares them with the specification. */
import { expect, type Page } from '@playwright/test'
import { patient } from '../patience.ts'
import type { Person } from '../person.ts'
import type { Place, Toast, Words } from './words.ts'

const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Returns a pattern of the words on the screen, with any number for a count and any reason for a reason. */
function pattern({ text, match }: Words, { withReason = false } = {}): RegExp {
  const source = escaped(text)
    .replace(String.raw`\(count\)`, String.raw`\(\d+\)`)
    .replace(String.raw`\{reason\}`, '.+')
    .replaceAll(' ', String.raw`\s`)
  const whole = match === 'part' ? source : `^${source}${withReason ? String.raw`(\. .+)?` : ''}$`
  return new RegExp(whole, match === 'letters' ? '' : 'i')
}

/** Runs in the page: returns every visible text, and every element's whole text. Of an open dialog, only its own. */
function readTexts(within: string): string[] {
  const isSeen = (element: Element) => {
    const shown = element.closest('select') ?? element
    // Text for screen readers only is a pixel wide.
    return shown.checkVisibility({ visibilityProperty: true }) && shown.getBoundingClientRect().width > 1
  }
  const dialogs = [...document.querySelectorAll('dialog[open]')]
  const places = dialogs.length > 0 ? dialogs.slice(-1) : [...document.querySelectorAll(within)]
  const texts = places.flatMap((place) =>
    [...place.querySelectorAll('*')].filter(isSeen).flatMap((element) => {
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      return [element, ...own].map((node) => (node.textContent ?? '').replaceAll(/\s+/g, ' ').trim())
    }),
  )
  return [...new Set(texts)]
}

/** Runs in the page: returns title and text of each toast. */
const readToasts = (region: string) =>
  [...document.querySelectorAll(`section[aria-label="${region}"] div:has(> p)`)].map((toast) =>
    [...toast.querySelectorAll(':scope > p')].map((line) => line.textContent ?? ''),
  )

/** Returns nothing for a page that is being left. */
const ask = <Answer>(page: Page, read: (given: string) => Answer[], given: string) =>
  page.evaluate(read, given).catch((): Answer[] => [])

async function expectTexts(page: Page, within: string, all: readonly Words[]) {
  for (const words of all)
    await expect
      .poll(() => ask(page, readTexts, within), { message: `'${words.text}' can be read`, timeout: patient(10_000) })
      .toContainEqual(expect.stringMatching(pattern(words)))
}

async function expectToast({ page, t }: Person, { title, text }: Toast) {
  const expected = [expect.stringMatching(pattern(title))]
  if (text) expected.push(expect.stringMatching(pattern(text, { withReason: true })))
  const read = async () => {
    const toasts = await ask(page, readToasts, t('core.messages'))
    return toasts.map((lines) => lines.slice(0, expected.length))
  }
  const message = `a message '${[title.text, text?.text].filter(Boolean).join(' / ')}'`
  await expect.poll(read, { message, timeout: patient(15_000) }).toContainEqual(expected)
}

export async function expectSpecified(person: Person, { page, within, shows = [], toast }: Place) {
  if (toast) await expectToast(person, toast)
  await expectTexts(person.page, within ?? (page === 'frame' ? 'body' : 'main'), shows)
}
