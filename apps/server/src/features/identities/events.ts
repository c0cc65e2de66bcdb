/** What this slice does when somebody has come in another way: asks for the second factor, and tells of linked services. */
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, getOAuthState } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { endBrowserSession, findAccount, findCaller, sessionToken, settleSession } from '#features/accounts/port'
import { cookieName } from '#platform/auth/cookies'
import { beginChallenge, challengeSeconds, tellOfLink, type Deps } from './service.ts'
import { hasTwoFactor } from './views.ts'

/** The way of better-auth's that renews a session which is already there. Every other session is new, and has to pass. */
const RENEWAL = '/get-session'

/** Where a browser goes on when it came back from another service and still owes the second factor. */
const secondStep = '/auth?step=two-factor'

/** Under which name the session that began a link travels with the state, which better-auth keeps here while the person is away. */
export const BEGUN_BY = 'begunBy'

/** The cookie that stands for a challenge. */
export const challengeCookie = ({ config }: Pick<Deps, 'config'>) => cookieName('two-factor', config)

/** For better-auth: the second factor in front of every way in, and no more of other services' accounts than their ids. */
export function createSignInPlugins(deps: Deps): BetterAuthPlugin[] {
  return [{ id: 'samtur-second-factor', hooks: { after: [secondFactor(deps)] } }, linkedServices(deps)]
}

function secondFactor(deps: Deps) {
  return {
    matcher: ({ path }: { path?: string }) => path !== RENEWAL,
    handler: createAuthMiddleware(async (ctx) => {
      const { newSession } = ctx.context
      if (!newSession) return
      const before = sessionToken(deps, ctx.headers?.get('cookie') ?? undefined)
      const begun = { token: newSession.session.token, userId: newSession.user.id }
      if (!(await hasTwoFactor(deps.parts.db.read, begun.userId))) {
        await settleSession(deps.parts, begun, before)
        const ip = ctx.headers?.get('x-client-ip') ?? undefined
        deps.parts.security.note({ kind: 'sign_in', accountId: begun.userId, detail: 'another service', ip })
        return
      }
      if (before !== undefined) await deps.parts.db.tx((tx) => endBrowserSession(tx, deps.parts, before))
      deleteSessionCookie(ctx, true)
      await ctx.context.internalAdapter.deleteSession(newSession.session.token)
      ctx.context.setNewSession(null)
      const value = await beginChallenge(deps, newSession.user.id)
      // Set by the library: a header of ours would take the place of its cookies, and leave the session that was there.
      const name = challengeCookie(deps)
      const { attributes } = ctx.context.authCookies.sessionToken
      ctx.setCookie(name, value, { ...attributes, maxAge: challengeSeconds })
      if (ctx.path === '/callback/:id') throw ctx.redirect(secondStep)
      return ctx.json({ twoFactorRedirect: true })
    }),
  }
}

function linkedServices(deps: Deps): BetterAuthPlugin {
  return {
    id: 'samtur-linked-services',
    init: () => ({
      options: {
        account: {
          // Who is signed in says whose account it is; the address there may be another one.
          accountLinking: { allowDifferentEmails: true },
          updateAccountOnSignIn: false,
        },
        databaseHooks: {
          account: {
            create: {
              before: async (account, ctx) => (await mayLink(deps, account, ctx?.headers)) && { data: forgotten },
              after: async ({ providerId, userId }) => {
                if (providerId !== 'credential') await tellOfLink(deps, userId, providerId)
              },
            },
            update: { before: async () => ({ data: forgotten }) },
          },
        },
      },
    }),
  }
}

interface Linked {
  providerId: string
  userId: string
}

/**
 * May the account be linked? Asked when the person is back from the service, which may be minutes after it was begun: whoever began it
 * on the security page must still be there, in the same session. Without a page, by the address alone, an administrator's is never linked.
 */
async function mayLink({ config, parts, secret }: Deps, account: Linked, headers: Headers | undefined) {
  if (account.providerId === 'credential') return true
  const state = await getOAuthState<{ [BEGUN_BY]?: unknown }>()
  if (!state?.link) return (await findAccount(parts.db.read, account.userId))?.role === 'user'
  const token = sessionToken({ config, secret }, headers?.get('cookie') ?? undefined)
  const caller = token ? await findCaller(parts.db.read, { token }) : null
  if (!caller || caller.sessionId !== state[BEGUN_BY]) return false
  return caller.id === account.userId && caller.verified && caller.purgeAt === null
}

/** We ask other services who somebody is and nothing else: what would open their account there is not kept. */
const forgotten = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
}
