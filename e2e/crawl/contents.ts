/** Reads title, headings, landmarks and texts of a page in one call inside the browser. */
import type { Page } from '@playwright/test'
import { patient } from '../patience.ts'

export interface PageContents {
  lang: string
  dir: string
  title: string
  /** Visible and screen-reader headings, in order. */
  headings: { level: number; text: string }[]
  landmarks: Record<'main' | 'banner' | 'contentinfo', number>
  /** The target of the first Tab stop, and its name. */
  first: { href: string | null; text: string }
  /** Texts in the page's own language: neither marked as another one nor written by people. */
  own: string[]
  /** All texts, for what must not appear anywhere. */
  all: string[]
  /** Elements wider than the window. */
  wide: string[]
}

interface Expected {
  title: string
  heading: string
  /** The text shown while the page's code loads. */
  loading: string
}

const longest = patient(10_000)

/** Waits, frame by frame, until the expected page is complete, at most for `longest`. */
export async function readContents(page: Page, expected: Expected): Promise<PageContents> {
  await page
    .waitForFunction(
      ({ title, heading, loading }) => {
        const text = (element: Element | null) => (element?.textContent ?? '').replaceAll(/\s+/g, ' ')
        const spinners = [...document.querySelectorAll('[role=status]')].some((each) => text(each).trim() === loading)
        const busy = spinners || document.querySelector('[aria-busy=true]') !== null
        return document.title.includes(title) && text(document.querySelector('main h1')).includes(heading) && !busy
      },
      expected,
      { polling: 'raf', timeout: longest },
    )
    // The comparison reports what is missing.
    .catch(() => undefined)
  return page.evaluate(() => {
    const { documentElement: root, body } = document
    const written = 'bdi, [dir=auto], [translate=no], [lang]:not(html), script, style, noscript'
    const seen = (element: Element) => element.checkVisibility()
    // Text in a field has its own direction; the field's label and placeholder belong to the page.
    const ownerOf = (element: Element) =>
      element.matches('input[dir=auto], textarea[dir=auto]') ? element.parentElement : element
    const texts = (skip: string) => {
      const found: string[] = []
      const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (!node.parentElement?.closest(skip)) found.push(node.textContent ?? '')
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription', 'aria-valuetext'])
        for (const element of body.querySelectorAll(`[${name}]`))
          // A person's name may be in an attribute only as part of a text.
          if (!ownerOf(element)?.closest(skip)) found.push(element.getAttribute(name) ?? '')
      return [...new Set(found)].filter((text) => text.trim() !== '')
    }
    const stops = [...body.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]')]
    const first = stops.find(seen)
    const headings = [...body.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(seen)
    const wide = root.scrollWidth <= innerWidth ? [] : [...body.querySelectorAll('*:not(svg *)')]
    const count = (selector: string) => body.querySelectorAll(selector).length
    return {
      lang: root.lang,
      dir: root.dir,
      title: document.title,
      headings: headings.map((each) => ({ level: Number(each.tagName[1]), text: each.textContent ?? '' })),
      landmarks: {
        main: count('main'),
        banner: count('header:not(main *, dialog *, article *, section *)'),
        contentinfo: count('footer:not(main *, dialog *, article *, section *)'),
      },
      first: { href: first?.getAttribute('href') ?? null, text: first?.textContent ?? '' },
      own: texts(written),
      all: texts('script, style, noscript'),
      wide: wide
        .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 || each.getBoundingClientRect().left < -1)
        .map((each) => each.outerHTML.slice(0, 150)),
    }
  })
}
