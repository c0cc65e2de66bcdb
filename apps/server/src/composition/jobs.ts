/** Composition: everything that the server does in the background. */
import { type ObserveBackups, startBackups } from './backups.ts'
import type { Config } from '../config.ts'
import type { Deps } from './entry.ts'
import { startAccountJobs, startIdentityJobs } from '../features/accounts/jobs.ts'
import { startChatJobs, startUnreadNotifications } from '../features/chat/jobs.ts'
import { startNotificationJobs, startPushing } from '../features/notifications/jobs.ts'
import { startHeartbeat } from '../features/operations/jobs.ts'
import type { Report } from '../features/operations/rules.ts'
import type { OwnProcess } from '../features/operations/store.ts'
import { startPlaceJobs } from '../features/places/jobs.ts'
import type { SearchCounts } from '../features/places/port.ts'
import { startErasing, startExporting } from '../features/privacy/jobs.ts'
import { startRatingJobs } from '../features/ratings/jobs.ts'
import { startReservationJobs } from '../features/reservations/jobs.ts'
import { startRideJobs } from '../features/rides/jobs.ts'
import { startSupportJobs } from '../features/support/jobs.ts'
import { startTravelJobs } from '../features/travel/jobs.ts'
import { startMatching, startWantedJobs } from '../features/wanted/jobs.ts'
import { createRescue } from '../features/wanted/routes-rescue.ts'
import { createMailing, type Translators } from './mailing.ts'
import { spaceOf } from '../operating/data-folder.ts'
import { errorCode } from '../platform/db/error-code.ts'
import { startChecking } from '../platform/jobs/checking.ts'
import { startCleaning } from '../platform/jobs/cleaning.ts'
import type { Worker } from '../platform/jobs/worker.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../operating/metrics/metrics.ts'
import { createObserver } from '../platform/observer.ts'
import { createPushSender, type isPushService, type SendPush } from '../platform/push/sender.ts'

/** The jobs that are woken when there is something to do. */
type WokenJob = 'mailing' | 'pushing' | 'exporting' | 'matching'

export interface Jobs {
  /** Starts all jobs. Their first runs are computing that requests would wait for (decision 024), so call it once the server listens. */
  start(): void
  /** Runs a job soon. Does nothing before the start, which runs the jobs, too. */
  wake(job: WokenJob): void
  stop(): Promise<void>
}

interface Options {
  own: OwnProcess
  translators: Translators
  isService: typeof isPushService
  searchCounts: SearchCounts
  metrics: Pick<Metrics, 'mailed' | 'pushed'>
  /** Returns the number of live connections. */
  live(): number
  observeBackups: ObserveBackups
}

/** Calls `pushed` with the outcome of each message. */
const counted =
  (send: SendPush, { pushed }: Pick<Metrics, 'pushed'>): SendPush =>
  async (target, message) => {
    const outcome = await send(target, message)
    pushed(outcome)
    return outcome
  }

/** Returns no disk for a folder that is created later. */
function noneYet(error: unknown): [] {
  if (errorCode(error) === 'ENOENT') return []
  throw error
}

type DiskReport = Report['disks'][number]

/** Returns a function that looks at the free space where this process keeps data and backups. */
function createDiskObserver({ dataDir, backup }: Config, log: Pick<Log, 'warn'>): () => Promise<DiskReport[]> {
  const observerOf = (holds: DiskReport['holds'], folder: string) =>
    createObserver<DiskReport[]>({
      look: () => spaceOf(folder).then((space) => [{ holds, ...space }], noneYet),
      keptMs: 0,
      patienceMs: 500,
      failed: (error) => log.warn({ err: error, folder }, 'the free space could not be read'),
    })
  const observers = [
    observerOf('data', dataDir),
    ...(backup.dir === undefined ? [] : [observerOf('backups', backup.dir)]),
  ]
  return async () => (await Promise.all(observers.map((observe) => observe()))).flatMap((seen) => seen ?? [])
}

/** Makes what the jobs need. An error of the configuration shows here, before the server listens. */
export function createJobs(deps: Deps, options: Options): Jobs {
  const { own, translators, isService, searchCounts, metrics, live, observeBackups } = options
  const { config, parts, origin } = deps
  const findRescue = createRescue(parts)
  const startMailing = createMailing(deps, { translators, findRescue, mailed: metrics.mailed })
  const contact = `mailto:${config.supportEmail}`
  // Without keys nothing is pushed.
  const sender = config.vapid && createPushSender({ vapid: config.vapid, contact, isService })
  const send = sender && counted(sender, metrics)
  const observeDisks = createDiskObserver(config, parts.log)
  const observe = async () => ({
    live: live(),
    disks: await observeDisks(),
    replicas: parts.db.replicas().flatMap(({ name, standing, lagMs }) => (standing ? [{ name, standing, lagMs }] : [])),
    backup: await observeBackups(),
  })
  let woken: Partial<Record<WokenJob, Worker | undefined>> = {}
  let others: (Worker | undefined)[] = []
  return {
    start() {
      woken = {
        mailing: startMailing(),
        pushing: send && startPushing({ ...parts, translators, send, findRescue }),
        exporting: startExporting({ ...parts, translators, supportEmail: config.supportEmail }),
        matching: startMatching(parts),
      }
      others = [
        startAccountJobs(parts),
        startIdentityJobs(parts),
        startRideJobs(parts),
        ...startReservationJobs({ ...parts, origin }),
        startRatingJobs({ ...parts, origin, blindRatings: config.blindRatings }),
        startChatJobs(parts),
        startUnreadNotifications({ ...parts, origin }),
        startNotificationJobs(parts),
        startSupportJobs(parts),
        startErasing({ ...parts, origin }),
        startPlaceJobs(parts, searchCounts),
        startWantedJobs(parts),
        startTravelJobs({ ...parts, secret: deps.secret, origin }),
        startCleaning(parts),
        startChecking(parts),
        startBackups(config, parts),
        startHeartbeat({ ...parts, own, observe }),
      ]
    },
    wake: (job) => woken[job]?.wake(),
    async stop() {
      await Promise.all([...Object.values(woken), ...others].map(async (worker) => worker?.stop()))
    },
  }
}
