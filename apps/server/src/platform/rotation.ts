/** Changes of SECRET: the newest secret signs and encrypts; the earlier ones still verify and decrypt. */
import type { IncomingHttpHeaders } from 'node:http'
import { readCookie, signedToken, signToken, withoutCookie } from './http/cookies.ts'
import { decrypt, encrypt } from './encryption.ts'

/** The newest first, then those before it. */
export type Secrets = readonly [newest: string, ...previous: string[]]

/**
 * Replaces the signature of the named cookie in a request's headers where an earlier secret made it, because all later code uses the newest secret
 * only. The browser gets a newly signed cookie when its session gets another token.
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

/** Returns the text. Throws when none of the secrets encrypted it. */
export function decryptWithAny(data: string, secrets: Secrets): string {
  for (const secret of secrets) {
    const text = decrypt(data, secret)
    if (text !== undefined) return text
  }
  throw new Error('a stored text was encrypted with a secret that is neither SECRET nor in SECRET_PREVIOUS')
}

/** Returns the text encrypted with the newest secret; undefined where it already is, or where no known secret decrypts it. */
export function encryptAgain(data: string, [newest, ...previous]: Secrets): string | undefined {
  if (decrypt(data, newest) !== undefined) return undefined
  const text = previous.map((secret) => decrypt(data, secret)).find((one) => one !== undefined)
  return text === undefined ? undefined : encrypt(text, newest)
}
