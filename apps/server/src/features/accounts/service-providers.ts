/** Sign-in services (OpenID Connect) of the configuration. Each is looked up when it is first needed, so one that is down affects no other. */
import { createRemoteJWKSet, customFetch as fetchOfKeys, type JWTVerifyGetKey } from 'jose'
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ServerMetadata,
} from 'openid-client'
import { z } from 'zod'
import type { OidcProvider } from '#platform/setting-values'
import { AppError } from '#platform/http/errors'
import type { Log } from '#platform/log'
import { callbackPath } from './rules-ways.ts'

const PATIENCE_SECONDS = 5
/** More than any right response of a service has. */
const MAX_BYTES = 1024 * 1024

/** A sign-in service that has described itself. */
export interface Provider {
  settings: OidcProvider
  client: Configuration
  /** Finds the key of an ID token. */
  keys: JWTVerifyGetKey
  /** Returns the address to which the service leads back. */
  redirectUri: () => string
}

export interface Providers {
  /** Returns the service. Throws `not_found` for one that is not configured, `provider_refused` for one that is away. */
  ready(id: string): Promise<Provider>
  /** Logs why a visit to a service has failed, without what the service has sent. */
  note(id: string, error: unknown): void
}

export function createProviders(configured: readonly OidcProvider[], log: Log, origin: () => string): Providers {
  const loading = new Map<string, Promise<Provider>>()
  const note: Providers['note'] = (id, error) =>
    log.warn({ provider: id, reason: error instanceof Error ? error.message : '' }, 'sign-in service not usable')
  return {
    note,
    async ready(id) {
      const settings = configured.find((one) => one.id === id)
      if (!settings) throw new AppError('not_found')
      const load = loading.get(id) ?? describe(settings, origin)
      loading.set(id, load)
      try {
        return await load
      } catch (error) {
        // The next visit looks it up again.
        loading.delete(id)
        note(id, error)
        throw new AppError('provider_refused')
      }
    },
  }
}

/** Reads the description that the service publishes. Throws where it does not respond, names another issuer, or lacks what sign-in needs. */
async function describe(settings: OidcProvider, origin: () => string): Promise<Provider> {
  const { issuer, client_id, client_secret } = settings
  // Only a service on this machine may be configured without encryption.
  const isEncrypted = issuer.startsWith('https:')
  const found = await discovery(new URL(issuer), client_id, undefined, None(), {
    timeout: PATIENCE_SECONDS,
    [customFetch]: fetchWhole,
    // oxlint-disable-next-line typescript/no-deprecated -- marked as deprecated only so that it stands out
    execute: isEncrypted ? [] : [allowInsecureRequests],
  })
  const { supportsPKCE: _, ...server } = found.serverMetadata()
  if (server.issuer !== issuer) throw new Error('it calls itself by another name than the configured one')
  const address = z.url({ protocol: isEncrypted ? /^https$/ : /^https?$/ })
  const needed = z.object({ authorization_endpoint: address, token_endpoint: address, jwks_uri: address })
  const { data } = needed.safeParse(server)
  if (!data) throw new Error('its description lacks what sign-in needs')

  // Some services sign the user information and do not say by which algorithm; then those of the ID token count.
  const { id_token_signing_alg_values_supported: algorithms = ['RS256'] } = server
  const described = { userinfo_signing_alg_values_supported: algorithms, ...server }
  const client = new Configuration(described, client_id, { [clockTolerance]: 0 }, authentication(server, client_secret))
  client.timeout = PATIENCE_SECONDS
  client[customFetch] = fetchWhole
  // Verifies signatures, which the standard leaves out for what comes from the service itself.
  enableNonRepudiationChecks(client)
  // oxlint-disable-next-line typescript/no-deprecated -- marked as deprecated only so that it stands out
  if (!isEncrypted) allowInsecureRequests(client)
  const keys = createRemoteJWKSet(new URL(data.jwks_uri), {
    timeoutDuration: PATIENCE_SECONDS * 1000,
    [fetchOfKeys]: fetchWhole,
  })
  return { settings, client, keys, redirectUri: () => origin() + callbackPath(settings.id) }
}

/** Returns how the client authenticates. Without a list of methods the standard's default applies; without a secret the client is a public one. */
function authentication(server: ServerMetadata, secret: string | undefined): ClientAuth {
  if (secret === undefined) return None()
  const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
  return methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)
}

/** Reads a whole response, and gives it up where it is too large. The libraries set a deadline, and follow no redirect. */
async function fetchWhole(url: string, options: object): Promise<Response> {
  const response = await fetch(url, options)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new Error('it sends too much')
    chunks.push(chunk)
  }
  return new Response(size === 0 ? null : Buffer.concat(chunks), response)
}
