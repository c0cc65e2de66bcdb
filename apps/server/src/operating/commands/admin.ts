/** `samtur admin`: changes accounts from the server's command line, for when no administrator can sign in. */
import { type Config, readConfig } from '../../config.ts'
import { asciiAddress, findByMailbox } from '../../features/accounts/port.ts'
import { endSessionsOfUser, grantAdministrator, liftFactorOfUser } from '../../features/moderation/service-accounts.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Bus, createBus } from '../../platform/live/bus.ts'
import { createLog } from '../../platform/log.ts'
import { withDatabase } from './database.ts'
import { Problem } from './sentences.ts'

interface Task {
  config: Config
  db: Database
  bus: Bus
  user: NonNullable<Awaited<ReturnType<typeof findByMailbox>>>
  reason: string | null
}

/** Each does its work and returns the text to print. */
const acts = {
  async 'lift-factor'({ config, user, reason, ...context }: Task) {
    const origin = () => config.publicUrl ?? `http://localhost:${config.port}`
    const deps = { origin, supportEmail: config.supportEmail, adminEmail: config.adminEmail }
    try {
      await liftFactorOfUser(context, deps, { by: null, userId: user.id, reason })
    } catch (error) {
      if (error instanceof AppError && error.code === 'two_factor_off')
        throw new Problem('The account has no second factor.', { cause: error })
      throw error
    }
    return `The second factor of ${user.email} is taken away, and all sessions of the account have ended.`
  },
  async 'end-sessions'({ config, user, reason, ...context }: Task) {
    const ended = await endSessionsOfUser(context, config, { by: null, userId: user.id, reason })
    return `Sessions of ${user.email} that have ended: ${ended}.`
  },
  async make({ config, user, reason, ...context }: Task) {
    if (config.adminEmail !== user.email)
      throw new Problem(
        `ADMIN_EMAIL is not ${user.email}: the next start of the server would take the role away again.`,
      )
    // A stranger may have signed up with the address, and would keep the password.
    if (!user.email_verified)
      throw new Problem(`The address ${user.email} is not confirmed: its owner has to open the mailed link first.`)
    if (user.suspended_at) throw new Problem(`The account ${user.email} is suspended.`)
    await grantAdministrator(context, user.id, reason)
    return `${user.email} is administrator.`
  },
}

/** Returns the exit code. Throws Problem where there is no such account, or the act is refused. */
export async function changeAccount(
  act: keyof typeof acts,
  address: string,
  options: { reason?: string },
): Promise<number> {
  const config = readConfig()
  const text = await withDatabase(config, async (db) => {
    const bus = await createBus(db, createLog('silent'))
    try {
      const email = asciiAddress(address.trim().normalize('NFC').toLowerCase())
      const user = email && (await findByMailbox(db.read, email))
      if (!user) throw new Problem(`There is no account with the address ${address}.`)
      return await acts[act]({ config, db, bus, user, reason: options.reason?.trim() || null })
    } finally {
      await bus.close()
    }
  })
  console.log(text)
  return 0
}
