/** Neither the duration nor the bytes of a response reveal whether an address has an account. */
// @module-tag slow
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { databaseKinds } from '../../../test/database.ts'
import { withRealHashes } from '../../../test/quick-hashes.ts'
import { hashPassword } from './service-hashing.ts'
import { insertConfirmedAccounts } from './store.ts'

/**
 * How many responses of each kind are measured, and how certain a guess by their times may be: 0.5 is tossing a coin, 1 is always right. The
 * limits are 2.5 standard deviations above chance. A hash hides small differences, but one that is left out takes 140 ms less.
 */
const quick = { samples: 400, allowed: 0.55 }
const hashing = { samples: 50, allowed: 0.65 }
const WARM_UP = 20
/** What is over the limit again and again is no chance. */
const RETRIES = 2

const unknownAddress = () => `${randomUUID()}@example.no`

describe.each(databaseKinds)('on the %s database', (kind) => {
  let t: TestApp
  let known: string[]
  let unconfirmed: string[]
  beforeAll(async () => {
    t = await startTestApp({ kind, env: { SIGN_UP_TELLS_KNOWN_ADDRESSES: 'off', EMAIL_CODE_SIGN_IN: 'on' } })
    const now = new Date()
    const accounts = Array.from({ length: 200 }, () => ({
      name: 'Kari Nordmann',
      email: unknownAddress(),
      locale: 'no',
      role: 'user' as const,
      createdAt: now,
    }))
    const hash = await withRealHashes(() => hashPassword('fjordtur-2026'))
    known = [...(await insertConfirmedAccounts(t.db.kysely, accounts, hash)).keys()]
    const others = accounts.map((account) => ({ ...account, email: unknownAddress() }))
    unconfirmed = [...(await insertConfirmedAccounts(t.db.kysely, others, hash)).keys()]
    await t.db.kysely
      .updateTable('auth_user')
      .set({ email_verified: false })
      .where('email', 'in', unconfirmed)
      .execute()
  })
  afterAll(() => t.close())

  const ways = [
    ['sign-in', 'sign-in/email', (email: string) => ({ email, password: 'feil-passord' })],
    // With the right password of an account that is not confirmed.
    ['sign-in too early', 'sign-in/email', (email: string) => ({ email, password: 'fjordtur-2026' })],
    ['reset', 'request-password-reset', (email: string) => ({ email })],
    ['confirmation', 'send-verification-email', (email: string) => ({ email })],
    ['mailed code', 'email-otp/send-verification-otp', (email: string) => ({ email })],
  ] as const

  // Hashes take long: once, where the database is in the server's process and the difference would be easiest to see.
  const here = ways.filter(([name]) => kind === 'embedded' || !name.startsWith('sign-in'))

  test.each(here)(
    '%s does not reveal whether an address is known',
    { timeout: 240_000, retry: RETRIES },
    async (name, path, bodyOf) => {
      const existing = name === 'sign-in too early' ? unconfirmed : known
      const { samples, allowed } = name.startsWith('sign-in') ? hashing : quick
      const times = { known: [] as number[], unknown: [] as number[] }
      const answers = new Set<string>()
      const one = async (email: string) => {
        const started = performance.now()
        const { status, text } = await t.call('POST', `/api/auth/${path}`, { body: bodyOf(email) })
        const took = performance.now() - started
        answers.add(`${status} ${text.replace(/"request_id":"[^"]+"/, '')}`)
        return took
      }
      await withRealHashes(async () => {
        for (const isKnown of shuffled(samples + WARM_UP)) {
          const email = isKnown ? (existing[randomInt(existing.length)] ?? '') : unknownAddress()
          times[isKnown ? 'known' : 'unknown'].push(await one(email))
        }
      })
      expect([...answers]).toHaveLength(1)
      const certainty = howCertain(times.known.slice(WARM_UP), times.unknown.slice(WARM_UP))
      expect(certainty, `known ${summary(times.known)}, unknown ${summary(times.unknown)}`).toBeLessThanOrEqual(allowed)
    },
  )
})

/** Returns as many true as false values, in random order. */
function shuffled(each: number): boolean[] {
  const list = Array.from({ length: 2 * each }, (_, index) => index < each)
  for (let i = list.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    ;[list[i], list[j]] = [list[j] as boolean, list[i] as boolean]
  }
  return list
}

/** Returns the chance that a guess by the longer of two times, one of each kind, is right, in the better direction. */
function howCertain(a: number[], b: number[]): number {
  let wins = 0
  for (const x of a) for (const y of b) wins += x > y ? 1 : x === y ? 0.5 : 0
  const chance = wins / (a.length * b.length)
  return Math.max(chance, 1 - chance)
}

function summary(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(2)
  return `${at(0.25)} / ${at(0.5)} / ${at(0.75)} ms`
}
