/** Runs the measurements of a part and prints their figures beside their limits, as a table that docs/performance.md can take. */
import { execFileSync } from 'node:child_process'
import os from 'node:os'

export interface Figure {
  what: string
  value: number
  /** Without one the figure is a ratio or a number of things. */
  unit?: string
  limit?: number
  /** The limit is the smallest value that meets it, not the largest. */
  least?: true
}

/** Takes some figures. What it starts is stopped by the stack, also when the run is interrupted. */
export type Measurement = (cleanup: AsyncDisposableStack) => Promise<Figure[]>

/** Measures so little that only its running says something, for tests. */
export const quick = process.argv.includes('--quick')

export const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(`--${name}=`.length)

/** Runs all measurements of a part, or the one that `--only` names. The process exits with 1 when a limit is missed, which says nothing after `--quick`. */
export async function run(measurements: Record<string, Measurement>): Promise<void> {
  const only = option('only')
  const chosen = Object.entries(measurements).filter(([name]) => only === undefined || only === name)
  if (chosen.length === 0) throw new Error(`--only takes one of: ${Object.keys(measurements).join(', ')}`)
  const figures: Figure[] = []
  for (const [, measure] of chosen) {
    await using cleanup = stoppable()
    figures.push(...(await measure(cleanup)))
  }
  print(figures)
  if (!quick) process.exitCode = figures.every(isMet) ? 0 : 1
}

/** Returns a stack that is disposed of on a signal, too, because databases would go on filling the disk. */
function stoppable(): AsyncDisposableStack {
  const stack = new AsyncDisposableStack()
  const stop = () => {
    // Queries that break off meanwhile are not reported.
    process.on('uncaughtException', () => {})
    void stack.disposeAsync().finally(() => process.exit(1))
  }
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, stop)
    stack.defer(() => void process.off(signal, stop))
  }
  return stack
}

const isMet = ({ value, limit, least }: Figure) => limit === undefined || (least ? value >= limit : value <= limit)

function print(figures: readonly Figure[]) {
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim()
  const cores = os.cpus()
  const machine = `${cores.length} cores (${cores[0]?.model}), ${Math.round(os.totalmem() / 2 ** 30)} GiB`
  console.log(
    `\n${Temporal.Now.plainDateISO().toString()}, commit ${commit}, ${machine}, Node ${process.versions.node}\n`,
  )
  const rows = figures.map((figure) => {
    const { what, value, unit, limit, least } = figure
    if (limit === undefined) return [what, shown(value, unit), '', '']
    return [
      what,
      shown(value, unit),
      `${least ? 'at least' : 'at most'} ${shown(limit, unit)}`,
      isMet(figure) ? 'met' : 'missed',
    ]
  })
  for (const row of [['', 'measured', 'limit', ''], ['---', '---', '---', '---'], ...rows])
    console.log(`| ${row.join(' | ')} |`)
  const [load = 0] = os.loadavg()
  if (load > cores.length + 1) console.log(`\nThe machine was busy: load ${load.toFixed(1)} on ${cores.length} cores.`)
}

function shown(value: number, unit = ''): string {
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))
  return `${rounded.toLocaleString('en')} ${unit}`.trim()
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? NaN
}
