/** Images in conversations: stored once, readable by the two members only, and deleted with their retention. */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { chatImageUpload } from '@samtur/contract/uploads'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findViolations } from '#platform/db/invariants'
import { forgetOldMessages } from '#features/chat/jobs'
import { forgetImages } from '#features/chat/port'
import { expectImage, sendImage } from '#features/chat/service'
import { startTestApp, type TestApp } from '../app.ts'
import { usualKind } from '../database.ts'
import { LiveClient } from '../live-client.ts'
import { signedInAgain, addPerson, testSecret, type TestPerson } from '../sessions.ts'
import { jpegSegments } from './bytes.ts'
import { canary, exif, quartered, xmp } from './samples.ts'
import { goodPicture, sendForm, sendPicture } from './uploads.ts'

const DAY = 86_400_000

describe.each([usualKind])('on the %s database', (kind) => {
  let t: TestApp
  let kari: TestPerson
  let ola: TestPerson
  let chatId: string
  let bytes: Buffer
  beforeAll(async () => {
    bytes = await goodPicture()
    t = await startTestApp({ kind, env: { SECRET: testSecret } })
  })
  afterAll(async () => {
    expect(await findViolations(t.db.kysely)).toEqual([])
    await t.close()
  })
  beforeEach(async () => {
    kari = await addPerson(t.db.kysely, { name: 'Kari Nordmann' })
    ola = await addPerson(t.db.kysely, { name: 'Ola Nilsen' })
    chatId = (await post('/chats', kari, { user_id: ola.id })).body.id
  })

  const post = (to: string, as: TestPerson, body: object) => t.call('POST', `/api/v1${to}`, { as, body })
  const get = (to: string, as?: TestPerson, headers = {}) => t.call('GET', to, { as, headers })
  const upload = (as = kari, sent = bytes, clientId?: string) =>
    sendForm({ url: t.url, to: `/chats/${chatId}/images${clientId ? `?client_id=${clientId}` : ''}`, as, bytes: sent })
  const send = async (as = kari, sent = bytes) => {
    const { status, body } = await upload(as, sent)
    expect([status, body.code]).toEqual([201, undefined])
    return body as { id: string; seq: number; image_url: string }
  }
  const messages = async (as = kari) => (await get(`/api/v1/chats/${chatId}/messages`, as)).body.items
  const folder = () => path.join(t.dataDir, 'files/chat-images')
  const onDisk = () => (fs.existsSync(folder()) ? fs.readdirSync(folder()) : [])
  const keyOf = (url: string) => url.split('/').at(-1) ?? ''
  const loose = () => t.db.kysely.selectFrom('loose_file').select('key').where('folder', '=', 'chat-images').execute()
  /** Expects a file for every message with an image, and a message for every file. */
  const expectTidy = () =>
    vi.waitFor(async () => {
      const { rows } = await sql<{
        key: string
      }>`select image_key as key from message where image_key is not null`.execute(t.db.kysely)
      expect(onDisk().toSorted()).toEqual(rows.map(({ key }) => key).toSorted())
      expect(await loose()).toEqual([])
    })

  test('both members can open the image, under a random address, and other people cannot', async () => {
    const eva = await addPerson(t.db.kysely)
    const clientId = randomUUID()
    const { status, body } = await upload(kari, bytes, clientId.toUpperCase())
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      chat_id: chatId,
      seq: 1,
      sender_id: kari.id,
      content: null,
      image_url: expect.stringMatching(/^\/files\/chat-images\/[\w-]{22}\.jpg$/),
      image_size: { width: 60, height: 60 },
      message_type: 'image',
      created_at: expect.any(String),
      client_id: clientId,
    })
    expect(await messages()).toEqual([body])
    expect(await messages(ola)).toEqual([{ ...body, client_id: null }])
    expect((await get('/api/v1/chats', ola)).body.items).toMatchObject([
      { id: chatId, unread_count: 1, last_message: { image_url: body.image_url } },
    ])

    for (const member of [kari, ola]) {
      const answer = await get(body.image_url, member)
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'private, max-age=3600',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      const again = await get(body.image_url, member, { 'if-none-match': answer.headers.get('etag') ?? '' })
      expect([again.status, again.text]).toEqual([304, ''])
    }
    const etag = { 'if-none-match': `"${keyOf(body.image_url)}"` }
    expect((await get(body.image_url)).status).toBe(401)
    const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    const unknown = await get(`/files/chat-images/${'A'.repeat(22)}.jpg`, eva)
    for (const foreign of [
      await get(body.image_url, eva),
      await get(body.image_url, eva, etag),
      await get('/files/chat-images/%00', eva),
      await get('/files/chat-images/..%2Fprofiles', eva),
    ]) {
      expect([foreign.status, bare(foreign.text)]).toEqual([404, bare(unknown.text)])
      expect(foreign.headers.get('cache-control')).toBe('no-store')
    }
    // A file of one folder is not served from another, and folders have no listing.
    expect((await get(body.image_url.replace('chat-images', 'profiles'), kari)).status).toBe(404)
    expect((await get('/files/chat-images/', kari)).status).toBe(404)
  })

  test('a photo is stored upright, at most 1920 wide or high, and without its location', async () => {
    const photo = await quartered(6)
      .resize(2400, 3200, { fit: 'fill' })
      .withExif(exif)
      .withXmp(xmp)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(photo.includes('Exif')).toBe(true)
    const { body } = await upload(kari, photo)
    expect(body.image_size).toEqual({ width: 1920, height: 1440 })
    const stored = fs.readFileSync(path.join(folder(), keyOf(body.image_url)))
    for (const word of ['Exif', 'GPS', 'xmp', 'ICC_PROFILE', canary]) expect(stored.includes(word), word).toBe(false)
    expect(jpegSegments(stored).filter(({ marker }) => marker > 0xe0 && marker !== 0xff)).toEqual([])
    const { data, info } = await sharp(stored).raw().toBuffer({ resolveWithObject: true })
    const [red, green, blue] = data.subarray((100 * info.width + 100) * 3)
    expect([red! > 180, green! < 80, blue! < 80]).toEqual([true, true, true])
    // A small image is not enlarged, and transparency becomes white.
    const { body: small } = await upload(
      kari,
      await sharp({ create: { width: 33, height: 7, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
    )
    expect(small.image_size).toEqual({ width: 33, height: 7 })
    const pixels = await sharp(path.join(folder(), keyOf(small.image_url)))
      .raw()
      .toBuffer()
    expect(new Set(pixels)).toEqual(new Set([255]))
    expect((await upload(kari, await goodPicture('#123', 1, 3000))).body.image_size).toEqual({ width: 1, height: 1920 })
  })

  test('repeating an upload with its client id, also at the same time, makes one message and one file', async () => {
    const before = onDisk().length
    const clientId = randomUUID()
    const sent = await Promise.all(Array.from({ length: 4 }, () => upload(kari, bytes, clientId)))
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1)
    expect(await messages()).toHaveLength(1)
    await vi.waitFor(() => expect(onDisk()).toHaveLength(before + 1))
    // A later repetition stores no file, not even with another picture.
    const written = vi.spyOn(t.app.parts.files, 'put')
    const again = await upload(kari, Buffer.from('no picture'), clientId)
    expect([again.status, again.body]).toEqual([201, sent[0]?.body])
    expect(written).not.toHaveBeenCalled()
    written.mockRestore()
    await expectTidy()
    // The other member's client ids are independent.
    expect((await upload(ola, bytes, clientId)).body).toMatchObject({ seq: 2, sender_id: ola.id })
  })

  test('texts and images of both have one order, and arrive live in it', async () => {
    const reader = await LiveClient.open(t.url, ola.cookie)
    expect(await reader.subscribe(`chat:${chatId}`)).toBe('subscribed')
    const all = Array.from({ length: 12 }, (_, i) =>
      i % 3 ? post(`/chats/${chatId}/messages`, i % 2 ? kari : ola, { content: `${i}` }) : upload(i % 2 ? kari : ola),
    )
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 201))
    await vi.waitFor(() => expect(reader.seqs(chatId)).toHaveLength(12))
    const stored = await messages(ola)
    expect(reader.events(`chat:${chatId}`)).toEqual(stored.map((message: object) => ({ event: 'message', message })))
    expect(stored.map(({ seq }: { seq: number }) => seq)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1))
    expect(stored.filter((message: { image_url: string | null }) => message.image_url)).toHaveLength(4)
  })

  test('a person who deleted the conversation can open only what came afterwards', async () => {
    const first = await send()
    expect((await t.call('DELETE', `/api/v1/chats/${chatId}`, { as: ola })).body).toBe(true)
    const second = await send()
    expect([(await get(first.image_url, ola)).status, (await get(second.image_url, ola)).status]).toEqual([404, 200])
    expect([(await get(first.image_url, kari)).status, (await get(second.image_url, kari)).status]).toEqual([200, 200])
  })

  test('a block stops uploads by both, and reading by neither', async () => {
    const { image_url } = await send()
    await t.call('PUT', `/api/v1/me/blocks/${kari.id}`, { as: ola })
    for (const member of [kari, ola]) {
      expect((await get(image_url, member)).status).toBe(200)
      const { status, body } = await upload(member)
      expect([status, body.code, body.params]).toEqual([403, 'message_refused', undefined])
    }
    await expectTidy()
  })

  /** Runs an action between the first byte of the upload and the message. */
  const onItsWay = async (happens: () => Promise<unknown>) => {
    const sending = { sender: kari.id, chatId, clientId: undefined }
    expect(await expectImage(t.app.parts, sending)).toBeNull()
    await happens()
    return sendImage(t.app.parts, sending, { bytes, width: 60, height: 60 })
  }

  test('a block during an upload prevents the message', async () => {
    const blocked = onItsWay(() => t.call('PUT', `/api/v1/me/blocks/${kari.id}`, { as: ola }))
    await expect(blocked).rejects.toMatchObject({ code: 'message_refused' })
    expect(await messages()).toEqual([])
    await expectTidy()
  })

  test('a person who closes the account or is suspended during an upload sends nothing', async () => {
    const shut = sql`update auth_user set suspended_at = now(), suspended_reason = 'x' where id = ${kari.id}`
    await expect(onItsWay(() => shut.execute(t.db.kysely))).rejects.toMatchObject({ code: 'account_closing' })
    await sql`update auth_user set suspended_at = null, suspended_reason = null where id = ${kari.id}`.execute(
      t.db.kysely,
    )
    expect(await messages()).toEqual([])
    await expectTidy()
    await expect(onItsWay(() => Promise.resolve())).resolves.toMatchObject({ message_type: 'image' })
  })

  test('only members can upload, and others get the same response as for an unknown conversation', async () => {
    const eva = await addPerson(t.db.kysely)
    const foreign = await upload(eva)
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
    for (const id of [randomUUID(), 'undefined', '%00']) {
      const { status, body } = await sendPicture({ url: t.url, to: `/chats/${id}/images`, as: kari, bytes })
      expect([id, status, body.code]).toEqual([id, 404, 'not_found'])
    }
    expect((await sendPicture({ url: t.url, to: `/chats/${chatId}/images`, bytes })).status).toBe(401)
    await expectTidy()
  })

  test('no space for the file gives 503 and no message', async () => {
    await send()
    fs.renameSync(folder(), `${folder()}-aside`)
    fs.writeFileSync(folder(), 'in the way')
    try {
      const { status, body } = await upload()
      expect([status, body.code]).toEqual([503, 'unavailable'])
    } finally {
      fs.rmSync(folder())
      fs.renameSync(`${folder()}-aside`, folder())
    }
    expect(await messages()).toHaveLength(1)
    // A possibly written file is deleted after a day.
    await t.db.kysely.deleteFrom('loose_file').where('folder', '=', 'chat-images').execute()
  })

  test('a message that cannot be stored references no file, and the file is deleted after a day', async () => {
    const before = onDisk()
    await sql`alter table message add constraint no_images check (chat_id <> ${sql.lit(chatId)} or message_type <> 'image')`.execute(
      t.db.kysely,
    )
    const { status } = await upload()
    await sql`alter table message drop constraint no_images`.execute(t.db.kysely)
    expect(status).toBe(500)
    expect(onDisk()).toHaveLength(before.length + 1)
    t.clock.advance(DAY + 1000)
    // The next deletion triggers the job for what else is due.
    await t.db.tx((tx) => t.app.parts.files.drop(tx, 'chat-images', `${'A'.repeat(22)}.jpg`))
    await expectTidy()
    t.clock.advance(-DAY - 1000)
  })

  test('images are deleted with messages that are too old', async () => {
    const old = await send()
    t.clock.advance(300 * DAY)
    Object.assign(kari, await signedInAgain(t.db.kysely, kari))
    const young = await send()
    t.clock.advance(432 * DAY)
    Object.assign(kari, await signedInAgain(t.db.kysely, kari))
    while ((await forgetOldMessages(t.app.parts)) > 0);
    expect([(await get(old.image_url, kari)).status, (await get(young.image_url, kari)).status]).toEqual([404, 200])
    await expectTidy()
    expect(onDisk()).not.toContain(keyOf(old.image_url))
    t.clock.advance(-732 * DAY)
  })

  test('erasing an account deletes its images and keeps its messages', async () => {
    const [own, olas] = [await send(), await send(ola)]
    await t.db.tx((tx) => forgetImages(tx, t.app.parts.files, kari.id))
    expect([(await get(own.image_url, ola)).status, (await get(olas.image_url, ola)).status]).toEqual([404, 200])
    expect(await messages(ola)).toMatchObject([
      { message_type: 'image', content: null, image_url: null, image_size: null },
      { image_url: olas.image_url },
    ])
    await expectTidy()
    expect(onDisk()).not.toContain(keyOf(own.image_url))
  })
})

test('images count as messages, at most a hundred an hour', async () => {
  const t = await startTestApp({ env: { SECRET: testSecret, RATE_LIMITS: 'on' } })
  const [kari, ola] = [await addPerson(t.db.kysely), await addPerson(t.db.kysely)]
  const chatId = (await t.call('POST', '/api/v1/chats', { as: kari, body: { user_id: ola.id } })).body.id as string
  // Starts at the beginning of an hour.
  t.clock.advance(3_600_000 - (t.clock.now().getTime() % 3_600_000))
  const send = async (as: TestPerson, size = 0) =>
    (await sendPicture({ url: t.url, to: `/chats/${chatId}/images`, as, bytes: Buffer.alloc(size) })).status
  // A refused large file does not count.
  expect(await send(kari, chatImageUpload.maxBytes + 2_000_000)).toBe(413)
  const say = async (as: TestPerson) =>
    (await t.call('POST', `/api/v1/chats/${chatId}/messages`, { as, body: { content: 'Hei' } })).status
  const times = async (count: number, work: () => Promise<number>) =>
    new Set(await Promise.all(Array.from({ length: count }, work)))
  expect(await times(59, () => send(kari))).toEqual(new Set([422]))
  expect([await say(kari), await say(kari), await send(kari)]).toEqual([201, 429, 429])
  expect(await send(ola)).toBe(422)
  t.clock.advance(60_000)
  expect(await times(41, () => send(kari))).toEqual(new Set([422]))
  expect([await send(kari), await say(kari)]).toEqual([429, 201])
  t.clock.advance(3_600_000)
  expect(await send(kari)).toBe(422)
  await t.close()
})

test('the API description has the upload', async () => {
  const t = await startTestApp()
  const { body } = await t.call('GET', '/api/v1/openapi.json')
  const { post } = body.paths['/chats/{id}/images']
  expect(post.parameters).toMatchObject([
    { name: 'id', in: 'path', required: true },
    { name: 'client_id', in: 'query' },
  ])
  expect(post.responses['201']).toEqual(body.paths['/chats/{id}/messages'].post.responses['201'])
  expect(Object.keys(post.responses)).toEqual(
    expect.arrayContaining(['403', '404', '413', '415', '422', '429', '503', '507']),
  )
  expect(post.responses['200']).toBeUndefined()
  await t.close()
})
