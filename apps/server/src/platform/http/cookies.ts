/** The server's cookies: signed, and pinned to the host where the connection is encrypted. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config.ts'

/** Every cookie that the server sets for signing in and for who has signed in; docs/security.md describes each. `auth` is a prefix. */
export const cookieNames = [
  'session',
  'device',
  'sign-up',
  'two-factor',
  'email-code',
  'recovery',
  'auth',
  'visit',
  'position',
] as const

/** Returns the cookie's name, over https with the prefix `__Host-`, which keeps neighbouring hosts from setting the cookie. */
export function cookieName(name: (typeof cookieNames)[number], { publicUrl }: Pick<Config, 'publicUrl'>): string {
  return isHttps(publicUrl) ? `__Host-${name}` : name
}

export const isHttps = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https://') ?? false

/** Cookies that let their browser do something; the others only remember where a visit stands. */
const acting = ['session', 'sign-up', 'two-factor', 'email-code', 'recovery'] as const

/** Returns whether a request carries a cookie that may let it act for somebody, valid or not. */
export const actsByCookie = (header: string | undefined, config: Pick<Config, 'publicUrl'>): boolean =>
  acting.some((name) => pairsOf(header).some((pair) => pair.startsWith(`${cookieName(name, config)}=`)))

/** Returns the value of a cookie; undefined where two have the name, because another host may have set one of them. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const [value, ...others] = pairsOf(header).filter((pair) => pair.startsWith(`${name}=`))
  return others.length === 0 ? value?.slice(name.length + 1) : undefined
}

/** Returns the header without the cookie of that name; undefined when nothing is left. */
export function withoutCookie(header: string | undefined, name: string): string | undefined {
  const left = pairsOf(header).filter((pair) => !pair.startsWith(`${name}=`))
  return left.length > 0 ? left.join('; ') : undefined
}

function pairsOf(header: string | undefined) {
  return header?.split(/;\s*/) ?? []
}

/** Returns the header for a cookie that no script can read and that requests of other sites' pages do not carry. */
export function setCookie(name: string, value: string, maxAgeSeconds: number): string {
  const secure = name.startsWith('__Host-') ? '; Secure' : ''
  return `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** Returns `token.signature`, as it stands in the cookie. */
export const signToken = (token: string, secret: string): string =>
  encodeURIComponent(`${token}.${signatureOf(token, secret)}`)

/** Returns the token of a signed cookie; undefined where its signature or form is wrong. */
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
