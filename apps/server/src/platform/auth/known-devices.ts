/**
 * The cookie by which an account knows a browser in which somebody has signed in before. It opens nothing: it lets its owner pass the limits that
 * strangers use up, and tells a new device from a known one.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from './cookies.ts'

const DAYS = 180
const SECONDS = DAYS * 86_400
/** A browser that a household shares knows so many accounts. */
const MOST_ACCOUNTS = 4

export interface Account {
  id: string
  /** Of the stored password (see `passwordMark`), so that a changed password makes the cookie void; empty without a password. */
  mark: string
}

interface Keeper {
  secret: string
  /** The session cookie's name, whose prefix this one shares. */
  sessionCookie: string
}

/** Returns a name for the browser where the account knows it; undefined for every other one. */
export function knownDevice(keeper: Keeper, request: FastifyRequest, account: Account): string | undefined {
  return entriesOf(keeper, request).find((entry) => isFor(keeper, entry, account))
}

/** Sets the cookie, beside those for other accounts that this browser has. */
export function rememberDevice(keeper: Keeper, request: FastifyRequest, reply: FastifyReply, account: Account): void {
  const others = entriesOf(keeper, request).filter((entry) => !isFor(keeper, entry, account))
  const nonce = randomBytes(12).toString('base64url')
  const until = Math.floor(Date.now() / 1000) + SECONDS
  const entry = `${nonce}.${until}.${signatureOf(keeper, account, nonce, String(until))}`
  const value = [entry, ...others].slice(0, MOST_ACCOUNTS).join('~')
  reply.header('set-cookie', setCookie(nameOf(keeper), value, SECONDS))
}

const nameOf = ({ sessionCookie }: Keeper) => sessionCookie.replace(/session$/, 'device')

const ENTRY = /^[\w-]{16}\.\d{10,12}\.[\w-]{43}$/

function entriesOf(keeper: Keeper, request: FastifyRequest): string[] {
  const value = readCookie(request.headers.cookie, nameOf(keeper)) ?? ''
  return value
    .split('~', MOST_ACCOUNTS)
    .filter((entry) => ENTRY.test(entry) && Number(entry.split('.')[1]) * 1000 > Date.now())
}

function isFor(keeper: Keeper, entry: string, account: Account) {
  const [nonce = '', until = '', signature = ''] = entry.split('.')
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(keeper, account, nonce, until)))
}

const signatureOf = ({ secret }: Keeper, { id, mark }: Account, nonce: string, until: string) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['known-device', id, mark, nonce, until]))
    .digest('base64url')
