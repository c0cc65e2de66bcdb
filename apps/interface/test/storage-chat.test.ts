/** The bucket `chat-images` and messages with an image, through the client library. */
import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetOldMessages } from '../../server/src/features/chat/jobs.ts'
import { findViolations } from '../../server/src/platform/db/invariants.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { exif } from '../../server/test/images/samples.ts'
import { goodPicture } from '../../server/test/images/uploads.ts'
import { clientKey } from './client.ts'
import { addMember, asFile, type Member, openChat, refusal } from './storage-people.ts'

let t: TestApp
let kari: Member
let ola: Member
let eva: Member
let chat: string
let bytes: Buffer
beforeAll(async () => {
  t = await startTestApp()
  bytes = await goodPicture()
})
afterAll(async () => {
  expect(await findViolations(t.db.kysely)).toEqual([])
  await t.close()
})
beforeEach(async () => {
  kari = await addMember(t, 'Kari Nordmann')
  ola = await addMember(t, 'Ola Nilsen')
  eva = await addMember(t, 'Eva Fremmed')
  chat = await openChat(kari, ola)
})

const images = (member = kari) => member.program.storage.from('chat-images')
const publicUrl = (path: string) => images().getPublicUrl(path).data.publicUrl

async function upload(name = '1767.jpg', member = kari): Promise<string> {
  const path = `${member.id}/${name}`
  const { error, data } = await images(member).upload(path, asFile(bytes), { cacheControl: '3600', upsert: false })
  expect([error, data?.fullPath]).toEqual([null, `chat-images/${path}`])
  return path
}

const send = async (path: string, changes: Record<string, unknown> = {}, member = kari) =>
  member.program
    .from('messages')
    .insert({ chat_id: chat, sender_id: member.id, image_url: publicUrl(path), message_type: 'image', ...changes })
    .select()
    .single()

const messagesOf = async ({ program }: Member) =>
  (await program.from('messages').select('*').eq('chat_id', chat).order('created_at').limit(100)).data ?? []

/** Returns the status of the public address for everybody: with a person's token, or without one. */
const openedBy = async (path: string, member?: Member) => {
  const headers = member && { apikey: clientKey, authorization: `Bearer ${member.token}` }
  return (await fetch(publicUrl(path), { ...(headers && { headers }) })).status
}

test('an image is uploaded, sent, and opened by both members and no other person', async () => {
  const path = await upload()
  // Before it is sent it is the sender's alone.
  expect([await openedBy(path), await openedBy(path, kari), await openedBy(path, ola)]).toEqual([401, 200, 404])
  expect(refusal(await images(ola).createSignedUrl(path, 60))).toEqual([404, 'Object not found'])

  const { error, data: sent } = await send(path)
  expect(error).toBeNull()
  expect(sent).toMatchObject({ chat_id: chat, sender_id: kari.id, content: null, message_type: 'image' })
  expect([await openedBy(path, kari), await openedBy(path, ola)]).toEqual([200, 200])
  expect([await openedBy(path), await openedBy(path, eva)]).toEqual([401, 404])
  for (const member of [kari, ola]) {
    const [message] = await messagesOf(member)
    // A page shows the address of a message as it is.
    const response = await fetch(message.image_url)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=3600',
      vary: 'authorization',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const etag = response.headers.get('etag') ?? ''
    expect((await fetch(message.image_url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const signed = await images(member).createSignedUrl(path, 60)
    expect((await fetch(signed.data!.signedUrl)).status).toBe(200)
    expect((await images(member).info(path)).data).toMatchObject({
      bucketId: 'chat-images',
      cacheControl: 'max-age=3600',
    })
  }
  expect((await images(eva).download(path)).error).not.toBeNull()
  expect((await images(eva).exists(path)).data).toBe(false)
  // Our own pages show the same message.
  const { body } = await t.call('GET', `/api/v1/chats/${chat}/messages`, { as: ola })
  expect((await t.call('GET', body.items[0].image_url, { as: ola })).status).toBe(200)
})

test('an image that was sent on our own pages has an address, too', async () => {
  const form = new FormData()
  form.append('file', asFile(bytes))
  const sent = await fetch(`${t.url}/api/v1/chats/${chat}/images`, {
    method: 'POST',
    body: form,
    headers: { cookie: ola.cookie, 'sec-fetch-site': 'same-origin' },
  })
  expect(sent.status).toBe(201)
  const [message] = await messagesOf(kari)
  expect((await fetch(message.image_url)).status).toBe(200)
  const [, name = ''] = /\/([\w-]{22}\.jpg)\?/.exec(message.image_url) ?? []
  expect((await images().download(`${ola.id}/${name}`)).data?.type).toBe('image/jpeg')
  expect((await images(eva).download(`${ola.id}/${name}`)).error).not.toBeNull()
})

test('an image is stored without its location, at most 1920 wide or high, and never replaced', async () => {
  const photo = await sharp(bytes).resize(2400, 3200, { fit: 'fill' }).withExif(exif).jpeg().toBuffer()
  const path = `${kari.id}/stor.png`
  expect((await images().upload(path, asFile(photo, 'image/png'))).error).toBeNull()
  const { data } = await images().download(path)
  const { width, height, exif: location } = await sharp(await data!.arrayBuffer()).metadata()
  expect([width, height, location]).toEqual([1440, 1920, undefined])
  for (const again of [
    images().upload(path, bytes),
    images().upload(path, bytes, { upsert: true }),
    images().update(path, bytes),
  ])
    expect(refusal(await again)).toEqual([409, 'The resource already exists'])
  const both = await Promise.all([
    images().upload(`${kari.id}/to.jpg`, bytes),
    images().upload(`${kari.id}/to.jpg`, bytes),
  ])
  expect(both.map(({ error }) => error === null).toSorted((one, other) => Number(one) - Number(other))).toEqual([
    false,
    true,
  ])
})

test('own uploads are listed by name, copied, moved and removed; a sent one stays with its message', async () => {
  for (const name of ['b.jpg', 'a.jpg', 'c.jpg']) await upload(name)
  const names = async (options = {}) => (await images().list(kari.id, options)).data?.map(({ name }) => name)
  expect(await names()).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  expect(await names({ sortBy: { column: 'name', order: 'desc' }, limit: 2 })).toEqual(['c.jpg', 'b.jpg'])
  expect(await names({ limit: 1, offset: 1 })).toEqual(['b.jpg'])
  expect(await names({ sortBy: { column: 'created_at' }, limit: 1000 })).toEqual(['b.jpg', 'a.jpg', 'c.jpg'])

  const [a, b, d] = ['a.jpg', 'b.jpg', 'd.jpg'].map((name) => `${kari.id}/${name}`) as [string, string, string]
  expect(refusal(await images().copy(a, b))).toEqual([409, 'The resource already exists'])
  expect((await images().copy(a, d)).data?.path).toBe(`chat-images/${d}`)
  expect(refusal(await images().move(a, b))).toEqual([409, 'The resource already exists'])
  expect((await send(b)).error).toBeNull()
  expect((await images().move(b, `${kari.id}/sendt.jpg`)).error).toBeNull()
  const [message] = await messagesOf(ola)
  expect((await fetch(message.image_url)).status).toBe(200)
  const { data: removed } = await images().remove([a, b, `${kari.id}/sendt.jpg`, d])
  expect(removed?.map(({ name }) => name)).toEqual([a, d])
  expect(await names()).toEqual(['c.jpg', 'sendt.jpg'])
  expect((await fetch(message.image_url)).status).toBe(200)
})

test('a later image cannot take the place of a sent one by the name of its file', async () => {
  const path = await upload('a.jpg')
  await send(path)
  const form = new FormData()
  form.append('file', asFile(bytes))
  await fetch(`${t.url}/api/v1/chats/${chat}/images`, {
    method: 'POST',
    body: form,
    headers: { cookie: kari.cookie, 'sec-fetch-site': 'same-origin' },
  })
  const sent = await messagesOf(ola)
  const seen = async ({ image_url: url }: { image_url: string }) =>
    Buffer.from(await (await fetch(url)).arrayBuffer()).toString('base64')
  const before = await Promise.all(sent.map(seen))
  expect(before).toHaveLength(2)
  for (const { image_url: url } of sent) {
    const name = new URL(url).pathname.split('/').at(-1) ?? ''
    const other = `${kari.id}/annet-${name}`
    expect((await images().upload(other, asFile(await goodPicture('#a72')))).error).toBeNull()
    await images().move(other, `${kari.id}/${name}`)
    await send(`${kari.id}/${name}`)
  }
  expect(await Promise.all(sent.map(seen))).toEqual(before)
})

test('an image is sent once, by its owner, into a conversation of the owner', async () => {
  const path = await upload()
  const stranger = await openChat(ola, eva)
  expect((await send(path, { chat_id: stranger })).status).toBe(404)
  expect((await send(path, { sender_id: ola.id })).status).toBe(403)
  expect((await send(path, {}, ola)).status).toBe(400)
  expect((await send(path, { content: 'Se her' })).status).toBe(400)
  expect((await send(path, { message_type: 'text' })).status).toBe(400)
  for (const image_url of [
    'https://evil.example/x.jpg',
    publicUrl(path).replace('chat-images', 'profiles'),
    publicUrl(path).replace('1767', '%2e%2e%2f1767'),
    `/files/chat-images/${path}`,
    path,
    7,
  ])
    expect([image_url, (await send(path, { image_url })).status]).toEqual([image_url, 400])
  expect((await send(path, { image_url: publicUrl(`${kari.id}/ukjent.jpg`) })).status).toBe(404)
  expect(await messagesOf(ola)).toEqual([])

  const sent = await Promise.all([send(path), send(path)])
  expect(sent.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 404])
  expect(await messagesOf(ola)).toHaveLength(1)
})

test('a block stops sending, and leaves the image to its owner', async () => {
  const path = await upload()
  await ola.program.from('user_blocks').insert({ blocker_id: ola.id, blocked_id: kari.id })
  expect((await send(path)).status).toBe(403)
  expect([await openedBy(path, kari), await openedBy(path, ola)]).toEqual([200, 404])
})

test('a message taken back, a deleted conversation and a suspension take the image away at once', async () => {
  const [path, other] = [await upload('a.jpg'), await upload('b.jpg')]
  const { data: first } = await send(path)
  await send(other)
  const [seen, kept] = await messagesOf(ola)
  await t.call('POST', `/api/v1/chats/${chat}/messages/${first.id}/take-back`, { as: kari, body: {} })
  expect([await openedBy(path, ola), await openedBy(path, kari), (await fetch(seen.image_url)).status]).toEqual([
    404, 404, 404,
  ])
  expect((await fetch(kept.image_url)).status).toBe(200)
  // The name is free again.
  await upload('a.jpg')

  await ola.program.rpc('delete_chat_for_user', { chat_id: chat, user_id: ola.id })
  expect([await openedBy(other, ola), await openedBy(other, kari), (await fetch(kept.image_url)).status]).toEqual([
    404, 200, 404,
  ])
  const { data: signed } = await images().createSignedUrl(other, 60)
  await t.db.kysely
    .updateTable('auth_user')
    .set({ suspended_at: t.clock.now(), suspended_reason: 'x' })
    .where('id', '=', kari.id)
    .execute()
  expect((await fetch(signed!.signedUrl)).status).toBe(404)
})

test('a signed address opens nothing once the reader or the sender is erased', async () => {
  const [own, other] = [await upload('a.jpg'), await upload('b.jpg', ola)]
  expect([(await send(own)).error, (await send(other, {}, ola)).error]).toEqual([null, null])
  const unsent = await upload('c.jpg', ola)
  const { data: signed } = await images(ola).createSignedUrl(unsent, 60)
  const [ofReader, ofErased] = [await messagesOf(kari), await messagesOf(ola)].map((rows) =>
    rows.map(({ image_url: url }) => url as string),
  ) as [string[], string[]]
  const opened = (urls: string[]) => Promise.all(urls.map(async (url) => (await fetch(url)).status))
  expect([await opened(ofReader), await opened(ofErased)]).toEqual([
    [200, 200],
    [200, 200],
  ])
  expect((await t.call('POST', '/api/v1/me/deletion', { as: ola })).status).toBe(200)
  await t.db.kysely.updateTable('auth_user').set({ purge_at: t.clock.now() }).where('id', '=', ola.id).execute()
  const { erasePerson } = await import('../../server/src/features/privacy/service.ts')
  await erasePerson({ ...t.app.parts, origin: t.app.origin }, ola.id)
  expect([await opened(ofReader), await opened(ofErased)]).toEqual([
    [200, 404],
    [404, 404],
  ])
  expect((await fetch(signed!.signedUrl)).status).toBe(404)
  expect((await messagesOf(kari)).map(({ image_url: url }) => url === null)).toEqual([false, true])
})

test('an image that is not sent within a day is removed with its file', async () => {
  const at = await upload()
  const { token } = kari
  const { key } = await t.db.kysely
    .selectFrom('chat_upload')
    .select('key')
    .where('owner_id', '=', kari.id)
    .executeTakeFirstOrThrow()
  const file = path.join(t.dataDir, 'files', 'chat-images', key)
  expect(fs.existsSync(file)).toBe(true)
  t.clock.advance(86_400_000 + 60_000)
  expect(
    await t.db.kysely.selectFrom('chat_upload').select('sent').where('owner_id', '=', kari.id).execute(),
  ).toHaveLength(1)
  const headers = { apikey: clientKey, authorization: `Bearer ${token}` }
  expect((await fetch(publicUrl(at), { headers })).status).toBe(404)
  expect((await send(at)).status).toBe(404)
  const { removeUnsent } = await import('../../server/src/features/chat/store-uploads.ts')
  expect(await removeUnsent(t.db.read)).toBeGreaterThan(0)
  expect(await t.db.kysely.selectFrom('chat_upload').select('sent').where('owner_id', '=', kari.id).execute()).toEqual(
    [],
  )
  expect(await forgetOldMessages(t.app.parts)).toBe(0)
  // Removing any file wakes what removes all that are due.
  await images().remove([await upload('b.jpg')])
  await expect.poll(() => fs.existsSync(file)).toBe(false)
  t.clock.advance(-86_400_000 - 60_000)
})

test('an upload that counts as sent without a message breaks an invariant, and so does the reverse', async () => {
  const path = await upload()
  const mark = (sent: boolean) =>
    t.db.kysely.updateTable('chat_upload').set({ sent }).where('owner_id', '=', kari.id).execute()
  const broken = async () => (await findViolations(t.db.kysely)).map(({ invariant }) => invariant)
  await mark(true)
  expect(await broken()).toEqual(['I-24'])
  await mark(false)
  await send(path)
  await mark(false)
  expect(await broken()).toEqual(['I-24'])
  await mark(true)
})
