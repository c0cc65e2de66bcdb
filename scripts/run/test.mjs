// `npm test`: check, build, then the tests and browser tests of plain `npm test`. `--all` adds PostgreSQL, slow tests and every browser test, `--every-language` these in further languages; the name
// of a slice runs that slice's tests only. docs/testing.md describes each. `--matrix`: see matrix.mjs; `--repeat`: see repeat.mjs.
import fs from 'node:fs'
import path from 'node:path'
import { build, compileTexts } from './build.mjs'
import { run as check } from './check.mjs'
import { runMatrix } from './matrix.mjs'
import { capture, execute } from './process.mjs'
import { runRepeated } from './repeat.mjs'

const unitReport = '.cache/vitest.json'
const browserReport = '.cache/playwright.json'
/** What the last run found; not committed. */
const lastTest = '.cache/last-test.json'

/** Plain `npm test` leaves out PostgreSQL, slow tests and most browser tests. */
const mainScope = { env: { ...process.env, TEST_SCOPE: 'main' }, vitest: ['--tags-filter=!slow'] }
/** The tests that plain `npm test` leaves out whole, named. */
const interfaceScope = { ...mainScope, env: { ...mainScope.env, TEST_INTERFACE: 'on' } }
const fullScope = { env: process.env, vitest: [] }
const everyLanguage = { env: { ...process.env, EVERY_LANGUAGE: '1' }, vitest: [] }

function readReport(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined
}

/** Counts a file that could not be loaded as one failure, because it has no tests to count. */
function countUnits(report) {
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

const failedUnits = ({ testResults }) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed')
      const file = path.relative('.', name)
      if (tests.length === 0) return [`${file}: ${message}`]
      return tests.map(({ fullName, failureMessages }) => `${file}: ${fullName}\n${failureMessages.join('\n')}`)
    })

function countBrowserTests({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
}

/** Runs one step. A step that ends with an error counts as at least one failure, so the closing line is never green by mistake. */
async function step(title, work, report, count) {
  console.log(`\n== ${title}`)
  const started = performance.now()
  if (report) fs.rmSync(report, { force: true })
  const code = await work()
  const found = report && readReport(report)
  const { passed, failed } = found ? count(found) : { passed: 0, failed: 0 }
  const seconds = Math.round((performance.now() - started) / 1000)
  return { title, seconds, passed, failed: code !== 0 ? Math.max(failed, 1) : failed }
}

function runUnits({ env, vitest }) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
  return execute('vitest', ['run', ...reporters, ...vitest], { env })
}

function runBrowserTests({ env }) {
  const playwright = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json']
  return execute('playwright', playwright, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport } })
}

const seconds = (ms) => Math.round(ms / 100) / 10

/** Returns the files of the unit tests with their seconds; the first one of a worker also loads the server. */
const unitTimes = ({ testResults }) =>
  testResults.map(({ name, startTime, endTime }) => [path.relative('.', name), seconds(endTime - startTime)])

/** Returns the files of the browser tests with the seconds of their tests together. */
function browserTimes({ suites }) {
  const inside = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(inside)]
  const ran = (spec) => spec.tests.flatMap(({ results }) => results.map(({ duration }) => duration))
  const total = (suite) =>
    inside(suite)
      .flatMap(ran)
      .reduce((sum, ms) => sum + ms, 0)
  return suites.map((suite) => [`e2e/${suite.file}`, seconds(total(suite))])
}

async function readCommit() {
  const [head, changes] = await Promise.all([
    capture('git', ['rev-parse', 'HEAD']),
    capture('git', ['status', '--porcelain']),
  ])
  return head.code === 0 ? { commit: head.output.trim(), clean: changes.output.trim() === '' } : {}
}

const folders = ['apps/server/src/features', 'apps/web/src/features', 'packages']
/** The service interface is named like a slice. */
const programs = 'interface'
const slices = () => new Set([programs, ...folders.flatMap((folder) => fs.readdirSync(folder))])

/** Runs the server, contract and page tests of some slices on the embedded database, or those of a package. */
async function runSlices(names) {
  const known = slices()
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length > 0) {
    console.error(`No such slice: ${unknown.join(', ')}. There are: ${[...known].join(', ')}`)
    return 2
  }
  const texts = await compileTexts()
  if (texts !== 0) return texts
  const { env, vitest } = names.includes(programs) ? interfaceScope : mainScope
  const filesOf = (name) => [`features/${name}/`, `packages/${name}/`, `packages/contract/src/${name}.test.ts`]
  const files = names.flatMap((name) => (name === programs ? ['apps/interface/'] : filesOf(name)))
  return execute('vitest', ['run', '--passWithNoTests', ...vitest, ...files], { env })
}

async function runEverything(scope) {
  fs.mkdirSync('.cache', { recursive: true })
  const steps = [
    await step('check', () => check([])),
    await step('build', build),
    await step('tests', () => runUnits(scope), unitReport, countUnits),
    await step('browser tests', () => runBrowserTests(scope), browserReport, countBrowserTests),
  ]
  const sum = (key) => steps.reduce((total, each) => total + each[key], 0)
  const broken = steps.filter(({ failed }) => failed > 0).map(({ title }) => title)
  // Repeats the failures below the browser tests' many lines, because a log may be cut off.
  for (const line of failedUnits(readReport(unitReport) ?? { testResults: [] })) console.log(`\n${line}`)
  if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`)
  console.log(`\n${steps.map(({ title, seconds }) => `${title} ${seconds} s`).join(', ')}`)
  const files = [
    ...unitTimes(readReport(unitReport) ?? { testResults: [] }),
    ...browserTimes(readReport(browserReport) ?? { suites: [] }),
  ]
  const slowest = files.toSorted(([, one], [, other]) => other - one).slice(0, 10)
  console.log(`\nThe slowest files:\n${slowest.map(([file, taken]) => `${taken} s  ${file}`).join('\n')}\n`)
  const parts = Object.fromEntries(steps.map(({ title, seconds: taken }) => [title, taken]))
  const found = { all: scope !== mainScope, passed: sum('passed'), failed: sum('failed'), seconds: parts }
  fs.writeFileSync(lastTest, `${JSON.stringify({ ...(await readCommit().catch(() => ({}))), ...found }, null, 2)}\n`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') > 0 ? 1 : 0
}

export async function run(args = []) {
  if (args.includes('--matrix')) return runMatrix(args)
  if (args.some((arg) => /^--repeat(=|$)/.test(arg))) return runRepeated(args)
  const unknown = args.filter((arg) => arg.startsWith('-') && !['--all', '--every-language'].includes(arg))
  if (unknown.length > 0) {
    console.error(
      `No such option: ${unknown.join(', ')}. There are --all, --every-language, --matrix, --repeat and the names of slices.`,
    )
    return 2
  }
  if (args.includes('--every-language')) return runEverything(everyLanguage)
  if (args.includes('--all')) return runEverything(fullScope)
  return args.length > 0 ? runSlices(args) : runEverything(mainScope)
}
