/** `npm run admin`: changes accounts from the server's command line, for when no administrator can sign in. */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, ConfigError, readConfig } from './config.ts'
import { asciiAddress, findByMailbox } from './features/accounts/port.ts'
import { endSessionsOfUser, liftFactorOfUser, grantAdministrator } from './features/moderation/service-accounts.ts'
import { systemClock } from './platform/clock.ts'
import { type Database, errorCode, openDatabase } from './platform/db/database.ts'
import { DatabaseInUse } from './platform/db/lock.ts'
import { AppError } from './platform/http/errors.ts'
import { type Bus, createBus } from './platform/live/bus.ts'
import { createLog } from './platform/log.ts'

const help = `Usage: npm run admin -- <command> <email> [--reason "text"]

  lift-factor <email>   removes a lost second factor; the person gets a mail and is signed out everywhere
  end-sessions <email>  signs the person out everywhere
  make <email>          gives the administrator's role to the account that ADMIN_EMAIL names, once its address is confirmed

Uses the database of DATABASE_URL, or else the embedded one in DATA_DIR; stop the server first where it uses the embedded one.
The reason is kept in the audit log, and mailed to the person by lift-factor.`

interface Task {
  config: Config
  db: Database
  bus: Bus
  user: NonNullable<Awaited<ReturnType<typeof findByMailbox>>>
  reason: string | null
}

/** Each command does its work and returns the text to print. */
const commands: Record<string, (task: Task) => Promise<string>> = {
  async 'lift-factor'({ config, user, reason, ...context }) {
    const origin = () => config.publicUrl ?? `http://localhost:${config.port}`
    const deps = { origin, supportEmail: config.supportEmail }
    await liftFactorOfUser(context, deps, { by: null, userId: user.id, reason })
    return `The second factor of ${user.email} is taken away, and all sessions of the account have ended.`
  },
  async 'end-sessions'({ user, ...context }) {
    const ended = await endSessionsOfUser(context, null, user.id)
    return `Sessions of ${user.email} that have ended: ${ended}.`
  },
  async make({ config, user, reason, ...context }) {
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

/** An error whose message is printed without a stack. */
class Problem extends Error {}

process.exitCode = await run(process.argv.slice(2))

async function run(args: string[]): Promise<number> {
  try {
    const { positionals, values } = readArguments(args)
    if (values.help) {
      console.log(help)
      return 0
    }
    const [name = '', address = '', ...more] = positionals
    const command = commands[name]
    if (!command || !Object.hasOwn(commands, name) || address === '' || more.length > 0) {
      console.error(help)
      return 2
    }
    console.log(await work(command, address, values.reason?.trim() || null))
    return 0
  } catch (error) {
    console.error(sentenceOf(error))
    return 1
  }
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, reason: { type: 'string' } },
    })
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : ''} See npm run admin -- --help.`)
  }
}

async function work(command: (task: Task) => Promise<string>, address: string, reason: string | null) {
  const config = readConfig()
  if (!config.databaseUrl && !fs.existsSync(path.join(config.dataDir, 'pg', 'PG_VERSION')))
    throw new Problem(
      `There is no database in ${path.resolve(config.dataDir)}: set DATA_DIR or DATABASE_URL as for the server.`,
    )
  const db = await openDatabase({ url: config.databaseUrl, folder: config.dataDir, clock: systemClock })
  try {
    const bus = await createBus(db, createLog('silent'))
    try {
      const email = asciiAddress(address.trim().normalize('NFC').toLowerCase())
      const user = email && (await findByMailbox(db.read, email))
      if (!user) throw new Problem(`There is no account with the address ${address}.`)
      return await command({ config, db, bus, user, reason })
    } finally {
      await bus.close()
    }
  } finally {
    await db.close()
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof Problem || error instanceof ConfigError || error instanceof DatabaseInUse) return error.message
  if (error instanceof AppError && error.code === 'two_factor_off') return 'The account has no second factor.'
  const reason = error instanceof Error ? error.message || errorCode(error) : String(error)
  return `The database could not be used: ${reason}`
}
