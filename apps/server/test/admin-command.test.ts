/** Runs `samtur admin` as a process. */
// @module-tag slow
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../src/platform/clock.ts'
import { type Database, openDatabase } from '../src/platform/db/database.ts'
import { describePostgres, freshServerDatabase } from './database.ts'
import { samtur, samturHere } from './samtur-process.ts'
import { addPerson, type TestPerson } from './sessions.ts'

const admin = (args: string[], env: Record<string, string>) => samtur(['admin', ...args], env)

async function addFactor(db: Database, { id }: TestPerson) {
  await db.kysely.insertInto('two_factor').values({ user_id: id, secret: 'x', confirmed_at: new Date() }).execute()
  await db.kysely.updateTable('auth_user').set({ two_factor_enabled: true }).where('id', '=', id).execute()
  await db.kysely.updateTable('auth_session').set({ aal: 'aal2' }).where('user_id', '=', id).execute()
}

async function stateOf(db: Database, { id, email }: TestPerson) {
  const account = await db.kysely
    .selectFrom('auth_user')
    .select(['role', 'two_factor_enabled'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const sessions = await db.kysely.selectFrom('auth_session').select('id').where('user_id', '=', id).execute()
  const log = db.kysely.selectFrom('audit_log').select(['action', 'actor_id', 'reason']).where('subject_id', '=', id)
  const mails = await db.kysely.selectFrom('outbox').select('kind').where('recipient', '=', email).execute()
  return { ...account, sessions: sessions.length, log: await log.execute(), mails: mails.map(({ kind }) => kind) }
}

describe('on the embedded database', () => {
  let folder: string
  let people: Record<'kari' | 'adele' | 'ola', TestPerson>
  const open = () => openDatabase({ folder, clock: systemClock })
  const env = () => ({ DATA_DIR: folder, ADMIN_EMAIL: 'adele@example.no', DEMO: 'off' })
  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-admin-'))
    const db = await open()
    people = {
      kari: await addPerson(db.kysely, { email: 'kari@example.no' }),
      adele: await addPerson(db.kysely, { email: 'adele@example.no' }),
      ola: await addPerson(db.kysely, { email: 'ola@example.no' }),
    }
    await addFactor(db, people.kari)
    await db.close()
  })
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
  const state = async (person: TestPerson) => {
    const db = await open()
    const found = await stateOf(db, person)
    await db.close()
    return found
  }

  test('lift-factor removes a lost second factor, ends the sessions, mails the person and writes the log', async () => {
    const done = await admin(['lift-factor', 'Kari@Example.no', '--reason', 'Mistet telefonen'], env())
    expect(done).toEqual({ code: 0, stderr: '', stdout: expect.stringContaining('kari@example.no') })
    expect(await state(people.kari)).toEqual({
      role: 'user',
      two_factor_enabled: false,
      sessions: 0,
      log: [{ action: 'second_factor_lifted', actor_id: null, reason: 'Mistet telefonen' }],
      mails: ['moderation.factor_lifted'],
    })
    const again = await admin(['lift-factor', 'kari@example.no'], env())
    expect(again).toEqual({ code: 1, stdout: '', stderr: 'The account has no second factor.\n' })
  })

  test('end-sessions signs a person out everywhere', async () => {
    expect((await admin(['end-sessions', 'ola@example.no', '--reason', 'Stjålet telefon'], env())).code).toBe(0)
    expect(await state(people.ola)).toMatchObject({
      sessions: 0,
      log: [{ action: 'sessions_ended', actor_id: null, reason: 'Stjålet telefon' }],
    })
  })

  test('make gives the role to the account that the configuration names, and to no other', async () => {
    const other = await admin(['make', 'ola@example.no'], env())
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringMatching(/^ADMIN_EMAIL is not ola@example.no: .+\.\n$/),
    ])
    expect((await admin(['make', 'adele@example.no'], env())).code).toBe(0)
    expect(await state(people.adele)).toMatchObject({ role: 'admin', log: [{ action: 'administrator_made' }] })
    expect((await state(people.ola)).role).toBe('user')
  })

  test('make refuses an unconfirmed address, because anyone may have signed up with it', async () => {
    const db = await open()
    const stranger = await addPerson(db.kysely, { email: 'drift@example.no', verified: false })
    await db.close()
    const refused = await admin(['make', 'drift@example.no'], { ...env(), ADMIN_EMAIL: 'drift@example.no' })
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'The address drift@example.no is not confirmed: its owner has to open the mailed link first.\n',
    ])
    expect(await state(stranger)).toMatchObject({ role: 'user', log: [] })
  })

  test('the command leaves a database alone that the server has open, and names that process', async () => {
    const db = await open()
    const refused = await admin(['end-sessions', 'kari@example.no'], env())
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`pid ${process.pid}`)])
    await db.close()
  })

  test.each([
    ['an unknown address', ['end-sessions', 'ingen@example.no'], {}, /^There is no account with .+\.\n$/],
    [
      'a folder without a database',
      ['end-sessions', 'x@example.no'],
      { DATA_DIR: '/nowhere' },
      /^There is no database in .+\n$/,
    ],
    [
      'a server that is away',
      ['end-sessions', 'x@example.no'],
      { DATABASE_URL: 'postgres://127.0.0.1:9/x' },
      /^The configuration is not usable:\n {2}DATABASE_URL: .+\n$/,
    ],
  ])('%s prints one sentence without a stack', async (_, args, more, text) => {
    const answer = await admin(args, { ...env(), ...more })
    expect([answer.code, answer.stdout, answer.stderr]).toEqual([1, '', expect.stringMatching(text)])
    expect(answer.stderr).not.toContain('    at ')
  })

  test.each([
    ['an unknown option', ['make', 'x@example.no', '--force'], /^error: unknown option '--force'/],
    ['an unknown command', ['toString', 'x@example.no'], /^error: unknown command 'toString'/],
    ['no address', ['make'], /^error: missing required argument 'email'/],
  ])('%s is refused with what is wrong', async (_, args, text) => {
    const answer = await samturHere(['admin', ...args])
    expect([answer.code, answer.stdout, answer.stderr]).toEqual([2, '', expect.stringMatching(text)])
  })

  test('--help lists the commands', async () => {
    const { code, stdout } = await samturHere(['admin', '--help'])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/make[^]+lift-factor[^]+end-sessions/)])
  })
})

describePostgres('on a PostgreSQL server', () => {
  test('the command works beside running servers', async () => {
    const url = await freshServerDatabase()
    const db = await openDatabase({ url, folder: '', clock: systemClock })
    const kari = await addPerson(db.kysely, { email: 'kari@example.no' })
    await addFactor(db, kari)
    const done = await admin(['lift-factor', 'kari@example.no'], { DATABASE_URL: url, DEMO: 'off' })
    expect([done.code, done.stderr]).toEqual([0, ''])
    expect(await stateOf(db, kari)).toMatchObject({ two_factor_enabled: false, sessions: 0 })
    await db.close()
  })
})
