/** Lighthouse's scores of the pages that a link from outside may lead to. */
import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import { chromiumFlags, findChromium } from '../../e2e/browser.ts'
import { type Figure, percentile, quick } from '../tools/report.ts'

interface Page {
  /** As it stands among the figures. */
  name: string
  path: string
  /** Lighthouse's names of audits that fail on purpose. */
  without?: string[]
}

/** Returns the pages that are looked at. */
export async function pagesOf(url: string): Promise<Page[]> {
  const search = { name: '/search', path: '/search' }
  if (quick) return [search]
  const response = await fetch(`${url}/api/v1/rides?limit=1`)
  const { items } = (await response.json()) as { items: { id: string; driver: { id: string } }[] }
  const [ride] = items
  if (!ride) throw new Error('no ride to look at')
  return [
    { name: '/', path: '/' },
    search,
    { name: '/rides/{id}', path: `/rides/${ride.id}` },
    // Profiles are not indexed by search engines, because only people who travel together see them.
    { name: '/profile/{id}', path: `/profile/${ride.driver.id}`, without: ['is-crawlable'] },
    { name: '/laws-rules', path: '/laws-rules' },
  ]
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

async function visit(url: string, port: number, skipAudits: string[]): Promise<Result> {
  const options = { output: 'json', logLevel: 'error' } as const
  const outcome = await lighthouse(url, { ...options, onlyCategories: [...categories], skipAudits, port })
  if (!outcome || outcome.lhr.runtimeError)
    throw new Error(`Lighthouse: ${outcome?.lhr.runtimeError?.message ?? 'no result'}`)
  return outcome.lhr
}

/** Returns the median performance and paint, and the lowest of every other score: those do not depend on the machine. */
function figuresOf(page: string, results: readonly Result[]): Figure[] {
  const median = (audit: string) =>
    percentile(
      results.map(({ audits }) => audits[audit]?.numericValue ?? NaN),
      0.5,
    )
  const scores = categories.map((category): Figure => {
    const all = results.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))
    return {
      what: `${page}: ${category}`,
      value: percentile(all, category === 'performance' ? 0.5 : 0),
      limit: category === 'performance' ? 95 : 100,
      least: true,
    }
  })
  return [
    ...scores,
    { what: `${page}: largest paint`, value: median('largest-contentful-paint') / 1000, unit: 's', limit: 2 },
    { what: `${page}: blocked time`, value: median('total-blocking-time'), unit: 'ms' },
    { what: `${page}: layout shift`, value: median('cumulative-layout-shift') },
    { what: `${page}: all bytes`, value: median('total-byte-weight') / 1000, unit: 'kB' },
  ]
}

export async function visitPages(url: string, pages: readonly Page[], visits: number): Promise<Figure[]> {
  const chrome = await launch({
    chromePath: await findChromium(),
    chromeFlags: ['--headless=new', ...chromiumFlags],
    logLevel: 'silent',
  })
  const figures: Figure[] = []
  try {
    for (const { name, path, without = [] } of pages) {
      const results: Result[] = []
      for (let count = 0; count < visits; count++) results.push(await visit(url + path, chrome.port, without))
      figures.push(...figuresOf(name, results))
    }
  } finally {
    chrome.kill()
  }
  return figures
}
