/** Composition of sign-in and of the look-up of callers. */
import { paths } from '@samtur/contract/paths'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { findHolders } from '../features/accounts/port.ts'
import { serveAuthRoutes } from '../features/accounts/routes-serving.ts'
import { createIdentityRoutes } from '../features/accounts/routes-ways.ts'
import { createAuthRoutes } from '../features/accounts/routes.ts'
import { loadCommonPasswords } from '../features/accounts/rules-passwords.ts'
import type { NotifyOfNewDevice } from '../features/accounts/service-arrivals.ts'
import { createCallerOf } from '../features/accounts/service-callers.ts'
import { createProviders } from '../features/accounts/service-providers.ts'
import { createTokens } from '../features/accounts/service-tokens.ts'
import { notify } from '../features/notifications/port.ts'
import { inBatches } from '../platform/db/batches.ts'
import type { Parts } from '../platform/http/context.ts'
import { cookieName } from '../platform/http/cookies.ts'
import { renewSignature } from '../platform/rotation.ts'

/** The dependencies of most composition functions. */
export interface Deps {
  config: Config
  parts: Parts
  secret: string
  /** Returns the product's address, for links. */
  origin: () => string
}

/** Creates the tokens, the sign-in services and the look-up of callers. */
export function createEntry(deps: Deps) {
  const { config, parts, secret, origin } = deps
  loadCommonPasswords()
  const notifyOfNewDevice: NotifyOfNewDevice = (userId, { browser, system }) => {
    const device = [browser, system].filter(Boolean).join(', ')
    const params = { ...(device && { device }) }
    return parts.db.tx((tx) => notify(tx, parts, [{ to: userId, kind: 'new_device', params, path: paths.security }]))
  }
  const tokens = createTokens({ db: parts.db, secret, origin })
  const currentCallerOf = createCallerOf({
    config,
    executor: parts.db.prepared,
    secret,
    sessionOfToken: tokens.sessionOf,
  })
  const cookie = cookieName('session', config)
  const renewCookie = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
    renewSignature(headers, cookie, [secret, ...config.previousSecrets])
  const callerOf: typeof currentCallerOf = (request) => {
    // The upgrade of a live connection runs no hooks.
    renewCookie(request)
    return currentCallerOf(request)
  }
  const providers = createProviders(config.oidcProviders, parts.log, origin)
  // Called for every message that comes over a live connection.
  const holderOf = inBatches((sessionIds: readonly string[]) => findHolders(parts.db.prepared, sessionIds))
  return { tokens, callerOf, renewCookie, holderOf, providers, notifyOfNewDevice }
}
export type Entry = ReturnType<typeof createEntry>

/** Serves everything under /api/auth. */
export function serveEntry(http: FastifyInstance, deps: Deps, entry: Entry) {
  const all = { ...deps, ...entry }
  http.addHook('onRequest', (request, _reply, done) => {
    entry.renewCookie(request)
    done()
  })
  serveAuthRoutes(http, [...createAuthRoutes(all), ...createIdentityRoutes(all)])
}
