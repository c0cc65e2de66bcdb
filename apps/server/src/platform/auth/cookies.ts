/** Cookies of the house: one of a name, signed as better-auth signs its own, pinned to the host where the connection is encrypted. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config.ts'

/** Browsers take the `__Host-` prefix over https only; there it keeps neighbouring hosts from setting the cookie. */
export function cookieName(name: string, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  return isHttps(publicUrl) ? `__Host-${name}` : name
}

export const isHttps = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https://') ?? false

/** The value of a cookie that is there once. Two of a name mean that somebody else set one of them; neither is trusted. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const [value, ...others] = pairsOf(header).filter((pair) => pair.startsWith(`${name}=`))
  return others.length === 0 ? value?.slice(name.length + 1) : undefined
}

/** The header without the cookie of that name; undefined when nothing is left. */
export function withoutCookie(header: string | undefined, name: string): string | undefined {
  const left = pairsOf(header).filter((pair) => !pair.startsWith(`${name}=`))
  return left.length > 0 ? left.join('; ') : undefined
}

function pairsOf(header: string | undefined) {
  return header?.split(/;\s*/) ?? []
}

/** A cookie that no script can read and no foreign page can send along. */
export function setCookie(name: string, value: string, maxAgeSeconds: number): string {
  const secure = name.startsWith('__Host-') ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** `token.signature`, as it stands in the cookie. */
export const signToken = (token: string, secret: string): string =>
  encodeURIComponent(`${token}.${signatureOf(token, secret)}`)

/** The token of a signed cookie, in exactly the one way we write it. */
export function signedToken(cookie: string, secret: string): string | undefined {
  const text = decoded(cookie)
  const dot = text.lastIndexOf('.')
  const token = text.slice(0, dot)
  const expected = Buffer.from(signatureOf(token, secret))
  const given = Buffer.from(text.slice(dot + 1))
  return dot > 0 && given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined
}

const signatureOf = (token: string, secret: string) => createHmac('sha256', secret).update(token).digest('base64')

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
