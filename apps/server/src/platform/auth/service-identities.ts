/** What a sign-in service says of a person: in an ID token that a program has brought, or for a code of its redirect. */
import { createHash } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { AppError } from '../http/errors.ts'
import { isMeantFor } from './audience.ts'
import type { Provider } from './providers.ts'

/** An account at another service. */
export interface ServiceIdentity {
  provider: string
  /** Its lasting id there. */
  subject: string
  email: string | undefined
  /** The service has confirmed the address. */
  emailVerified: boolean
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
  const settings = provider.idToken
  if (!settings || 'verify' in settings) return 'invalid'
  const { jwks, issuer, audience, algorithms = ALGORITHMS } = settings
  try {
    const { payload } = await jwtVerify(token, jwks, {
      issuer,
      audience,
      algorithms: algorithms.filter((name) => ALGORITHMS.includes(name)),
      requiredClaims: ['sub', 'iat', 'exp'],
    })
    const { sub = '', email, email_verified, nonce: hash, exp = 0 } = payload
    if (!isMeantFor(payload, audience)) return 'wrong_audience'
    if (hash !== (nonce === undefined ? undefined : createHash('sha256').update(nonce).digest('hex')))
      return 'wrong_nonce'
    return {
      provider: provider.id,
      subject: sub,
      email: typeof email === 'string' ? email : undefined,
      emailVerified: email_verified === true,
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

interface Return {
  code: string
  redirectURI: string
  codeVerifier: string
  nonce: string
}

/** Returns who comes back from the service with a code; undefined where the service says something else than the redirect. */
export async function identityOfCode(
  provider: Provider,
  { code, redirectURI, codeVerifier, nonce }: Return,
): Promise<ServiceIdentity | undefined> {
  const tokens = await provider.validateAuthorizationCode({ code, redirectURI, codeVerifier })
  const info = tokens && (await provider.getUserInfo({ ...tokens, expectedIdTokenNonce: nonce }))
  const { sub: subject } = (info?.data ?? {}) as { sub?: unknown }
  if (!info || typeof subject !== 'string' || subject === '') return undefined
  const { email, emailVerified } = info.user
  return { provider: provider.id, subject, email: email ?? undefined, emailVerified }
}
