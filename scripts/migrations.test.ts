/** What a migration after the last release may do, and the record of a release. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixture } from './check/fixture.ts'
import { describeRelease, findBreakingMigrations, readRecord, recordFile } from './check/migrations.ts'
import { programs } from './run/release.mjs'
import { recordRelease } from './release/record.ts'

const migrations = 'apps/server/src/migrations'
const functions = 'apps/server/src/sql'

const released = {
  [`${migrations}/0100_baseline/01_people.sql`]: `create table person (id uuid primary key, age int not null);`,
  [`${functions}/people/age_of.sql`]: `create or replace function age_of(person uuid) returns int language sql as $$ select 1 $$;`,
}

/** Makes a tree whose last release, 1.9.0, has the released files, with `later` in its folder, and puts the other files in. */
function treeWith(files: Record<string, string | undefined>, later: Record<string, string> = {}) {
  const laterFiles = Object.entries(later).map(([name, text]) => [`${migrations}/later/${name}.sql`, text])
  const tree = fixture({ ...released, ...(Object.fromEntries(laterFiles) as Record<string, string>) })
  write(tree.root, { [recordFile]: JSON.stringify(describeRelease(tree.root, '1.9.0')) })
  write(tree.root, files)
  return tree
}

function write(root: string, files: Record<string, string | undefined>) {
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(root, file)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    if (text === undefined) fs.rmSync(target)
    else fs.writeFileSync(target, text)
  }
}

function problemsWith(files: Record<string, string | undefined>, later?: Record<string, string>): string[] {
  using tree = treeWith(files, later)
  return findBreakingMigrations(tree.root)
}

const more = (text: string) => ({ [`${migrations}/0101_more.sql`]: text })

describe('the statements of a migration', () => {
  test.each([
    ['alter table person drop column age;', 'ban-drop-column'],
    ['alter table person alter column age type bigint;', 'changing-column-type'],
    ['alter table person add column name text not null;', 'adding-required-field'],
    ['alter table person rename column age to years;', 'renaming-column'],
    ['drop table person;', 'ban-drop-table'],
  ])('may not be: %s', (statement, rule) => {
    const problems = problemsWith(more(`-- More.\n${statement}`))
    expect(problems).toEqual([expect.stringContaining(rule)])
    expect(problems.join('')).toContain(`${migrations}/0101_more.sql:2:`)
  })

  test('may add a table, a column that may be null or has a constant, and an index', () => {
    const statements = `
      create table car (id uuid primary key, owner_id uuid not null references person (id) on delete cascade);
      alter table person add column note text constraint person_note_check check (length(note) > 1), add column seats int not null default 1;
      alter table person alter column age drop not null;
      create index if not exists person_age on person (age);`
    expect(problemsWith(more(statements))).toEqual([])
    expect(problemsWith({ [`${migrations}/0101_more/01_all.sql`]: statements })).toEqual([])
  })

  test('of this version break nothing', () => {
    expect(findBreakingMigrations(path.resolve(import.meta.dirname, '..'))).toEqual([])
  })
})

test('what a release has keeps its statements and its place', () => {
  const file = `${migrations}/0100_baseline/01_people.sql`
  expect(problemsWith({ [file]: `${released[file]} create table other ();` })).toEqual([
    '0100_baseline belongs to release 1.9.0: it was changed or is gone',
  ])
  expect(problemsWith({ [file]: `-- About people.\n${released[file]}` })).toEqual([])
  expect(problemsWith({ [`${migrations}/0099_early.sql`]: 'select 1;' })).toEqual([
    '0099_early comes before 0100_baseline of release 1.9.0',
  ])
})

describe('a contraction', () => {
  const later = { contract_age: 'alter table person drop column age;' }
  const contraction = `${migrations}/0101_contract_age.sql`
  const text = `-- needs 0100_baseline\n${later.contract_age}`

  test('may remove what the last release was tested without', () => {
    const moved = { [`${migrations}/later/contract_age.sql`]: undefined }
    expect(problemsWith({ [contraction]: text, ...moved }, later)).toEqual([])
  })

  test.each([
    ['has to wait for a release', text, {}, 'release 1.9.0 has no such text in later/'],
    ['keeps its statements', `${text} drop table person;`, later, 'release 1.9.0 has no such text in later/'],
    [
      'says which versions work without what it removes',
      later.contract_age,
      later,
      'begins with "-- needs 0100_baseline"',
    ],
  ])('%s', (_, content, before, message) => {
    expect(problemsWith({ [contraction]: content }, before)).toEqual([expect.stringContaining(message)])
  })

  test('is announced with a migration, by which the release before knows the newer one', () => {
    const announced = { [`${migrations}/later/contract_age.sql`]: later.contract_age }
    expect(problemsWith(announced)).toEqual([expect.stringContaining('add a migration')])
    expect(problemsWith({ ...announced, ...more('-- The age is not used any more.') })).toEqual([])
  })
})

describe('a function', () => {
  const file = `${functions}/people/age_of.sql`
  const text = released[file] ?? ''
  const empty = more('-- Functions have changed.')

  test('may get another text, with a migration', () => {
    const changed = text.replace('select 1', 'select 2')
    expect(problemsWith({ [file]: changed })).toEqual([expect.stringContaining('add a migration')])
    expect(problemsWith({ [file]: changed, ...empty })).toEqual([])
  })

  test.each([
    ['other parameters', text.replace('person uuid', 'person uuid, more int')],
    ['another result', text.replace('returns int', 'returns bigint')],
  ])('may not get %s', (_, changed) => {
    expect(problemsWith({ [file]: changed, ...empty })).toEqual([expect.stringMatching(/^age_of: .* another name$/)])
  })

  test('goes by a contraction', () => {
    expect(problemsWith({ [file]: undefined, ...empty })).toEqual([
      expect.stringContaining('age_of: a contraction has to drop the function'),
    ])
    const later = { contract_age_of: 'drop function if exists age_of(uuid);' }
    const contraction = {
      [`${migrations}/0101_contract_age_of.sql`]: `-- needs 0100_baseline\n${later.contract_age_of}`,
    }
    expect(problemsWith({ [file]: undefined, ...contraction }, later)).toEqual([])
  })
})

describe('npm run release', () => {
  const version = (value: string) => ({ 'apps/server/package.json': JSON.stringify({ version: value }) })

  test('checks and records the release before it packs', () => {
    expect(programs).toEqual(['scripts/check-migrations.ts', 'scripts/release/record.ts', 'scripts/release.ts'])
  })

  test('writes what the release consists of, and may be repeated', () => {
    using tree = treeWith({ ...more('create table car (id int);'), ...version('1.10.0') })
    expect(recordRelease(tree.root)).toBe(true)
    expect(readRecord(tree.root)).toEqual(describeRelease(tree.root, '1.10.0'))
    expect(recordRelease(tree.root)).toBe(false)
  })

  test.each([['1.9.0'], ['1.8.9'], ['0.10.0']])('refuses another content for the released 1.9.0 as %s', (value) => {
    using tree = treeWith({ ...more('create table car (id int);'), ...version(value) })
    expect(() => recordRelease(tree.root)).toThrow('raise the version')
  })
})
