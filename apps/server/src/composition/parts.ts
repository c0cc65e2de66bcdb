/** Composition: the parts that every slice may use, and the reactions of slices to each other's events. */
import { ConfigError, type Config } from '../config.ts'
import { renewFeedOnPasswordChange } from '../features/calendar/events.ts'
import { followMessageHiding } from '../features/chat/events.ts'
import { leaveOnDeletion } from '../features/privacy/events.ts'
import { followCommentHiding } from '../features/ratings/events.ts'
import { notifyPassengersOfSuspension } from '../features/reservations/events.ts'
import { closeRequestsOnBlock } from '../features/reservations/service-blocks.ts'
import { followRideHiding, followSuspension } from '../features/rides/events.ts'
import { storeReporterMessage } from '../features/support/events.ts'
import { compareFindable } from '../features/wanted/events.ts'
import type { Clock } from '../platform/clock.ts'
import { errorCode, openDatabase, type Database } from '../platform/db/database.ts'
import type { ReplicaSettings } from '../operating/replicas/replicas.ts'
import { openFiles } from '../platform/files/files.ts'
import type { Parts } from '../platform/http/context.ts'
import { createRateLimiter } from '../platform/http/rate-limit.ts'
import { createResponseCache } from '../platform/http/response-cache.ts'
import { createBus, type Bus } from '../platform/live/bus.ts'
import type { Log } from '../platform/log.ts'
import { createReactions, type Reactions, type ReactionTable } from '../platform/reactions.ts'
import { createRoadEngine } from '../platform/road-engine.ts'
import { createSecurityLog } from '../platform/security-log.ts'

interface Options {
  config: Config
  clock: Clock
  log: Log
  /** An open database, where the caller has one. */
  database: Database | undefined
  /** Returns the product's address, for links. */
  origin: () => string
}

/** Opens the database and the file store, and makes the other parts on them. Throws ConfigError where a server cannot be reached. */
export async function openParts({ config, clock, log, database, origin }: Options): Promise<Parts> {
  const db = database ?? (await openConfigured(config, clock, { urls: config.databaseReplicaUrls, log }))
  const bus = await createBus(db, log)
  const addressFactor = config.localMailbox ? 10 : 1
  const limiter = createRateLimiter({ db, clock, enabled: config.rateLimits, addressFactor })
  const files = await openFiles({ db, log, dataDir: config.dataDir, storageUrl: config.storageUrl })
  const responses = createResponseCache({ db, clock, keepFor: config.responseCacheMs })
  const reactions = createReactions((self) => reactionsOf({ bus, origin, reactions: self }))
  const roadEngine = config.routerUrl === undefined ? null : createRoadEngine({ url: config.routerUrl, log })
  const security = createSecurityLog(log)
  return { db, clock, bus, log, security, limiter, responses, files, reactions, roadEngine }
}

/** Opens and migrates the configured database. Throws ConfigError where its server cannot be reached. */
export async function openConfigured(
  { databaseUrl, databaseSessionUrl, dataDir }: Pick<Config, 'databaseUrl' | 'databaseSessionUrl' | 'dataDir'>,
  clock: Clock,
  replicas?: ReplicaSettings,
): Promise<Database & { migrated: string[] }> {
  try {
    return await openDatabase({ url: databaseUrl, sessionUrl: databaseSessionUrl, replicas, folder: dataDir, clock })
  } catch (error) {
    if (!databaseUrl || !(error instanceof Error) || !/^(ECONN|ENOTFOUND|ETIMEDOUT|3D000|28)/.test(errorCode(error)))
      throw error
    throw new ConfigError(`The configuration is not usable:\n  DATABASE_URL: ${error.message || errorCode(error)}`, {
      cause: error,
    })
  }
}

/** Returns what slices do in the transaction of an event in another slice. */
function reactionsOf(deps: { bus: Bus; origin: () => string; reactions: Reactions }): ReactionTable {
  return {
    passwordChanged: [renewFeedOnPasswordChange],
    blocked: [closeRequestsOnBlock(deps)],
    suspensionChanged: [followSuspension(deps), notifyPassengersOfSuspension(deps)],
    deletionChanged: [leaveOnDeletion(deps)],
    reporterMessaged: [storeReporterMessage(deps)],
    contentHidden: [followCommentHiding, followMessageHiding, followRideHiding(deps)],
    rideFindable: [compareFindable(deps)],
  }
}
