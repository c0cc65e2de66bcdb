/** The files of the embedded database after an erasure: no byte of the person is left in tables, indexes, statistics or the log. */
import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rideBody, startTestApp } from '../../../test/app.ts'
import { makeDataFolder } from '../../../test/embedded-folder.ts'
import { addPerson, testSecret } from '../../../test/sessions.ts'
import { MovableClock } from '#platform/clock'
import { openDatabase } from '#platform/db/database'
import { eraseDue } from './jobs.ts'

const canaries = ['Kanarifugl', 'kanari.fugl', 'Kanarigata', 'Kanarihuset', 'kanari-merknad']

function filesWith(folder: string, text: string): string[] {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && fs.readFileSync(path.join(entry.parentPath, entry.name)).includes(text))
    .map(({ name }) => name)
}

test('after an erasure the raw files of the embedded database have no data of the person, and the others are still there', async () => {
  const folder = makeDataFolder()
  const clock = new MovableClock()
  const db = await openDatabase({ folder, clock })
  const t = await startTestApp({ database: db, clock, env: { SECRET: testSecret } })
  try {
    const kari = await addPerson(db.kysely, { name: 'Kari Kanarifugl', email: 'kari.fugl@example.no' })
    await sql`update auth_user set email = 'kanari.fugl@example.no' where id = ${kari.id}`.execute(db.read)
    await sql`update profile set address = 'Kanarigata 17' where id = ${kari.id}`.execute(db.read)
    const body = rideBody(clock, { notes: 'kanari-merknad', stops: ['Hamar', 'Kanarihuset 4'] })
    expect((await t.call('POST', '/api/v1/rides', { as: kari, body })).status).toBe(201)
    const ola = await addPerson(db.kysely, { name: 'Ola Nilsen' })
    // Statistics keep samples of the values.
    await sql`analyze`.execute(db.read)
    await sql`checkpoint`.execute(db.read)
    for (const text of canaries) expect([text, filesWith(folder, text)]).not.toEqual([text, []])

    expect((await t.call('POST', '/api/v1/me/deletion', { as: kari })).status).toBe(200)
    clock.advance(14 * 86_400_000 + 60_000)
    await sql`delete from outbox`.execute(db.read)
    await sql`delete from local_mail`.execute(db.read)
    await eraseDue({ ...t.app.parts, origin: t.app.origin })

    for (const text of canaries) expect([text, filesWith(folder, text)]).toEqual([text, []])
    expect((await sql`select full_name from profile where id = ${ola.id}`.execute(db.read)).rows).toEqual([
      { full_name: 'Ola Nilsen' },
    ])
  } finally {
    await t.close()
    await db.close().catch(() => {})
    fs.rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)
