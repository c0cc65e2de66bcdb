/**
 * Runs Lighthouse with a phone's settings for the pages where visits begin: `npm run bench -- pages`. Starts a server with the demo's data
 * on a port of its own, or uses the one that BENCH_URL names. Exits with 1 when a score is below its goal.
 */
import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import { chromiumFlags, findChromium } from '../e2e/browser.ts'
import { type Figure, quick, report } from './report.ts'
import { openServer } from './server/process.ts'

interface Visit {
  /** As it stands among the figures. */
  page: string
  path: string
  /** Lighthouse's names of audits that fail on purpose. */
  without?: string[]
}

/**
 * Lists every page that a link from outside may lead to. Profiles are not indexed by search engines, because only people who travel
 * together see them.
 */
async function visitsOf(url: string): Promise<Visit[]> {
  const answer = await fetch(`${url}/api/v1/rides?limit=1`)
  const { items } = (await answer.json()) as { items: { id: string; driver: { id: string } }[] }
  const [ride] = items
  if (!ride) throw new Error('no ride to look at: measure with DEMO=on')
  return [
    { page: '/', path: '/' },
    { page: '/search', path: '/search' },
    { page: '/rides/{id}', path: `/rides/${ride.id}` },
    { page: '/profile/{id}', path: `/profile/${ride.driver.id}`, without: ['is-crawlable'] },
    { page: '/laws-rules', path: '/laws-rules' },
  ]
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]
/** Of every score, and seconds until the largest paint. */
const goals = { score: 100, paint: 1.7 }
/** Takes the median of several runs, because the machine is never idle. */
const runs = quick ? 1 : 5

async function measure(url: string, port: number, skipAudits: string[]): Promise<Result> {
  const options = { output: 'json', logLevel: 'error' } as const
  const outcome = await lighthouse(url, { ...options, onlyCategories: [...categories], skipAudits, port })
  if (!outcome || outcome.lhr.runtimeError)
    throw new Error(`Lighthouse: ${outcome?.lhr.runtimeError?.message ?? 'no result'}`)
  return outcome.lhr
}

const score = (result: Result, category: Category) => Math.round((result.categories[category]?.score ?? 0) * 100)
const figure = (result: Result, audit: string) => result.audits[audit]?.numericValue ?? NaN

/** Returns the median performance, and the lowest of every other score: those do not depend on the machine. Paint and shift are medians, too. */
function figuresOf(page: string, results: readonly Result[]): Figure[] {
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
  const median = (audit: string) => middle(results.map((result) => figure(result, audit)))
  const scores = categories.map((category): Figure => {
    const all = results.map((result) => score(result, category))
    const value = category === 'performance' ? middle(all) : Math.min(...all)
    return { what: `${page}: ${category}`, value, goal: goals.score, least: true }
  })
  return [
    ...scores,
    { what: `${page}: largest paint`, value: median('largest-contentful-paint') / 1000, unit: 's', goal: goals.paint },
    { what: `${page}: blocked time`, value: median('total-blocking-time'), unit: 'ms' },
    { what: `${page}: layout shift`, value: median('cumulative-layout-shift') },
    { what: `${page}: all bytes`, value: median('total-byte-weight') / 1000, unit: 'kB' },
  ]
}

/** Returns the audits that keep a score from its goal, by Lighthouse's names. */
function shortcomings(results: readonly Result[], category: Category): string[] {
  const found = results.flatMap((result) =>
    (result.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} ${result.audits[id]?.displayValue ?? ''}`.trim()),
  )
  return [...new Set(found)]
}

async function run(url: string): Promise<Figure[]> {
  const chrome = await launch({
    chromePath: await findChromium(),
    chromeFlags: ['--headless=new', ...chromiumFlags],
    logLevel: 'silent',
  })
  const figures: Figure[] = []
  try {
    for (const { page, path, without = [] } of await visitsOf(url)) {
      const results: Result[] = []
      for (let count = 0; count < runs; count++) results.push(await measure(url + path, chrome.port, without))
      figures.push(...figuresOf(page, results))
      for (const category of categories) {
        const found = shortcomings(results, category)
        if (found.length > 0) console.log(`${page}: ${category}: ${found.join(', ')}`)
      }
    }
  } finally {
    chrome.kill()
  }
  return figures
}

const server = await openServer()
try {
  report('pages', await run(server.url))
} finally {
  await server.stop()
}
