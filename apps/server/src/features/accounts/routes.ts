/** The contract's endpoints about sessions, and the routes of the password under /api/auth. `me` belongs to the slice `profiles`. */
import { recentlyAuthenticated, recentlyAuthenticatedUntil, os, signedIn, verified } from '#platform/http/context'
import type { Limit } from '#platform/http/rate-limit'
import { presentSession, presentSignIn } from './present.ts'
import { createPasswordRoutes } from './routes-passwords.ts'
import type { AuthRoute } from './routes-serving.ts'
import { type AuthOptions, createSignInRoutes } from './routes-signin.ts'
import { createSignUpRoutes } from './routes-signup.ts'
import { redeemAdminCode } from './service-administrator.ts'
import { sessionCookie } from './service-arrivals.ts'
import { guessesInSession, isOwnPassword } from './service-passwords.ts'
import { requestReauthenticationCode } from './service-requests.ts'
import { endOwnSession, endOwnSessions, reauthenticate } from './service-sessions.ts'
import { listSessions, listSignIns } from './views.ts'

export const adminCodeTries: Limit = { name: 'admin-code', max: 10, per: 15 * 60 }

/** Signing up, the password and the session under /api/auth; the rights matrix lists each route. */
export const createAuthRoutes = (options: AuthOptions): AuthRoute[] => [
  ...createSignUpRoutes(options),
  ...createSignInRoutes(options),
  ...createPasswordRoutes(options),
]

/** The endpoints of the contract. */
export function createAccountRoutes({ secret, config }: Pick<AuthOptions, 'secret' | 'config'>) {
  const { accounts } = os
  return {
    sessions: accounts.sessions.handler(async ({ context }) => {
      const caller = signedIn(context)
      const rows = await listSessions(context.db.read, caller.id, caller.sessionId)
      return { items: rows.map((row) => presentSession(row, caller.sessionId)) }
    }),
    signIns: accounts.signIns.handler(async ({ context }) => ({
      items: (await listSignIns(context.db.read, signedIn(context).id)).map(presentSignIn),
    })),
    endSession: accounts.endSession.handler(async ({ input, context }) => ({
      ended: await endOwnSession(context, recentlyAuthenticated(context), input.params.id),
    })),
    endSessions: accounts.endSessions.handler(async ({ input, context }) => ({
      ended: await endOwnSessions(context, recentlyAuthenticated(context), input.body.scope),
    })),
    reauthenticate: accounts.reauthenticate.handler(async ({ input, context }) => {
      const caller = signedIn(context)
      await context.limiter.use(guessesInSession, caller.sessionId)
      const { setCookie: send, ...parts } = context
      const deps = { ...parts, secret, byCookie: send !== undefined }
      const isOwn = (password: string) => isOwnPassword(context, caller.id, password)
      const { since, token } = await reauthenticate(deps, caller, input.body, isOwn)
      if (token !== undefined) send?.(sessionCookie({ config, secret }, token))
      return { until: recentlyAuthenticatedUntil(since) }
    }),
    redeemAdminCode: accounts.redeemAdminCode.handler(async ({ input, context }) => {
      const caller = verified(context)
      await context.limiter.use(adminCodeTries, caller.id)
      await redeemAdminCode(context, config, caller, input.body.code)
      return { role: 'admin' as const }
    }),
    sendReauthenticationCode: accounts.sendReauthenticationCode.handler(async ({ context }) => {
      await requestReauthenticationCode(context, signedIn(context))
      return { sent: true as const }
    }),
  }
}
