/** Hooks into better-auth: the second factor after a sign-in through a service, and what is stored of linked services. */
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, getOAuthState } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import {
  endBrowserSession,
  findAccount,
  findCaller,
  type NotifyOfNewDevice,
  recordSignIn,
  sessionToken,
  settleSession,
} from '#features/accounts/port'
import { cookieName } from '#platform/auth/cookies'
import { findVisit } from '#platform/auth/providers'
import { mayLinkByAddress } from './policy.ts'
import { beginChallenge, challengeSeconds } from './service-challenge.ts'
import { recordName } from './service-names.ts'
import { notifyOfLink, type Deps } from './service.ts'
import { hasTwoFactor } from './views.ts'

/** The route of better-auth that renews an existing session. Every other session is new and needs the factor. */
const RENEWAL = '/get-session'

/** The route of better-auth where a browser comes back from a service. */
const CALLBACK = '/callback/:id'

/** Where a browser is led that came back from a service and still has to show the second factor. */
const secondStep = '/auth?step=two-factor'

/** Name of the session that began a link, in the state that better-auth keeps during the visit to the service. */
export const BEGUN_BY = 'begunBy'

/** Returns the name of the challenge’s cookie. */
export const challengeCookie = ({ config }: Pick<Deps, 'config'>) => cookieName('two-factor', config)

interface SignInDeps extends Deps {
  notifyOfNewDevice: NotifyOfNewDevice
}

/** Plugins for better-auth: the second factor in front of every way in, and of other services' accounts only their ids are stored. */
export function createSignInPlugins(deps: SignInDeps): BetterAuthPlugin[] {
  // The name first, because the second factor ends the response.
  return [{ id: 'samtur-sign-in', hooks: { after: [confirmedName(deps), secondFactor(deps)] } }, linkedServices(deps)]
}

/** Records what a service says of the name, once the person is signed in by it or has linked it. */
function confirmedName(deps: Deps) {
  return {
    matcher: ({ path }: { path?: string }) => path === CALLBACK,
    handler: createAuthMiddleware(async (ctx) => {
      const visit = await findVisit()
      const state = await getOAuthState()
      const userId = state?.link?.userId ?? ctx.context.newSession?.user.id
      if (visit && userId !== undefined) await recordName(deps, userId, visit)
    }),
  }
}

function secondFactor(deps: SignInDeps) {
  return {
    matcher: ({ path }: { path?: string }) => path !== RENEWAL,
    handler: createAuthMiddleware(async (ctx) => {
      const { newSession } = ctx.context
      if (!newSession) return
      const cookies = ctx.headers?.get('cookie') ?? undefined
      const before = sessionToken(deps, cookies)
      const { attributes } = ctx.context.authCookies.sessionToken
      const begun = { token: newSession.session.token, userId: newSession.user.id }
      if (!(await hasTwoFactor(deps.parts.db.read, begun.userId))) {
        await settleSession(deps.parts, begun, before)
        const userAgent = ctx.headers?.get('user-agent') ?? ''
        const device = await recordSignIn(deps, begun.userId, { cookies, userAgent })
        ctx.setCookie(device.name, device.value, { ...attributes, maxAge: device.seconds })
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
      ctx.setCookie(challengeCookie(deps), value, { ...attributes, maxAge: challengeSeconds })
      if (ctx.path === CALLBACK) throw ctx.redirect(secondStep)
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
                if (providerId !== 'credential') await notifyOfLink(deps, userId, providerId)
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
 * Returns whether the account may be linked, when the browser is back from the service, which may be minutes later: the session that began the
 * link on the security page must still be signed in. By its address alone an administrator's account is never linked.
 */
async function mayLink({ config, parts, secret }: Deps, account: Linked, headers: Headers | undefined) {
  if (account.providerId === 'credential') return true
  const state = await getOAuthState<{ [BEGUN_BY]?: unknown }>()
  if (!state?.link) {
    const owner = await findAccount(parts.db.read, account.userId)
    return owner !== undefined && mayLinkByAddress(owner)
  }
  const token = sessionToken({ config, secret }, headers?.get('cookie') ?? undefined)
  const caller = token ? await findCaller(parts.db.read, { token }) : null
  if (!caller || caller.sessionId !== state[BEGUN_BY]) return false
  return caller.id === account.userId && caller.verified && caller.purgeAt === null
}

/** Removes the service's tokens, which give access to the account there: only the person's identity is used. */
const forgotten = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
}
