/** Several processes on the product's bus: rising rates of events until they arrive late, and what NOTIFY costs writers. */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { startOwnPostgres } from '../postgres.ts'
import type { BusQuestions, Telling } from './bus-process.ts'
import { connectPatiently, type Patient } from './connection.ts'
import { databaseProcess, secondsOfFamily } from './processor.ts'
import { type Program, startProgram } from './program.ts'

export interface Load {
  /** Events per second, of all processes together. */
  rate: number
  /** Milliseconds from when an event was due to its arrival in another process. */
  p50: number
  p99: number
  /** Events that did not arrive at every other process, and those that came twice or too late. */
  lost: number
  doubled: number
  /** Microseconds of the database's processor for one event, and of all processes of ours together. */
  database: number
  processes: number
  /** Events in one notification, on average. */
  together: number
  /** Processor time of the database and our processes, as a fraction of that of all cores. */
  busy: number
}

export interface Bus {
  processes: number
  loads: Load[]
  /** NOTIFY statements per second of 8 clients of pgbench, on the channel that the processes listen to, and on another one. */
  notify: number
  elsewhere: number
}

export interface Effort {
  rates: readonly number[]
  seconds: number
  /** Milliseconds within which 99 of 100 events have to arrive. */
  within: number
  /** Seconds for each rate of NOTIFY statements. */
  notify: number
}

interface Setup {
  url: string
  admin: Patient
  postmaster: number
  programs: Program<BusQuestions>[]
}

const SETTLE_MS = 3_000
/** Events per second before anything is measured. */
const WARM_UP = 1_000
const cores = os.availableParallelism()
const programFile = fileURLToPath(new URL('./bus-process.ts', import.meta.url))
const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

const running = new Set<() => Promise<void>>()

/** Stops what was started. */
export async function closeAll(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()))
}

/** Runs the work on a database of its own, with so many processes on the bus. */
async function withProcesses<T>(count: number, work: (setup: Setup) => Promise<T>): Promise<T> {
  const postgres = await startOwnPostgres(['max_connections=200', 'shared_buffers=256MB'])
  const programs: Program<BusQuestions>[] = []
  let admin: Patient | undefined
  const stop = async () => {
    if (!running.delete(stop)) return
    await Promise.all(programs.map((program) => program.ask.close().catch(() => {})))
    await Promise.all(programs.map((program) => program.stop()))
    await admin?.close()
    await postgres.stop()
  }
  running.add(stop)
  try {
    const url = await postgres.create()
    admin = connectPatiently(url)
    const postmaster = await databaseProcess(admin)
    // Neither the processes nor the database are pinned to a core.
    for (let number = 0; number < count; number++) programs.push(await startProgram<BusQuestions>(programFile, 'any'))
    await Promise.all(programs.map((program, number) => program.ask.open({ url, number })))
    return await work({ url, admin, postmaster, programs })
  } finally {
    await stop()
  }
}

/** Measures so many processes that announce and listen; also NOTIFY statements without our own code on the sending side. */
export const measureProcesses = (processes: number, effort: Effort): Promise<Bus> =>
  withProcesses(processes, async (setup) => ({
    processes,
    loads: processes > 1 ? await climb(setup, effort) : [],
    notify: await rateNotify(setup.url, 'samtur', effort.notify),
    elsewhere: await rateNotify(setup.url, 'another', effort.notify),
  }))

/** Raises the rate until 99 of 100 events no longer arrive in time, or some do not arrive. */
async function climb(setup: Setup, { rates, seconds, within }: Effort): Promise<Load[]> {
  // Spends the first seconds on compilation.
  await run(setup, WARM_UP, 2)
  const loads: Load[] = []
  const isMet = ({ p99, lost, doubled }: Load) => p99 <= within && lost + doubled === 0
  for (const rate of rates) {
    const load = await run(setup, rate, seconds)
    // Another process of the machine may have been in the way.
    loads.push(isMet(load) ? load : await run(setup, rate, seconds))
    if (!loads.every(isMet)) break
  }
  return loads
}

async function run({ admin, postmaster, programs }: Setup, rate: number, seconds: number): Promise<Load> {
  const worked = async () => sum(await Promise.all(programs.map(({ ask }) => ask.worked())))
  // A transaction that notifies takes a number; nothing else writes meanwhile.
  const notified = async () => {
    const { rows } = await sql<{ next: number }>`select pg_snapshot_xmax(pg_current_snapshot())::text::float8 as next`.execute(admin.executor) // prettier-ignore
    return rows[0]?.next ?? NaN
  }
  const [notifiedBefore, databaseBefore, workedBefore] = [await notified(), secondsOfFamily(postmaster), await worked()]
  const each = await Promise.all(programs.map(({ ask }) => ask.announce({ rate: rate / programs.length, seconds })))
  const announced = sum(each)
  const expected = announced * (programs.length - 1)
  const deadline = performance.now() + SETTLE_MS
  const arrived = async () => sum(await Promise.all(programs.map(({ ask }) => ask.count())))
  while ((await arrived()) < expected && performance.now() < deadline) await sleep(50)
  const [database, processes] = [secondsOfFamily(postmaster) - databaseBefore, (await worked()) - workedBefore]
  const all = await Promise.all(programs.map(({ ask }) => ask.heard()))
  const took = all.flatMap((one) => one.took).toSorted(([a], [b]) => a - b)
  const heard = sum(all.map(({ count }) => count))
  const at = (share: number) => {
    let left = share * heard
    return (took.find(([, count]) => (left -= count) <= 0)?.[0] ?? NaN) / 10
  }
  return {
    rate,
    p50: at(0.5),
    p99: at(0.99),
    lost: expected - heard,
    doubled: sum(all.map((one) => one.doubled)),
    database: (database * 1e6) / announced,
    processes: (processes * 1e6) / announced,
    together: announced / ((await notified()) - notifiedBefore),
    busy: (database + processes) / (seconds * cores),
  }
}

export type Writing = Record<Telling, number>

/** Returns the rows per second that so many writers of one process store while two others listen, in turns, because the machine is never idle. */
export async function rateWriters(writers: readonly number[], seconds: number): Promise<Map<number, Writing>> {
  return withProcesses(3, async ({ programs: [first] }) => {
    if (!first) throw new Error('no process')
    await first.ask.makeTable()
    const write = (telling: Telling, count: number, long: number) =>
      first.ask.write({ telling, writers: count, seconds: long })
    for (const telling of tellings) await write(telling, 4, 0.5)
    const rates = new Map<number, Writing>()
    for (const count of writers) {
      const rate: Writing = { nothing: 0, 'in the transaction': 0, 'the bus': 0 }
      for (let turn = 0; turn < TURNS; turn++)
        for (const telling of tellings) rate[telling] += (await write(telling, count, seconds / TURNS)) / TURNS
      rates.set(count, rate)
    }
    return rates
  })
}

const tellings: Telling[] = ['nothing', 'in the transaction', 'the bus']
const TURNS = 3

/** Returns how many NOTIFY statements 8 clients of pgbench commit per second on a channel. */
async function rateNotify(url: string, channel: string, seconds: number): Promise<number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-pgbench-'))
  try {
    const file = path.join(folder, 'notify.sql')
    // What the bus sends, from a process that does not exist.
    const entry = `["message",{"chat_id":"${ID}","seq":1,"sender_id":"${ID}","recipient_id":"${ID}"}]`
    fs.writeFileSync(file, `select set_config('synchronous_commit', 'off', true), pg_notify('${channel}', '["${ID}",[${entry}]]');\n`) // prettier-ignore
    const flags = ['-n', '-M', 'prepared', '-c', '8', '-j', '2', '-T', String(seconds), '-f', file]
    const { stdout } = await promisify(execFile)('pgbench', [...flags, url])
    return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const ID = '018f0000-0000-7000-8000-000000000001'
