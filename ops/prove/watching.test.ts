/** Dashboard and alert rules, checked with Prometheus's own tools and with the metrics of a real server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Server, startServer } from '../../apps/server/test/server.ts'
import { freePort } from '../../apps/server/test/free-port.ts'
import { report } from './report.ts'

const ops = path.resolve(import.meta.dirname, '..')
const rulesFile = path.join(ops, 'prometheus/samtur.rules.yaml')
const testsFile = path.join(ops, 'prometheus/samtur.rules.test.yaml')
const rules = fs.readFileSync(rulesFile, 'utf8')
const guide = fs.readFileSync(path.resolve(ops, '../docs/operating/watch.md'), 'utf8')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-watching-'))
let server: Server
beforeAll(async () => {
  server = await startServer({
    DATA_DIR: path.join(folder, 'data'),
    BACKUP_DIR: path.join(folder, 'backups'),
    HOST: '127.0.0.1',
  })
})
afterAll(async () => {
  await server?.kill('SIGTERM')
  fs.rmSync(folder, { recursive: true, force: true })
})

interface Ran {
  code: number
  output: string
}

/** Runs promtool; returns its exit code and everything that it has printed. */
async function promtool(args: string[], input?: string): Promise<Ran> {
  const child = spawn('promtool', args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

/** Returns the text of every metric, with something in each: requests, a search, background work and a backup. */
async function scrape(): Promise<string> {
  await fetch(`${server.url}/api/v1/rides?from=Oslo&to=Bergen`)
  return (await fetch(`${server.url}/metrics`)).text()
}

/** Returns the names of the samples. */
const namesIn = (text: string) => new Set([...text.matchAll(/^(\w+)[{ ]/gm)].map(([, name = '']) => name))

/** The same with those that have no value yet, such as the replicas' where there are none. */
const describedIn = (text: string) =>
  new Set([...namesIn(text), ...[...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name)])

/** Returns the names of metrics in a query. */
const namesOf = (query: string) =>
  query.match(/\b(?:samtur|process|nodejs)_\w+|\bup\b(?=[ {)])/g)?.filter((name) => name !== 'up') ?? []

interface Dashboard {
  annotations: { list: { expr: string }[] }
  templating: { list: { definition?: string }[] }
  panels: { title: string; targets?: { expr: string }[] }[]
}

const dashboard = JSON.parse(fs.readFileSync(path.join(ops, 'grafana/samtur.json'), 'utf8')) as Dashboard
const queries = [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...dashboard.annotations.list.map(({ expr }) => expr),
]
/** As Grafana fills its variables in. */
const filled = (query: string) =>
  query.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*').replaceAll('$route', '.*')

/** Returns the expression of each alert. */
const alerts = new Map(
  rules
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((text) => {
      const [name = ''] = text.split('\n')
      const [, expression = ''] = /^ {8}expr: (\|\n(?: {10}.*\n)+|.*\n)/m.exec(text) ?? []
      return [name, expression]
    }),
)

test('the rules are valid, and each fires when it should and only then', async () => {
  const began = performance.now()
  expect(alerts.size).toBe(rules.match(/- alert: /g)?.length)
  const checked = await promtool(['check', 'rules', rulesFile])
  expect(checked.code, checked.output).toBe(0)
  const tested = await promtool(['test', 'rules', testsFile])
  expect(tested.code, tested.output).toBe(0)
  // A rule that never fires, and one that always fires, is noticed by the tests.
  let broken = 0
  const place = path.join(folder, 'rules')
  fs.mkdirSync(place)
  fs.copyFileSync(testsFile, path.join(place, 'samtur.rules.test.yaml'))
  for (const [name, expression] of alerts) {
    for (const wrong of ['vector(0) > 1\n', 'vector(1)\n']) {
      const changed = rules.replace(
        `- alert: ${name}\n        expr: ${expression}`,
        `- alert: ${name}\n        expr: ${wrong}`,
      )
      expect(changed, name).not.toBe(rules)
      fs.writeFileSync(path.join(place, 'samtur.rules.yaml'), changed)
      const { code } = await promtool(['test', 'rules', path.join(place, 'samtur.rules.test.yaml')])
      expect(code, `${name} with ${wrong}`).not.toBe(0)
      broken++
    }
  }
  report(`alert rules broken on purpose (${alerts.size} rules)`, broken, '0 unnoticed', seconds(began))
})

test('each alert has a section in the guide that its runbook names', () => {
  for (const name of alerts.keys()) {
    expect(guide, name).toMatch(new RegExp(`^### ${name}$`, 'm'))
    expect(rules).toContain(`See docs/operating/watch.md#${name.toLowerCase()}.`)
  }
})

test('the metrics of a server have the form and the names that Prometheus wants', async () => {
  const text = await scrape()
  const { output } = await promtool(['check', 'metrics'], text)
  // A name of before, which is kept beside the one in seconds.
  const known = /^nodejs_eventloop_lag_p99_milliseconds use base unit "seconds" instead of "milliseconds"$/
  expect(output.split('\n').filter((line) => line !== '' && !known.test(line))).toEqual([])
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds ')
})

test('every metric that dashboard and rules name is reported by a server, and every query parses', async () => {
  const began = performance.now()
  await expect.poll(async () => namesIn(await scrape()), { timeout: 60_000 }).toContain('samtur_backup_age_seconds')
  const reported = describedIn(await scrape())
  const used = [...queries, ...alerts.values()]
  expect(used.flatMap(namesOf).filter((name) => !reported.has(name))).toEqual([])
  expect(used.filter((query) => namesOf(query).length === 0 && !query.includes('up{'))).toEqual([])
  for (const { definition = '' } of dashboard.templating.list)
    for (const name of namesOf(definition)) expect(reported).toContain(name)
  const file = path.join(folder, 'dashboard.yaml')
  const recorded = queries.map(
    (query, nr) => `      - { record: 'query:${nr}', expr: ${JSON.stringify(filled(query))} }`,
  )
  fs.writeFileSync(file, `groups:\n  - name: dashboard\n    rules:\n${recorded.join('\n')}\n`)
  const { code, output } = await promtool(['check', 'rules', file])
  expect(code, output).toBe(0)
  expect(output).toContain(`${queries.length} rules found`)
  report(`queries of the dashboard and the rules`, used.length, '0 unknown metrics', seconds(began))
})

test('Prometheus scrapes a server, every query of the dashboard works, and SamturDown fires after a kill', async () => {
  const began = performance.now()
  const other = await startServer({
    DATA_DIR: path.join(folder, 'other'),
    BACKUP_DIR: path.join(folder, 'other-backups'),
  })
  const prometheus = await startPrometheus(new URL(other.url).host)
  try {
    await expect.poll(() => prometheus.query('up{job="samtur"} == 1'), { timeout: 60_000 }).toHaveLength(1)
    await fetch(`${other.url}/api/v1/rides?from=Oslo&to=Bergen`)
    const samples = 'samtur_http_request_duration_seconds_count{route="rides.search"}'
    await expect.poll(() => prometheus.query(samples), { timeout: 60_000 }).toHaveLength(1)
    for (const query of queries) await prometheus.query(filled(query))
    expect(await prometheus.query('ALERTS{alertstate="firing"}')).toEqual([])
    const killed = performance.now()
    await other.kill('SIGKILL')
    const firing = 'ALERTS{alertname="SamturDown",alertstate="firing"}'
    await expect.poll(() => prometheus.query(firing), { timeout: 120_000, interval: 1_000 }).toHaveLength(1)
    report('a scraped server was killed: alert SamturDown', 1, 'nothing', seconds(killed))
  } finally {
    await prometheus.stop()
  }
  report('Prometheus scraped a server and ran the dashboard', queries.length, '0 queries failed', seconds(began))
})

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

interface Prometheus {
  /** Returns the samples of a query. Throws where it does not parse or run. */
  query(text: string): Promise<unknown[]>
  stop(): Promise<void>
}

async function startPrometheus(target: string): Promise<Prometheus> {
  const config = path.join(folder, 'prometheus.yaml')
  const scrapes = `[{ job_name: samtur, static_configs: [{ targets: ['${target}'] }] }]`
  fs.writeFileSync(
    config,
    `global: { scrape_interval: 2s, evaluation_interval: 2s }\nrule_files: ['${rulesFile}']\nscrape_configs: ${scrapes}\n`,
  )
  const port = await freePort()
  const data = path.join(folder, 'prometheus')
  const flags = [`--config.file=${config}`, `--storage.tsdb.path=${data}`, `--web.listen-address=127.0.0.1:${port}`]
  const child = spawn('prometheus', flags, { stdio: 'ignore' })
  const ended = once(child, 'close')
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  return {
    async query(text) {
      const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: text }).toString()}`)
      const body = (await response.json()) as { status: string; error?: string; data: { result: unknown[] } }
      if (body.status !== 'success') throw new Error(`${text}: ${body.error}`)
      return body.data.result
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
