/** What a process reports of itself, and what the reports and figures of the database mean. */
import {
  type Condition,
  type Disk,
  type Job,
  type OperationsState,
  type Queue,
  type QueueName,
  type Replica,
  replicaStates,
  type ServerProcess,
} from '@samtur/contract/operations'
import { z } from 'zod'
import { judgeSpace } from '#operating/data-folder'

const jobReport = z.object({
  name: z.string(),
  every: z.number(),
  failures: z.number(),
  last: z.string().nullable(),
  took: z.number().nullable(),
  succeeded: z.string().nullable(),
  failed: z.object({ at: z.string(), reason: z.string() }).nullable(),
  next: z.string(),
})
export type JobReport = z.infer<typeof jobReport>

const report = z.object({
  live: z.number().catch(0),
  jobs: z.array(jobReport).catch([]),
  disks: z.array(z.object({ holds: z.enum(['data', 'backups']), free: z.number(), total: z.number() })).catch([]),
  /** As this process sees them, with the lag in milliseconds. */
  replicas: z
    .array(z.object({ name: z.string(), standing: z.enum(replicaStates), lagMs: z.number().optional() }))
    .catch([]),
  /** Null where the process makes no backups. */
  backup: z
    .object({ hours: z.number(), newest: z.object({ at: z.string(), bytes: z.number() }).nullable() })
    .nullable()
    .catch(null),
})
export type Report = z.infer<typeof report>

const emptyReport: Report = { live: 0, jobs: [], disks: [], replicas: [], backup: null }

/** Reads the report of a process, which may have another version: a part that this one does not understand is empty. */
export const readReport = (stored: unknown): Report => report.safeParse(stored).data ?? emptyReport

/** A process with its report, and the seconds since it was heard. */
export interface Reporter {
  host: string
  startedAt: Date
  silent: number
  report: Report
}

const SILENT_AFTER = 30
const GONE_AFTER = 600

export function processState({ silent }: Pick<Reporter, 'silent'>): ServerProcess['state'] {
  if (silent < SILENT_AFTER) return 'heard'
  return silent < GONE_AFTER ? 'silent' : 'gone'
}

export const isHeard = (one: Pick<Reporter, 'silent'>): boolean => processState(one) === 'heard'

const MINUTE = 60
const HOUR = 3_600
/** Seconds from which the oldest of a queue has waited too long: to look at, and to act on. */
const limits: Record<Exclude<QueueName, 'wanted'>, [slow: number, broken: number]> = {
  mails: [MINUTE, 10 * MINUTE],
  retries: [10 * MINUTE, 2 * HOUR],
  pushes: [MINUTE, 10 * MINUTE],
  // They wait for the evening.
  digests: [30 * HOUR, 54 * HOUR],
  exports: [10 * MINUTE, HOUR],
  // The work runs hourly.
  erasures: [2 * HOUR, 24 * HOUR],
}
/** The queue of wanted rides has no times: how many are compared in about a minute, and many more. */
const WANTED_SLOW = 500
const WANTED_BROKEN = 5_000

/** Returns the queue as it is shown. */
export function judgeQueue(name: QueueName, waiting: number, oldest: number | null): Queue {
  const shown = { name, waiting, oldest_seconds: waiting === 0 || oldest === null ? null : Math.round(oldest) }
  if (name === 'wanted') return { ...shown, condition: conditionOf(waiting, [WANTED_SLOW, WANTED_BROKEN]) }
  return { ...shown, condition: conditionOf(shown.oldest_seconds ?? 0, limits[name]) }
}

function conditionOf(value: number, [slow, broken]: readonly [number, number]): Condition {
  if (value > broken) return 'broken'
  return value > slow ? 'slow' : 'fine'
}

const order: Record<Condition, number> = { broken: 0, slow: 1, fine: 2 }

/** Returns the work of all processes that are heard, by name: what fails or is late comes first. */
export function judgeJobs(reporters: readonly Reporter[], now: Date): Job[] {
  const reports = reporters
    .filter(isHeard)
    .flatMap(({ report: { jobs }, startedAt }) => jobs.map((one) => ({ ...one, startedAt })))
  const jobs = [...Map.groupBy(reports, ({ name }) => name)].map(([name, same]) => jobOf(name, same, now))
  return jobs.toSorted((a, b) => order[a.condition] - order[b.condition] || (a.name < b.name ? -1 : 1))
}

type StartedJob = JobReport & { startedAt: Date }

function jobOf(name: string, same: readonly StartedJob[], now: Date): Job {
  const failing = Math.max(...same.map(({ failures }) => failures))
  const late = same.some((one) => isLate(one, now))
  const last = latest(same, ({ last: at }) => at)
  const failed = latest(same, ({ failed: failure }) => failure?.at ?? null)?.failed
  return {
    name,
    condition: failing >= 3 || late ? 'broken' : failing > 0 ? 'slow' : 'fine',
    problem: failing > 0 ? 'failing' : late ? 'late' : null,
    every_seconds: Math.min(...same.map(({ every }) => every)),
    last_at: last?.last ?? null,
    seconds: last?.took ?? null,
    next_at: same.map(({ next }) => next).toSorted()[0] ?? null,
    failed_at: failed?.at ?? null,
    reason: failed?.reason ?? null,
  }
}

/** Seconds that a backup of a large database may take. */
const LONG_BACKUP = 12 * HOUR

/** Returns whether no run has succeeded for three intervals and a minute: some begin with every second. */
function isLate({ name, every, last, succeeded, startedAt }: StartedJob, now: Date): boolean {
  const since = succeeded === null ? startedAt.getTime() : Date.parse(succeeded)
  const isMakingBackup = name === 'backup' && last !== null && Date.parse(last) > since
  return now.getTime() - since > (isMakingBackup ? LONG_BACKUP : 3 * every + MINUTE) * 1000
}

/** Returns the row with the latest time; undefined where none has one. ISO times in UTC sort as texts. */
function latest<Row>(rows: readonly Row[], timeOf: (row: Row) => string | null): Row | undefined {
  return rows
    .filter((row) => timeOf(row) !== null)
    .toSorted((a, b) => ((timeOf(a) ?? '') < (timeOf(b) ?? '') ? 1 : -1))[0]
}

/** Returns the replicas by name. The primary serves what one of them does not, so that none is more than something to look at. */
export function judgeReplicas(reporters: readonly Reporter[]): Replica[] {
  const seen = Map.groupBy(
    reporters.filter(isHeard).flatMap(({ report: { replicas } }) => replicas),
    ({ name }) => name,
  )
  return [...seen]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, same]) => {
      const state = replicaStates.findLast((one) => same.some(({ standing }) => standing === one)) ?? 'away'
      const lags = same.filter(({ standing }) => standing === state).flatMap(({ lagMs }) => lagMs ?? [])
      const lag_seconds = lags.length === 0 ? null : Math.max(...lags) / 1000
      return { name, state, lag_seconds, condition: state === 'used' ? 'fine' : 'slow' }
    })
}

const spaceCondition = { enough: 'fine', little: 'slow', least: 'broken' } as const

/** Returns the disks of each machine: processes of one machine see the same. */
export function judgeDisks(reporters: readonly Reporter[]): Disk[] {
  const disks = new Map<string, Disk>()
  for (const { host, report: own } of reporters.filter(isHeard))
    for (const { holds, free, total } of own.disks)
      disks.set(`${host} ${holds}`, {
        host,
        holds,
        free_bytes: free,
        total_bytes: total,
        condition: spaceCondition[judgeSpace({ free })],
      })
  return [...disks.values()]
}

type Backup = OperationsState['backup']

/** Returns the newest backup of any process, and whether it is as new as the settings want. */
export function judgeBackup(reporters: readonly Reporter[], now: Date): Backup {
  const makers = reporters.filter((one) => isHeard(one) && one.report.backup !== null)
  if (makers.length === 0)
    return { state: 'off', condition: 'slow', every_hours: null, newest: null, next_at: null, reason: null }
  const hours = Math.min(...makers.map(({ report: { backup } }) => backup?.hours ?? Infinity))
  const made = latest(makers, ({ report: { backup } }) => backup?.newest?.at ?? null)
  const newest = made?.report.backup?.newest ?? null
  const work = makers.flatMap(({ report: { jobs } }) => jobs.filter(({ name }) => name === 'backup'))
  const failing = work.find(({ failures }) => failures > 0)
  const started = Math.min(...makers.map(({ startedAt }) => startedAt.getTime()))
  const { state, condition } = backupState({
    age: newest && (now.getTime() - Date.parse(newest.at)) / 1000,
    every: hours * HOUR,
    running: (now.getTime() - started) / 1000,
    failures: Math.max(0, ...work.map(({ failures }) => failures)),
  })
  return {
    state,
    condition,
    every_hours: hours,
    newest: newest && made ? { ...newest, host: made.host } : null,
    next_at: newest && new Date(Date.parse(newest.at) + hours * HOUR * 1000).toISOString(),
    reason: failing?.failed?.reason ?? null,
  }
}

interface BackupFigures {
  /** Seconds; null without a backup. */
  age: number | null
  every: number
  /** Seconds for which the processes that make backups have run. */
  running: number
  /** Attempts in a row that failed. */
  failures: number
}

function backupState({ age, every, running, failures }: BackupFigures): Pick<Backup, 'state' | 'condition'> {
  const isOld = age === null ? running > HOUR : age > 2 * every
  if (failures > 0) return { state: 'failing', condition: isOld || failures >= 3 ? 'broken' : 'slow' }
  if (age === null) return isOld ? { state: 'missing', condition: 'broken' } : { state: 'first', condition: 'fine' }
  return isOld ? { state: 'late', condition: 'broken' } : { state: 'fine', condition: 'fine' }
}
