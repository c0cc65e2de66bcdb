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
  [`${migrations}/0100_baseline/01_people.sql`]: `
    create table person (id uuid primary key, name text not null, age int constraint person_age_check check (age > 0));
    create unique index person_name on person (name);
    create index person_age on person (age);
    create table ride (id uuid primary key, driver_id uuid references person (id) on update cascade, seats int not null default 1);
    create trigger ride_changed after update on ride for each row execute function note_change();`,
  [`${functions}/rides/note_change.sql`]: `create or replace function note_change() returns trigger language plpgsql as $$ begin return new; end $$;`,
  [`${functions}/rides/seats_of.sql`]: `create or replace function seats_of(ride uuid) returns int language sql as $$ select 1 $$;`,
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

/** Returns the messages about these files. */
function findings(files: Record<string, string | undefined>, later?: Record<string, string>): string[] {
  using tree = treeWith(files, later)
  return findBreakingMigrations(tree.root).map(({ message }) => message)
}

const unsure = 'is not sure to be true or null'
const judge = (text: string) => findings({ [`${migrations}/0101_more.sql`]: text })

describe('a migration may', () => {
  test.each([
    [
      'add a table',
      'create table car (id uuid primary key, owner_id uuid not null references person (id) on update cascade on delete cascade)',
    ],
    [
      'do anything with its own table',
      'create table car (id int, name text); create unique index car_name on car (name); alter table car add primary key (id), alter name set not null, drop column name; drop table car',
    ],
    [
      'add a column that may be null',
      'alter table ride add column note text constraint ride_note_check check (length(note) > 1)',
    ],
    [
      'add a column with a constant',
      `alter table ride add column pets boolean not null default false, add column at timestamptz default now(), add column tags text[] default array[]::text[]`,
    ],
    [
      'fill a new column and then require it',
      `alter table ride add column pets boolean; update ride set pets = false; alter table ride alter pets set default false, alter pets set not null`,
    ],
    [
      'check its own columns',
      'alter table ride add column a int, add column b int; alter table ride add constraint ride_ab_check check (a < b)',
    ],
    ...[
      'a is null or num_nonnulls(a, b) = 2',
      '(a is null) = (b is null)',
      'not (a between 1 and b) and lower(c) like any (array[c])',
      `a in (1, b) and c is distinct from 'x' and (a > 0) is not false`,
      `on_at is not null and kind in ('one', 'two') and kind <> 'x' and char_length(kind) = 3 and count >= 0`,
    ].map((check) => [
      `check that ${check}`,
      `alter table ride add column a int, add column b int, add column c text, add column on_at timestamptz default now(), add column kind text default 'one', add column count int default 0; alter table ride add constraint sure check (${check})`,
    ]),
    [
      'check a column that gets another type and a default',
      'alter table ride add column a text check (a > 0); alter table ride alter a type int using 1, alter a set default 1',
    ],
    [
      'drop a check that would refuse rows',
      'alter table ride add column a int constraint ride_a check (a is not null); alter table ride drop constraint ride_a; alter table ride add column b int check (b is not null); alter table ride drop column b',
    ],
    [
      'make its own columns unique',
      'alter table ride add column a int, add column code text unique; alter table ride add constraint ride_a unique (a, code); create unique index if not exists ride_code on ride (lower(code)) where a > 0',
    ],
    [
      'drop its own unique index',
      'alter table ride add column a int default 1; create unique index if not exists ride_a on ride (a); drop index ride_a',
    ],
    [
      'replace its own trigger',
      'create trigger own after insert on ride execute function f(); create or replace trigger own after insert on ride execute function g(); drop trigger own on ride',
    ],
    [
      'refer from its own column',
      'alter table ride add column car_id uuid; alter table ride add constraint ride_car foreign key (car_id) references ride (id) on delete set null',
    ],
    ['add an index that may be there already', 'create index if not exists ride_driver on ride (driver_id)'],
    ['drop an index that only makes things faster', 'drop index person_age'],
    ['drop a check', 'alter table person drop constraint person_age_check'],
    ['allow null', 'alter table person alter name drop not null'],
    ['set a default', `alter table person alter name set default ''`],
    ['add a trigger', 'create trigger ride_added after insert on ride for each row execute function note_change()'],
    [
      'change what it has added',
      'alter table ride add column a int; alter table ride alter a type bigint; alter table ride drop column a',
    ],
    ['write rows', `insert into person (id, name) values (gen_random_uuid(), 'x'); update ride set seats = 2`],
    ['be empty', '-- Functions have changed.'],
  ])('%s', (_, text) => {
    expect(judge(text)).toEqual([])
  })
})

describe('a migration may not', () => {
  test.each([
    ['drop table ride', 'table ride is dropped'],
    ['drop view rides', 'view rides is dropped'],
    ['drop function seats_of(uuid)', 'function seats_of is dropped'],
    ['drop trigger ride_changed on ride', 'trigger ride_changed is dropped'],
    ['drop index person_name', 'index person_name is dropped'],
    ['drop type mood', 'type mood is dropped'],
    ['alter table ride drop column seats', 'the removal of ride.seats'],
    ['alter table ride drop constraint ride_pkey', 'the constraint ride.ride_pkey is dropped'],
    ['alter table ride rename to trip', 'RenameStmt renames what the running processes use'],
    ['alter table ride rename column seats to places', 'RenameStmt renames what the running processes use'],
    ['alter table ride alter seats type bigint', 'another type for ride.seats'],
    ['alter table ride alter seats drop default', 'no default any more for ride.seats'],
    ['alter table ride alter driver_id set not null', 'not null for ride.driver_id'],
    ['alter table ride disable trigger all', 'AT_DisableTrigAll of ride.'],
    [
      'alter table ride add column pets boolean not null',
      'ride.pets is not null and has no default, so a row without it is refused',
    ],
    [
      'alter table ride add column pets boolean not null default false; alter table ride alter pets drop default',
      'ride.pets is not null and has no default, so a row without it is refused',
    ],
    [
      'alter table ride add column key uuid default gen_random_uuid()',
      'ride.key has a value that rewrites the whole table',
    ],
    ['alter table ride add column number bigserial', 'ride.number has a value that rewrites the whole table'],
    [
      'alter table ride add column twice int generated always as (seats * 2) stored',
      'ride.twice has a value that rewrites the whole table',
    ],
    ['alter table ride add column key uuid primary key', 'ride.key is a primary key, which refuses rows'],
    [
      'alter table ride add column code int not null default null',
      'ride.code is not null and has no default, so a row without it is refused',
    ],
    [
      'alter table ride add column note text check (seats < 4)',
      'the constraint ride_seats_check of ride may refuse rows',
    ],
    ...[
      ['alter table ride add constraint c check (a is not null)', 'is false'],
      ['alter table ride add constraint c check (not (a is null and b is null))', 'is false'],
      ['alter table ride add constraint c check (num_nonnulls(a, b) = 1)', unsure],
      ['alter table ride add constraint c check (coalesce(a, b) > 0)', unsure],
      ['alter table ride add constraint c check (own.lower(a) = own.lower(b))', unsure],
      ['alter table ride add constraint c check (a || b)', unsure],
      ['alter table ride add constraint c check (a = any (array[]::int[]))', 'is false'],
      [`alter table ride add column d text constraint c check (d is not null)`, 'is false'],
      [`alter table ride add column d text default 'x' constraint c check (d in ('y', 'z'))`, 'is false'],
      [`alter table ride add column d text default 'x' constraint c check (d > 'a')`, unsure],
      [`alter table ride add column d price constraint c check (d > 1)`, unsure],
      ['alter table ride add constraint c check (a > 1); alter table ride alter a set default 1', 'is false'],
      ['alter table ride add constraint c check (a > 1); alter table ride alter a set default f()', unsure],
    ].map(([text, problem]) => [
      `alter table ride add column a int, add column b int; ${text}`,
      `the constraint c of ride may refuse rows: it ${problem} where the new columns are null or have their default`,
    ]),
    [
      'alter table ride add column a int; alter table ride add constraint c check (a > 0) not valid',
      'the constraint c of ride may refuse rows: without "not valid" it is compared with those that exist',
    ],
    ...[
      'add column code text default now() unique',
      'add column code text unique nulls not distinct',
      'add column code text unique; alter table ride alter code set default 1',
    ].map((change) => [
      `alter table ride ${change}`,
      'the constraint ride_code_key of ride may refuse rows: rows that leave its columns out may collide',
    ]),
    ...[
      ['(a) nulls not distinct', 'rows that leave its columns out may collide'],
      ['(coalesce(a, 0))', 'rows that leave its columns out may collide'],
      ['(a) where f(a)', 'its condition may raise an error'],
    ].map(([parts, problem]) => [
      `alter table ride add column a int; create unique index if not exists u on ride ${parts}`,
      `the unique index u refuses rows of ride: ${problem}`,
    ]),
    ...['(a, seats)', '(a, (seats + 1))', '(a) where seats > 1'].map((parts) => [
      `alter table ride add column a int; create unique index if not exists u on ride ${parts}`,
      'the unique index u refuses rows of ride',
    ]),
    [
      'alter table ride add column a int; create unique index u on ride (a)',
      'write "create index if not exists u", so that it can be built before',
    ],
    ...['AT_AttachPartition', 'AT_AddInherit'].map((kind) => [
      `create table car (); alter table car ${kind === 'AT_AddInherit' ? 'inherit ride' : 'attach partition ride default'}`,
      `${kind} of car is not known here: add it to scripts/check/kinds.ts`,
    ]),
    ['create table if not exists ride ()', 'ride may be there already: write it without "if not exists"'],
    ['create sequence if not exists ride', 'ride may be there already: write it without "if not exists"'],
    [
      'alter table ride add column if not exists seats int',
      'ride.seats may be there already: write it without "if not exists"',
    ],
    ...[
      'create table other.ride ()',
      'alter table other.ride add column a int',
      'create index if not exists i on other.ride (a)',
      'create view other.ride as select',
    ].map((text) => [text, 'other.ride: write the name without a schema']),
    ['create table car (); drop table other.car', 'table car is dropped'],
    ['create table seats_of (); drop function seats_of(uuid)', 'function seats_of is dropped'],
    ['create temp table ride ()', 'ride is temporary, and may hide a released one'],
    ['create index if not exists person_name on ride (id); drop index person_name', 'index person_name is dropped'],
    ['create index if not exists ride on person (age); drop table ride', 'table ride is dropped'],
    [
      'create trigger ride_pkey after insert on ride execute function f(); alter table ride drop constraint ride_pkey',
      'the constraint ride.ride_pkey is dropped',
    ],
    [
      'alter table ride add column ride_changed int; alter table ride disable trigger ride_changed',
      'AT_DisableTrig of ride.ride_changed',
    ],
    [
      'alter table ride add constraint ride_seats_check check (seats > 0) not valid',
      'the constraint ride_seats_check of ride may refuse rows',
    ],
    [
      'alter table ride add constraint ride_driver unique (driver_id)',
      'the constraint ride_driver of ride may refuse rows',
    ],
    [
      'alter table ride add constraint ride_fk foreign key (driver_id) references person (id)',
      'the constraint ride_fk of ride may refuse rows',
    ],
    [
      'create unique index if not exists ride_driver on ride (driver_id)',
      'the unique index ride_driver refuses rows of ride',
    ],
    [
      'create index ride_driver on ride (driver_id)',
      'write "create index if not exists ride_driver", so that it can be built before',
    ],
    [
      'create index concurrently if not exists ride_driver on ride (driver_id)',
      'an index cannot be built concurrently in a transaction',
    ],
    ['create table car (ride_id uuid references ride (id))', 'a foreign key keeps rows of ride from being deleted'],
    [
      'create table car (owner_id uuid references person (id) on delete cascade)',
      'a foreign key keeps keys of person from being changed',
    ],
    ['create table trip () inherits (ride)', 'a partition or a table that inherits changes the other table'],
    [`alter type mood add value 'glad'`, 'AlterEnumStmt changes the values of a type'],
    ['alter domain price add check (value > 0)', 'AlterDomainStmt changes what a type accepts'],
    ['lock table ride', 'LockStmt keeps the running processes waiting'],
    ['truncate ride', 'TruncateStmt removes rows'],
    ['delete from ride', 'rows of ride are deleted'],
    ['with gone as (delete from ride returning id) select from gone', 'rows of ride are deleted'],
    ['do $$ begin drop table ride; end $$', 'DoStmt hides statements from this check'],
    ['create or replace view rides as select from ride', 'the view rides is replaced'],
    ['create function one() returns int language sql as $$ select 1 $$', 'a function belongs into apps/server/src/sql'],
    ['revoke all on ride from public', 'GrantStmt is not known here: add it to scripts/check/kinds.ts'],
  ])('%s', (text, message) => {
    expect(judge(text)).toEqual([message])
  })

  test('the statement is named by its line', () => {
    using tree = treeWith({
      [`${migrations}/0101_more.sql`]: '-- Grüße\nupdate ride set seats = 1;\n\n-- gone\ndrop table ride;\n',
    })
    const [found] = findBreakingMigrations(tree.root)
    expect(found).toMatchObject({ file: `${migrations}/0101_more.sql`, line: 5 })
  })

  test('a default that makes a check false is named by its line', () => {
    const check = '\n\nalter table ride add column a int check (a > 1);'
    using tree = treeWith({
      [`${migrations}/0101_more.sql`]: check,
      [`${migrations}/0102_default.sql`]: '\nalter table ride alter a set default 1;',
    })
    expect(findBreakingMigrations(tree.root)).toMatchObject([{ file: `${migrations}/0102_default.sql`, line: 2 }])
  })

  test('what a release has keeps its statements and its place', () => {
    const file = `${migrations}/0100_baseline/01_people.sql`
    expect(findings({ [file]: `${released[file]} create table other ();` })).toEqual([
      '0100_baseline belongs to release 1.9.0 and was changed',
    ])
    expect(findings({ [file]: `-- About people.\n${released[file]}` })).toEqual([])
    expect(findings({ [`${migrations}/0099_early.sql`]: 'select 1' })).toEqual([
      'comes before 0100_baseline of release 1.9.0',
    ])
  })
})

describe('a contraction', () => {
  const later = { contract_age: 'alter table person drop column age;' }
  const text = `-- needs 0100_baseline\n${later.contract_age}`
  const moved = { [`${migrations}/later/contract_age.sql`]: undefined }

  test('may remove what the last release was tested without', () => {
    expect(findings({ [`${migrations}/0101_contract_age.sql`]: text, ...moved }, later)).toEqual([])
  })

  test.each([
    ['has to wait for a release', text, {}, 'release 1.9.0 does not have it in later/'],
    ['keeps its statements', `${text} drop table ride;`, later, 'is not the text of release 1.9.0 in later/'],
    [
      'says which versions work without what it removes',
      later.contract_age,
      later,
      'begins with "-- needs 0100_baseline"',
    ],
  ])('%s', (_, content, before, message) => {
    expect(findings({ [`${migrations}/0101_contract_age.sql`]: content }, before)).toEqual([message])
  })

  test('is announced with a migration, by which the release before knows the newer one', () => {
    const file = `${migrations}/later/contract_age.sql`
    expect(findings({ [file]: later.contract_age })).toEqual([expect.stringContaining('add a migration')])
    expect(
      findings({ [file]: later.contract_age, [`${migrations}/0101_later.sql`]: '-- The age is not used any more.' }),
    ).toEqual([])
    expect(findings({ [`${migrations}/later/age.sql`]: '', [`${migrations}/0101_later.sql`]: '' })).toEqual([
      'is called contract_<what>.sql in this folder',
    ])
  })
})

describe('a function', () => {
  const file = `${functions}/rides/seats_of.sql`
  const empty = { [`${migrations}/0101_functions.sql`]: '' }
  const text = released[file] ?? ''

  test('may get another text, with a migration', () => {
    expect(findings({ [file]: text.replace('select 1', 'select 2') })).toEqual([
      expect.stringContaining('add a migration'),
    ])
    expect(findings({ [file]: text.replace('select 1', 'select 2'), ...empty })).toEqual([])
    expect(findings({ [`${functions}/rides/more.sql`]: text.replace('seats_of', 'more'), ...empty })).toEqual([])
  })

  test.each([
    ['another parameter', text.replace('ride uuid', 'ride uuid, more int')],
    ['another name of a parameter', text.replace('ride uuid', 'trip uuid')],
    ['another type', text.replace('ride uuid', 'ride text')],
    ['another result', text.replace('returns int', 'returns bigint')],
  ])('may not get %s', (_, changed) => {
    expect(findings({ [file]: changed, ...empty })).toEqual([
      expect.stringMatching(/^seats_of: release 1\.9\.0 calls it with .*; give the changed one a new name$/),
    ])
  })

  test('goes by a contraction', () => {
    expect(findings({ [file]: undefined, ...empty })).toEqual([
      expect.stringContaining('seats_of: a contraction has to drop it'),
    ])
    const later = { contract_seats_of: 'drop function if exists seats_of(uuid);' }
    const contraction = {
      [`${migrations}/0101_contract_seats_of.sql`]: `-- needs 0100_baseline\n${later.contract_seats_of}`,
    }
    expect(findings({ [file]: undefined, ...contraction }, later)).toEqual([])
  })
})

describe('npm run release', () => {
  const version = (value: string) => ({ 'apps/server/package.json': JSON.stringify({ version: value }) })
  const more = { [`${migrations}/0101_more.sql`]: 'create table car (id int);' }

  test('records the release before it packs', () => {
    expect(programs).toEqual(['scripts/release/record.ts', 'scripts/release.ts'])
  })

  test('writes what the release consists of, and may be repeated', () => {
    using tree = treeWith({ ...more, ...version('1.10.0') })
    expect(recordRelease(tree.root)).toBe(true)
    expect(readRecord(tree.root)).toEqual(describeRelease(tree.root, '1.10.0'))
    expect(recordRelease(tree.root)).toBe(false)
  })

  test.each([['1.9.0'], ['1.8.9'], ['0.10.0']])('refuses another content for the released 1.9.0 as %s', (value) => {
    using tree = treeWith({ ...more, ...version(value) })
    expect(() => recordRelease(tree.root)).toThrow('raise the version')
  })

  test('refuses a release that breaks the one before', () => {
    using tree = treeWith({ [`${migrations}/0101_more.sql`]: 'drop table ride', ...version('1.10.0') })
    expect(() => recordRelease(tree.root)).toThrow('0101_more.sql:1: table ride is dropped')
  })
})
