/** What can be read on a page, and whether it is what the specification says. */
import { expect, type Page } from '@playwright/test'
import { patient } from '../patience.ts'
import type { Person } from '../person.ts'
import type { Place, Toast, Words } from './words.ts'

const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** What the words look like on the screen: with any number for a count, any reason for a reason. */
function pattern({ text, match }: Words, { withReason = false } = {}): RegExp {
  const source = escaped(text)
    .replace(String.raw`\(count\)`, String.raw`\(\d+\)`)
    .replace(String.raw`\{reason\}`, '.+')
    .replaceAll(' ', String.raw`\s`)
  const whole = match === 'part' ? source : `^${source}${withReason ? String.raw`(\. .+)?` : ''}$`
  return new RegExp(whole, match === 'letters' ? '' : 'i')
}

/** Runs in the page: every text by itself, and every element's whole one, as far as they can be seen. An open dialog is all there is. */
function readTexts(within: string): string[] {
  const isSeen = (element: Element) => {
    const shown = element.closest('select') ?? element
    // What only screen readers get is a pixel wide.
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

/** Runs in the page: title and text of each message that is shown. */
const readToasts = (region: string) =>
  [...document.querySelectorAll(`section[aria-label="${region}"] div:has(> p)`)].map((toast) =>
    [...toast.querySelectorAll(':scope > p')].map((line) => line.textContent ?? ''),
  )

/** A page that is just leaving says nothing. */
const ask = <Answer>(page: Page, read: (given: string) => Answer[], given: string) =>
  page.evaluate(read, given).catch((): Answer[] => [])

async function expectTexts(page: Page, within: string, all: readonly Words[]) {
  for (const words of all)
    await expect
      .poll(() => ask(page, readTexts, within), { message: `'${words.text}' can be read`, timeout: patient(10_000) })
      .toContainEqual(expect.stringMatching(pattern(words)))
}

async function expectToast({ page, t }: Person, { title, text }: Toast) {
  const wanted = [expect.stringMatching(pattern(title))]
  if (text) wanted.push(expect.stringMatching(pattern(text, { withReason: true })))
  const read = async () => {
    const toasts = await ask(page, readToasts, t('core.messages'))
    return toasts.map((lines) => lines.slice(0, wanted.length))
  }
  const message = `a message '${[title.text, text?.text].filter(Boolean).join(' / ')}'`
  await expect.poll(read, { message, timeout: patient(15_000) }).toContainEqual(wanted)
}

export async function expectSpecified(person: Person, { page, within, shows = [], toast }: Place) {
  if (toast) await expectToast(person, toast)
  await expectTexts(person.page, within ?? (page === 'frame' ? 'body' : 'main'), shows)
}
