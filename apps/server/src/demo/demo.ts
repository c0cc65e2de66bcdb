/** Fills an empty database with plausible people and trips, so that the first start shows a product in use. */
import { findByEmail } from '#features/accounts/views'
import type { Executor } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { type Config, demoAdminEmail } from '../config.ts'
import { emailOf, ingrid, mikkel, PASSWORD } from './people.ts'

type Needed = Pick<Parts, 'db' | 'clock' | 'files'>

/**
 * Fills the database; returns how the demo's people sign in, or undefined when other people are there already. A kill half-way leaves an
 * empty database, which the next start fills.
 */
export async function fillWithDemo(
  parts: Needed,
  config: Pick<Config, 'adminEmail' | 'costSharing'>,
): Promise<string | undefined> {
  const withAdmin = config.adminEmail === demoAdminEmail
  if (await isEmpty(parts.db.read)) {
    // Imported here, because it takes as long as a tenth of a start.
    const { fill } = await import('./fill.ts')
    await fill(parts, config, { withAdmin, isNeeded: isEmpty })
  }
  return (await findByEmail(parts.db.read, emailOf(ingrid))) && signIn(withAdmin)
}

async function isEmpty(executor: Executor) {
  return !(await executor.selectFrom('auth_user').select('id').limit(1).executeTakeFirst())
}

/** Returns whether the demo's people are in the database, whatever the configuration says now. */
export const holdsDemo = async (executor: Executor): Promise<boolean> =>
  (await findByEmail(executor, emailOf(ingrid))) !== undefined

function signIn(withAdmin: boolean) {
  const roles = [
    `${emailOf(ingrid)} (driver)`,
    `${emailOf(mikkel)} (passenger)`,
    ...(withAdmin ? [`${demoAdminEmail} (administrator)`] : []),
  ]
  return `${roles.join(', ')}, password: ${PASSWORD}`
}
