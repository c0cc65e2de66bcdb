/** Sign-in services (OpenID Connect) of the configuration. Each is looked up when it is first needed, so one that is down affects no other. */
import { getOAuthState } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import type { OidcProvider } from '../setting-values.ts'
import { AppError } from '../http/errors.ts'
import type { Log } from '../log.ts'
import { isMeantFor } from './audience.ts'
import type { Auth } from './engine.ts'

const PATIENCE_MS = 5_000
const SCOPES = ['openid', 'email', 'profile']

type Context = Awaited<Auth['$context']>
/** A sign-in service as better-auth calls it. */
export type Provider = Context['socialProviders'][number]

/** What a service says of the person who comes back from it. */
export interface Visit {
  provider: string
  /** Lasting id there. */
  subject: string
  claims: Readonly<Record<string, unknown>>
}

/** Visits by the state that better-auth keeps for a request; they are gone with the request. */
const visits = new WeakMap<object, Visit>()

/** better-auth's state of a visit that began on our pages; null for the visits of other programs. */
const stateOfVisit = () => getOAuthState().catch(() => null)

/** Returns what a service that confirms names has said in this request. */
export async function findVisit(): Promise<Visit | undefined> {
  const state = await stateOfVisit()
  return state ? visits.get(state) : undefined
}

/** Stands in for the address where a service sends none; no account can have it. */
const NO_ADDRESS = 'none@no-address.invalid'

/** The description that a service publishes. Without a list of methods the standard's default applies. */
const description = z.object({
  issuer: z.string(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
  userinfo_endpoint: z.string().optional(),
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
  const { methods, userInfo } = await describe(discoveryUrl, config.issuer)
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
        ...(config.confirms && { getUserInfo: (tokens) => readClaims(tokens, userInfo) }),
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
  const guardedOne = guarded(provider, config.client_id)
  const checked = config.confirms ? confirming(guardedOne) : guardedOne
  context.socialProviders.push(checked)
  return checked
}

/** Returns how a client may authenticate at the service, and the address of the user information. Throws when the service does not respond, or names another issuer. */
async function describe(url: string, issuer: string) {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' })
  const found = description.parse(await response.json())
  if (found.issuer !== issuer) throw new Error('it calls itself by another name than the configured one')
  return { methods: found.token_endpoint_auth_methods_supported, userInfo: found.userinfo_endpoint }
}

/**
 * Returns all claims of a service, those of the ID token with those of the user information. BankID sends the latter as a signed token. It is read
 * like a plain response, because both come from the service itself over TLS.
 */
async function readClaims({ idToken, accessToken }: { idToken?: string; accessToken?: string }, address?: string) {
  const { sub, ...claims } = idToken ? decodeJwt(idToken) : {}
  if (!sub) return null
  const response =
    address &&
    (await fetch(address, {
      headers: { authorization: `Bearer ${accessToken ?? ''}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: 'error',
    }))
  if (response && !response.ok) return null
  const text = response ? (await response.text()).trim() : '{}'
  const more = (text.startsWith('{') ? JSON.parse(text) : decodeJwt(text)) as Record<string, unknown>
  return { sub, ...claims, ...more, id: sub, emailVerified: false }
}

/**
 * Adds checks to the library's: there must be an ID token, given to this client, the user information must be about the same person, and both must come in
 * time.
 */
function guarded(provider: Provider, client: string): Provider {
  return {
    ...provider,
    validateAuthorizationCode: (data) => within(Promise.resolve(provider.validateAuthorizationCode(data))),
    async getUserInfo(tokens) {
      if (!tokens.idToken || !isMeantFor(decodeJwt(tokens.idToken), client)) return null
      const info = await within(Promise.resolve(provider.getUserInfo(tokens)))
      return info && (info.data as { sub?: unknown }).sub === decodeJwt(tokens.idToken).sub ? info : null
    },
  }
}

/**
 * Keeps the claims of a visit for `findVisit`. Services that know official names often send no address. The person who links one is signed in here, so
 * the link needs none; an identity without an address opens only the account that it is linked to.
 */
function confirming(provider: Provider): Provider {
  return {
    ...provider,
    async getUserInfo(tokens) {
      const info = await provider.getUserInfo(tokens)
      const state = await stateOfVisit()
      if (!info || !state) return info
      const claims = info.data as Record<string, unknown> & { sub: string }
      visits.set(state, { provider: provider.id, subject: claims.sub, claims })
      if (info.user.email) return info
      return { ...info, user: { ...info.user, email: NO_ADDRESS, emailVerified: state.link !== undefined } }
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
