/** The process: configuration, listening, and a graceful stop. */
import { type App, type AppOptions, createApp } from './app.ts'
import { paths } from '@samtur/contract/paths'
import { type Config, ConfigError, demoAdminEmail, readConfig } from './config.ts'
import { fillWithDemo, holdsDemo } from './demo/demo.ts'
import { makeAdminCode } from './features/accounts/service-administrator.ts'
import { DatabaseInUse } from './platform/db/lock.ts'

const STOP_WITHIN_MS = 10_000

if (import.meta.main) await run()

/** Starts the server; answers undefined, and says why, when whoever started it has to change something first. */
export async function run(options: Pick<AppOptions, 'dist'> = {}): Promise<App | undefined> {
  try {
    return await start(options)
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof DatabaseInUse)) throw error
    console.error(error.message)
    process.exitCode = 1
    return undefined
  }
}

async function start(options: Pick<AppOptions, 'dist'>) {
  const config = readConfig()
  const app = await createApp({ config, ...options })
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

/** The demo's people may still be there from a first look on the same data. */
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
