/**
 * The cookie by which an account knows a browser in which its owner has signed in before. It gives no access: the account's limits count a known
 * device separately from strangers, and a sign-in from an unknown one is reported to the owner.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readCookie } from '#platform/http/cookies'

const DAYS = 180
const SECONDS = DAYS * 86_400
/** The most accounts that know one browser, such as a household’s. */
const MOST_ACCOUNTS = 4
/**
 * The most names that browsers have at one account. Each name has separate limits, so this bounds the guesses of someone who once signed in
 * many times; browsers of one account may share a name.
 */
const MOST_NAMES = 20

export interface Account {
  id: string
  /** Mark of the stored password (see `passwordMark`), so that a changed password makes the cookie void; empty without a password. */
  mark: string
}

interface Keeper {
  secret: string
  /** The session cookie's name, whose prefix this one shares. */
  sessionCookie: string
}

/** Returns a name for the browser that sent this cookie header, where the account knows it; undefined for every other one. */
export function knownDevice(keeper: Keeper, cookies: string | undefined, account: Account): string | undefined {
  const entry = entriesOf(keeper, cookies).find((one) => isFor(keeper, one, account))
  return entry === undefined ? undefined : String(Buffer.from(entry, 'base64url').readUInt32BE() % MOST_NAMES)
}

export interface DeviceCookie {
  name: string
  value: string
  seconds: number
}

/** Returns the cookie by which the account will know the browser. It keeps the entries of other accounts in the given cookie header. */
export function deviceCookie(keeper: Keeper, cookies: string | undefined, account: Account): DeviceCookie {
  const others = entriesOf(keeper, cookies).filter((entry) => !isFor(keeper, entry, account))
  const nonce = randomBytes(12).toString('base64url')
  const until = Math.floor(Date.now() / 1000) + SECONDS
  const entry = `${nonce}.${until}.${signatureOf(keeper, account, nonce, String(until))}`
  const value = [entry, ...others].slice(0, MOST_ACCOUNTS).join('~')
  return { name: nameOf(keeper), value, seconds: SECONDS }
}

const nameOf = ({ sessionCookie }: Keeper) => sessionCookie.replace(/session$/, 'device')

const ENTRY = /^[\w-]{16}\.\d{10,12}\.[\w-]{43}$/

function entriesOf(keeper: Keeper, cookies: string | undefined): string[] {
  const value = readCookie(cookies, nameOf(keeper)) ?? ''
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
