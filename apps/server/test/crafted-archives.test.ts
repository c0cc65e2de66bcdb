/** Archives that were damaged or made by hand: each is refused with one sentence, and the database stays as it was. */
// @module-tag slow
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import tar from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ArchiveDamaged, type Manifest, readArchive, writeArchive } from '../src/operating/backup/archive.ts'
import { backUp } from '../src/operating/backup/backup.ts'
import { checkArchive, loadArchive } from '../src/operating/backup/restore.ts'
import { type BareDatabase, openBare } from '../src/platform/db/bare.ts'
import { freshServerDatabase, openTestDatabase } from './database.ts'
import { makeDataFolder } from './embedded-folder.ts'
import { hasPostgres } from './postgres.ts'
import { samtur } from './samtur-process.ts'
import { addPerson } from './sessions.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-crafted-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
let made = 0
const newPath = () => path.join(folder, `${++made}.tar.zst`)

type Row = Record<string, unknown>
interface Parts {
  manifest: Omit<Manifest, 'format' | 'entries'>
  /** The rows of each table as lines. */
  lines: Record<string, string[]>
}

/** Of a sound archive with two accounts. */
let sound: Parts
let target: BareDatabase

beforeAll(async () => {
  const empty = newPath()
  const source = await openTestDatabase()
  for (const name of ['Kari', 'Ola']) await addPerson(source.kysely, { name })
  await source.kysely
    .insertInto('audit_log')
    .values({ action: 'test', actor_id: null, subject_id: null, reason: null })
    .execute()
  await backUp({
    executor: source.kysely,
    readFile: () => Promise.resolve(undefined),
    file: empty,
    recipient: undefined,
    version: '1.0.0',
    secret: null,
  })
  await source.close()
  const lines: Record<string, string[]> = {}
  const {
    format: _format,
    entries: _entries,
    ...manifest
  } = await readArchive(empty, undefined, (name, bytes) => {
    lines[name.split('/')[1] ?? ''] = bytes.toString().split('\n')
  })
  sound = { manifest, lines }
  // On the quicker kind, because each restore makes a schema. As the command opens it: without limits on time.
  target = hasPostgres
    ? await openBare({ url: await freshServerDatabase(), folder: '' })
    : await openBare({ url: undefined, folder: makeDataFolder() })
})
afterAll(() => target.close())

/** Writes the parts, with the right hashes and numbers of rows. */
async function write({ manifest, lines }: Parts): Promise<string> {
  const file = newPath()
  const numbers = Object.fromEntries(Object.entries(lines).map(([table, { length }]) => [table, length]))
  await writeArchive(file, undefined, async (add) => {
    for (const [table, rows] of Object.entries(lines))
      await add(`tables/${table}/1.jsonl`, Buffer.from(rows.join('\n')))
    return { ...manifest, rows: { ...manifest.rows, ...numbers } }
  })
  return file
}

/** Writes any entries, as a tar that is compressed. */
async function writeRaw(entries: readonly (readonly [name: string, text: string])[]): Promise<string> {
  const pack = tar.pack()
  for (const [name, text] of entries) pack.entry({ name }, text)
  pack.finalize()
  const file = newPath()
  fs.writeFileSync(file, zstdCompressSync(await buffer(pack)))
  return file
}

const firstAccount = 'Kari'
const contentOf = async () =>
  (await target.kysely.selectFrom('auth_user').select('name').orderBy('name').execute()).map(({ name }) => name)

/** Does what a restore does. */
async function restore(file: string) {
  const archive = { file, identity: undefined }
  const manifest = await checkArchive(archive)
  const store = { write: () => Promise.resolve() }
  const complete = () => Promise.resolve()
  await loadArchive({ executor: target.kysely, archive, manifest, store, replaced: undefined, complete })
}

/** Returns why an archive is refused; anything but one short sentence is named. */
async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => 'not refused',
    (cause: unknown) => cause,
  )
  if (!(error instanceof ArchiveDamaged)) return `FAULT ${error instanceof Error ? error.stack : String(error)}`
  return /^[\P{C}]{1,700}\.$/u.test(error.message) ? error.message : `NO SENTENCE ${error.message}`
}

test('the archive that the others are made of is sound', async () => {
  await restore(await write(sound))
  expect(await contentOf()).toEqual(['Kari', 'Ola'])
})

describe('a manifest', () => {
  const wrong: unknown[] = [
    null,
    'x',
    '',
    -1,
    1.5,
    1e300,
    true,
    [],
    {},
    [null],
    [{}],
    'x'.repeat(100_000),
    '\u001b[2J\n',
  ]
  const fields = [
    'format',
    'version',
    'made_at',
    'secret',
    'migrations',
    'sequences',
    'rows',
    'missing_files',
    'entries',
  ]
  /** Values of a field that are as good as those of a backup. */
  const allowed: Record<string, unknown[]> = {
    secret: [null, ...wrong.filter((value) => typeof value === 'string')],
    version: ['x'],
    rows: [{}],
    sequences: [[]],
    missing_files: [[]],
    entries: [[]],
  }

  test.each(fields)('without %s, or with another value there, is refused', async (field) => {
    const whole: Record<string, unknown> = { format: 1, ...sound.manifest, rows: {}, entries: [] }
    const { [field]: _left, ...less } = whole
    const others = wrong.filter(
      (value) => !(allowed[field] ?? []).some((one) => JSON.stringify(one) === JSON.stringify(value)),
    )
    const manifests = [less, ...others.map((value) => ({ ...whole, [field]: value }))]
    for (const manifest of manifests) {
      const file = await writeRaw([['manifest.json', JSON.stringify(manifest)]])
      const name = JSON.stringify(manifest[field as never] ?? null).slice(0, 50)
      expect(await refusalOf(checkArchive({ file, identity: undefined })), name).toMatch(/damaged|format|newer version/)
    }
  })

  test.each([
    '',
    'x',
    '{',
    'null',
    '1',
    '"x"',
    '[]',
    '{}',
    '['.repeat(100),
    '\u0000',
    '{"format":2}',
    '{"format":2,"version":{}}',
  ])('that says %j is refused', async (text) => {
    const file = await writeRaw([['manifest.json', text]])
    expect(await refusalOf(checkArchive({ file, identity: undefined }))).toMatch(/its manifest is not/)
  })

  const changed: [string, (manifest: Parts['manifest']) => Partial<Parts['manifest']>, RegExp][] = [
    ['no migrations', () => ({ migrations: [] }), /not those of any version/],
    ['a migration left out', ({ migrations }) => ({ migrations: migrations.slice(1) }), /not those of any version/],
    [
      'a migration twice',
      ({ migrations }) => ({ migrations: [...migrations, ...migrations] }),
      /not those of any version/,
    ],
    [
      'a migration of a later version',
      ({ migrations }) => ({ migrations: [...migrations, '9999_\u001b[2J'] }),
      /9999_\?\[2J/,
    ],
    [
      'rows of a table that is not there',
      ({ rows }) => ({ rows: { ...rows, ghost: 3 } }),
      /another number of rows of ghost/,
    ],
    ['a file that no backup has', () => ({ missing_files: ['../secret'] }), /it names a file that no backup has/],
    [
      'a sequence of another name',
      () => ({ sequences: [{ name: 'ghost_seq', last: '1' }] }),
      /a sequence that its version does not have/,
    ],
    [
      'a table as a sequence',
      () => ({ sequences: [{ name: 'ride', last: '1' }] }),
      /a sequence that its version does not have/,
    ],
    [
      'a sequence of the system',
      () => ({ sequences: [{ name: 'pg_catalog.pg_class', last: '1' }] }),
      /a sequence that its version/,
    ],
    ...['NaN', '-1', '1.5', '', '1e3', 'x'.repeat(1000)].map((last): (typeof changed)[number] => [
      `a sequence at ${last.slice(0, 10)}`,
      ({ sequences }) => ({ sequences: sequences.map((one) => ({ ...one, last })) }),
      /its manifest is not as a backup writes it \(sequences\.0\.last\)/,
    ]),
    [
      'a sequence beyond its end',
      ({ sequences }) => ({ sequences: sequences.map((one) => ({ ...one, last: '9'.repeat(19) })) }),
      /refuses its rows/,
    ],
    [
      'a sequence before its start',
      ({ sequences }) => ({ sequences: sequences.map((one) => ({ ...one, last: '0' })) }),
      /refuses its rows/,
    ],
  ]
  test.each(changed)('with %s is refused, and the database stays as it was', async (_name, change, reason) => {
    const { manifest, lines } = sound
    expect(await refusalOf(restore(await write({ manifest: { ...manifest, ...change(manifest) }, lines })))).toMatch(
      reason,
    )
    expect(await contentOf()).toContain(firstAccount)
  })

  test('that is not the last entry, or is there twice, is refused', async () => {
    const text = JSON.stringify({ format: 1, ...sound.manifest, rows: {}, entries: [] })
    for (const name of ['manifest.json', 'tables/ride/1.jsonl']) {
      const file = await writeRaw([
        ['manifest.json', text],
        [name, text],
      ])
      expect(await refusalOf(checkArchive({ file, identity: undefined })), name).toMatch(/goes on after its manifest/)
    }
  })
})

describe('rows', () => {
  const edit = (table: string, change: (row: Row, index: number) => unknown) => (lines: Parts['lines']) => ({
    ...lines,
    [table]: (lines[table] ?? []).map((line, index) => JSON.stringify(change(JSON.parse(line) as Row, index))),
  })
  const crafted: [string, (lines: Parts['lines']) => Parts['lines'], RegExp][] = [
    [
      'of a table that does not exist',
      (lines) => ({ ...lines, ghost: ['{}'] }),
      /a table that its version does not have/,
    ],
    [
      'of a table of the system',
      (lines) => ({ ...lines, pg_authid: ['{}'] }),
      /a table that its version does not have/,
    ],
    ['of the history of migrations', (lines) => ({ ...lines, kysely_migration: ['{}'] }), /a table that its version/],
    ['with an unknown column', edit('profile', (row) => ({ ...row, ghost: 1 })), /a row that is not one of profile/],
    ['with a column less', edit('profile', ({ full_name: _name, ...row }) => row), /a row that is not one of profile/],
    [
      'with a column renamed',
      edit('profile', ({ full_name: name, ...row }) => ({ ...row, nome: name })),
      /a row that is not one of profile/,
    ],
    ...[null, 1, 'x', [], {}, [{}]].map((value): (typeof crafted)[number] => [
      `that are ${JSON.stringify(value)}`,
      edit('profile', () => value),
      /a row that is not one of profile/,
    ]),
    [
      'cut in the middle',
      (lines) => ({ ...lines, profile: (lines['profile'] ?? []).map((line) => line.slice(0, 40)) }),
      /a row that is not one/,
    ],
    ['that are empty', (lines) => ({ ...lines, profile: [''] }), /a row that is not one of profile/],
    [
      'two in one line',
      (lines) => ({ ...lines, profile: [(lines['profile'] ?? []).join(',')] }),
      /a row that is not one of profile/,
    ],
    ['of deep arrays', (lines) => ({ ...lines, profile: ['['.repeat(200_000)] }), /a row that is not one of profile/],
    [
      'with a value of another type',
      edit('auth_user', (row) => ({ ...row, created_at: 'x' })),
      /the database refuses its rows/,
    ],
    [
      'with a number for a text that is an id',
      edit('profile', (row) => ({ ...row, id: -1 })),
      /the database refuses its rows/,
    ],
    [
      'with nothing where something is needed',
      edit('profile', (row) => ({ ...row, full_name: null })),
      /the database refuses its rows/,
    ],
    [
      'with a character that no text has',
      edit('profile', (row) => ({ ...row, full_name: 'a\u0000b' })),
      /the database refuses its rows/,
    ],
    [
      'with a key twice',
      (lines) => ({ ...lines, profile: (lines['profile'] ?? []).flatMap((line) => [line, line]) }),
      /the database refuses its rows/,
    ],
    [
      'that name an account that is not there',
      edit('auth_session', (row) => ({ ...row, user_id: '00000000-0000-4000-8000-000000000000' })),
      /the database refuses its rows/,
    ],
    [
      'with a gender that no check allows',
      edit('profile', (row) => ({ ...row, gender: 'x' })),
      /the database refuses its rows/,
    ],
  ]
  test.each(crafted)('%s are refused, and the database stays as it was', async (_name, change, reason) => {
    expect(await refusalOf(restore(await write({ ...sound, lines: change(sound.lines) })))).toMatch(reason)
    expect(await contentOf()).toContain(firstAccount)
  })

  test('beyond the numbers of their sequence are refused', async () => {
    const entries = edit('audit_log', (row) => ({ ...row, id: 1_000 }))
    expect(await refusalOf(restore(await write({ ...sound, lines: entries(sound.lines) })))).toMatch(
      /is behind the rows of/,
    )
  })

  test('more or fewer than the manifest says, and an entry twice, are refused', async () => {
    for (const count of [0, 1, 3]) {
      const file = newPath()
      await writeArchive(file, undefined, async (add) => {
        await add('tables/profile/1.jsonl', Buffer.from((sound.lines['profile'] ?? []).join('\n')))
        return { ...sound.manifest, rows: { profile: count } }
      })
      expect(await refusalOf(checkArchive({ file, identity: undefined })), `${count}`).toMatch(
        /another number of rows of profile/,
      )
    }
    const twice = newPath()
    await writeArchive(twice, undefined, async (add) => {
      for (const time of [1, 2]) await add('tables/profile/1.jsonl', Buffer.from(`${time}`))
      return { ...sound.manifest, rows: { profile: 2 } }
    })
    expect(await refusalOf(checkArchive({ file: twice, identity: undefined }))).toMatch(/an entry twice/)
  })
})

describe('the command', () => {
  const oneSentence = /^[\P{C}]{1,700}\.\n$/u

  test('checks what a restore would refuse, leaves nothing behind, and says no more than a sentence', async () => {
    const DATA_DIR = fs.mkdtempSync(path.join(folder, 'data-'))
    const lines = { ...sound.lines, profile: [...(sound.lines['profile'] ?? []), ...(sound.lines['profile'] ?? [])] }
    const refused = await write({ ...sound, lines })
    for (const args of [
      [refused, '--check'],
      [refused],
      [folder],
      [await writeRaw([['manifest.json', 'null']]), '--check'],
    ])
      expect(await samtur(['restore', ...args], { DATA_DIR }), args.join(' ')).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(oneSentence),
      })
    expect(fs.readdirSync(DATA_DIR).filter((name) => name !== 'secret')).toEqual([])
    const whole = await samtur(['restore', await write(sound), '--check'], { DATA_DIR })
    expect(whole).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('The archive is sound') })
    expect(fs.readdirSync(DATA_DIR).filter((name) => name !== 'secret')).toEqual([])
  })

  test('refuses a newer archive whose erasures are none', async () => {
    const DATA_DIR = fs.mkdtempSync(path.join(folder, 'data-'))
    const file = await write(sound)
    for (const row of ['x', 'null', '{}', '{"id_hash":1}', '{"id_hash":"\'; drop table ride"}']) {
      const newer = await write({ ...sound, lines: { ...sound.lines, erased_account: [row] } })
      const refused = await samtur(['restore', file, '--erasures-of', newer], { DATA_DIR })
      expect(refused, row).toMatchObject({ code: 1, stderr: expect.stringMatching(oneSentence) })
    }
  })
})
