/** Passwords as they are stored: argon2id, a few at a time. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createSemaphore } from '../semaphore.ts'

const hash = promisify(argon2)
/** OWASP's floor for argon2id; about 30 ms here. */
const cost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }

/** Hashing is meant to be slow: a flood of sign-ins must not take the processor from everybody else. */
export const hashing = createSemaphore(2, 50)
const argon = (message: string, nonce: Buffer, first = false) =>
  hashing.through(() => hash('argon2id', { ...cost, message, nonce }), first)

/** Argon2id with a fresh nonce, as sign-in compares it. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await argon(password, nonce)
  return `argon2id$${nonce.toString('base64url')}$${Buffer.from(tag).toString('base64url')}`
}

/** In place of a stored password where there is none: comparing takes as long, and nothing opens it. */
export const nobodysPassword = `argon2id$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`

interface Verification {
  hash: string
  password: string
  first?: boolean
}

/** Returns whether it is the password that was stored. `first` is for a known device: a flood from elsewhere does not keep it waiting. */
export async function verifyPassword({ hash: stored, password, first = false }: Verification): Promise<boolean> {
  const [scheme, nonce = '', tag = ''] = stored.split('$')
  if (scheme !== 'argon2id') return false
  const found = await argon(password, Buffer.from(nonce, 'base64url'), first)
  return timingSafeEqual(Buffer.from(found), Buffer.from(tag, 'base64url'))
}
