/** Building, fetching and removing the file with a person's data, also when something fails. */
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { usualKind } from '../../../test/database.ts'
import {
  addPeople,
  current,
  setUpExport,
  fetchFile,
  kari,
  ola,
  post,
  ready,
  start,
  t,
} from '../../../test/export-fixtures.ts'
import { addSession, makeStale } from '../../../test/sessions.ts'
import { middleOf } from '../../../test/windows.ts'
import { sendImage } from '#features/chat/service'
import { AppError } from '#platform/http/errors'
import { buildNext } from './jobs.ts'
import { leaseExport } from './store.ts'

const HOUR = 3_600_000

describe.each([usualKind])('on the %s database', (kind) => {
  setUpExport(kind)

  test('the address works once, for the person only, and for a day', async () => {
    await post('/me/export', kari)
    const { url } = await ready()
    expect((await fetchFile(url)).status).toBe(401)
    const foreign = await fetchFile(url, ola)
    const unknown = await fetchFile('/files/exports/AAAAAAAAAAAAAAAAAAAAAA', kari)
    const bare = async (answer: Response) => (await answer.text()).replace(/"request_id":"[^"]+"/, '')
    expect([foreign.status, await bare(foreign)]).toEqual([404, await bare(unknown)])
    t.clock.advance(24 * HOUR + 1000)
    expect((await fetchFile(url, kari)).status).toBe(404)
    t.clock.advance(-24 * HOUR - 1000)
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetchFile(url, kari)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(404)])
    expect(await current()).toMatchObject({ status: 'ready', url: null, bytes: expect.any(Number) })
    const { rows } = await sql`select from data_export where user_id = ${kari.id} and file_key is not null`.execute(
      t.db.kysely,
    )
    expect(rows).toEqual([])
  })

  test('an address stays valid while the file store is away', async () => {
    await post('/me/export', kari)
    const { url } = await ready()
    const read = vi.spyOn(t.app.parts.files, 'read').mockRejectedValueOnce(new AppError('unavailable'))
    expect((await fetchFile(url, kari)).status).toBe(503)
    read.mockRestore()
    expect((await fetchFile(url, kari)).status).toBe(200)
    expect((await fetchFile(url, kari)).status).toBe(404)
  })

  test('images beyond the limit are left out, and the file says so', async () => {
    const { files } = t.app.parts
    const chatId = (await post('/chats', kari, { user_id: ola.id })).body.id as string
    for (let i = 0; i < 3; i++)
      await sendImage(
        t.app.parts,
        { sender: kari.id, chatId, clientId: undefined },
        { bytes: Buffer.from('et bilde'), width: 3, height: 2 },
      )
    const openFile = files.read.bind(files)
    const read = vi.spyOn(files, 'read')
    read.mockImplementation(async (folder, key) =>
      folder === 'chat-images' ? Buffer.alloc(15_000_000) : openFile(folder, key),
    )
    onTestFinished(() => read.mockRestore())
    expect((await post('/me/export', kari)).status).toBe(200)
    const { url } = await ready()
    const entries = unzipSync(await (await fetchFile(url, kari)).bytes())
    expect(Object.keys(entries).filter((name) => name.startsWith('pictures/chat/'))).toHaveLength(2)
    expect(JSON.parse(strFromU8(entries['data.json'] ?? new Uint8Array()))).toMatchObject({ images_left_out: 1 })
    expect(strFromU8(entries['README.txt'] ?? new Uint8Array())).toMatch(/\n1 bilde fra samtalene .+ Skriv til \S+@/)
  })

  test('no other process takes an export over during a slow upload', async () => {
    await sql`insert into data_export (user_id, token_hash, expires_at) values (${kari.id}, ${kari.id}, app_now() + interval '1 day')`.execute(
      t.db.kysely,
    )
    const { files } = t.app.parts
    let taken: unknown = 'not called'
    const put: typeof files.put = async (...file) => {
      t.clock.advance(25_000)
      await vi.advanceTimersByTimeAsync(10_000)
      const free = async () => (await sql`select from data_export where locked_until < app_now() + interval '25 seconds' and user_id = ${kari.id}`.execute(t.db.kysely)).rows // prettier-ignore
      await vi.waitFor(async () => expect(await free()).toEqual([]))
      t.clock.advance(25_000)
      taken = await leaseExport(t.db.read)
      return files.put(...file)
    }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      expect(await buildNext({ ...t.app.parts, translators: {}, supportEmail: '', files: { ...files, put } })).toBe(
        true,
      )
    } finally {
      vi.useRealTimers()
    }
    expect(taken).toBeUndefined()
  })

  test('two requests at once make one export, and need a recently authenticated session', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('/me/export', kari)))
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200))
    const row = await ready()
    expect(row).toMatchObject({ progress: 1, url: expect.stringMatching(/^\/files\/exports\/[\w-]{22}$/) })
    await makeStale(t.db.kysely, kari.id)
    expect((await post('/me/export', kari)).body.code).toBe('reauthentication_required')
    // What is ready is no more to be had than what is not.
    expect(await current()).toMatchObject({ status: 'ready', url: null, locked: true })
    expect((await fetchFile(row.url, kari)).status).toBe(403)
    expect((await post('/me/export', { ...kari, cookie: await addSession(t.db.kysely, kari.id) })).status).toBe(200)
    await ready()
    expect(await current(ola)).toBeNull()
  })

  test('another process builds the export of a process that died', async () => {
    await sql`insert into data_export (user_id, token_hash, expires_at) values (${kari.id}, ${kari.id}, app_now() + interval '1 day')`.execute(
      t.db.kysely,
    )
    // Takes it and is never heard of again.
    await vi.waitFor(async () => expect(await leaseExport(t.db.read)).toMatchObject({ user_id: kari.id }))
    const builder = { ...t.app.parts, translators: {}, supportEmail: '' }
    expect(await buildNext(builder)).toBe(false)
    expect(await current()).toMatchObject({ status: 'building' })
    t.clock.advance(31_000)
    while (await buildNext(builder));
    expect(await current()).toMatchObject({ status: 'ready' })
  })

  test('an export that cannot be built fails after three attempts', async () => {
    await sql`insert into data_export (user_id, token_hash, expires_at) values (${kari.id}, ${kari.id}, app_now() + interval '1 day')`.execute(
      t.db.kysely,
    )
    const { files } = t.app.parts
    const builder = {
      ...t.app.parts,
      translators: {},
      supportEmail: '',
      files: { ...files, put: () => Promise.reject(new Error('disk full')) },
    }
    for (const status of ['building', 'building', 'failed']) {
      await buildNext(builder)
      expect((await current()).status).toBe(status)
      t.clock.advance(6_000)
    }
    expect((await post('/me/export', kari)).body.status).toBe('building')
    await ready()
  })

  test('an expired export is removed with its file', async () => {
    await post('/me/export', kari)
    await ready()
    const { rows } = await sql<{
      key: string
    }>`select file_key as key from data_export where user_id = ${kari.id}`.execute(t.db.kysely)
    const key = rows[0]?.key ?? ''
    const { files } = t.app.parts
    expect(await files.size('exports', key)).toBeGreaterThan(0)
    t.clock.advance(24 * HOUR + 1000)
    await buildNext({ ...t.app.parts, translators: {}, supportEmail: '' })
    expect(await current()).toBeNull()
    await vi.waitFor(async () => expect(await files.size('exports', key)).toBeUndefined())
  })
})

test('three exports a day are allowed', async () => {
  await start({ clock: middleOf(24 * HOUR), env: { RATE_LIMITS: 'on' } })
  try {
    await addPeople()
    for (let i = 0; i < 3; i++) {
      expect((await post('/me/export', kari)).status).toBe(200)
      await ready()
    }
    const refused = await post('/me/export', kari)
    expect([refused.status, refused.body.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([
      429,
      'rate_limited',
      true,
    ])
  } finally {
    await t.close()
  }
})
