/** Composition: how people come in, and who is calling. */
import { paths } from '@samtur/contract/paths'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { createCallerOf, findHolders, type TellOfNewDevice } from './features/accounts/port.ts'
import { createAuthRoutes } from './features/accounts/routes.ts'
import { createAuthHooks } from './features/accounts/service.ts'
import { notify } from './features/notifications/port.ts'
import { createSignInPlugins } from './features/identities/events.ts'
import { createIdentityRoutes, letIn } from './features/identities/routes.ts'
import { dropSecondFactor } from './features/identities/service.ts'
import { loadCommonPasswords } from './platform/auth/common-passwords.ts'
import { createAuth } from './platform/auth/engine.ts'
import { createProviders } from './platform/auth/providers.ts'
import { renewSignature } from './platform/auth/rotation.ts'
import { serveAuthRoutes } from './platform/auth/routes.ts'
import { createTokens } from './platform/auth/tokens.ts'
import { inBatches } from './platform/db/batches.ts'
import type { Parts } from './platform/http/context.ts'

/** What nearly everything is made with. */
export interface Deps {
  config: Config
  parts: Parts
  secret: string
  /** Where the product is reached; links lead there. */
  origin: () => string
}

/** The library behind sign-in, the tokens, and the question who is calling. */
export function createEntry(deps: Deps) {
  const { config, parts, secret, origin } = deps
  loadCommonPasswords()
  const plugins = createSignInPlugins(deps)
  const auth = createAuth({ config, db: parts.db, secret, hooks: createAuthHooks(parts), plugins })
  const tokens = createTokens({ db: parts.db, secret, origin })
  const currentCallerOf = createCallerOf({
    config,
    executor: parts.db.prepared,
    secret,
    sessionOfToken: tokens.sessionOf,
  })
  const cookie = auth.options.advanced.cookies.session_token.name
  const callerOf: typeof currentCallerOf = (request) => {
    renewSignature(request.headers, cookie, [secret, ...config.previousSecrets])
    return currentCallerOf(request)
  }
  const providers = createProviders(auth, config.oidcProviders, parts.log)
  // Asked for every message that comes over a live connection.
  const holderOf = inBatches((sessionIds: readonly string[]) => findHolders(parts.db.prepared, sessionIds))
  const tellOfNewDevice: TellOfNewDevice = (userId, { browser, system }) => {
    const device = [browser, system].filter(Boolean).join(', ')
    const notification = {
      to: userId,
      kind: 'new_device' as const,
      params: { ...(device && { device }) },
      path: paths.security,
    }
    return parts.db.tx((tx) => notify(tx, parts, [notification]))
  }
  return { auth, tokens, callerOf, holderOf, providers, tellOfNewDevice }
}
export type Entry = ReturnType<typeof createEntry>

type EnterByPassword = Parameters<typeof createAuthRoutes>[0]['enter']

/** Everything under /api/auth. */
export function serveEntry(http: FastifyInstance, deps: Deps, entry: Entry) {
  const all = { ...deps, ...entry }
  // The password is one slice's, the second factor after it another's.
  const enter: EnterByPassword = (...visit) => letIn(all, ...visit)
  serveAuthRoutes(http, all, [
    ...createAuthRoutes({ ...all, enter, dropFactors: dropSecondFactor }),
    ...createIdentityRoutes(all),
  ])
}
