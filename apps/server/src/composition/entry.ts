/** Composition of sign-in and of the look-up of callers. */
import { paths } from '@samtur/contract/paths'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { createCallerOf, findHolders, type NotifyOfNewDevice } from '../features/accounts/port.ts'
import { createAuthRoutes } from '../features/accounts/routes.ts'
import { notify } from '../features/notifications/port.ts'
import { letIn } from '../features/identities/routes-factor.ts'
import { createIdentityRoutes } from '../features/identities/routes.ts'
import { dropSecondFactor } from '../features/identities/service-factor.ts'
import { loadCommonPasswords } from '../platform/auth/common-passwords.ts'
import { cookieName } from '../platform/auth/cookies.ts'
import { createProviders } from '../platform/auth/providers.ts'
import { renewSignature } from '../platform/auth/rotation.ts'
import { serveAuthRoutes } from '../platform/auth/routes.ts'
import { createTokens } from '../platform/auth/tokens.ts'
import { inBatches } from '../platform/db/batches.ts'
import type { Parts } from '../platform/http/context.ts'

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
  const providers = createProviders(config.oidcProviders, parts.log)
  // Called for every message that comes over a live connection.
  const holderOf = inBatches((sessionIds: readonly string[]) => findHolders(parts.db.prepared, sessionIds))
  return { tokens, callerOf, renewCookie, holderOf, providers, notifyOfNewDevice }
}
export type Entry = ReturnType<typeof createEntry>

type EnterByPassword = Parameters<typeof createAuthRoutes>[0]['enter']

/** Serves everything under /api/auth. */
export function serveEntry(http: FastifyInstance, deps: Deps, entry: Entry) {
  const all = { ...deps, ...entry }
  http.addHook('onRequest', (request, _reply, done) => {
    entry.renewCookie(request)
    done()
  })
  // The slice `accounts` checks the password, the slice `identities` the second factor after it.
  const enter: EnterByPassword = (userId, request, reply, passwordMark) =>
    letIn(all, userId, request, reply, { passwordMark })
  serveAuthRoutes(http, [
    ...createAuthRoutes({ ...all, enter, dropFactors: dropSecondFactor }),
    ...createIdentityRoutes(all),
  ])
}
