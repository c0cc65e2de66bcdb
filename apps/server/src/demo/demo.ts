/** Fills an empty database with plausible people and trips, so that the first start shows a product in use. */
import { findByEmail } from '#features/accounts/views'
import type { Executor } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { type Config, demoAdminEmail } from '../config.ts'

/** Everybody's password. */
const PASSWORD = 'fjordtur'
/** The two people whose sign-in the start prints. */
const ingrid = 'ingrid@samtur.example'
const mikkel = 'mikkel@samtur.example'

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
    await fill(parts, config, { password: PASSWORD, withAdmin, isNeeded: isEmpty })
  }
  return (await findByEmail(parts.db.read, ingrid)) && signIn(withAdmin)
}

async function isEmpty(executor: Executor) {
  return !(await executor.selectFrom('auth_user').select('id').limit(1).executeTakeFirst())
}

/** Returns whether the demo's people are in the database, whatever the configuration says now. */
export const holdsDemo = async (executor: Executor): Promise<boolean> =>
  (await findByEmail(executor, ingrid)) !== undefined

function signIn(withAdmin: boolean) {
  const roles = [
    `${ingrid} (driver)`,
    `${mikkel} (passenger)`,
    ...(withAdmin ? [`${demoAdminEmail} (administrator)`] : []),
  ]
  return `${roles.join(', ')}, password: ${PASSWORD}`
}
