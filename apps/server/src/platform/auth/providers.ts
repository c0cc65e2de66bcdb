/** Sign-in services (OpenID Connect) of the configuration. Each is looked up when it is first needed, so one that is down affects no other. */
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import type { OidcProvider } from '../setting-values.ts'
import { AppError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import type { Auth } from './engine.ts'

const PATIENCE_MS = 5_000
const SCOPES = ['openid', 'email', 'profile']

type Context = Awaited<Auth['$context']>
/** A sign-in service as better-auth calls it. */
export type Provider = Context['socialProviders'][number]

/** The description that a service publishes. Without a list of methods the standard's default applies. */
const description = z.object({
  issuer: z.string(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})

export interface Providers {
  /** Registers the service with better-auth and returns it. Throws `not_found` for one that is not configured, `provider_refused` for one that is away. */
  ready(id: string): Promise<Provider>
}

export function createProviders(auth: Auth, configured: readonly OidcProvider[], log: Log): Providers {
  const loading = new Map<string, Promise<Provider>>()
  return {
    async ready(id) {
      const config = configured.find((one) => one.id === id)
      if (!config) throw new AppError('not_found')
      const load = loading.get(id) ?? addProvider(auth, config)
      loading.set(id, load)
      try {
        return await load
      } catch (error) {
        // The next visit looks it up again.
        loading.delete(id)
        log.warn({ provider: id, reason: error instanceof Error ? error.message : '' }, 'sign-in service not usable')
        throw new AppError('provider_refused')
      }
    },
  }
}

async function addProvider(auth: Auth, config: OidcProvider) {
  const context = await auth.$context
  const discoveryUrl = `${config.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const methods = await describe(discoveryUrl, config.issuer)
  const plugin = genericOAuth({
    config: [
      {
        providerId: config.id,
        name: config.name,
        discoveryUrl,
        clientId: config.client_id,
        ...(config.client_secret && {
          clientSecret: config.client_secret,
          authentication: methods.includes('client_secret_basic') ? 'basic' : 'post',
        }),
        scopes: config.scopes ?? SCOPES,
        pkce: true,
        requireIdTokenVerification: true,
        // A service signs in to an account and makes none, because terms are accepted at sign-up.
        disableSignUp: true,
        // Only `true` as the standard has it: some services send the text "false".
        mapProfileToUser: (profile) => ({ emailVerified: profile['email_verified'] === true }),
      },
    ],
  })
  const { context: added } = await within(Promise.resolve(plugin.init(context as never)))
  const provider = added.socialProviders.find(({ id }) => id === config.id)
  if (!provider) throw new Error('its description lacks what sign-in needs')
  const checked = guarded(provider)
  context.socialProviders.push(checked)
  return checked
}

/** Returns how a client may authenticate at the service. Throws when the service does not respond, or names another issuer. */
async function describe(url: string, issuer: string) {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' })
  const found = description.parse(await response.json())
  if (found.issuer !== issuer) throw new Error('it calls itself by another name than the configured one')
  return found.token_endpoint_auth_methods_supported
}

/** Adds checks to the library's: there must be an ID token, the user information must be about the same person, and both must come in time. */
function guarded(provider: Provider): Provider {
  return {
    ...provider,
    validateAuthorizationCode: (data) => within(Promise.resolve(provider.validateAuthorizationCode(data))),
    async getUserInfo(tokens) {
      if (!tokens.idToken) return null
      const info = await within(Promise.resolve(provider.getUserInfo(tokens)))
      return info && (info.data as { sub?: unknown }).sub === decodeJwt(tokens.idToken).sub ? info : null
    },
  }
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MS)
  })
  try {
    return await Promise.race([work, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
