/** Whom an ID token was given to. */
import type { JWTPayload } from 'jose'

/**
 * Returns false for a token with several audiences that does not name this client as the one that it was given to (OpenID Connect Core, 3.1.3.7): another
 * of them could pass it on. With one audience `azp` may name an app of the same service account.
 */
export function isMeantFor({ aud, azp }: JWTPayload, client: string | string[]): boolean {
  return !Array.isArray(aud) || aud.length < 2 || [client].flat().some((one) => one === azp)
}
