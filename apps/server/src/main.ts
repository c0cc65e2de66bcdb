/** The process: configuration, listening, and a graceful stop. */
import path from 'node:path'
import { type App, type AppOptions, createApp } from './app.ts'
import { paths } from '@samtur/contract/paths'
import { type Config, ConfigError, demoAdminEmail, readConfig } from './config.ts'
import { fillWithDemo, holdsDemo } from './demo/demo.ts'
import { makeAdminCode } from './features/accounts/service-administrator.ts'
import { folderProblem } from './platform/data-folder.ts'
import { DatabaseInUse } from './platform/db/lock.ts'
import { DatabaseOutdated } from './platform/db/migrate.ts'
import { DatabaseDamaged, isDamage } from './platform/db/opening.ts'

const STOP_WITHIN_MS = 10_000

if (import.meta.main) await run()

/** Starts the server. Prints one sentence and ends the process when the operator has to change something first. */
export async function run(options: Pick<AppOptions, 'dist'> = {}): Promise<App> {
  try {
    return await start(options)
  } catch (error) {
    const sentence = sentenceOf(error)
    if (!sentence) throw error
    console.error(sentence)
    // At once, so that parts that are open neither keep the process alive nor print more.
    return process.exit(1)
  }
}

/** Returns what the operator has to change; undefined for a fault of the program. */
function sentenceOf(error: unknown): string | undefined {
  const known = [ConfigError, DatabaseInUse, DatabaseOutdated, DatabaseDamaged].some((kind) => error instanceof kind)
  return known ? (error as Error).message : folderProblem(error)
}

async function start(options: Pick<AppOptions, 'dist'>) {
  const config = readConfig()
  const app = await createApp({ config, ...options }).catch((error: unknown) => {
    // Reading the tables may show damage that opening did not.
    throw config.databaseUrl || !isDamage(error) ? error : new DatabaseDamaged(path.join(config.dataDir, 'pg'), error)
  })
  if (config.reachableFromOutside) await warnOfDemo(app)
  const people = config.demo ? await fillWithDemo(app.parts, config) : undefined
  await listen(app, config)
  console.log(`\n  Samtur is ready on ${app.origin()}`)
  if (people) console.log(`  Demo sign-in: ${people}`)
  const code = config.adminEmail === demoAdminEmail ? undefined : await makeAdminCode(app.parts, config)
  if (code) console.log(adminCodeText(config.adminEmail ?? '', code, `${app.origin()}${paths.adminCode}`))
  if (config.localMailbox) console.log(`  Outgoing mail: ${app.origin()}/dev/mailbox`)
  console.log()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(app))
  return app
}

/** Logs a warning where the data still holds the demo's people from an earlier start. */
async function warnOfDemo({ parts }: App) {
  if (await holdsDemo(parts.db.read))
    parts.log.warn("the data holds the demo's people, whose password everybody knows: start with a fresh DATA_DIR")
}

const adminCodeText = (address: string, code: string, page: string) =>
  `  No administrator yet. Sign up with ${address}, confirm the address, then type the code ${code}\n  on ${page} (it works once, for a day; after that the next start prints another one).`

async function listen(app: App, { port, host }: Config) {
  try {
    await app.http.listen({ port, host })
  } catch (error) {
    await app.close()
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new ConfigError(`Port ${port} is in use by another program. Stop that one, or choose another port with PORT.`)
  }
}

async function stop(app: App) {
  const timeout = setTimeout(() => process.exit(1), STOP_WITHIN_MS)
  await app.close()
  clearTimeout(timeout)
  process.exit(0)
}
