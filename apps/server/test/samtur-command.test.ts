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
import { describePostgres, emptyServerDatabase, freshServerDatabase } from './database.ts'
import { makeDataFolder } from './embedded-folder.ts'
import { startMailServer } from './mail-server.ts'
import { startRoutingEngine } from './routing-engine.ts'
import { samtur } from './samtur-process.ts'
import { startServer } from './server.ts'

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
  advice?: string
}

/** Returns the exit code of `samtur doctor` and what it found of one check. */
async function doctor(check: string, env: Record<string, string>) {
  const { code, stdout } = await samtur(['doctor', '--json'], { DATA_DIR: newFolder(), PORT: '0', ...env })
  const findings = JSON.parse(stdout) as Finding[]
  return { code, findings: findings.filter((one) => one.check === check) }
}

describe('help and arguments', () => {
  test('--help lists every command, and each command has a help of its own', async () => {
    const { code, stdout } = await samtur(['--help'])
    expect(code).toBe(0)
    const names = ['start', 'doctor', 'migrate', 'backup', 'restore', 'admin', 'demo', 'export-config']
    expect(stdout.match(/^ {2}([a-z-]+)/gm)?.map((line) => line.trim())).toEqual(expect.arrayContaining(names))
    for (const name of names) {
      const help = await samtur([name, '--help'])
      expect([help.code, help.stdout]).toEqual([0, expect.stringMatching(new RegExp(`^Usage: samtur ${name}`))])
    }
  })

  test('--version prints the version of the package', async () => {
    const { version } = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
    expect(await samtur(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  test.each([
    [['strat'], /unknown command 'strat'\n\(Did you mean start\?\)/],
    [['doctor', '--jsn'], /unknown option '--jsn'/],
    [['restore'], /missing required argument 'file'/],
    [['demo', 'more'], /too many arguments/],
    [['admin', 'make'], /missing required argument 'email'/],
  ])('%j is refused with what is wrong, and exits with 2', async (args, text) => {
    const { code, stdout, stderr } = await samtur(args)
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(text)])
  })
})

describe('doctor', () => {
  test('with nothing set there is no problem, and nothing is created', async () => {
    const folder = newFolder()
    const { code, stdout } = await samtur(['doctor'], { DATA_DIR: path.join(folder, 'data'), PORT: '0', SECRET: '' })
    expect(stdout).not.toMatch(/^problem/m)
    expect([code, fs.readdirSync(folder)]).toEqual([0, []])
  })

  test('a wrong setting is named, with its variable', async () => {
    const { code, findings } = await doctor('settings', { PORT: 'eighty' })
    expect([code, findings]).toEqual([
      1,
      [expect.objectContaining({ state: 'problem', found: expect.stringContaining('PORT') })],
    ])
  })

  test('a setting that has no effect any more is a warning', async () => {
    const env = { WORKERS: 'auto', DATA_DIR: path.join(newFolder(), 'data'), PORT: '0' }
    const { code, findings } = await doctor('settings', env)
    expect([code, findings.map(({ state }) => state)]).toEqual([0, ['ok', 'warning']])
  })

  test('a data folder that cannot be written is a problem', async () => {
    const file = path.join(newFolder(), 'file')
    fs.writeFileSync(file, '')
    const { code, findings } = await doctor('data folder', { DATA_DIR: path.join(file, 'data') })
    expect([code, findings[0]?.state]).toEqual([1, 'problem'])
  })

  test('a running server is recognised by its lock and its port', async () => {
    const DATA_DIR = makeDataFolder()
    folders.push(DATA_DIR)
    const server = await startServer({ DATA_DIR })
    const PORT = new URL(server.url).port
    const [database, addresses] = [
      await doctor('database', { DATA_DIR }),
      await doctor('addresses', { DATA_DIR, PORT }),
    ]
    await server.kill('SIGTERM')
    expect(database.findings).toEqual([
      expect.objectContaining({ state: 'ok', found: expect.stringContaining(`pid ${server.child.pid}`) }),
    ])
    expect(addresses.findings).toEqual([
      expect.objectContaining({ state: 'ok', found: expect.stringContaining('the running server') }),
    ])
  })

  test('a port that another program uses is a problem', async () => {
    const other = http.createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as net.AddressInfo
    const { code, findings } = await doctor('addresses', { PORT: String(port) })
    other.close()
    expect([code, findings[0]?.state]).toEqual([1, 'problem'])
  })

  test('a mail server is asked to greet, and one that is away is a problem', async () => {
    const smtp = await startMailServer()
    const found = await doctor('mail', { SMTP_URL: smtp.url })
    await smtp.close()
    expect(found.findings[0]?.state).toBe('ok')
    const away = await doctor('mail', { SMTP_URL: smtp.url })
    expect([away.code, away.findings[0]?.state]).toEqual([1, 'problem'])
  })

  test('two push keys that are no pair are a problem', async () => {
    const make = () => {
      const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ format: 'jwk' })
      const part = (text = '') => Buffer.from(text, 'base64url')
      const VAPID_PUBLIC_KEY = Buffer.concat([Buffer.from([4]), part(x), part(y)]).toString('base64url')
      return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: d ?? '' }
    }
    const [one, other] = [make(), make()]
    expect((await doctor('push messages', one)).findings[0]?.state).toBe('ok')
    const mixed = { ...one, VAPID_PRIVATE_KEY: other.VAPID_PRIVATE_KEY }
    expect((await doctor('push messages', mixed)).findings[0]?.state).toBe('problem')
  })

  test('a routing engine is asked for a way, and a store that is away is a problem', async () => {
    const engine = await startRoutingEngine()
    expect((await doctor('routing engine', { ROUTER_URL: engine.url })).findings[0]?.state).toBe('ok')
    await engine.close()
    const STORAGE_URL = 's3://key:secret@127.0.0.1:9/pictures?tls=off'
    const { code, findings } = await doctor('pictures', { STORAGE_URL })
    expect([code, findings[0]?.state]).toEqual([1, 'problem'])
    expect(JSON.stringify(findings)).not.toContain('secret@')
  })
})

describePostgres('doctor on a PostgreSQL server', () => {
  test('reports version and pending migrations, and compares the clocks', async () => {
    const empty = { DATABASE_URL: await emptyServerDatabase() }
    const { code, findings } = await doctor('database', empty)
    expect(findings.map(({ state }) => state)).toEqual(['ok', 'warning'])
    expect([code, findings[0]?.found]).toEqual([0, expect.stringMatching(/^PostgreSQL 1\d/)])
    expect((await doctor('clock', empty)).findings[0]?.state).toBe('ok')
    expect(
      (await doctor('secret', { ...empty, PUBLIC_URL: 'https://samtur.example', SECRET: '' })).findings[0]?.state,
    ).toBe('problem')
  })

  test('a database that does not exist, and a server that is away, are problems with advice', async () => {
    const url = await freshServerDatabase()
    const missing = await doctor('database', { DATABASE_URL: url.replace(/\/[^/]+$/, '/nowhere') })
    expect([missing.code, missing.findings[0]?.advice]).toEqual([1, 'create the database that DATABASE_URL names'])
    const away = await doctor('database', { DATABASE_URL: 'postgres://127.0.0.1:9/x' })
    expect([away.code, away.findings[0]?.advice]).toEqual([1, expect.stringContaining('start the database server')])
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
    const { findings } = await doctor('database', env)
    expect(findings[1]).toMatchObject({ state: 'ok', found: expect.stringContaining('newer version (9000_more)') })
  })

  test('migrate and doctor say which one to start where it has removed something', async () => {
    const env = await migratedBy('9000_contract_things')
    const { code, stderr } = await samtur(['migrate', '--check'], env)
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The migration 9000_contract_things of a newer version.*\n$/),
    ])
    const { findings } = await doctor('database', env)
    expect(findings[1]).toMatchObject({ state: 'problem', advice: expect.stringContaining('Start that version') })
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
