/**
 * Makes password hashes cheap: the product's take 140 ms of the processor each, and thousands are made in a run. What a test checks is the
 * same with any cost. A test about the cost itself, or about waiting for hashes, calls `withRealHashes`.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** The least that argon2 accepts. */
const least = { memory: 8, passes: 1 }
/** The files of a worker share its modules, and each runs this one. */
const shared = globalThis as { realArgon2?: typeof crypto.argon2; isArgon2Real?: boolean; hashes?: number }

if (!shared.realArgon2) {
  const real = crypto.argon2
  shared.realArgon2 = real
  const argon2: typeof real = (algorithm, parameters, callback) => {
    shared.hashes = hashesMade() + 1
    real(algorithm, shared.isArgon2Real ? parameters : { ...parameters, ...least }, callback)
  }
  Object.assign(crypto, { argon2 })
  syncBuiltinESMExports()
}

/** Returns how many hashes the tests of this worker have made. */
export function hashesMade() {
  return shared.hashes ?? 0
}

/**
 * Runs the work with hashes of the product's cost. A hash of one cost does not match a password that is verified with the other, so people of
 * `t.person` are made outside of it.
 */
export async function withRealHashes<Result>(work: () => Promise<Result>): Promise<Result> {
  shared.isArgon2Real = true
  try {
    return await work()
  } finally {
    shared.isArgon2Real = false
  }
}
