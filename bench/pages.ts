/**
 * Runs Lighthouse with a phone's settings for the pages where visits begin: `npm run bench -- pages`. Starts a server with the demo's data
 * on a port of its own, or uses the one that BENCH_URL names. Exits with 1 when a score is below its goal.
 */
import os from 'node:os'
import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import { chromiumFlags, findChromium } from '../e2e/browser.ts'
import { openServer } from './server/process.ts'

interface Visit {
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
    { path: '/' },
    { path: '/search' },
    { path: `/rides/${ride.id}` },
    { path: `/profile/${ride.driver.id}`, without: ['is-crawlable'] },
    { path: '/laws-rules' },
  ]
}

const goals = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof goals
const categories = Object.keys(goals) as Category[]
/** Takes the median of several runs, because the machine is never idle. */
const runs = 3

async function measure(url: string, port: number, skipAudits: string[]): Promise<Result> {
  const options = { output: 'json', logLevel: 'error', onlyCategories: categories, skipAudits } as const
  const outcome = await lighthouse(url, { ...options, port })
  if (!outcome || outcome.lhr.runtimeError)
    throw new Error(`Lighthouse: ${outcome?.lhr.runtimeError?.message ?? 'no result'}`)
  return outcome.lhr
}

const score = (result: Result, category: Category) => Math.round((result.categories[category]?.score ?? 0) * 100)
const figure = (result: Result, audit: string) => result.audits[audit]?.numericValue ?? NaN

/** Returns the run with the median performance, and the lowest of every other score: those do not depend on the machine. */
function summarise(results: readonly Result[]) {
  const middle = results.toSorted((a, b) => score(a, 'performance') - score(b, 'performance'))[
    Math.floor(results.length / 2)
  ]
  if (!middle) throw new Error('nothing was measured')
  const lowest = (category: Category) => Math.min(...results.map((result) => score(result, category)))
  const scores = Object.fromEntries(
    categories.map((category) => [category, category === 'performance' ? score(middle, category) : lowest(category)]),
  ) as Record<Category, number>
  return {
    scores,
    row: {
      ...scores,
      'FCP s': (figure(middle, 'first-contentful-paint') / 1000).toFixed(2),
      'LCP s': (figure(middle, 'largest-contentful-paint') / 1000).toFixed(2),
      'TBT ms': Math.round(figure(middle, 'total-blocking-time')),
      CLS: figure(middle, 'cumulative-layout-shift').toFixed(3),
      'kB in all': Math.round(figure(middle, 'total-byte-weight') / 1000),
    },
  }
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

async function run(url: string): Promise<boolean> {
  const chrome = await launch({
    chromePath: await findChromium(),
    chromeFlags: ['--headless=new', ...chromiumFlags],
    logLevel: 'silent',
  })
  const table: Record<string, object> = {}
  const missed: string[] = []
  try {
    for (const { path: page, without = [] } of await visitsOf(url)) {
      const results: Result[] = []
      for (let count = 0; count < runs; count++) results.push(await measure(url + page, chrome.port, without))
      const { scores, row } = summarise(results)
      table[page] = row
      for (const category of categories) {
        if (scores[category] >= goals[category]) continue
        missed.push(
          `${page}: ${category} ${scores[category]} < ${goals[category]} (${shortcomings(results, category).join(', ')})`,
        )
      }
    }
  } finally {
    chrome.kill()
  }
  console.log(`\nLighthouse ${runs} times each, phone, simulated slow 4G:`)
  console.table(table)
  for (const line of missed) console.log(line)
  const [load = 0] = os.loadavg()
  const cores = os.availableParallelism()
  if (load > cores + 1)
    console.log(`The machine was busy (load ${load.toFixed(1)} on ${cores} cores): performance reads too low.`)
  return missed.length === 0
}

const server = await openServer()
try {
  process.exitCode = (await run(server.url)) ? 0 : 1
} finally {
  await server.stop()
}
