/** The values that are read for a scrape: of the process, the database's connections and queues, the live channel and background work. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '../../platform/db/database.ts'
import type { ConnectionMetrics } from '../../platform/http/connections.ts'
import { listWorkers } from '../../platform/jobs/worker.ts'
import type { LiveMetrics } from '../../platform/live/hub.ts'
import { createQueueReader, type Queues } from './queues.ts'

/** The backups that the server makes by itself. */
export interface BackupState {
  /** Seconds between two of them. */
  interval: number
  /** Age in seconds of the newest archive; undefined without one. */
  age: number | undefined
}

export interface Sources {
  db: Pick<Database, 'prepared' | 'pools' | 'commits' | 'replicas'>
  version: string
  connections: ConnectionMetrics
  /** Returns counters of the live channel. */
  live(): Readonly<LiveMetrics>
  /** Returns how many pictures are being decoded or wait for it. */
  images(): { decoding: number; waiting: number }
  /** Returns undefined where no backups are made. */
  backups(): Promise<BackupState | undefined>
}

export interface Collector {
  /** Returns every metric of the registry as text. */
  read(): Promise<string>
  stop(): void
}

/** Adds the metrics to the registry. */
export function createCollector(registry: Registry, sources: Sources): Collector {
  const setProcess = addProcess(registry, sources.version)
  const setConnections = addConnections(registry, sources)
  const setReplicas = addReplicas(registry, sources)
  const setQueues = addQueues(registry)
  const setBackups = addBackups(registry)
  const setWorkers = addWorkers(registry)
  const readQueues = createQueueReader(sources.db)
  const update = async () => {
    const queues = await readQueues()
    setProcess.read()
    setConnections()
    setReplicas()
    setQueues(queues)
    setBackups(await sources.backups())
    setWorkers()
  }
  return {
    async read() {
      await update()
      return registry.metrics()
    },
    stop: setProcess.stop,
  }
}

/** Returns functions that make a metric in the registry. */
function makers(registry: Registry) {
  const registers = [registry]
  return {
    gauge: <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, registers }),
    /** A counter whose value is kept elsewhere: `set` replaces it. */
    counter: <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
  }
}

function addProcess(registry: Registry, version: string) {
  const { gauge, counter } = makers(registry)
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let loop = performance.eventLoopUtilization()
  gauge('samtur_build_info', 'The version of the product; the value is always 1.', 'version').set({ version }, 1)
  const cpu = counter('process_cpu_seconds_total', 'Processor time of the process in seconds.')
  const resident = gauge('process_resident_memory_bytes', 'Memory of the process in bytes.')
  const started = gauge('process_start_time_seconds', 'When the process began, in seconds since 1970.')
  const uptime = gauge('process_uptime_seconds', 'Age of the process in seconds.')
  const heapUsed = gauge('nodejs_heap_used_bytes', 'Memory of JavaScript objects in bytes.')
  const heapTotal = gauge('nodejs_heap_total_bytes', 'Memory that is reserved for JavaScript objects in bytes.')
  const external = gauge('nodejs_external_memory_bytes', 'Memory of buffers and of WebAssembly in bytes.')
  const lagName = 'Delay of the event loop since the last scrape'
  const lagMs = gauge('nodejs_eventloop_lag_p99_milliseconds', `${lagName}, 99th percentile, in milliseconds.`)
  const lag50 = gauge('nodejs_eventloop_lag_p50_seconds', `${lagName}, median, in seconds.`)
  const lag99 = gauge('nodejs_eventloop_lag_p99_seconds', `${lagName}, 99th percentile, in seconds.`)
  const lagMax = gauge('nodejs_eventloop_lag_max_seconds', `${lagName}, longest, in seconds.`)
  const busy = gauge(
    'nodejs_eventloop_utilization_ratio',
    'Share of the time since the last scrape in which the event loop was busy.',
  )
  return {
    read() {
      const memory = process.memoryUsage()
      const { user, system } = process.cpuUsage()
      replace(cpu, (user + system) / 1e6)
      resident.set(memory.rss)
      heapUsed.set(memory.heapUsed)
      heapTotal.set(memory.heapTotal)
      external.set(memory.external)
      uptime.set(process.uptime())
      started.set(performance.timeOrigin / 1000)
      const [p50, p99] = [delay.percentile(50) / 1e9, delay.percentile(99) / 1e9]
      lagMs.set(p99 * 1e3)
      lag50.set(p50)
      lag99.set(p99)
      lagMax.set(delay.max / 1e9)
      delay.reset()
      const now = performance.eventLoopUtilization()
      busy.set(performance.eventLoopUtilization(now, loop).utilization)
      loop = now
    },
    stop: () => void delay.disable(),
  }
}

function addConnections(registry: Registry, { db, connections, live, images }: Sources) {
  const { gauge, counter } = makers(registry)
  const open = gauge('samtur_connections_open', 'Open HTTP connections.')
  const endedSlow = gauge(
    'samtur_connections_ended_slow',
    'Connections since the start that were ended because the client read too slowly.',
  )
  const refused = gauge(
    'samtur_connections_refused',
    'Connections and requests since the start that were refused beyond the limits.',
  )
  const liveGauges = Object.entries(liveHelp).map(([name, help]) => {
    const metric = gauge(`samtur_live_${name}`, help)
    return () => metric.set(live()[name as keyof LiveMetrics])
  })
  const decoding = gauge('samtur_images_decoding', 'Pictures that are being decoded.')
  const waitingImages = gauge('samtur_images_waiting', 'Pictures that wait to be decoded.')
  const pool = ['The connections to the database', 'pool'] as const
  const most = gauge('samtur_database_pool_max', `${pool[0]}: at most.`, pool[1])
  const size = gauge('samtur_database_pool_size', `${pool[0]}: open.`, pool[1])
  const idle = gauge('samtur_database_pool_idle', `${pool[0]}: open and not in use.`, pool[1])
  const waiting = gauge(
    'samtur_database_pool_waiting',
    `${pool[0]}: statements and transactions that wait for one.`,
    pool[1],
  )
  const commits = counter('samtur_database_commits_total', 'Transactions that this process has committed.')
  return () => {
    open.set(connections.open)
    endedSlow.set(connections.ended_slow)
    refused.set(connections.refused)
    for (const set of liveGauges) set()
    decoding.set(images().decoding)
    waitingImages.set(images().waiting)
    for (const { name, ...of } of db.pools()) {
      most.set({ pool: name }, of.max)
      size.set({ pool: name }, of.size)
      idle.set({ pool: name }, of.idle)
      waiting.set({ pool: name }, of.waiting)
    }
    replace(commits, db.commits)
  }
}

function addReplicas(registry: Registry, { db }: Sources) {
  const { gauge, counter } = makers(registry)
  const used = gauge(
    'samtur_replica_used',
    '1 while the replica serves reads, 0 while it is away or behind.',
    'replica',
  )
  const lag = gauge(
    'samtur_replica_lag_seconds',
    'Seconds by which the replica is behind; no value while it is away or far behind.',
    'replica',
  )
  const statements = counter('samtur_replica_statements_total', 'Statements that the replica has run.', 'replica')
  const failures = counter(
    'samtur_replica_failures_total',
    'Statements that the replica has failed to run, so that the primary ran them.',
    'replica',
  )
  return () => {
    for (const metric of [used, lag, statements, failures]) metric.reset()
    for (const { name: replica, ...state } of db.replicas()) {
      used.set({ replica }, state.isUsed ? 1 : 0)
      if (state.lagMs !== undefined) lag.set({ replica }, state.lagMs / 1000)
      statements.inc({ replica }, state.statements)
      failures.inc({ replica }, state.failures)
    }
  }
}

const liveHelp: Record<keyof LiveMetrics, string> = {
  sockets: 'Open live connections.',
  opened: 'Live connections since the start.',
  refused: 'Live connections since the start that were refused.',
  frames_in: 'Messages since the start that came over live connections.',
  frames_out: 'Messages since the start that were sent over live connections.',
  closed_slow: 'Live connections since the start that were ended because the client read too slowly.',
}

const queueHelp: Record<keyof Queues, [string, string]> = {
  mails_waiting: [
    'samtur_outbox_waiting',
    'Mails that wait to be sent, those for later included; at most 10000 are counted.',
  ],
  mails_retrying: ['samtur_outbox_retrying', 'Mails that wait for another attempt.'],
  mails_dead: ['samtur_outbox_dead', 'Mails that were given up.'],
  mails_lag: ['samtur_outbox_lag_seconds', 'Seconds for which the mail that is due for longest has been due.'],
  mails_oldest: ['samtur_outbox_oldest_seconds', 'Age in seconds of the oldest mail that is due or was tried.'],
  pushes_waiting: ['samtur_push_waiting', 'Push messages that wait to be sent; at most 10000 are counted.'],
  pushes_retrying: ['samtur_push_retrying', 'Push messages that wait for another attempt.'],
  pushes_lag: ['samtur_push_lag_seconds', 'Seconds for which the push message that is due for longest has been due.'],
}

/** The queues have no value while the database does not respond. */
function addQueues(registry: Registry) {
  const { gauge } = makers(registry)
  const up = gauge('samtur_database_up', '1 while the database responds to the scrape within a second, else 0.')
  const gauges = Object.entries(queueHelp).map(([name, text]) => ({
    name: name as keyof Queues,
    metric: gauge(...text),
  }))
  return (queues: Queues | undefined) => {
    up.set(queues ? 1 : 0)
    for (const { name, metric } of gauges) setOrRemove(metric, queues?.[name])
  }
}

function addBackups(registry: Registry) {
  const { gauge } = makers(registry)
  const interval = gauge(
    'samtur_backup_interval_seconds',
    'Seconds between two backups that the server makes by itself.',
  )
  const age = gauge('samtur_backup_age_seconds', 'Age in seconds of the newest archive in the folder of the backups.')
  return (state: BackupState | undefined) => {
    setOrRemove(interval, state?.interval)
    setOrRemove(age, state?.age)
  }
}

function addWorkers(registry: Registry) {
  const { gauge, counter } = makers(registry)
  const runs = counter('samtur_job_runs_total', 'Runs of background work.', 'worker')
  const failed = counter('samtur_job_failures_total', 'Runs of background work that have failed.', 'worker')
  const seconds = counter(
    'samtur_job_duration_seconds_total',
    'Duration of all runs of background work in seconds.',
    'worker',
  )
  const failing = gauge('samtur_job_failing', 'Failures of background work since its last success.', 'worker')
  const every = gauge(
    'samtur_job_interval_seconds',
    'Seconds between two runs of background work that nothing wakes.',
    'worker',
  )
  const success = gauge(
    'samtur_job_last_success_timestamp_seconds',
    'When background work last succeeded, in seconds since 1970.',
    'worker',
  )
  const all = [runs, failed, seconds, failing, every, success]
  return () => {
    for (const metric of all) metric.reset()
    for (const { name: worker, ...state } of listWorkers()) {
      runs.inc({ worker }, state.runs)
      failed.inc({ worker }, state.failed)
      seconds.inc({ worker }, state.seconds)
      failing.set({ worker }, state.failures)
      every.set({ worker }, state.everyMs / 1000)
      if (state.lastSuccess) success.set({ worker }, state.lastSuccess.getTime() / 1000)
    }
  }
}

function replace(counter: Counter, value: number) {
  counter.reset()
  counter.inc(value)
}

function setOrRemove(gauge: Gauge, value: number | undefined) {
  if (value === undefined) gauge.remove()
  else gauge.set(value)
}
