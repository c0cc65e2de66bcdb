/** Changes of SECRET: the newest secret signs and encrypts; the earlier ones still verify and decrypt. */
import type { IncomingHttpHeaders } from 'node:http'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { readCookie, signedToken, signToken, withoutCookie } from './cookies.ts'

/** The newest first, then those before it. */
export type Secrets = readonly [newest: string, ...previous: string[]]

/**
 * Replaces the signature of the named cookie in a request's headers where an earlier secret made it, because all later code, better-auth included,
 * uses the newest secret only. The browser gets a newly signed cookie when its session gets another token.
 */
export function renewSignature(headers: IncomingHttpHeaders, name: string, [newest, ...previous]: Secrets): void {
  if (previous.length === 0) return
  const value = readCookie(headers.cookie, name)
  if (value === undefined || signedToken(value, newest) !== undefined) return
  const token = previous.map((secret) => signedToken(value, secret)).find((text) => text !== undefined)
  if (token === undefined) return
  const others = withoutCookie(headers.cookie, name)
  headers.cookie = `${others === undefined ? '' : `${others}; `}${name}=${signToken(token, newest)}`
}

/** Returns the text and the place of the secret that encrypted it, 0 for the newest. Throws when none of them did. */
export async function decryptWithAny(data: string, secrets: Secrets): Promise<{ text: string; by: number }> {
  for (const [by, key] of secrets.entries()) {
    // The cipher is authenticated, so it throws with a wrong key.
    const text = await symmetricDecrypt({ key, data }).catch(() => undefined)
    if (text !== undefined) return { text, by }
  }
  throw new Error('a stored text was encrypted with a secret that is neither SECRET nor in SECRET_PREVIOUS')
}

/** Returns the text encrypted with the newest secret; undefined where it already is, or where no known secret decrypts it. */
export async function encryptAgain(data: string, secrets: Secrets): Promise<string | undefined> {
  const opened = await decryptWithAny(data, secrets).catch(() => undefined)
  return opened && opened.by > 0 ? symmetricEncrypt({ key: secrets[0], data: opened.text }) : undefined
}
