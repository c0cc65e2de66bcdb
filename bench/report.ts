/** Figures of a measurement beside their goals: printed, and kept in bench/results.json, from which docs/performance.md and the tables of docs/scaling.md are written. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import path from 'node:path'
import { rounded, shown } from './scaling/numbers.ts'
import { withTables } from './scaling/tables.ts'

export interface Figure {
  what: string
  value: number
  /** Without one the figure is a ratio or a number of things. */
  unit?: string
  goal?: number
  /** The goal is the smallest value that meets it, not the largest. */
  least?: true
}

interface Part {
  date: string
  machine: string
  commit: string
  figures: Figure[]
}

const root = path.resolve(import.meta.dirname, '..')
const results = path.join(root, 'bench/results.json')
const document = path.join(root, 'docs/performance.md')
const scaling = path.join(root, 'docs/scaling.md')

/** All of the machine: a part may have pinned its process to one of them. */
const cores = os.cpus().length
/** The cores that other programs used before the measurement began. The load average would count what has just ended, too. */
const busyBefore = await busyCores(1_000)

async function busyCores(milliseconds: number): Promise<number> {
  const read = () =>
    os.cpus().map(({ times: { idle, ...busy } }) => [idle, Object.values(busy).reduce((a, b) => a + b)])
  const before = read()
  await sleep(milliseconds)
  return read().reduce((sum, [idle = 0, busy = 0], core) => {
    const [idleBefore = 0, busyStart = 0] = before[core] ?? []
    const spent = busy - busyStart
    return sum + spent / (spent + idle - idleBefore)
  }, 0)
}

export const quick = process.argv.includes('--quick')

/** Returns an option's value, as in `--only=busy`, which measures a part of a part. */
export const option = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(`--${name}=`.length)

const isMet = ({ value, goal, least }: Figure) => goal === undefined || (least ? value >= goal : value <= goal)
const goalOf = ({ goal, unit, least }: Figure) =>
  goal === undefined ? '' : `${least ? 'at least' : 'at most'} ${shown(goal, unit)}`

/**
 * Prints the figures of a part and keeps them, unless this is a `--quick` run or one with `--only`. Makes the process exit with 1 when a goal is missed, which says nothing after
 * a quick run.
 */
export function report(part: string, figures: readonly Figure[]): void {
  for (const figure of figures) {
    const verdict = figure.goal === undefined ? '      ' : isMet(figure) ? 'met   ' : 'MISSED'
    console.log(
      [verdict, figure.what + ':', shown(figure.value, figure.unit), goalOf(figure)].filter(Boolean).join('  '),
    )
  }
  const [load = 0] = os.loadavg()
  if (load > cores + 1) console.log(`The machine was busy (load ${load.toFixed(1)} on ${cores} cores).`)
  if (quick || option('only') !== undefined) return
  keep(part, figures)
  process.exitCode = figures.every(isMet) ? 0 : 1
}

function keep(part: string, figures: readonly Figure[]) {
  const known = fs.existsSync(results) ? (JSON.parse(fs.readFileSync(results, 'utf8')) as Parts) : {}
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const memory = Math.round(os.totalmem() / 2 ** 30)
  known[part] = {
    date: Temporal.Now.plainDateISO().toString(),
    machine: `${cores} cores (${os.cpus()[0]?.model ?? 'unknown'}), ${memory} GiB, Node ${process.versions.node}${busyBefore > 0.2 ? `, ${busyBefore.toFixed(1)} cores busy with other work` : ''}`,
    commit,
    figures: figures.map((figure) => ({ ...figure, value: rounded(figure.value) })),
  }
  const sorted = Object.fromEntries(Object.entries(known).toSorted(([a], [b]) => a.localeCompare(b)))
  fs.writeFileSync(results, `${JSON.stringify(sorted, null, 2)}\n`)
  fs.writeFileSync(document, write(sorted))
  fs.writeFileSync(scaling, withTables(fs.readFileSync(scaling, 'utf8'), sorted))
}

/** The kept figures of each part, by its name. */
export type Parts = Record<string, Part>

/** Returns the document with a table for each part. */
function write(parts: Parts): string {
  const tables = Object.entries(parts).map(([name, { date, machine, commit, figures }]) => {
    const rows = figures.map((figure) => [
      figure.what,
      shown(figure.value, figure.unit),
      goalOf(figure),
      figure.goal === undefined ? '' : isMet(figure) ? 'met' : 'missed',
    ])
    const table = [['', 'measured', 'goal', ''], ['---', '---', '---', '---'], ...rows]
    const lines = table.map((row) => `| ${row.join(' | ')} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |'))
    return `## ${name}\n\n\`npm run bench -- ${name}\`, ${date}, commit ${commit}, ${machine}\n\n${lines.join('\n')}\n`
  })
  return `# Performance\n\nWritten by \`npm run bench\` from its last whole run of each part; [measure](operating/measure.md) describes what each part does. Absolute figures belong to the machine: compare ratios.\n\n${tables.join('\n')}`
}
