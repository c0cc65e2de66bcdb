/** The command line as processes: its help, its exit codes, and the commands beside `admin`, `backup` and `restore`. */
// @module-tag slow
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import type net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { checkAddresses, checkClock, checkRouter } from '../src/operating/doctor/addresses.ts'
import { checkDatabase } from '../src/operating/doctor/database.ts'
import type { Check } from '../src/operating/doctor/finding.ts'
import { checkMail, checkPush } from '../src/operating/doctor/messages.ts'
import { checkDataFolder, checkSecret, checkStorage } from '../src/operating/doctor/storage.ts'
import { describePostgres, emptyServerDatabase, freshServerDatabase } from './database.ts'
import { makeDataFolder } from './embedded-folder.ts'
import { startMailServer } from './mail-server.ts'
import { startRoutingEngine } from './routing-engine.ts'
import { samtur, samturHere } from './samtur-process.ts'
import { startServer } from './server.ts'
import { testSecret } from './sessions.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-command-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true })
})

interface Finding {
  check: string
  state: string
  found: string
}

/** Returns the exit code of `samtur doctor` and what it found of the settings. */
async function doctorOfSettings(env: Record<string, string>) {
  const { code, stdout } = await samtur(['doctor', '--json'], { DATA_DIR: newFolder(), PORT: '0', ...env })
  const findings = JSON.parse(stdout) as Finding[]
  return { code, findings: findings.filter(({ check }) => check === 'settings') }
}

/** Returns what one check of `samtur doctor` finds. It runs here, because each process loads the server. */
const found = async (check: Check, env: Record<string, string>) =>
  check(readConfig({ SECRET: testSecret, DATA_DIR: newFolder(), PORT: '0', ...env }))

describe('help and arguments', () => {
  test('--help lists every command, and each command has a help of its own', async () => {
    const { code, stdout } = await samturHere(['--help'])
    expect(code).toBe(0)
    const names = ['start', 'doctor', 'migrate', 'backup', 'restore', 'admin', 'demo', 'export-config']
    expect(stdout.match(/^ {2}([a-z-]+)/gm)?.map((line) => line.trim())).toEqual(expect.arrayContaining(names))
    for (const name of names) {
      const help = await samturHere([name, '--help'])
      expect([help.code, help.stdout]).toEqual([0, expect.stringMatching(new RegExp(`^Usage: samtur ${name}`))])
    }
  })

  test('--version prints the version of the package', async () => {
    const { version } = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
    expect(await samtur(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  test('a process exits with 2 for arguments that cannot be understood', async () => {
    expect((await samtur(['strat'])).code).toBe(2)
  })

  test.each([
    [['strat'], /unknown command 'strat'\n\(Did you mean start\?\)/],
    [['doctor', '--jsn'], /unknown option '--jsn'/],
    [['restore'], /missing required argument 'file'/],
    [['demo', 'more'], /too many arguments/],
    [['admin', 'make'], /missing required argument 'email'/],
  ])('%j is refused with what is wrong, and exits with 2', async (args, text) => {
    const { code, stdout, stderr } = await samturHere(args)
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(text)])
  })
})

describe('doctor', () => {
  test('with nothing set there is no problem, and nothing is created', async () => {
    const folder = newFolder()
    const { code, stdout } = await samtur(['doctor'], { DATA_DIR: path.join(folder, 'data'), PORT: '0', SECRET: '' })
    expect(stdout).not.toMatch(/^problem/m)
    const checks = ['settings', 'data folder', 'database', 'replicas', 'secret', 'mail', 'pictures', 'push messages']
    const others = ['addresses', 'sign-in services', 'routing engine', 'clock', 'backups']
    for (const name of [...checks, ...others]) expect(stdout).toMatch(new RegExp(`^[a-z]+ +${name} {2}`, 'm'))
    expect([code, fs.readdirSync(folder)]).toEqual([0, []])
  })

  test('a wrong setting is named, with its variable', async () => {
    const { code, findings } = await doctorOfSettings({ PORT: 'eighty' })
    expect([code, findings]).toEqual([
      1,
      [expect.objectContaining({ state: 'problem', found: expect.stringContaining('PORT') })],
    ])
  })

  test('a setting that has no effect any more is a warning', async () => {
    const env = { WORKERS: 'auto', DATA_DIR: path.join(newFolder(), 'data'), PORT: '0' }
    const { code, findings } = await doctorOfSettings(env)
    expect([code, findings.map(({ state }) => state)]).toEqual([0, ['ok', 'warning']])
  })

  test('a data folder that cannot be written is a problem', async () => {
    const file = path.join(newFolder(), 'file')
    fs.writeFileSync(file, '')
    const [folder] = await found(checkDataFolder, { DATA_DIR: path.join(file, 'data') })
    expect(folder?.state).toBe('problem')
  })

  test('a running server is recognised by its lock and its port', async () => {
    const DATA_DIR = makeDataFolder()
    folders.push(DATA_DIR)
    const server = await startServer({ DATA_DIR })
    const PORT = new URL(server.url).port
    const [database, addresses] = [
      await found(checkDatabase, { DATA_DIR }),
      await found(checkAddresses, { DATA_DIR, PORT }),
    ]
    await server.kill('SIGTERM')
    expect(database).toEqual([
      expect.objectContaining({ state: 'ok', found: expect.stringContaining(`pid ${server.child.pid}`) }),
    ])
    expect(addresses).toEqual([
      expect.objectContaining({ state: 'ok', found: expect.stringContaining('the running server') }),
    ])
  })

  test('a port that another program uses is a problem', async () => {
    const other = http.createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as net.AddressInfo
    const [address] = await found(checkAddresses, { PORT: String(port) })
    other.close()
    expect(address?.state).toBe('problem')
  })

  test('a mail server is asked to greet, and one that is away is a problem', async () => {
    const smtp = await startMailServer()
    const [there] = await found(checkMail, { SMTP_URL: smtp.url })
    await smtp.close()
    const [away] = await found(checkMail, { SMTP_URL: smtp.url })
    expect([there?.state, away?.state]).toEqual(['ok', 'problem'])
  })

  test('two push keys that are no pair are a problem', async () => {
    const make = () => {
      const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ format: 'jwk' })
      const part = (text = '') => Buffer.from(text, 'base64url')
      const VAPID_PUBLIC_KEY = Buffer.concat([Buffer.from([4]), part(x), part(y)]).toString('base64url')
      return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: d ?? '' }
    }
    const [one, other] = [make(), make()]
    const mixed = { ...one, VAPID_PRIVATE_KEY: other.VAPID_PRIVATE_KEY }
    const [[pair], [none]] = [await found(checkPush, one), await found(checkPush, mixed)]
    expect([pair?.state, none?.state]).toEqual(['ok', 'problem'])
  })

  test('a routing engine is asked for a way, and a store that is away is a problem', async () => {
    const engine = await startRoutingEngine()
    const [way] = await found(checkRouter, { ROUTER_URL: engine.url })
    await engine.close()
    const STORAGE_URL = 's3://key:secret@127.0.0.1:9/pictures?tls=off'
    const [store] = await found(checkStorage, { STORAGE_URL })
    expect([way?.state, store?.state]).toEqual(['ok', 'problem'])
    expect(JSON.stringify(store)).not.toContain('secret@')
  })
})

describePostgres('doctor on a PostgreSQL server', () => {
  test('reports version and pending migrations, and compares the clocks', async () => {
    const empty = { DATABASE_URL: await emptyServerDatabase() }
    const database = await found(checkDatabase, empty)
    expect(database.map(({ state }) => state)).toEqual(['ok', 'warning'])
    expect(database[0]?.found).toMatch(/^PostgreSQL 1\d/)
    const [clock] = await found(checkClock, empty)
    const [secret] = await found(checkSecret, { ...empty, PUBLIC_URL: 'https://samtur.example', SECRET: '' })
    expect([clock?.state, secret?.state]).toEqual(['ok', 'problem'])
  })

  test('a database that does not exist, and a server that is away, are problems with advice', async () => {
    const url = await freshServerDatabase()
    const [missing] = await found(checkDatabase, { DATABASE_URL: url.replace(/\/[^/]+$/, '/nowhere') })
    expect(missing).toMatchObject({ state: 'problem', advice: 'create the database that DATABASE_URL names' })
    const [away] = await found(checkDatabase, { DATABASE_URL: 'postgres://127.0.0.1:9/x' })
    expect(away).toMatchObject({ state: 'problem', advice: expect.stringContaining('start the database server') })
  })
})

describe('migrate', () => {
  test('creates the schema, and has nothing to do afterwards', async () => {
    const env = { DATA_DIR: newFolder() }
    expect(await samtur(['migrate', '--check'], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no database'),
    })
    expect(await samtur(['migrate'], env)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Migrations run: .*0100_baseline/),
    })
    expect(await samtur(['migrate', '--check'], env)).toMatchObject({ code: 0, stdout: 'The schema is up to date.\n' })
    expect(await samtur(['migrate'], env)).toMatchObject({ code: 0, stdout: 'The schema is up to date.\n' })
  })

  test('--check lists what is pending, and changes nothing', async ({ skip }) => {
    if (!process.env['TEST_POSTGRES_URL']) skip('no PostgreSQL in this run')
    const env = { DATABASE_URL: await emptyServerDatabase() }
    for (let count = 0; count < 2; count++)
      expect(await samtur(['migrate', '--check'], env)).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^Migrations to run: 0100_baseline.*\nProcesses of the version before run on/),
      })
  })
})

describePostgres('on the schema of a newer version', () => {
  /** Makes a database on which a newer version has run this migration. */
  async function migratedBy(name: string) {
    const DATABASE_URL = await freshServerDatabase()
    const client = new pg.Client({ connectionString: DATABASE_URL })
    await client.connect()
    await client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [name, ''])
    await client.end()
    return { DATABASE_URL }
  }

  test('migrate and doctor say that this version runs on it', async () => {
    const env = await migratedBy('9000_more')
    const sentence = 'This version runs on the schema, and changes nothing in it: a newer version has run 9000_more.\n'
    for (const args of [['migrate', '--check'], ['migrate']])
      expect(await samtur(args, env)).toMatchObject({ code: 0, stdout: sentence })
    const [, schema] = await found(checkDatabase, env)
    expect(schema).toMatchObject({ state: 'ok', found: expect.stringContaining('newer version (9000_more)') })
  })

  test('migrate and doctor say which one to start where it has removed something', async () => {
    const env = await migratedBy('9000_contract_things')
    const { code, stderr } = await samtur(['migrate', '--check'], env)
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The migration 9000_contract_things of a newer version.*\n$/),
    ])
    const [, schema] = await found(checkDatabase, env)
    expect(schema).toMatchObject({ state: 'problem', advice: expect.stringContaining('Start that version') })
  })
})

describe('demo', () => {
  test('fills an empty database, again does nothing, and leaves other people alone', async () => {
    const env = { DATA_DIR: makeDataFolder() }
    folders.push(env.DATA_DIR)
    const first = await samtur(['demo'], env)
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('password: fjordtur') })
    expect(await samtur(['demo'], env)).toEqual(first)
  })

  test('is refused where others could sign in as its administrator', async () => {
    const env = { DATA_DIR: newFolder(), PUBLIC_URL: 'https://samtur.example' }
    expect(await samtur(['demo'], env)).toMatchObject({ code: 1, stderr: expect.stringContaining('ADMIN_EMAIL') })
  })
})

describe('export-config', () => {
  const env = {
    DATABASE_URL: 'postgres://samtur:hush-hush@db.example/samtur',
    SERVICE_KEY: 'k7Jd93ndUwq0sPlfm38Xd02mslEnv74b',
    SUPPORT_PHONE: '+47 21 00 00 11',
    MAIL_FROM: "Samtur's mail <no-reply@samtur.example>",
  }
  let folder: string
  beforeAll(() => {
    folder = newFolder()
  })

  test('prints every setting, and no password or key', async () => {
    const { stdout } = await samtur(['export-config'], env)
    expect(stdout).not.toMatch(/hush-hush|k7Jd93nd/)
    expect(stdout).toContain('DATABASE_URL=postgres://samtur:…@db.example/samtur\n')
    expect(stdout).toMatch(/^# PORT=3000$/m)
  })

  test('with --secrets a shell reads the same values back', async () => {
    const { stdout } = await samtur(['export-config', '--secrets'], env)
    const file = path.join(folder, 'settings')
    fs.writeFileSync(file, stdout)
    const names = Object.keys(env)
    const script = `set -a; . "${file}"; ${names.map((name) => `printf '%s\\n' "$${name}"`).join('; ')}`
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trim().split('\n')).toEqual(Object.values(env))
  })

  test('--json prints a list with the defaults', async () => {
    const { stdout } = await samtur(['export-config', '--json'], env)
    expect(JSON.parse(stdout)).toContainEqual({ name: 'PORT', fallback: '3000' })
  })
})
