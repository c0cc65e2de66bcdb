// `npm test`: checks, build, tests, browser tests. The last line counts: `N passed, N failed`. `--matrix`: see matrix.mjs; `--repeat`: see repeat.mjs.
import fs from 'node:fs'
import path from 'node:path'
import { build } from './build.mjs'
import { run as check } from './check.mjs'
import { runMatrix } from './matrix.mjs'
import { execute } from './process.mjs'
import { runRepeated } from './repeat.mjs'

const unitReport = '.cache/vitest.json'
const storyReport = '.cache/playwright.json'

function readReport(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined
}

// A file that cannot even be loaded has no tests to count, and is a failure all the same.
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

function countStories({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
}

/** Runs one stage. A stage that breaks counts as one failure, so that the closing line never looks green when we are not. */
async function stage(title, work, report, count) {
  console.log(`\n== ${title}`)
  if (report) fs.rmSync(report, { force: true })
  const code = await work()
  const found = report && readReport(report)
  const { passed, failed } = found ? count(found) : { passed: 0, failed: 0 }
  return { title, passed, failed: code !== 0 ? Math.max(failed, 1) : failed }
}

function runUnits() {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
  return execute('vitest', ['run', '--passWithNoTests', ...reporters])
}

function runStories() {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: storyReport }
  return execute('playwright', ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'], { env })
}

export async function run(args = []) {
  if (args.includes('--matrix')) return runMatrix(args)
  if (args.some((arg) => /^--repeat(=|$)/.test(arg))) return runRepeated(args)
  fs.mkdirSync('.cache', { recursive: true })
  const results = [
    await stage('check', () => check([])),
    await stage('build', build),
    await stage('tests', runUnits, unitReport, countUnits),
  ]
  if (fs.existsSync('e2e/playwright.config.ts'))
    results.push(await stage('stories', runStories, storyReport, countStories))
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const broken = results.filter(({ failed }) => failed > 0).map(({ title }) => title)
  // Once more at the end, behind the stories' many lines: what a log that is cut off must still tell.
  for (const line of failedUnits(readReport(unitReport) ?? { testResults: [] })) console.log(`\n${line}`)
  if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}`)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') > 0 ? 1 : 0
}
