/** The cookie by which the browser that signed up is known when the mailed link is opened in it. */
import type { Config } from '../../config.ts'
import { cookieName, readCookie, setCookie, signedToken, signToken } from './cookies.ts'

const NAME = 'sign-up'
/** Accounts that nobody confirms are removed after a week. */
const SECONDS = 7 * 86_400
/** Keeps a value that was signed for something else from counting here. */
const PREFIX = 'sign-up:'

type Settings = Pick<Config, 'publicUrl'>

/** Returns the header by which this browser remembers the account that was made in it. */
export const rememberSignUp = (userId: string, secret: string, config: Settings): string =>
  setCookie(cookieName(NAME, config), signToken(`${PREFIX}${userId}`, secret), SECONDS)

export const forgetSignUp = (config: Settings): string => setCookie(cookieName(NAME, config), '', 0)

/** Returns the account that was made in the browser that sent this cookie header; undefined without the cookie, or with one that was changed. */
export function signedUpAs(cookies: string | undefined, secret: string, config: Settings): string | undefined {
  const value = readCookie(cookies, cookieName(NAME, config))
  const token = value ? signedToken(value, secret) : undefined
  return token?.startsWith(PREFIX) ? token.slice(PREFIX.length) : undefined
}
