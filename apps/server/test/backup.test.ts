/** Backups: what goes in comes out on both databases, damage is found before anything changes, and erased people stay erased. */
// @module-tag slow
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ArchiveDamaged, type Manifest, readArchive, writeArchive } from '../src/operating/backup/archive.ts'
import { backUp } from '../src/operating/backup/backup.ts'
import { checkArchive, loadArchive } from '../src/operating/backup/restore.ts'
import { fileReferences, listTables } from '../src/operating/backup/tables.ts'
import { openBare } from '../src/platform/db/bare.ts'
import type { Executor } from '../src/platform/db/database.ts'
import { findViolations } from '../src/platform/db/invariants.ts'
import { migrationNames } from '../src/platform/db/migrate.ts'
import { databaseKinds, emptyServerDatabase, openTestDatabase } from './database.ts'
import { makeDataFolder } from './embedded-folder.ts'
import { patient } from './patience.ts'
import { samtur } from './samtur-process.ts'
import { startServer } from './server.ts'
import { addPerson } from './sessions.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-backup-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
let made = 0
const newPath = (name: string) => path.join(folder, `${++made}-${name}`)

/** Returns every row of every table as sorted JSON, and the sequences. */
async function contentOf(executor: Executor) {
  const content: Record<string, string[]> = {}
  for (const { name, columns } of await listTables(executor)) {
    const list = sql.join(columns.map((column) => sql.ref(column)))
    const { rows } = await sql<{ line: string }>`
      select row_to_json(listed)::text as line from (select ${list} from ${sql.table(name)}) as listed`.execute(
      executor,
    )
    content[name] = rows.map(({ line }) => line).toSorted()
  }
  return content
}

async function contentAt(env: Record<string, string>) {
  const database = await openBare({ url: env['DATABASE_URL'], folder: env['DATA_DIR'] ?? '' })
  try {
    return { rows: await contentOf(database.kysely), violations: await findViolations(database.kysely) }
  } finally {
    await database.close()
  }
}

const filesIn = (dataDir: string) =>
  fs
    .readdirSync(path.join(dataDir, 'files'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jpg'))
    .toSorted()
    .map((name) => [name, fs.readFileSync(path.join(dataDir, 'files', name)).toString('base64')])

/** Settings of a place that holds the demo. */
async function fillPlace(kind: string): Promise<Record<string, string>> {
  const env = await emptyPlace(kind)
  expect(await samtur(['demo'], env)).toMatchObject({ code: 0 })
  return env
}

/** The program creates the schema: prepared databases are without what a later release removes, and an archive has it. */
async function emptyPlace(kind: string): Promise<Record<string, string>> {
  const DATA_DIR = newPath('data')
  return kind === 'server' ? { DATA_DIR, DATABASE_URL: await emptyServerDatabase() } : { DATA_DIR }
}

describe.each(databaseKinds)(
  'a backup of the %s database with the demo',
  (kind) => {
    let source: Record<string, string>
    let archive: string
    beforeAll(async () => {
      source = await fillPlace(kind)
      archive = newPath('demo.tar.zst')
      expect(await samtur(['backup', archive], source)).toMatchObject({ code: 0, stderr: '' })
    }, patient(120_000))

    test.each(databaseKinds)(
      'is restored on the %s one: every row, every picture, and a server that starts',
      async (other) => {
        const target = await emptyPlace(other)
        const restored = await samtur(['restore', archive], target)
        expect(restored).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('The archive is sound') })
        const [before, after] = [await contentAt(source), await contentAt(target)]
        expect(after.violations).toEqual([])
        expect(after.rows).toEqual(before.rows)
        expect(filesIn(target['DATA_DIR'] ?? '')).toEqual(filesIn(source['DATA_DIR'] ?? ''))
        expect(filesIn(source['DATA_DIR'] ?? '').length).toBeGreaterThan(0)
        const server = await startServer(target)
        const rides = (await (await fetch(`${server.url}/api/v1/rides?limit=5`)).json()) as { items: unknown[] }
        // A new row gets a number that was not given before.
        await server.ask.people(1)
        await server.kill('SIGTERM')
        expect(rides.items).toHaveLength(5)
      },
    )

    test('is not restored over accounts without --replace', async () => {
      const refused = await samtur(['restore', archive], source)
      expect(refused).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^There is a database with \d+ accounts: --replace/),
      })
    })

    test('is not restored under a running server', async () => {
      const server = await startServer(source)
      const refused = await samtur(['restore', archive, '--replace'], source)
      await server.kill('SIGTERM')
      expect([refused.code, refused.stderr]).toEqual([
        1,
        expect.stringMatching(/is in use by another process|Stop every Samtur process first/),
      ])
    })

    test('a person who was erased since the backup is erased again', async () => {
      const before = await contentAt(source)
      const [person] =
        before.rows['auth_user']
          ?.map((line) => JSON.parse(line) as { id: string; email: string })
          .filter(({ email }) => email.startsWith('mikkel')) ?? []
      const server = await startServer(source)
      await server.ask.query("update auth_user set purge_at = now() - interval '1 minute' where id = $1", [person?.id])
      await server.kill('SIGTERM')
      // The start erases who is due.
      const again = await startServer(source)
      await vi.waitFor(
        async () => expect(await again.ask.query('select from auth_user where id = $1', [person?.id])).toEqual([]),
        { timeout: 20_000 },
      )
      await again.kill('SIGTERM')
      const newer = newPath('newer.tar.zst')
      expect(await samtur(['backup', newer], source)).toMatchObject({ code: 0 })
      const restored = await samtur(['restore', archive, '--replace'], source)
      expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('are erased now: 1.') })
      expect(JSON.stringify((await contentAt(source)).rows)).not.toContain(person?.email)
      // The same on another machine, where only a newer archive knows of it.
      const elsewhere = await emptyPlace(kind)
      const there = await samtur(['restore', archive, '--erasures-of', newer], elsewhere)
      expect(there).toMatchObject({ code: 0, stdout: expect.stringContaining('are erased now: 1.') })
      expect(JSON.stringify((await contentAt(elsewhere)).rows)).not.toContain(person?.email)
    })
  },
  patient(240_000),
)

describe('a server with the embedded database', () => {
  test(
    'makes the backup while people write, and the archive is consistent',
    async () => {
      const env = await fillPlace('embedded')
      const server = await startServer(env)
      const archive = newPath('running.tar.zst')
      let writing = true
      let people = 0
      const writes = (async () => {
        while (writing) people += (await server.ask.people(2)).length
      })()
      await vi.waitFor(() => expect(people).toBeGreaterThan(4), { timeout: 20_000 })
      const result = await samtur(['backup', archive], env)
      const during = people
      await vi.waitFor(() => expect(people).toBeGreaterThan(during + 2), { timeout: 20_000 })
      writing = false
      await writes
      await server.kill('SIGTERM')
      expect(result).toMatchObject({ code: 0, stderr: '' })
      const target = await emptyPlace('embedded')
      expect(await samtur(['restore', archive], target)).toMatchObject({ code: 0, stderr: '' })
      expect((await contentAt(target)).violations).toEqual([])
    },
    patient(120_000),
  )

  test(
    'reports why it did not make the backup',
    async () => {
      const env = { DATA_DIR: makeDataFolder() }
      const server = await startServer(env)
      const result = await samtur(['backup', '/dev/null/archive'], env)
      await server.kill('SIGTERM')
      expect(result).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^The server \(pid \d+\) did not make the backup: /),
      })
    },
    patient(60_000),
  )

  test(
    'a database that does not open is replaced',
    async () => {
      const env = await fillPlace('embedded')
      const archive = newPath('sound.tar.zst')
      expect(await samtur(['backup', archive], env)).toMatchObject({ code: 0 })
      const before = await contentAt(env)
      fs.truncateSync(path.join(env['DATA_DIR'] ?? '', 'pg/global/pg_control'))
      const restored = await samtur(['restore', archive], env)
      expect(restored).toMatchObject({ code: 0, stderr: expect.stringContaining('does not open') })
      expect((await contentAt(env)).rows).toEqual(before.rows)
      expect(fs.readdirSync(env['DATA_DIR'] ?? '').filter((name) => name.startsWith('pg.replaced-'))).toHaveLength(1)
    },
    patient(120_000),
  )
})

describe('an archive', () => {
  let archive: string
  let identity: string
  /** What the manifest of an archive says of an empty database. */
  const content = (changes: Partial<Manifest> = {}) => ({
    version: '1',
    made_at: new Date().toISOString(),
    secret: null,
    migrations: migrationNames(),
    sequences: [],
    rows: {},
    missing_files: [],
    ...changes,
  })
  const small = async (file: string, recipient?: string) =>
    writeArchive(file, recipient, async (add) => {
      for (let part = 0; part < 20; part++)
        await add(`tables/ride/${part}.jsonl`, Buffer.from(randomBytes(2_250).toString('base64')))
      return content({ rows: { ride: 20 } })
    })
  beforeAll(async () => {
    archive = newPath('whole.tar.zst')
    await small(archive)
    identity = await generateX25519Identity()
  })

  test('cut at any place is refused', async () => {
    await checkArchive({ file: archive, identity: undefined })
    const whole = fs.readFileSync(archive)
    const cut = newPath('cut.tar.zst')
    for (let length = 0; length < whole.length; length += Math.ceil(whole.length / 60)) {
      fs.writeFileSync(cut, whole.subarray(0, length))
      await expect(checkArchive({ file: cut, identity: undefined }), `${length} bytes`).rejects.toThrow(ArchiveDamaged)
    }
  })

  test('with one changed bit is refused', async () => {
    const whole = fs.readFileSync(archive)
    const changed = newPath('changed.tar.zst')
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 60)) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 8
      fs.writeFileSync(changed, bytes)
      await expect(checkArchive({ file: changed, identity: undefined }), `byte ${at}`).rejects.toThrow(ArchiveDamaged)
    }
  })

  test.each([
    'files/../secret',
    'files/profiles/../../secret',
    'files/other/a.jpg',
    '/etc/passwd',
    'tables/../x/1.jsonl',
  ])('with the entry %s, which no backup has, is refused before anything is written', async (name) => {
    const file = newPath('crafted.tar.zst')
    await writeArchive(file, undefined, async (add) => {
      await add(name, Buffer.from('x'.repeat(40)))
      return content()
    })
    await expect(checkArchive({ file, identity: undefined })).rejects.toThrow(`an entry that no backup has: ${name}.`)
  })

  test('of another format is refused with the version that made it', async () => {
    const later = newPath('later.tar.zst')
    await writeArchive(later, undefined, () => Promise.resolve({ format: 2, version: '9.9.9' } as never))
    await expect(checkArchive({ file: later, identity: undefined })).rejects.toThrow('format 2 of version 9.9.9')
  })

  test('with a migration that this version does not have is refused', async () => {
    const later = newPath('migration.tar.zst')
    const newer = content({ version: '9.9.9', migrations: ['9999_later'] })
    await writeArchive(later, undefined, () => Promise.resolve(newer))
    await expect(checkArchive({ file: later, identity: undefined })).rejects.toThrow('restore it with a newer version')
  })

  test('for a key is unreadable without it, and read with it', async () => {
    const file = newPath('encrypted.tar.zst.age')
    const manifest = await small(file, await identityToRecipient(identity))
    expect(await readArchive(file, identity, () => {})).toEqual(manifest)
    await expect(readArchive(file, undefined, () => {})).rejects.toThrow('is encrypted')
    await expect(readArchive(file, await generateX25519Identity(), () => {})).rejects.toThrow('another key')
    const whole = fs.readFileSync(file)
    fs.writeFileSync(file, whole.subarray(0, whole.length / 2))
    await expect(readArchive(file, identity, () => {})).rejects.toThrow(ArchiveDamaged)
  })

  test('is nowhere when making it fails', async () => {
    const file = newPath('failed.tar.zst')
    await expect(writeArchive(file, undefined, () => Promise.reject(new Error('no rows')))).rejects.toThrow('no rows')
    expect(fs.readdirSync(folder).filter((name) => name.includes('failed'))).toEqual([])
  })
})

describe('the command', () => {
  test(
    'restores an encrypted archive, and warns of another secret',
    async () => {
      const identity = await generateX25519Identity()
      const key = newPath('key.txt')
      fs.writeFileSync(key, `# created: today\n${identity}\n`)
      const source = { DATA_DIR: makeDataFolder() }
      const archive = newPath('key.tar.zst.age')
      const recipient = await identityToRecipient(identity)
      expect(await samtur(['backup', archive, '--recipient', recipient], source)).toMatchObject({ code: 0 })
      expect(await samtur(['restore', archive, '--check'], source)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is encrypted'),
      })
      expect(await samtur(['restore', archive, '--check', '--identity', key], source)).toMatchObject({ code: 0 })
      const target = { DATA_DIR: newPath('data'), SECRET: 'another-secret-0123456789-abcdefghijkl' }
      expect(await samtur(['restore', archive, '--identity', key], target)).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('another one'),
      })
    },
    patient(60_000),
  )

  test.each([
    [['backup'], /^Name the archive to write, or set BACKUP_DIR\./],
    [['backup', 'x', '--recipient', 'age'], /^--recipient: expected a public key of age/],
    [['restore', '/nowhere'], /^There is no file \/nowhere\./],
    [['restore', '/etc/hostname'], /is not an archive of `samtur backup`/],
  ])(
    '%j is refused in one sentence',
    async (args, text) => {
      const DATA_DIR = makeDataFolder()
      expect(await samtur(args, { DATA_DIR })).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(text),
      })
    },
    patient(60_000),
  )
})

test(
  'a picture that is deleted while the archive is made is restored as deleted',
  async () => {
    const source = await openTestDatabase()
    const { id } = await addPerson(source.kysely, { email: 'kari@example.no' })
    await source.kysely
      .updateTable('profile')
      .set({ picture_key: 'gone.jpg', picture_name: 'meg.jpg' })
      .where('id', '=', id)
      .execute()
    const file = newPath('gone.tar.zst')
    const options = { file, recipient: undefined, version: '1', secret: null }
    const manifest = await backUp({ executor: source.kysely, readFile: () => Promise.resolve(undefined), ...options })
    expect(manifest.missing_files).toEqual(['profiles/gone.jpg'])
    await source.close()
    const target = await openBare({ url: undefined, folder: newPath('data') })
    await loadArchive({
      executor: target.kysely,
      archive: { file, identity: undefined },
      manifest,
      store: { write: () => expect.fail('there is no file') },
      replaced: { accounts: 0, files: ['profiles/old.jpg'] },
      complete: () => Promise.resolve(),
    })
    expect(await target.kysely.selectFrom('profile').select(['picture_key', 'picture_name']).execute()).toEqual([
      { picture_key: null, picture_name: null },
    ])
    expect(await target.kysely.selectFrom('loose_file').select('key').execute()).toEqual([{ key: 'old.jpg' }])
    await target.close()
  },
  patient(120_000),
)

test(
  'every column that names a file is known to the backup',
  async () => {
    const db = await openTestDatabase()
    const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and column_name ~ '^(picture|image|file)_key$'`.execute(
      db.kysely,
    )
    await db.close()
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      fileReferences.map(({ table, column }) => `${table}.${column}`).toSorted(),
    )
  },
  patient(120_000),
)
