/** The own picture: uploaded, replaced and removed; other people's access and view. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findViolations } from '#platform/db/invariants'
import { closeProfile, removeFilesOf, reopenProfile } from '#features/profiles/port'
import { startTestApp, type TestApp } from '../app.ts'
import { usualKind } from '../database.ts'
import { addPerson, testSecret, type TestPerson } from '../sessions.ts'
import { goodPicture, sendForm, sendPicture } from './uploads.ts'

describe.each([usualKind])('on the %s database', (kind) => {
  let t: TestApp
  let person: TestPerson
  let bytes: Buffer
  beforeAll(async () => {
    bytes = await goodPicture()
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
  })
  afterAll(async () => {
    expect(await findViolations(t.db.kysely)).toEqual([])
    await t.close()
  })

  const folder = () => path.join(t.dataDir, 'files/profiles')
  const onDisk = () => (fs.existsSync(folder()) ? fs.readdirSync(folder()) : [])
  const keyOf = async ({ id }: TestPerson) =>
    (await t.db.kysely.selectFrom('profile').select('picture_key').where('id', '=', id).executeTakeFirst())?.picture_key
  const upload = async (as: TestPerson, sent = bytes) => {
    const { status, body } = await sendForm({ url: t.url, as, bytes: sent })
    expect([status, body.code]).toEqual([200, undefined])
    return body.profile_picture as string
  }
  const setUp = async () => {
    person = await addPerson(t.db.kysely)
    return upload(person)
  }

  test('the picture is public, under an address that changes with it', async () => {
    const url = await setUp()
    expect(url).toMatch(/^\/files\/profiles\/([\w-]{8})[\w-]{14}\.jpg\?v=\1$/)
    const profile = await t.call('GET', `/api/v1/profiles/${person.id}`)
    expect(profile.body.profile_picture).toBe(url)
    const { status, headers } = await t.call('GET', url)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(Number(headers.get('content-length'))).toBeGreaterThan(100)
    const etag = headers.get('etag') ?? ''
    const again = await t.call('GET', url, { headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(await upload(person)).not.toBe(url)
  })

  test('what is stored is 300 by 300 pixels, JPEG of quality 85', async () => {
    const { width, height } = { width: 900, height: 500 }
    const noise = randomBytes(width * height * 3)
    person = await addPerson(t.db.kysely)
    const raw = { raw: { width, height, channels: 3 as const } }
    const url = await upload(person, await sharp(noise, raw).png().toBuffer())
    const stored = Buffer.from(await (await fetch(t.url + url)).arrayBuffer())
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 300, height: 300 })
    // The first luminance step of a JPEG shows its quality: 16 at 50, of which 85 leaves 30 %.
    const table = stored.indexOf(Buffer.from([0xff, 0xdb]))
    expect(stored[table + 5]).toBe(Math.floor((16 * (200 - 2 * 85) + 50) / 100))
  })

  test('a new picture replaces the old one, whose file is deleted', async () => {
    const first = await setUp()
    const second = await upload(person, await goodPicture('#d33'))
    expect((await t.call('GET', second)).status).toBe(200)
    await vi.waitFor(async () => expect((await t.call('GET', first)).status).toBe(404))
    // Revalidation by a cache also gets 404.
    const [key] = first.split('/').at(-1)?.split('?') ?? []
    expect((await t.call('GET', first, { headers: { 'if-none-match': `"${key}"` } })).status).toBe(404)
  })

  test('removing a picture twice succeeds', async () => {
    const url = await setUp()
    for (const _ of [1, 2]) {
      const { status, body } = await t.call('DELETE', '/api/v1/me/picture', { as: person })
      expect([status, body.profile_picture]).toEqual([200, null])
    }
    await vi.waitFor(async () => expect((await t.call('GET', url)).status).toBe(404))
  })

  test('of ten uploads at once one remains, with one file', async () => {
    await setUp()
    const before = onDisk().length
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendPicture({ url: t.url, as: person, bytes })))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await vi.waitFor(() => expect(onDisk()).toHaveLength(before))
    expect(onDisk()).toContain(await keyOf(person))
  })

  test('a person who closes the account during an upload has no picture afterwards', async () => {
    const url = await setUp()
    await closeProfile(t.db.kysely, person.id)
    const { status, body } = await sendPicture({ url: t.url, as: person, bytes })
    expect([status, body.code]).toEqual([403, 'account_closing'])
    expect(await keyOf(person)).toBeNull()
    await reopenProfile(t.db.kysely, person.id)
    expect(url).toContain(await keyOf(person))
  })

  test('no space for the file gives 503, no row, and the old picture stays', async () => {
    const url = await setUp()
    fs.renameSync(folder(), `${folder()}-aside`)
    fs.writeFileSync(folder(), 'in the way')
    try {
      const { status, body, headers } = await sendPicture({ url: t.url, as: person, bytes })
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '2'])
      expect(url).toContain(await keyOf(person))
    } finally {
      fs.rmSync(folder())
      fs.renameSync(`${folder()}-aside`, folder())
    }
    expect((await t.call('GET', url)).status).toBe(200)
  })

  test('a row that cannot be stored leaves no picture, and its file is deleted after a day', async () => {
    await setUp()
    const before = { key: await keyOf(person), files: onDisk() }
    await sql`alter table profile add constraint no_change check (id <> ${sql.lit(person.id)} or picture_key = ${sql.lit(before.key)})`.execute(
      t.db.kysely,
    )
    const { status } = await sendPicture({ url: t.url, as: person, bytes })
    await sql`alter table profile drop constraint no_change`.execute(t.db.kysely)
    expect(status).toBe(500)
    expect(await keyOf(person)).toBe(before.key)
    const [orphan] = onDisk().filter((name) => !before.files.includes(name))
    expect(orphan).toBeDefined()
    t.clock.advance(86_400_000 + 1000)
    // The next deletion triggers the job for what else is due.
    await t.call('DELETE', '/api/v1/me/picture', { as: person })
    await vi.waitFor(() => expect(onDisk()).not.toContain(orphan))
    t.clock.advance(-86_400_000 - 1000)
  })

  test('deleting an account deletes its picture, for open and closed profiles', async () => {
    const url = await setUp()
    await t.db.tx((tx) => removeFilesOf(tx, t.app.parts.files, person.id))
    await vi.waitFor(async () => expect((await t.call('GET', url)).status).toBe(404))
    expect(await keyOf(person)).toBeNull()
    const put = await upload(person)
    const key = await keyOf(person)
    await t.db.kysely.updateTable('profile').set({ picture_key: null }).where('id', '=', person.id).execute()
    await t.db.kysely
      .insertInto('closed_profile')
      .values({ id: person.id, fields: JSON.stringify({ picture_key: key }) })
      .execute()
    await t.db.tx((tx) => removeFilesOf(tx, t.app.parts.files, person.id))
    await vi.waitFor(async () => expect((await t.call('GET', put)).status).toBe(404))
    await t.db.kysely.deleteFrom('closed_profile').where('id', '=', person.id).execute()
  })

  test('people who may not upload are refused before the first byte of the file', async () => {
    const unconfirmed = await addPerson(t.db.kysely, { verified: false })
    expect(await sendPicture({ url: t.url, bytes })).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(await sendForm({ url: t.url, as: unconfirmed, bytes })).toMatchObject({
      status: 403,
      body: { code: 'email_not_verified' },
    })
  })

  test('every file has a row and every row a file', async () => {
    const { rows } = await sql<{ key: string }>`
      select picture_key as key from profile where picture_key is not null union all select key from loose_file`.execute(
      t.db.kysely,
    )
    const keys = new Set(rows.map(({ key }) => key))
    expect(onDisk().filter((name) => !keys.has(name))).toEqual([])
    const kept = await t.db.kysely
      .selectFrom('profile')
      .select('picture_key')
      .where('picture_key', 'is not', null)
      .execute()
    expect(kept.filter(({ picture_key: key }) => !onDisk().includes(key ?? ''))).toEqual([])
  })
})

test('twenty uploads in an hour, then no more', async () => {
  const t = await startTestApp({ env: { SECRET: testSecret, RATE_LIMITS: 'on' } })
  const [person, other] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
  const bytes = Buffer.from('no picture')
  const statuses: number[] = []
  for (let i = 0; i < 20; i++) statuses.push((await sendPicture({ url: t.url, as: person, bytes })).status)
  expect([...new Set(statuses)]).toEqual([415])
  const refused = await sendPicture({ url: t.url, as: person, bytes })
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await sendPicture({ url: t.url, as: other, bytes })).status).toBe(415)
  t.clock.advance(3_600_000)
  expect((await sendPicture({ url: t.url, as: person, bytes })).status).toBe(415)
  await t.close()
})

test('the API description has the upload', async () => {
  const t = await startTestApp()
  const { body } = await t.call('GET', '/api/v1/openapi.json')
  const { put, delete: remove } = body.paths['/me/picture']
  expect(Object.keys(put.requestBody.content)).toEqual(['multipart/form-data', 'image/*'])
  expect(put.responses['200']).toEqual(remove.responses['200'])
  expect((await t.call('GET', '/api/docs')).text).toContain('/me/picture')
  await t.close()
})
