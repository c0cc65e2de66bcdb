/** The composition root: builds the whole server from explicit parts. Tests call this with their own clock and database. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { createBackupObserver, readBackupState } from './backups.ts'
import type { Config } from '../config.ts'
import { createEntry, serveEntry, type Deps } from './entry.ts'
import { syncAdmin } from '../features/accounts/store.ts'
import { serveCalendars } from '../features/calendar/routes.ts'
import { serveChatLive } from '../features/chat/live.ts'
import { serveImages, serveImageUpload } from '../features/chat/routes.ts'
import { createTextQueue } from '../features/chat/store-messages.ts'
import { nameProviders } from '../features/accounts/present-ways.ts'
import { renewEncryption } from '../features/accounts/service-factor.ts'
import { storeNameProviders } from '../features/accounts/store-names.ts'
import { storeShippedPoints } from '../features/meeting-points/port.ts'
import { serveUnsubscribing } from '../features/notifications/routes-unsubscribe.ts'
import { describeProcess } from '../features/operations/jobs.ts'
import { servePages } from '../features/pages/routes.ts'
import { rememberFigures } from '../features/pages/views.ts'
import { createSearchCounts, places, roadMap } from '../features/places/port.ts'
import { serveExports } from '../features/privacy/routes.ts'
import { servePictureUpload } from '../features/profiles/routes.ts'
import { followErasures } from '../features/rides/events.ts'
import { createCards, createStopTexts } from '../features/rides/port.ts'
import { createSearch } from '../features/search/routes.ts'
import { createMeanings } from '../features/search/views-texts.ts'
import { serveInterface } from '../interface/serve.ts'
import { createJobs } from './jobs.ts'
import { createTranslators } from './mailing.ts'
import { createReach } from './endpoints.ts'
import { loadPageProgram } from './page-program.ts'
import { createPages } from './page-start.ts'
import { openParts } from './parts.ts'
import { systemClock, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { createImages } from '../platform/files/images.ts'
import { servePictures } from '../platform/files/pictures.ts'
import { createUploadRoom, createUploads } from '../platform/files/upload.ts'
import { apiPrefix, listEndpoints, serveApi } from '../platform/http/api.ts'
import { serveApiDocs } from '../platform/http/api-docs.ts'
import { endConnections } from '../platform/http/connections.ts'
import type { Parts } from '../platform/http/context.ts'
import { AppError } from '../platform/http/errors.ts'
import { serveHealth } from '../platform/http/health.ts'
import { serveLocalMailbox } from '../platform/http/local-mailbox.ts'
import { createReader } from '../platform/http/reading.ts'
import { createHttpServer, refuseOtherVerbs } from '../platform/http/server.ts'
import type { Listeners } from '../platform/live/bus.ts'
import { createHub } from '../platform/live/hub.ts'
import { createInbox } from '../platform/live/inbox.ts'
import { createLog, type Log } from '../platform/log.ts'
import { isPushService } from '../platform/push/sender.ts'
import { findSecret } from '../platform/secret.ts'
import { startTracing } from '../operating/tracing/tracing.ts'
import { createRouter } from './router.ts'
import { readVersion } from '../version.ts'

export interface App {
  http: FastifyInstance
  parts: Parts
  /** Returns the server's address, once it listens. */
  origin(): string
  /** Makes /readyz fail, so that a proxy uses another process. Requests are still served. */
  retire(): void
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
  /** Whether jobs run by themselves; true unless told otherwise. A test that runs them itself leaves them out. */
  background?: boolean
  /** Decides which addresses are push services, in place of the list of browser makers. */
  isPushService?(endpoint: URL): boolean
  /** Called with every route as `METHOD /path`; the rights tests compare them with their matrix. */
  onRoute?(route: string): void
}

const builtPages = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../web/dist')

export async function createApp(options: AppOptions): Promise<App> {
  const { config, clock = systemClock, log = createLog(config.logLevel), database, dist = builtPages } = options
  const { onRoute, background = true, isPushService: isService = isPushService } = options
  // First, because an error here must leave nothing open.
  const secret = findSecret(config)
  const origin = () => config.publicUrl ?? `http://localhost:${listeningPort(http) ?? config.port}`
  // The database is being compiled on other threads while the rest is read.
  const [parts, translators] = await Promise.all([openParts({ config, clock, log, database, origin }), readData()])
  const stopTracing = config.tracing && (await startTracing(config.tracing, readVersion(), parts.log))
  const http = createHttpServer(config, parts.log, parts.security)
  if (onRoute) reportRoutes(http, onRoute)
  const deps: Deps = { config, parts, secret, origin }

  const entry = createEntry(deps)
  const reader = createReader(http, parts, config)
  await renewEncryption(deps)
  await storeNameProviders(parts.db.read, nameProviders(config))
  await syncAdmin(parts.db.read, config.adminEmail)
  await storeShippedPoints(parts.db.read)
  const images = createImages(parts.log)
  const figures = rememberFigures(parts)
  const searchCounts = createSearchCounts()
  const search = createSearch(
    { meanings: createMeanings(), cards: createCards(clock) },
    searchCounts,
    config,
    http.metrics.searched,
  )
  const own = describeProcess(readVersion())
  const live = () => hub.metrics.sockets
  const observeBackups = createBackupObserver(config.backup, parts)
  const known = { own, translators, isService, searchCounts, live, observeBackups }
  const jobs = createJobs(deps, { ...known, metrics: http.metrics })
  const queueText = createTextQueue(parts.db)
  const stopTexts = createStopTexts()
  const router = createRouter(deps, {
    own,
    figures,
    isService,
    search,
    stopTexts,
    queueText,
    wakeExports: () => jobs.wake('exporting'),
  })

  const hub = createHub(http, { parts, config, callerOf: entry.callerOf, holderOf: entry.holderOf })

  serveEntry(http, deps, entry)
  const room = createUploadRoom()
  serveInterface(http, deps, entry, { router, search, images, room, hub, translators })
  serveApi(http, {
    parts,
    adminNeedsTwoFactor: config.adminNeedsTwoFactor,
    callerOf: entry.callerOf,
    router,
    directReads: [search.read],
    reader,
  })
  serveApiDocs(http)
  const serveUpload = createUploads(http, room)
  servePictureUpload(serveUpload, { parts, images, callerOf: entry.callerOf })
  servePictures(http, parts.files)
  serveImageUpload(serveUpload, { parts, images, callerOf: entry.callerOf })
  serveImages(http, { parts, callerOf: entry.callerOf, adminNeedsTwoFactor: config.adminNeedsTwoFactor })
  serveExports(http, { parts, callerOf: entry.callerOf })
  serveUnsubscribing(http, deps)
  serveCalendars(http, { ...deps, translators, callerOf: entry.callerOf })
  const inbox = createInbox(hub, parts.bus)
  let stopping = false
  serveHealth(http, {
    db: parts.db,
    config,
    isStopping: () => stopping,
    version: readVersion(),
    live: () => hub.metrics,
    images: images.load,
    backups: () => readBackupState(observeBackups, clock),
  })
  if (config.localMailbox) serveLocalMailbox(http, parts.db)
  if (dist) {
    const program = loadPageProgram(dist, parts.log)
    const reach = createReach(router, search, config.adminNeedsTwoFactor)
    const open = createPages(deps, entry, { reach, reader, program })
    servePages(http, { dist, translators, origin, open, listAddresses: program.listAddresses })
  } else refuseUnknownPages(http)

  const listeners: Listeners = {
    ...hub.listeners,
    ...inbox.listeners,
    ...serveChatLive({ hub, inbox, queueText }, parts),
    ...followErasures({ bus: parts.bus, stopTexts }),
    outbox: () => jobs.wake('mailing'),
    push: () => jobs.wake('pushing'),
    wanted: () => jobs.wake('matching'),
  }
  parts.bus.listen(listeners)
  // An error here is a fault of the program, and ends the process.
  if (background) http.server.once('listening', jobs.start)
  return {
    http,
    parts,
    origin,
    retire: () => void (stopping = true),
    async close() {
      // Before the framework closes, which makes clients open another connection while that is still possible.
      await Promise.all([hub.close(), endConnections(http.server)])
      await http.close()
      await Promise.all([images.close(), parts.files.close(), jobs.stop()])
      await parts.bus.close()
      await parts.db.close()
      await stopTracing?.()
    },
  }
}

/** Reads places, roads and texts at the start, because with many connections no file may be left to open. Returns the texts. */
async function readData() {
  const translators = await createTranslators()
  places()
  roadMap()
  return translators
}

function refuseUnknownPages(http: FastifyInstance) {
  http.setNotFoundHandler(async (request, reply) => {
    refuseOtherVerbs(http, request, reply)
    throw new AppError('not_found')
  })
}

/** Calls back with every route; the API's one wildcard stands for all endpoints of the contract. */
function reportRoutes(http: FastifyInstance, onRoute: (route: string) => void) {
  http.addHook('onRoute', ({ method, url }) => {
    if (url !== `${apiPrefix}/*`) for (const verb of [method].flat()) onRoute(`${verb} ${url}`)
  })
  for (const { method, path } of listEndpoints()) onRoute(`${method} ${apiPrefix}${path}`)
}

function listeningPort(http: FastifyInstance) {
  const address = http.server.address()
  return typeof address === 'object' ? address?.port : undefined
}
