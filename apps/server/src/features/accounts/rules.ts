/** Pure rules of accounts: reserved names, links and codes that work once, half sessions. */
import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { lengths, mailedCode, PRODUCT_NAME } from '@samtur/contract/constants'
import type { Config } from '../../config.ts'
import type { Caller } from '#platform/http/context'
import { networkOf } from '#platform/live/address'

/** Days for which sign-ins are kept. */
export const signInDays = 90

/** Characters of other scripts (and digits) that look like Latin ones. */
const LOOKALIKES: Record<string, string> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ӏ: 'i',
  ѕ: 's',
  ј: 'j',
  м: 'm',
  т: 't',
  н: 'h',
  к: 'k',
  в: 'b',
  ь: 'b',
  ѵ: 'v',
  п: 'n',
  ԁ: 'd',
  α: 'a',
  ε: 'e',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  ι: 'i',
  κ: 'k',
  β: 'b',
  ν: 'v',
  μ: 'm',
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  8: 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  l: 'i',
  ı: 'i',
  ß: 'b',
  ø: 'o',
}

function skeleton(name: string) {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\s\p{P}\p{Default_Ignorable_Code_Point}\u2800]/gu, (c) => LOOKALIKES[c] ?? '')
  return Array.from(plain, (character) => LOOKALIKES[character] ?? character).join('')
}

const RESERVED = new Set(
  ['admin', 'administrator', 'moderator', 'support', 'støtte', 'stotte', 'kundeservice', 'system', 'root'].map(
    skeleton,
  ),
)

/** Services that confirm who a person is, whether or not this installation uses them. */
const CONFIRMING = [
  'BankID',
  'Buypass',
  'Commfides',
  'ID-porten',
  'MinID',
  'MitID',
  'MobilePay',
  'NemID',
  'Smart-ID',
  'Vipps',
]

/** Splits a name at its punctuation, and beside it in a second way that leaves signs in their words that look like letters. */
const splits = [/[\s\p{P}\p{S}]+/u, /(?:(?![@$!])[\s\p{P}\p{S}])+/u] as const

const wordsOf = (name: string, split: RegExp) =>
  name
    .split(split)
    .map(skeleton)
    .filter((word) => word !== '')

/** As it is typed, because Freja Eid is a name. */
const ELECTRONIC_ID = /(?<!\p{L})eID(?!\p{L})/u

/** Returns whether the words of a brand stand in the name, one after another, written as one, or joined with a reserved word. */
function hasBrand(name: readonly string[], brand: readonly string[]) {
  const whole = brand.join('')
  const isJoined = (word: string) =>
    word === whole ||
    (word.startsWith(whole) && RESERVED.has(word.slice(whole.length))) ||
    (word.endsWith(whole) && RESERVED.has(word.slice(0, -whole.length)))
  return name.some((word, at) => isJoined(word) || brand.every((one, index) => name[at + index] === one))
}

/**
 * Returns whether a name would pass for the people behind the product or for a service that confirms names: one reserved word alone, or a
 * brand among other words. `services` are the configured sign-in services.
 */
export function isReservedName(name: string, services: readonly { name: string }[]): boolean {
  const whole = skeleton(name)
  if (RESERVED.has(whole) || ELECTRONIC_ID.test(name)) return true
  // "Bank ID Support": a brand in several words beside a reserved one.
  const beside = wordsOf(name, splits[0])
    .filter((word) => !RESERVED.has(word))
    .join('')
  const brands = [PRODUCT_NAME, ...CONFIRMING, ...services.map((service) => service.name)]
  return brands.some((brand) => {
    const words = wordsOf(brand, splits[0])
    if (words.length === 0) return false
    const joined = words.join('')
    return whole === joined || beside === joined || splits.some((split) => hasBrand(wordsOf(name, split), words))
  })
}

/** Returns a new token for a link; it stands in the mail only. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns what is stored of a link. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Returns the token in the link that grants a request. It needs the secret, so that the request alone, as it waits in the outbox, opens nothing. */
export const linkToken = (request: string, secret: string): string =>
  createHmac('sha256', secret).update(`request ${request}`).digest('base64url')

/** Returns a mark of a stored password, by which a sign-in that still lacks the second factor notices a new password. */
export const passwordMark = (passwordHash: string): string => createHash('sha256').update(passwordHash).digest('hex')

/** The letters lack those and digits that are mistaken for each other. */
export const adminCode = { length: 16, letters: 'abcdefghjkmnpqrstuvwxyz23456789' } as const

/** Returns a one-time code of 79 bits in four groups of four, as it is printed and typed. */
export function newAdminCode(): string {
  const { length, letters } = adminCode
  const text = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return text.replace(/(.{4})(?!$)/g, '$1-')
}

/** Returns the code without what does not count in it. */
export const plainAdminCode = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '')

/** Returns an address that only its owner recognises: the first letter and the domain. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${Array.from(address)[0] ?? ''}…${address.slice(at)}`
}

/** Returns the digits of a new mailed code, each as likely as the others. */
export const newCode = (): string => String(randomInt(10 ** mailedCode.digits)).padStart(mailedCode.digits, '0')

/**
 * Returns whether a mailed code may open the account: only where the installation has switched that on, and never an administrator's, whose
 * mailbox alone must not be enough.
 */
export const opensByCode = (
  { role, email }: { role: string; email: string },
  { emailCodeSignIn, adminEmail }: Pick<Config, 'emailCodeSignIn' | 'adminEmail'>,
): boolean => emailCodeSignIn && role !== 'admin' && email !== adminEmail

/** Returns what is stored of a code. It is keyed, because all codes are tried in no time. */
const hashCode = (code: string, bound: string, secret: string): string =>
  createHmac('sha256', secret).update(`${bound}:${code}`).digest('base64url')

/** Returns what is stored of a code in place of the password: it works in the session that requested it. */
export const hashSessionCode = (code: string, sessionId: string, secret: string): string =>
  hashCode(code, `reauthenticate ${sessionId}`, secret)

/** Returns what is stored of a code beside a mailed link: it works for one account, purpose and network. */
export const hashMailedCode = (
  code: string,
  { purpose, userId, network }: { purpose: string; userId: string; network: string },
  secret: string,
): string => hashCode(code, `${purpose} ${userId} ${network}`, secret)

/** Returns a mark of the network that an address belongs to. It is keyed, because all networks are tried in no time. */
export const networkMark = (ip: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`network ${networkOf(ip)}`)
    .digest('base64url')

/** Returns the mailbox behind an address: a text after a plus sign leads to the same one. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  return (email.slice(0, at).split('+')[0] || email.slice(0, at)) + email.slice(at)
}

/** Returns the address as mail servers write it, an international domain in punycode; undefined when DNS has no room for the domain. */
export function asciiAddress(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1))
  const fits = domain.split('.').every((label) => label.length <= lengths.domainLabel)
  return domain && fits ? `${address.slice(0, at)}@${domain}` : undefined
}

/** Returns whether a session of the account still has to show the second factor. */
export const owesFactor = ({ twoFactor, aal }: Pick<Caller, 'twoFactor' | 'aal'>): boolean =>
  twoFactor && aal === 'aal1'
