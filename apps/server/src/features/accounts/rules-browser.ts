/** The cookie that marks the browser of a sign-up, in which the mailed link needs no password. */
import type { Config } from '../../config.ts'
import { cookieName, readCookie, setCookie, signedToken, signToken } from '#platform/http/cookies'

const NAME = 'sign-up'
/** A week, after which unconfirmed accounts are removed. */
const SECONDS = 7 * 86_400
/** Part of the signed text, so that a value signed for another purpose is not accepted. */
const PREFIX = 'sign-up:'

type Settings = Pick<Config, 'publicUrl'>

/** Returns the header that marks this browser as the one in which the account was made. */
export const rememberSignUp = (userId: string, secret: string, config: Settings): string =>
  setCookie(cookieName(NAME, config), signToken(`${PREFIX}${userId}`, secret), SECONDS)

export const forgetSignUp = (config: Settings): string => setCookie(cookieName(NAME, config), '', 0)

/** Returns the account that was made in the browser with this cookie header; undefined without a valid cookie. */
export function signedUpAs(cookies: string | undefined, secret: string, config: Settings): string | undefined {
  const value = readCookie(cookies, cookieName(NAME, config))
  const token = value ? signedToken(value, secret) : undefined
  return token?.startsWith(PREFIX) ? token.slice(PREFIX.length) : undefined
}
