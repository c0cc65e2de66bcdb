/** What this slice does when somebody has come in another way: asks for the second factor, and tells of linked services. */
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { cookieName, setCookie } from '#platform/auth/cookies'
import { beginChallenge, challengeSeconds, tellOfLink, type House } from './service.ts'
import { hasTwoFactor } from './views.ts'

/** Ways of better-auth's that renew a session which is already there. Every other session is new, and has to pass. */
const renewals = new Set(['/get-session', '/change-password', '/update-user', '/update-session'])

/** Where a browser goes on when it came back from another service and still owes the second factor. */
const secondStep = '/auth?step=two-factor'

/** The cookie that stands for a challenge. */
export const challengeCookie = ({ config }: Pick<House, 'config'>) => cookieName('two-factor', config)

/** For better-auth: the second factor in front of every way in, and no more of other services' accounts than their ids. */
export function createSignInPlugins(house: House): BetterAuthPlugin[] {
  return [{ id: 'samtur-second-factor', hooks: { after: [secondFactor(house)] } }, linkedServices(house)]
}

function secondFactor(house: House) {
  return {
    matcher: ({ path }: { path?: string }) => !renewals.has(path ?? ''),
    handler: createAuthMiddleware(async (ctx) => {
      const { newSession } = ctx.context
      if (!newSession || !(await hasTwoFactor(house.parts.db.read, newSession.user.id))) return
      deleteSessionCookie(ctx, true)
      await ctx.context.internalAdapter.deleteSession(newSession.session.token)
      ctx.context.setNewSession(null)
      const value = await beginChallenge(house, newSession.user.id)
      ctx.setHeader('set-cookie', setCookie(challengeCookie(house), value, challengeSeconds))
      if (ctx.path === '/callback/:id') throw ctx.redirect(secondStep)
      return ctx.json({ twoFactorRedirect: true })
    }),
  }
}

function linkedServices(house: House): BetterAuthPlugin {
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
              before: async () => ({ data: forgotten }),
              after: async ({ providerId, userId }) => {
                if (providerId !== 'credential') await tellOfLink(house, userId, providerId)
              },
            },
            update: { before: async () => ({ data: forgotten }) },
          },
        },
      },
    }),
  }
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
