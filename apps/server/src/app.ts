/** The composition root: builds the whole server from explicit parts. Tests call this with their own clock and database. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import {
  availableLanguages,
  createTranslator,
  loadCatalogues,
  matchLanguage,
  type Catalogues,
  type Translate,
} from '@samtur/i18n/translate'
import { homeListSize } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import { findSecret } from './platform/secret.ts'
import { ConfigError, type Config } from './config.ts'
import { createCallerOf, prolongSession, type CallerOf } from './features/accounts/port.ts'
import { createAccountRoutes, createAuthRoutes, hasRecovery } from './features/accounts/routes.ts'
import { createAuthHooks } from './features/accounts/service.ts'
import { syncAdmin } from './features/accounts/store.ts'
import { startAccountJobs } from './features/accounts/jobs.ts'
import { createAccountMails } from './features/accounts/mails.ts'
import { startChatJobs } from './features/chat/jobs.ts'
import { chatRoutes } from './features/chat/routes.ts'
import { registerChatLive } from './features/chat/live.ts'
import { createSignInPlugins } from './features/identities/events.ts'
import { startIdentityJobs } from './features/identities/jobs.ts'
import { createIdentityMails } from './features/identities/mails.ts'
import { presentWaysIn } from './features/identities/present.ts'
import { createIdentityRouter, createIdentityRoutes } from './features/identities/routes.ts'
import { onAccountDeletion, onBlock, onSuspension } from './features/moderation/events.ts'
import { accountDeleted, accountLifted, accountSuspended, invitation } from './features/moderation/mails.ts'
import { createModerationRoutes } from './features/moderation/routes.ts'
import { servePages } from './features/pages/routes.ts'
import { placeRoutes } from './features/places/routes.ts'
import { leaveOnDeletion } from './features/privacy/events.ts'
import { startErasing, startExporting } from './features/privacy/jobs.ts'
import { accountClosing } from './features/privacy/mails.ts'
import { createPrivacyRoutes, serveExports } from './features/privacy/routes.ts'
import { findOwn, me, profileRoutes, servePictureUpload } from './features/profiles/routes.ts'
import { ratingRoutes } from './features/ratings/routes.ts'
import { reservationRoutes } from './features/reservations/routes.ts'
import { closeRequestsOnBlock } from './features/reservations/events.ts'
import { startReservationJobs } from './features/reservations/jobs.ts'
import { reservationWithdrawn, rideCancelled } from './features/reservations/mails.ts'
import { followSuspension } from './features/rides/events.ts'
import { startRideJobs } from './features/rides/jobs.ts'
import { rideRoutes, search } from './features/rides/routes.ts'
import { createAuth, type Auth } from './platform/auth/engine.ts'
import { createProviders } from './platform/auth/providers.ts'
import { serveAuthRoutes } from './platform/auth/routes.ts'
import { createTokens } from './platform/auth/tokens.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import { errorCode, openDatabase, type Database } from './platform/db/database.ts'
import { openFiles } from './platform/files/files.ts'
import { createImages } from './platform/files/images.ts'
import { servePictures } from './platform/files/pictures.ts'
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
import { startOutbox, type MailOf, type Render, type Transport } from './platform/mail/outbox.ts'

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
  const files = await openFiles({ db, log, dataDir: config.dataDir, storageUrl: config.storageUrl })
  const parts: Parts = { db, clock, bus, log, limiter, files }
  const images = createImages(log)
  const http = createHttpServer(config, log)
  if (onRoute) tellRoutes(http, onRoute)
  const origin = () => config.publicUrl ?? `http://localhost:${listeningPort(http) ?? config.port}`

  const house = { config, parts, secret }
  const plugins = createSignInPlugins(house)
  const auth = createAuth({ config, db, secret, hooks: createAuthHooks(parts), plugins })
  const tokens = createTokens({ db, secret, origin })
  const callerOf = createCallerOf({ auth, executor: db.read, secret, sessionOfToken: tokens.sessionOf })
  await syncAdmin(db.read, config.adminEmail)
  const forgetBlocks = onBlock(closeRequestsOnBlock(bus))
  onSuspension(followSuspension)
  const forgetDeletions = onAccountDeletion(leaveOnDeletion({ bus, origin }))
  const translators = await createTranslators()
  const exporting = startExporting({ ...parts, translators })
  const privacy = createPrivacyRoutes({ secret, origin, wakeExports: exporting.wake })

  serveAuthRoutes(http, { auth, parts, origin, callerOf }, createAuthRoutes({ config, parts, secret, auth, callerOf }))
  const providers = createProviders(auth, config.oidcProviders, log)
  const ways = createIdentityRoutes({ ...house, auth, origin, callerOf, providers, tokens })
  serveAuthRoutes(http, { auth, parts, origin, callerOf }, ways)
  serveApi(http, {
    parts,
    adminNeedsTwoFactor: config.adminNeedsTwoFactor,
    callerOf,
    router: { ...createRouter({ config, secret, origin }), privacy },
  })
  serveApiDocs(http)
  serveHealth(http, { db, config, live: () => hub.metrics, images: images.load })
  servePictureUpload(http, { parts, images, callerOf })
  servePictures(http, files)
  serveExports(http, { parts, callerOf })
  if (config.localMailbox) serveLocalMailbox(http, db)
  if (!dist)
    http.setNotFoundHandler(async (request, reply) => {
      refuseOtherVerbs(http, request, reply)
      throw new AppError('not_found')
    })
  else servePages(http, { dist, translators, bootOf: createBoot(config, parts, auth, callerOf) })

  const hub = createHub(http, { parts, config, callerOf })
  registerChatLive(hub, parts)
  const transport = createTransport(config, parts)
  const accountMails = createAccountMails({ config, parts, secret, origin })
  const identityMails = createIdentityMails(house, origin)
  const workers = [
    startOutbox({
      db,
      bus,
      clock,
      log,
      transport,
      render: createRenderer(translators, { ...mails, ...accountMails, ...identityMails }),
    }),
    startAccountJobs(parts),
    startIdentityJobs(parts),
    startRideJobs(parts),
    startReservationJobs(parts),
    startChatJobs(parts),
    startErasing({ ...parts, origin }),
    exporting,
    startCleaning(parts),
  ]

  return {
    http,
    parts,
    origin,
    async close() {
      forgetBlocks()
      forgetDeletions()
      await hub.close()
      await http.close()
      await Promise.all([images.close(), files.close(), ...workers.map((worker) => worker.stop())])
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

function createRouter({ config, secret, origin }: { config: Config; secret: string; origin: () => string }) {
  return {
    accounts: { me, ...createAccountRoutes({ secret }) },
    identities: createIdentityRouter({ config }),
    profiles: profileRoutes,
    moderation: createModerationRoutes({ origin, supportEmail: config.supportEmail }),
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
    password_min: config.passwordMinLength,
    sign_in: presentWaysIn(config),
  }
  return async (request, reply, pathname) => {
    const caller = await callerOf(request)
    if (caller)
      for (const cookie of await prolongSession(auth, parts.db.read, request, caller))
        reply.header('set-cookie', cookie)
    const own = caller ? await findOwn(parts, caller) : null
    const data =
      pathname === '/' ? { upcoming: await search({ db: parts.db, caller }, { limit: homeListSize }) } : undefined
    const recovery = pathname === paths.resetPassword && (await hasRecovery({ parts, config }, request))
    return { me: own, config: { ...settings, recovery }, ...(data && { data }) }
  }
}

const mails: Record<string, MailOf> = {
  'rides.cancelled': rideCancelled,
  'reservations.withdrawn': reservationWithdrawn,
  'privacy.closing': accountClosing,
  'moderation.suspended': accountSuspended,
  'moderation.lifted': accountLifted,
  'moderation.deleted': accountDeleted,
  'moderation.invited': invitation,
}

/** The server's own texts, mails and page titles, in every language. */
async function createTranslators() {
  const names = ['mails', 'site'] as const
  const catalogues: Catalogues = Object.assign(
    {},
    ...(await Promise.all(availableLanguages.map((language) => loadCatalogues(language, names)))),
  )
  return Object.fromEntries(availableLanguages.map((language) => [language, createTranslator(language, catalogues)]))
}

function createRenderer(translators: Record<string, Translate>, mails: Record<string, MailOf>): Render {
  const say = (locale: string) => {
    const t = translators[matchLanguage([locale])] ?? translators['en']
    if (!t) throw new Error(`no texts in ${locale}`)
    return t
  }
  return (row) => {
    const write = mails[row.kind]
    if (!write) throw new Error(`no mail of kind ${row.kind}`)
    return write(say(row.locale), row, say)
  }
}
