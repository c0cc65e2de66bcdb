/** Pure rules of the ways in: codes of the second factor, recovery codes, where a redirect may lead, and whether a way is left. */
import { createHmac, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { PRODUCT_NAME } from '@samtur/contract/constants'

const STEP_SECONDS = 30
/** The code of an app, and how many half minutes a clock may be off. */
export const appCode = { digits: 6, off: 1 } as const

/** Uses what every app supports: SHA-1, six digits, half a minute (RFC 6238). */
const totpOf = (secret: Uint8Array, label = '') =>
  new TOTP({
    issuer: PRODUCT_NAME,
    label,
    algorithm: 'SHA1',
    digits: appCode.digits,
    period: STEP_SECONDS,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

/** Returns the address behind the QR code. */
export const totpAddress = (secret: Uint8Array, email: string): string => totpOf(secret, email).toString()

/** Returns the half minute that a code belongs to, at most one off for clocks that differ; undefined for a wrong code. */
export function totpStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const offset = totpOf(secret).validate({ token: code, timestamp, window: appCode.off })
  return offset === null ? undefined : Math.floor(timestamp / 1000 / STEP_SECONDS) + offset
}

/** Returns what is stored in place of a code or a cookie: without the server's secret the text cannot be found by trying. */
export const keyedHash = (secret: string, ...parts: string[]): string =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')

/** The letters lack characters that are mistaken for each other on paper. */
export const recoveryCodes = { count: 10, length: 10, letters: '23456789abcdefghjkmnpqrstuvwxyz' } as const

/** Returns ten codes like `7hk2m-x9dqp`, about 49 bits each. */
export function makeRecoveryCodes(): string[] {
  const { count, length, letters } = recoveryCodes
  const part = () => Array.from({ length: length / 2 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: count }, () => `${part()}-${part()}`)
}

/** Returns a recovery code without what does not count in it. */
export const bareRecoveryCode = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Returns the stored name of a request for a code, made of the address and the random value that only the requesting browser has. */
export const emailRequestHash = (email: string, value: string, secret: string): string =>
  keyedHash(secret, 'email-code-request', email, value)

/** Returns what is stored in place of a mailed code. */
export const emailCodeHash = (request: string, code: string, secret: string): string =>
  keyedHash(secret, 'email-code', request, code)

/** Ways to sign in that an account has. */
export interface Ways {
  password: boolean
  emailCode: boolean
  /** Ids of linked services that are still offered. */
  providers: readonly string[]
}

/** Returns whether an account with these ways can be signed in to. */
export const canSignIn = ({ password, emailCode, providers }: Ways): boolean =>
  password || emailCode || providers.length > 0

/**
 * Returns a path of our own pages, or undefined. Refuses everything that a browser could take for another host: `//host`, `/\host`, `/.//host`,
 * control characters, encoded slashes.
 */
export function pagePath(text: string | undefined): string | undefined {
  if (!text || !/^\/[\w\-.~/%]*(?:\?[\w\-.~/%&=+,:@]*)?$/.test(text)) return undefined
  const [path = ''] = text.split('?')
  if (path.includes('//') || /%2f|%5c/i.test(path) || path.startsWith('/api/')) return undefined
  // A browser resolves dots before it sends a request, so a path that would change is refused.
  return new URL(text, 'http://localhost').pathname === path ? text : undefined
}

/**
 * Returns the path to which a service leads back. Each service has its own, so that none can pass the code of another one off as its own (RFC 9700, mix-up);
 * the visits of pages and programs share it.
 */
export const callbackPath = (provider: string): string => `/api/auth/callback/${encodeURIComponent(provider)}`

const OF_PROGRAM = 'program.'

/** Returns the state of a visit that a program of the service interface has begun. */
export const stateOfProgram = (mark: string): string => OF_PROGRAM + mark

/** Returns where the return from such a visit continues; undefined for a visit that a page has begun. */
export function returnOfProgram(url: string, provider: string): string | undefined {
  const query = url.split('?')[1] ?? ''
  if (!new URLSearchParams(query).get('state')?.startsWith(OF_PROGRAM)) return undefined
  return `/auth/v1/callback/${encodeURIComponent(provider)}?${query}`
}

/** Returns what a service sends back with the browser: only the parameters that it may send, each once. */
export function responseOf(query: unknown): URLSearchParams {
  const response = new URLSearchParams()
  for (const name of ['code', 'state', 'error', 'iss']) {
    const value = (query as Record<string, unknown>)[name]
    if (typeof value === 'string') response.set(name, value)
  }
  return response
}
