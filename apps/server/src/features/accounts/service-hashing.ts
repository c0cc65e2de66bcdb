/** Hashes and verifies passwords with argon2id, a few at a time. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '#platform/http/errors'
import { createSemaphore } from '#platform/semaphore'

const hash = promisify(argon2)
/** The least cost that OWASP recommends for argon2id; about 30 ms. */
const cost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }

/**
 * Bounds the hashing of the whole process, whose processor all its apps share: hashing is slow on purpose, and a flood of sign-ins must leave
 * time for other requests.
 */
const hashing = createSemaphore(2, 50)

/** Throws `rate_limited` while too many requests wait to hash a password. A use case that hashes one calls it before it does anything else. */
export function refuseWhileBusy(): void {
  if (hashing.full()) throw new AppError('rate_limited', { params: { retry_after: 1 } })
}

const argon = (message: string, nonce: Buffer, first = false) =>
  hashing.through(() => hash('argon2id', { ...cost, message, nonce }), first)

/** Returns the hash to store, with a new nonce. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await argon(password, nonce)
  return `argon2id$${nonce.toString('base64url')}$${Buffer.from(tag).toString('base64url')}`
}

/** A hash that no password matches, for accounts without one: verifying takes as long. */
export const nobodysPassword = `argon2id$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`

interface Verification {
  hash: string
  password: string
  first?: boolean
}

/** Returns whether the hash is of this password. `first` lets a known device pass the queue, which a flood from elsewhere may fill. */
export async function verifyPassword({ hash: stored, password, first = false }: Verification): Promise<boolean> {
  const [scheme, nonce = '', tag = ''] = stored.split('$')
  if (scheme !== 'argon2id') return false
  const found = await argon(password, Buffer.from(nonce, 'base64url'), first)
  return timingSafeEqual(Buffer.from(found), Buffer.from(tag, 'base64url'))
}
