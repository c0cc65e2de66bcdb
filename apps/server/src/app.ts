/** The composition root: builds the whole server from explicit parts. Tests call this with their own clock and database. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Router } from '@orpc/server'
import type { contract } from '@samtur/contract/contract'
import type { FastifyInstance } from 'fastify'
import { findSecret } from './platform/secret.ts'
import { ConfigError, type Config } from './config.ts'
import { createAccountRoutes } from './features/accounts/routes.ts'
import { syncAdmin } from './features/accounts/store.ts'
import { startAccountJobs } from './features/accounts/jobs.ts'
import { renewFeedOnPasswordChange } from './features/calendar/events.ts'
import { createCalendarRoutes, serveCalendars } from './features/calendar/routes.ts'
import { followMessageHiding } from './features/chat/events.ts'
import { startChatJobs, startUnreadNotifications } from './features/chat/jobs.ts'
import { chatRoutes, serveImages, serveImageUpload } from './features/chat/routes.ts'
import { serveChatLive } from './features/chat/live.ts'
import { createCostRoutes } from './features/costs/routes.ts'
import { startIdentityJobs } from './features/identities/jobs.ts'
import { renewEncryption } from './features/identities/service-factor.ts'
import { createIdentityRouter } from './features/identities/routes.ts'
import { adminReportRoutes, createModerationRoutes } from './features/moderation/routes.ts'
import { startNotificationJobs, startPushing } from './features/notifications/jobs.ts'
import { createNotificationRoutes } from './features/notifications/routes.ts'
import { createPageRoutes, servePages } from './features/pages/routes.ts'
import { rememberFigures } from './features/pages/views.ts'
import { places } from './features/places/port.ts'
import { placeRoutes } from './features/places/routes.ts'
import { leaveOnDeletion } from './features/privacy/events.ts'
import { startErasing, startExporting } from './features/privacy/jobs.ts'
import { createPrivacyRoutes, serveExports } from './features/privacy/routes.ts'
import { me, profileRoutes, servePictureUpload } from './features/profiles/routes.ts'
import { followCommentHiding } from './features/ratings/events.ts'
import { startRatingJobs } from './features/ratings/jobs.ts'
import { createRatingRoutes } from './features/ratings/routes.ts'
import { createReservationRoutes } from './features/reservations/routes.ts'
import { closeRequestsOnBlock, notifyPassengersOfSuspension } from './features/reservations/events.ts'
import { startReservationJobs } from './features/reservations/jobs.ts'
import { followErasures, followRideHiding, followSuspension } from './features/rides/events.ts'
import { startRideJobs } from './features/rides/jobs.ts'
import { createRideRoutes } from './features/rides/routes.ts'
import { createRideCards } from './features/rides/port.ts'
import { createSearch, type Search } from './features/search/routes.ts'
import { storeReporterMessage } from './features/support/events.ts'
import { startSupportJobs } from './features/support/jobs.ts'
import { supportRoutes } from './features/support/routes.ts'
import { createTripRoutes } from './features/trips/routes.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import { errorCode, openDatabase, type Database } from './platform/db/database.ts'
import { openFiles } from './platform/files/files.ts'
import { createImages } from './platform/files/images.ts'
import { servePictures } from './platform/files/pictures.ts'
import { apiPrefix, listEndpoints, serveApi } from './platform/http/api.ts'
import { serveApiDocs } from './platform/http/api-docs.ts'
import { endConnections } from './platform/http/connections.ts'
import type { ApiContext, Parts } from './platform/http/context.ts'
import { AppError } from './platform/http/errors.ts'
import { serveLocalMailbox } from './platform/http/local-mailbox.ts'
import { createRateLimiter } from './platform/http/rate-limit.ts'
import { createResponseCache } from './platform/http/response-cache.ts'
import { createHttpServer, refuseOtherVerbs } from './platform/http/server.ts'
import { serveHealth } from './platform/http/health.ts'
import { startChecking } from './platform/jobs/checking.ts'
import { startCleaning } from './platform/jobs/cleaning.ts'
import { type Bus, createBus, type Listeners } from './platform/live/bus.ts'
import { createHub } from './platform/live/hub.ts'
import { createInbox } from './platform/live/inbox.ts'
import { createLog, type Log } from './platform/log.ts'
import { createReactions, type ReactionTable } from './platform/reactions.ts'
import { createSecurityLog } from './platform/security-log.ts'
import { createPushSender, isPushService } from './platform/push/sender.ts'
import { createEntry, serveEntry, type Deps } from './entry.ts'
import { createTranslators, startMailing, type Translators } from './mailing.ts'
import { createAsk } from './page-answers.ts'
import { createContent } from './page-content.ts'
import { createStart } from './page-start.ts'
import type { Worker } from './platform/jobs/worker.ts'

export interface App {
  http: FastifyInstance
  parts: Parts
  /** Where the server can be reached, once it listens. */
  origin(): string
  close(): Promise<void>
}

export interface AppOptions {
  config: Config
  clock?: Clock
  log?: Log
  /** An open database, where the caller has one; it is closed with the app. */
  database?: Database
  /** Folder with the built pages; none for an API only. */
  dist?: string | null
  /** Whose addresses count as push services, in place of those of the browsers' makers. */
  isPushService?(endpoint: URL): boolean
  /** Called with every route as `METHOD /path`; the rights tests compare them with their matrix. */
  onRoute?(route: string): void
}

const builtPages = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../web/dist')

export async function createApp(options: AppOptions): Promise<App> {
  const { config, dist = builtPages, onRoute, isPushService: isService = isPushService } = options
  // Before anything is opened that would have to be closed again.
  const secret = findSecret(config)
  // Now, because a file may not be there to be opened when many connections are.
  places()
  const origin = () => config.publicUrl ?? `http://localhost:${listeningPort(http) ?? config.port}`
  // The texts are read while the database is being compiled.
  const [parts, translators] = await Promise.all([openParts(options, origin), createTranslators()])
  const http = createHttpServer(config, parts.log, parts.security)
  if (onRoute) tellRoutes(http, onRoute)
  const deps: Deps = { config, parts, secret, origin }

  const entry = createEntry(deps)
  await renewEncryption(deps)
  await syncAdmin(parts.db.read, config.adminEmail)
  const exporting = startExporting({ ...parts, translators, supportEmail: config.supportEmail })
  const images = createImages(parts.log)
  const figures = rememberFigures(parts)
  const search = createSearch(createRideCards())
  const router = { ...createRouter(deps, { exporting, isService, search }), pages: createPageRoutes({ figures }) }

  serveEntry(http, deps, entry)
  serveApi(http, {
    parts,
    adminNeedsTwoFactor: config.adminNeedsTwoFactor,
    callerOf: entry.callerOf,
    router,
    directReads: [search.read],
  })
  serveApiDocs(http)
  servePictureUpload(http, { parts, images, callerOf: entry.callerOf })
  servePictures(http, parts.files)
  serveImageUpload(http, { parts, images, callerOf: entry.callerOf })
  serveImages(http, { parts, callerOf: entry.callerOf, adminNeedsTwoFactor: config.adminNeedsTwoFactor })
  serveExports(http, { parts, callerOf: entry.callerOf })
  serveCalendars(http, { ...deps, translators, callerOf: entry.callerOf })
  const hub = createHub(http, { parts, config, callerOf: entry.callerOf, holderOf: entry.holderOf })
  const inbox = createInbox(hub, parts.bus)
  serveHealth(http, { db: parts.db, config, live: () => hub.metrics, images: images.load })
  if (config.localMailbox) serveLocalMailbox(http, parts.db)
  if (dist)
    servePages(http, {
      dist,
      translators,
      origin,
      clock: parts.clock,
      startOf: createStart(deps, entry, createAsk({ parts, figures, search, ...router })),
      contentOf: createContent(dist, parts.log),
    })
  else refuseUnknownPages(http)

  let mailing: Worker | undefined
  let pushing: Worker | undefined
  const listeners: Listeners = {
    ...hub.listeners,
    ...inbox.listeners,
    ...serveChatLive({ hub, inbox }, parts),
    ...followErasures(parts),
    outbox: () => mailing?.wake(),
    push: () => pushing?.wake(),
  }
  parts.bus.listen(listeners)
  const workers: Worker[] = [exporting]
  // Once requests are answered: what the jobs do first would delay the start by a tenth.
  http.addHook('onListen', async () => {
    mailing = startMailing(deps, translators)
    pushing = startPushMessages(deps, translators, isService)
    workers.push(mailing, ...(pushing ? [pushing] : []), ...startJobs(deps))
  })
  return {
    http,
    parts,
    origin,
    async close() {
      // Before the framework begins to close: it would tell clients to open another connection while that is still possible.
      await Promise.all([hub.close(), endConnections(http.server)])
      await http.close()
      await Promise.all([images.close(), parts.files.close(), ...workers.map((worker) => worker.stop())])
      await parts.bus.close()
      await parts.db.close()
    },
  }
}

async function openParts(
  { config, clock = systemClock, log = createLog(config.logLevel), database }: AppOptions,
  origin: () => string,
): Promise<Parts> {
  const db = database ?? (await openConfigured(config, clock))
  const bus = await createBus(db, log)
  const addressFactor = config.localMailbox ? 10 : 1
  const limiter = createRateLimiter({ db, clock, enabled: config.rateLimits, addressFactor })
  const files = await openFiles({ db, log, dataDir: config.dataDir, storageUrl: config.storageUrl })
  const responses = createResponseCache({ db, clock, keepFor: config.responseCacheMs })
  const reactions = createReactions(reactionsOf({ bus, origin }))
  return { db, clock, bus, log, security: createSecurityLog(log), limiter, responses, files, reactions }
}

/** A server that cannot be reached is something to be told in a line, not a fault of the program. */
async function openConfigured(config: Config, clock: Clock) {
  try {
    return await openDatabase({ url: config.databaseUrl, folder: config.dataDir, clock })
  } catch (error) {
    if (
      !config.databaseUrl ||
      !(error instanceof Error) ||
      !/^(ECONN|ENOTFOUND|ETIMEDOUT|3D000|28)/.test(errorCode(error))
    )
      throw error
    throw new ConfigError(`The configuration is not usable:\n  DATABASE_URL: ${error.message || errorCode(error)}`, {
      cause: error,
    })
  }
}

/** Returns what slices do in the transaction of an event in another slice. */
function reactionsOf(deps: { bus: Bus; origin: () => string }): ReactionTable {
  return {
    passwordChanged: [renewFeedOnPasswordChange],
    blocked: [closeRequestsOnBlock(deps)],
    suspensionChanged: [followSuspension, notifyPassengersOfSuspension(deps)],
    deletionChanged: [leaveOnDeletion(deps)],
    reporterMessaged: [storeReporterMessage(deps)],
    contentHidden: [followCommentHiding, followMessageHiding, followRideHiding],
  }
}

function startJobs({ config, parts, origin }: Deps): Worker[] {
  return [
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
    startCleaning(parts),
    startChecking(parts),
  ]
}

function refuseUnknownPages(http: FastifyInstance) {
  http.setNotFoundHandler(async (request, reply) => {
    refuseOtherVerbs(http, request, reply)
    throw new AppError('not_found')
  })
}

/** The API's one wildcard stands for all endpoints of the contract. */
function tellRoutes(http: FastifyInstance, onRoute: (route: string) => void) {
  http.addHook('onRoute', ({ method, url }) => {
    if (url !== `${apiPrefix}/*`) for (const verb of [method].flat()) onRoute(`${verb} ${url}`)
  })
  for (const { method, path } of listEndpoints()) onRoute(`${method} ${apiPrefix}${path}`)
}

function listeningPort(http: FastifyInstance) {
  const address = http.server.address()
  return typeof address === 'object' ? address?.port : undefined
}

/** Returns undefined without keys: nothing is pushed then. */
function startPushMessages({ config, parts }: Deps, translators: Translators, isService: PushService) {
  const { vapid, supportEmail } = config
  if (!vapid) return undefined
  const send = createPushSender({ vapid, contact: `mailto:${supportEmail}`, isService })
  return startPushing({ ...parts, translators, send })
}

type PushService = typeof isPushService

/** The endpoints that are no direct reads. */
type Handled = Omit<typeof contract, 'rides' | 'pages'> & { rides: Omit<(typeof contract)['rides'], 'search'> }

interface RouterParts {
  exporting: Worker
  isService: PushService
  search: Search
}

function createRouter({ config, parts, secret, origin }: Deps, { exporting, isService, search }: RouterParts) {
  const { blindRatings, adminNeedsTwoFactor } = config
  const trips = createTripRoutes({ bus: parts.bus, origin, costSharing: config.costSharing })
  return {
    accounts: { me, ...createAccountRoutes({ config, secret }) },
    identities: createIdentityRouter({ config, parts, secret }),
    profiles: profileRoutes,
    moderation: createModerationRoutes({ origin, supportEmail: config.supportEmail }),
    reports: adminReportRoutes,
    notifications: createNotificationRoutes({ pushKey: config.vapid?.publicKey, isPushService: isService }),
    places: placeRoutes,
    costs: createCostRoutes(config),
    rides: { ...createRideRoutes(config), alternatives: search.alternatives, ...trips.rides },
    rideSeries: trips.rideSeries,
    reservations: createReservationRoutes({ bus: parts.bus, origin }),
    ratings: createRatingRoutes({ bus: parts.bus, origin, blindRatings, adminNeedsTwoFactor }),
    calendar: createCalendarRoutes({ secret, origin }),
    chat: chatRoutes,
    support: supportRoutes,
    privacy: createPrivacyRoutes({
      secrets: [secret, ...config.previousSecrets],
      origin,
      wakeExports: exporting.wake,
    }),
  } satisfies Router<Handled, ApiContext>
}
