/** The contract's endpoints about ways in beside the password, and their routes under /api/auth. */
import { os, recentlyAuthenticatedUntil, signedIn } from '#platform/http/context'
import type { Limit } from '#platform/http/rate-limit'
import { presentOwnWays, presentWaysIn } from './present-ways.ts'
import { createCodeRoutes } from './routes-emailcodes.ts'
import { createFactorRoutes } from './routes-factor.ts'
import { createServiceRoutes } from './routes-services.ts'
import type { AuthRoute } from './routes-serving.ts'
import { sessionCookie } from './service-arrivals.ts'
import type { CallerOf } from './service-callers.ts'
import { showFactorAgain } from './service-factor.ts'
import type { Tokens } from './service-tokens.ts'
import type { Deps } from './service-ways.ts'
import { findOwnWays } from './views-ways.ts'

const tokenLimit: Limit = { name: 'token', max: 60, per: 15 * 60 }

/** The endpoints of the contract. */
export function createIdentityRouter(deps: Deps) {
  const { config } = deps
  return {
    waysIn: os.identities.waysIn.handler(() => presentWaysIn(config)),
    own: os.identities.own.handler(async ({ context }) => {
      const caller = signedIn(context)
      return presentOwnWays(await findOwnWays(context.db.read, caller.id), caller, config)
    }),
    reauthenticate: os.identities.reauthenticate.handler(async ({ input, context }) => {
      const { setCookie: send } = context
      const caller = signedIn(context)
      const { since, token } = await showFactorAgain(deps, caller, input.body.code, send !== undefined)
      if (token !== undefined) send?.(sessionCookie(deps, token))
      return { until: recentlyAuthenticatedUntil(since) }
    }),
  }
}

type Options = Parameters<typeof createFactorRoutes>[0] & Parameters<typeof createServiceRoutes>[0] & TokenOptions

/** The routes of ways in beside the password under /api/auth. */
export function createIdentityRoutes(options: Options): AuthRoute[] {
  return [
    ...createCodeRoutes(options),
    ...createFactorRoutes(options),
    ...createServiceRoutes(options),
    ...tokenRoutes(options),
  ]
}

interface TokenOptions extends Pick<Deps, 'parts'> {
  callerOf: CallerOf
  tokens: Tokens
}

function tokenRoutes({ callerOf, parts, tokens }: TokenOptions): AuthRoute[] {
  return [
    {
      method: 'GET',
      path: '/token',
      // A token lives for an hour; only the session itself can get another.
      cookieOnly: true,
      async handle(request) {
        const caller = signedIn({ caller: await callerOf(request) })
        parts.limiter.useLocally(tokenLimit, caller.id)
        return { token: await tokens.sign({ ...caller, userId: caller.id, methods: [] }) }
      },
    },
    { method: 'GET', path: '/jwks', handle: () => tokens.publicKeys() },
  ]
}
