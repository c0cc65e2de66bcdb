/** `samtur start`: configuration, listening, and a graceful stop. */
import cluster from 'node:cluster'
import path from 'node:path'
import { isatty } from 'node:tty'
import { type App, type AppOptions, createApp } from '../../composition/app.ts'
import { paths } from '@samtur/contract/paths'
import { backupRequest, makeArchive } from '../../composition/backups.ts'
import { type Config, ConfigError, demoAdminEmail, readConfig, retiredSetting } from '../../config.ts'
import { fillWithDemo, holdsDemo } from '../../demo/demo.ts'
import { makeAdminCode } from '../../features/accounts/service-administrator.ts'
import { type Control, serveControl } from '../control.ts'
import { DatabaseDamaged, isDamage } from '../../platform/db/opening.ts'

const STOP_WITHIN_MS = 10_000

/**
 * Starts the server, which runs until a signal stops it. Throws an error of `sentenceOf` when the operator has to change something first.
 */
export async function startServer(options: Pick<AppOptions, 'dist'> = {}): Promise<App> {
  const config = readConfig()
  const retired = retiredSetting()
  // The first process of version 0.2 has started this one in the place of an older one, which then serves on.
  if (cluster.isWorker) throw new ConfigError(retired)
  const app = await createApp({ config, ...options }).catch((error: unknown) => {
    // Reading the tables may show damage that opening did not.
    throw config.databaseUrl || !isDamage(error) ? error : new DatabaseDamaged(path.join(config.dataDir, 'pg'), error)
  })
  process.on('SIGHUP', () => endWithTerminal(app))
  if (retired) app.parts.log.warn(retired)
  if (config.reachableFromOutside) await warnOfDemo(app)
  const people = config.demo ? await fillWithDemo(app.parts, config) : undefined
  await listen(app, config)
  await printStart(app, config, people)
  const control = config.databaseUrl ? undefined : await serveCommands(app, config)
  const stopOnce = createStop(app, control, config)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopOnce)
  return app
}

/** A terminal that closes sends SIGHUP. Without one it comes from a unit of version 0.2, where it was the wish for a new version. */
function endWithTerminal({ parts }: App) {
  if (isatty(0) || isatty(1)) process.kill(process.pid, 'SIGTERM')
  else parts.log.warn('SIGHUP has no effect: restart the service for a new version or changed settings')
}

async function printStart(app: App, config: Config, people: string | undefined) {
  console.log(`\n  Samtur is ready on ${app.origin()}`)
  if (people) console.log(`  Demo sign-in: ${people}`)
  const code = config.adminEmail === demoAdminEmail ? undefined : await makeAdminCode(app.parts, config)
  if (code) console.log(adminCodeText(config.adminEmail ?? '', code, `${app.origin()}${paths.adminCode}`))
  if (config.localMailbox) console.log(`  Outgoing mail: ${app.origin()}/dev/mailbox`)
  console.log()
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

/** Serves what the command line cannot do beside a server with the embedded database. */
function serveCommands({ parts }: App, config: Config): Promise<Control> {
  const { db, clock } = parts
  const backup = (input: unknown) => {
    const request = backupRequest.parse(input)
    return db.longRunning((executor) => makeArchive(config, { executor, clock }, request))
  }
  return serveControl(config.dataDir, { backup }, parts.log)
}

/** Returns the function that stops the process, however often it is called. */
function createStop(app: App, control: Control | undefined, { drainSeconds }: Config): () => void {
  let stopping = false
  return () => {
    if (stopping) return
    stopping = true
    app.retire()
    setTimeout(stop, drainSeconds * 1000)
  }

  function stop() {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS)
    // A backup that is being made would hold the control server, and with it the stop of the others.
    void Promise.all([control?.close(), app.close()]).then(() => process.exit(0))
  }
}
