/** What a sign-in service says of a person: in an ID token that a program has brought, or for a code of its redirect. */
import { createHash } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { authorizationCodeGrant, buildAuthorizationUrl, calculatePKCECodeChallenge, fetchUserInfo } from 'openid-client'
import { AppError } from '#platform/http/errors'
import type { Provider } from './service-providers.ts'

type Claims = Readonly<Record<string, unknown>>

/** An account at another service. */
export interface ServiceIdentity {
  provider: string
  /** Its lasting id there. */
  subject: string
  email: string | undefined
  /** The service has confirmed the address. */
  emailVerified: boolean
}

/** What protects a visit to a service: the state binds the response to its browser, the nonce the ID token, and the verifier the code. */
export interface Protection {
  state: string
  nonce: string
  codeVerifier: string
}

const SCOPES = ['openid', 'email', 'profile']

/** Returns the address of the service's page on which a visit begins. */
export async function pageOf(
  { client, settings: { scopes = SCOPES }, redirectUri }: Provider,
  { state, nonce, codeVerifier }: Protection,
): Promise<string> {
  const { href } = buildAuthorizationUrl(client, {
    redirect_uri: redirectUri(),
    scope: (scopes.includes('openid') ? scopes : ['openid', ...scopes]).join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })
  return href
}

/** Who has come back from a service, and everything that it says of the person. */
export interface Visitor extends ServiceIdentity {
  claims: Claims
}

/** Returns who comes back from the service with this response. Throws where the service refuses, or where anything in its responses is wrong. */
export async function identityOfCode(
  provider: Provider,
  response: URLSearchParams,
  { state, nonce, codeVerifier }: Protection,
): Promise<Visitor> {
  const { client, settings, redirectUri } = provider
  const tokens = await authorizationCodeGrant(client, new URL(`?${response.toString()}`, redirectUri()), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const told = tokens.claims()
  if (!told || isIssuedLater(told)) throw new Error('its ID token is not valid yet')
  // An ordinary service that puts the address into its token has said all that is needed.
  const isWhole = !client.serverMetadata().userinfo_endpoint || (!settings.confirms && told['email'])
  const claims = isWhole ? told : { ...told, ...(await fetchUserInfo(client, tokens.access_token, told.sub)) }
  const identity = identityOf(provider, claims)
  if (!identity) throw new Error('its name for the person cannot be stored')
  return { ...identity, claims }
}

/** Signatures that need the service's private key; where its description lists its own, those count. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** Why an ID token says nothing. */
export type IdTokenProblem = 'invalid' | 'wrong_audience' | 'wrong_nonce'

/** An identity, and what is remembered of its token, which works once. */
export interface ShownIdentity extends ServiceIdentity {
  /** Hash of the token's signed part: another signature of the same claims is the same token. */
  tokenHash: string
  tokenExpiresAt: Date
}

/**
 * Returns whose ID token it is. The token has the hash of the nonce that the program brings beside it, so that a token that was seen elsewhere is
 * of no use. Throws `provider_refused` where the service's keys cannot be read.
 */
export async function identityOfToken(
  provider: Provider,
  token: string,
  nonce: string | undefined,
): Promise<ShownIdentity | IdTokenProblem> {
  const { client, settings, keys } = provider
  const { client_id: audience, issuer } = settings
  const { id_token_signing_alg_values_supported: own = ALGORITHMS } = client.serverMetadata()
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: own.filter((name) => ALGORITHMS.includes(name)),
      requiredClaims: ['sub', 'iat', 'exp'],
    })
    const { aud, azp, nonce: hash, exp = 0 } = payload
    // Another of several audiences could pass the token on (OpenID Connect Core, 3.1.3.7). With one, `azp` may name an app of the same service account.
    if (Array.isArray(aud) && aud.length > 1 && azp !== audience) return 'wrong_audience'
    if (hash !== (nonce === undefined ? undefined : createHash('sha256').update(nonce).digest('hex')))
      return 'wrong_nonce'
    const identity = identityOf(provider, payload)
    if (!identity || isIssuedLater(payload)) return 'invalid'
    return {
      ...identity,
      tokenHash: createHash('sha256')
        .update(token.slice(0, token.lastIndexOf('.')))
        .digest('hex'),
      tokenExpiresAt: new Date(exp * 1000),
    }
  } catch (error) {
    const isOfToken = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)
    if (!isOfToken) throw new AppError('provider_refused')
    return error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud' ? 'wrong_audience' : 'invalid'
  }
}

/** Clocks differ by less than that. */
const AHEAD_SECONDS = 300
const isIssuedLater = ({ iat = 0 }: { iat?: number }) => iat > Date.now() / 1000 + AHEAD_SECONDS

/** The longest id that the standard allows, and the longest address that mail servers take. */
const subjectShape = /^\P{Cc}{1,255}$/u
const addressShape = /^[^\p{Cc}\s]{1,254}$/u

/** Returns whom claims are about; undefined where the id is none that can be stored. An address that cannot be one counts as not sent. */
function identityOf({ settings }: Provider, { sub, email, email_verified }: Claims): ServiceIdentity | undefined {
  if (typeof sub !== 'string' || !subjectShape.test(sub)) return undefined
  return {
    provider: settings.id,
    subject: sub,
    email: typeof email === 'string' && addressShape.test(email) ? email : undefined,
    // Only `true` as the standard has it: some services send the text "false".
    emailVerified: email_verified === true,
  }
}
