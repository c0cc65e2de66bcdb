/** The composition root: builds the whole server from explicit parts. Tests call this with their own clock and database. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import {
  availableLanguages,
  createTranslator,
  loadCatalogues,
  type Catalogues,
  type Translate,
} from '@samtur/i18n/translate'
import { homeListSize } from '@samtur/contract/constants'
import { findSecret } from './platform/secret.ts'
import { ConfigError, type Config } from './config.ts'
import { createCallerOf, prolongSession, type CallerOf } from './features/accounts/port.ts'
import { serveAuth } from './features/accounts/routes.ts'
import { createAuth, type Auth } from './features/accounts/service.ts'
import { syncAdmin } from './features/accounts/store.ts'
import { alreadyRegistered, confirmAddress } from './features/accounts/mails.ts'
import { chatRoutes } from './features/chat/routes.ts'
import { registerChatLive } from './features/chat/live.ts'
import { onBlock } from './features/moderation/events.ts'
import { moderationRoutes } from './features/moderation/routes.ts'
import { servePages } from './features/pages/routes.ts'
import { placeRoutes } from './features/places/routes.ts'
import { findOwn, me, profileRoutes } from './features/profiles/routes.ts'
import { ratingRoutes } from './features/ratings/routes.ts'
import { reservationRoutes } from './features/reservations/routes.ts'
import { closeRequestsOnBlock } from './features/reservations/events.ts'
import { startRideJobs } from './features/rides/jobs.ts'
import { rideRoutes, search } from './features/rides/routes.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import { errorCode, openDatabase, type Database } from './platform/db/database.ts'
import { openPictures, servePictures, type Pictures } from './platform/files/pictures.ts'
import { apiPrefix, listEndpoints, serveApi } from './platform/http/api.ts'
import { serveApiDocs } from './platform/http/api-docs.ts'
import type { Parts } from './platform/http/context.ts'
import { AppError } from './platform/http/errors.ts'
import { mailboxPath, serveLocalMailbox } from './platform/http/local-mailbox.ts'
import { createRateLimiter } from './platform/http/rate-limit.ts'
import { createHttpServer, refuseOtherVerbs } from './platform/http/server.ts'
import { serveHealth } from './platform/http/health.ts'
import { startCleaning } from './platform/jobs/cleaning.ts'
import { createBus } from './platform/live/bus.ts'
import { createHub } from './platform/live/hub.ts'
import { createLog, type Log } from './platform/log.ts'
import { localTransport, smtpTransport } from './platform/mail/transport.ts'
import { startOutbox, type OutboxRow, type Transport } from './platform/mail/outbox.ts'

export interface App {
  http: FastifyInstance
  parts: Parts
  pictures: Pictures
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
  /** Called with every route as `METHOD /path`; the rights tests compare them with their matrix. */
  onRoute?(route: string): void
}

const builtPages = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../web/dist')

export async function createApp({
  config,
  clock = systemClock,
  log = createLog(config.logLevel),
  database,
  dist = builtPages,
  onRoute,
}: AppOptions): Promise<App> {
  // Before anything is opened that would have to be closed again.
  const secret = findSecret(config)
  const db = database ?? (await openConfigured(config, clock))
  const bus = await createBus(db, log)
  const limiter = createRateLimiter({
    db,
    clock,
    enabled: config.rateLimits,
    addressFactor: config.localMailbox ? 10 : 1,
  })
  const parts: Parts = { db, clock, bus, log, limiter }
  const http = createHttpServer(config, log)
  if (onRoute) tellRoutes(http, onRoute)
  const origin = () => config.publicUrl ?? `http://localhost:${listeningPort(http) ?? config.port}`

  const auth = createAuth({ config, parts, secret, origin })
  const callerOf = createCallerOf(auth)
  await syncAdmin(db.read, config.adminEmail)
  const forgetBlocks = onBlock(closeRequestsOnBlock(bus))

  serveAuth(http, { auth, config, parts, origin, callerOf })
  serveApi(http, { parts, callerOf, router: createRouter() })
  serveApiDocs(http)
  serveHealth(http, { db, config, live: () => hub.metrics })
  const pictures = openPictures(config.dataDir)
  servePictures(http, pictures)
  if (config.localMailbox) serveLocalMailbox(http, db)
  const translators = await createTranslators()
  if (!dist)
    http.setNotFoundHandler(async (request, reply) => {
      refuseOtherVerbs(http, request, reply)
      throw new AppError('not_found')
    })
  else servePages(http, { dist, translators, bootOf: createBoot(config, parts, auth, callerOf) })

  const hub = createHub(http, { parts, config, callerOf })
  registerChatLive(hub, parts)
  const transport = createTransport(config, parts)
  const workers = [
    startOutbox({ db, bus, clock, log, transport, render: createRenderer(translators) }),
    startRideJobs(parts),
    startCleaning(parts),
  ]

  return {
    http,
    parts,
    pictures,
    origin,
    async close() {
      forgetBlocks()
      await hub.close()
      await http.close()
      await Promise.all(workers.map((worker) => worker.stop()))
      transport.close?.()
      await bus.close()
      await db.close()
    },
  }
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

/** Without a mail server the mailbox page shows the mail; where other people could open that page, mail waits for a server. */
function createTransport(config: Config, { db, log }: Parts): Transport {
  if (config.smtpUrl) return smtpTransport(config.smtpUrl, config.mailFrom)
  if (config.localMailbox) return localTransport(db)
  log.warn('SMTP_URL is not set: mail waits in the outbox, and nobody can confirm an address')
  return { send: () => Promise.reject(Object.assign(new Error('no mail server'), { code: 'NO_SMTP_URL' })) }
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

function createRouter() {
  return {
    accounts: { me },
    profiles: profileRoutes,
    moderation: moderationRoutes,
    places: placeRoutes,
    rides: rideRoutes,
    reservations: reservationRoutes,
    ratings: ratingRoutes,
    chat: chatRoutes,
  }
}

/** What a page starts with: who is signed in, and on the home page the first rides, so that it needs no request of its own. */
function createBoot(
  config: Config,
  parts: Parts,
  auth: Auth,
  callerOf: CallerOf,
): Parameters<typeof servePages>[1]['bootOf'] {
  const settings = {
    mailbox: config.localMailbox ? mailboxPath : null,
    support_email: config.supportEmail,
    support_phone: config.supportPhone,
  }
  return async (request, reply, pathname) => {
    const caller = await callerOf(request)
    if (caller) for (const cookie of await prolongSession(auth, request)) reply.header('set-cookie', cookie)
    const own = caller ? await findOwn(parts, caller) : null
    const data =
      pathname === '/' ? { upcoming: await search({ db: parts.db, caller }, { limit: homeListSize }) } : undefined
    return { me: own, config: settings, ...(data && { data }) }
  }
}

const mails = { 'accounts.confirm': confirmAddress, 'accounts.already_registered': alreadyRegistered } as const

/** The server's own texts, mails and page titles, in every language. */
async function createTranslators() {
  const names = ['mails', 'site'] as const
  const catalogues: Catalogues = Object.assign(
    {},
    ...(await Promise.all(availableLanguages.map((language) => loadCatalogues(language, names)))),
  )
  return Object.fromEntries(availableLanguages.map((language) => [language, createTranslator(language, catalogues)]))
}

function createRenderer(translators: Record<string, Translate>) {
  return (row: OutboxRow) => {
    const render = mails[row.kind as keyof typeof mails]
    const t = translators[row.locale] ?? translators['en']
    if (!render || !t) throw new Error(`no mail of kind ${row.kind}`)
    return render(t, row)
  }
}
