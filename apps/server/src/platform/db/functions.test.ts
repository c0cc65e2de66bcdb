import fs from 'node:fs'
import { genderCountsAfterDays, newcomerSeats, ratingPauseDays, ride, trustedTrips } from '@samtur/contract/constants'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { applyFunctions, dropRemovedFunctions, hasAppliedAll, readFunctions } from './functions.ts'
import type { Tx } from './database.ts'

let db: TestDatabase
beforeAll(async () => void (db = await openTestDatabase()))
afterAll(() => db.close())

const functions = readFunctions()
const twice = (text: string) => ({ name: 'twice', text, hash: text })

/** Runs the work in a transaction that changes nothing in the end. */
const tryOut = (work: (tx: Tx) => Promise<void>) =>
  db
    .tx(async (tx) => {
      await work(tx)
      throw new Error('undone')
    })
    .catch((error: Error) => expect(error.message).toBe('undone'))

async function call(tx: Tx, expression: string) {
  const { rows } = await sql.raw<{ value: number }>(`select ${expression} as value`).execute(tx)
  return rows[0]?.value
}

test('a function is applied again when its text changes, also with other parameters', () =>
  tryOut(async (tx) => {
    const first = twice('create function twice(n integer) returns integer language sql as $$ select n + n $$;')
    await applyFunctions(tx, [...functions, first])
    expect(await hasAppliedAll(tx, [...functions, first])).toBe(true)
    expect(await call(tx, 'twice(3)')).toBe(6)
    const second = twice(
      'create function twice(n integer, m integer) returns integer language sql as $$ select n * m $$;',
    )
    expect(await hasAppliedAll(tx, [...functions, second])).toBe(false)
    await applyFunctions(tx, [...functions, second])
    expect(await call(tx, 'twice(3, 4)')).toBe(12)
    expect(await call(tx, `(select count(*)::integer from pg_proc where proname = 'twice')`)).toBe(1)
  }))

test('a function with another body stays the same one, because a running process may be about to call it', () =>
  tryOut(async (tx) => {
    const oid = () => call(tx, `'twice'::regproc::oid::integer`)
    const text = (body: string) => `create or replace function twice() returns integer language sql as $$ ${body} $$;`
    await applyFunctions(tx, [{ name: 'twice', text: text('select 1'), hash: 'head.one' }])
    const before = await oid()
    await applyFunctions(tx, [{ name: 'twice', text: text('select 2'), hash: 'head.two' }])
    expect([await oid(), await call(tx, 'twice()')]).toEqual([before, 2])
  }))

test('a function that a column uses keeps its parameters and gets the new text', () =>
  tryOut(async (tx) => {
    const changed = functions.map((file) =>
      file.name === 'app_now'
        ? { ...file, text: file.text.replace('select now()', "select now() - interval '1 day'"), hash: 'new' }
        : file,
    )
    await applyFunctions(tx, changed)
    expect(await call(tx, '(app_now() < now())::integer')).toBe(1)
  }))

test('a function whose file is gone is dropped, and no other', () =>
  tryOut(async (tx) => {
    await applyFunctions(tx, [
      ...functions,
      twice('create function twice() returns integer language sql as $$ select 2 $$;'),
    ])
    await sql`create function own_of_the_operator() returns integer language sql as $$ select 3 $$`.execute(tx)
    await dropRemovedFunctions(tx, functions)
    expect(await call(tx, `(select count(*)::integer from pg_proc where proname = 'twice')`)).toBe(0)
    expect(await call(tx, 'own_of_the_operator()')).toBe(3)
    expect(await hasAppliedAll(tx, functions)).toBe(true)
  }))

test('numbers in functions and invariants are those of the contract', () => {
  const textOf = (name: string) => functions.find((file) => file.name === name)?.text
  expect(textOf('note_gender_change')).toContain(`app_now() + interval '${genderCountsAfterDays} days'`)
  expect(textOf('next_rating')?.split(`created_at + interval '${ratingPauseDays} days'`)).toHaveLength(3)
  expect(textOf('is_trusted')).toContain(`count(*) = ${trustedTrips} `)
  expect(textOf('is_trusted')).toContain(`limit ${trustedTrips})`)
  expect(textOf('instant_seats_left')).toContain(`greatest(0, ${newcomerSeats} - (`)
  const invariants = fs.readFileSync(new URL('./invariants.sql', import.meta.url), 'utf8')
  expect(invariants).toContain(`arrival_time > departure_time + interval '${ride.maxHours} hours'`)
})
