/** The bucket `profiles` and what both buckets share, through the client library. */
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findViolations } from '../../server/src/platform/db/invariants.ts'
import { startTestApp, type TestApp } from '../../server/test/app.ts'
import { goodPicture } from '../../server/test/images/uploads.ts'
import { clientKey, createProgram } from './client.ts'
import { addMember, asFile, type Member, refusal } from './storage-people.ts'

let t: TestApp
let kari: Member
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
})

const profiles = (member = kari) => member.program.storage.from('profiles')
const pictureOf = async ({ program, id }: Member) =>
  (await program.from('profiles').select('profile_picture').eq('id', id).single()).data?.profile_picture as
    | string
    | null

test('a person replaces the own picture as the specification describes it', async () => {
  for (const background of ['#27a', '#a72']) {
    const { data: old } = await profiles().list(kari.id)
    if (old?.length) {
      const removed = await profiles().remove(old.map(({ name }) => `${kari.id}/${name}`))
      expect(removed.data).toMatchObject([{ name: `${kari.id}/profile-1.jpg`, bucket_id: 'profiles' }])
    }
    const path = `${kari.id}/profile-${old?.length ? 2 : 1}.jpg`
    const sent = await profiles().upload(path, asFile(await goodPicture(background)), {
      upsert: true,
      cacheControl: '86400',
    })
    expect([sent.error, sent.data?.path, sent.data?.fullPath]).toEqual([null, path, `profiles/${path}`])
    const { publicUrl } = profiles().getPublicUrl(path).data
    const changed = await kari.program
      .from('profiles')
      .update({ profile_picture: `${publicUrl}?v=${Date.now()}` })
      .eq('id', kari.id)
    expect(changed.error).toBeNull()

    const seen = await fetch(publicUrl)
    expect(Object.fromEntries(seen.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    const shown = Buffer.from(await seen.arrayBuffer())
    expect(await sharp(shown).metadata()).toMatchObject({ width: 300, height: 300, format: 'jpeg' })
    const address = new URL((await pictureOf(kari)) ?? '')
    const onPages = await fetch(`${t.url}${address.pathname}`)
    expect(Buffer.from(await onPages.arrayBuffer())).toEqual(shown)
  }
  expect((await profiles().list(kari.id)).data?.map(({ name }) => name)).toEqual(['profile-2.jpg'])
  expect((await fetch(profiles().getPublicUrl(`${kari.id}/profile-1.jpg`).data.publicUrl)).status).toBe(404)

  expect((await kari.program.from('profiles').update({ profile_picture: null }).eq('id', kari.id)).error).toBeNull()
  expect([await pictureOf(kari), (await profiles().list(kari.id)).data]).toEqual([null, []])
})

test('a form, bare bytes, a stream and a type that says nothing are all stored as a JPEG', async () => {
  const png = await sharp(bytes).png().toBuffer()
  const form = new FormData()
  form.append('bilde', asFile(bytes))
  const bodies = [asFile(bytes), png, new Blob([new Uint8Array(png)]).stream(), new Uint8Array(bytes), form]
  for (const [index, body] of bodies.entries()) {
    const { error } = await profiles().upload(`${kari.id}/${index}.jpg`, body)
    expect([index, error]).toEqual([index, null])
    const { data } = await profiles().download(`${kari.id}/${index}.jpg`)
    expect([data?.type, (await sharp(await data!.arrayBuffer()).metadata()).format]).toEqual(['image/jpeg', 'jpeg'])
  }
})

test('an upload under a name that is taken is refused unless it replaces', async () => {
  const path = `${kari.id}/a.jpg`
  const first = await profiles().upload(path, bytes)
  expect(refusal(await profiles().upload(path, bytes))).toEqual([409, 'The resource already exists'])
  const replaced = await profiles().upload(path, bytes, { upsert: true })
  expect(replaced.error).toBeNull()
  expect(replaced.data?.id).not.toBe(first.data?.id)
  expect((await profiles().update(path, bytes)).error).toBeNull()
})

test('of two uploads of one name at once one is stored, and removing a name leaves the picture that has another one', async () => {
  const path = `${kari.id}/a.jpg`
  const both = await Promise.all([profiles().upload(path, bytes), profiles().upload(path, bytes)])
  expect(both.map(({ error }) => error === null).toSorted((one, other) => Number(one) - Number(other))).toEqual([
    false,
    true,
  ])
  const stored = both.find(({ error }) => error === null)
  expect((await profiles().info(path)).data?.id).toBe(stored?.data?.id)
  for (let round = 0; round < 5; round++) {
    await profiles().upload(path, bytes, { upsert: true })
    const [removed, moved] = await Promise.all([profiles().remove([path]), profiles().move(path, `${kari.id}/b.jpg`)])
    const names = (await profiles().list(kari.id)).data?.map(({ name }) => name)
    expect(names).toEqual(moved.error ? [] : ['b.jpg'])
    expect(removed.data).toHaveLength(moved.error ? 1 : 0)
  }
})

test('an object is described, found, moved, signed and removed', async () => {
  const path = `${kari.id}/a.jpg`
  await profiles().upload(path, bytes)
  const info = await profiles().info(path)
  expect(info.data).toMatchObject({
    name: path,
    bucketId: 'profiles',
    contentType: 'image/jpeg',
    cacheControl: 'max-age=86400',
  })
  const { data: file } = await profiles().download(path)
  expect(info.data?.size).toBe(file?.size)
  const { data: listed } = await profiles().list(kari.id, { limit: 100, sortBy: { column: 'name', order: 'desc' } })
  expect(listed).toMatchObject([
    { name: 'a.jpg', id: info.data?.id, metadata: { size: file?.size, mimetype: 'image/jpeg' } },
  ])
  expect((await profiles().list(kari.id, { offset: 1 })).data).toEqual([])
  expect((await profiles().list(kari.id, { search: 'b' })).data).toEqual([])
  expect([(await profiles().exists(path)).data, (await profiles().exists(`${kari.id}/b.jpg`)).data]).toEqual([
    true,
    false,
  ])

  expect((await profiles().move(path, `${kari.id}/b.jpg`)).data).toEqual({ message: 'Successfully moved' })
  expect(refusal(await profiles().move(path, `${kari.id}/c.jpg`))).toEqual([404, 'Object not found'])
  expect([(await profiles().exists(path)).data, (await profiles().exists(`${kari.id}/b.jpg`)).data]).toEqual([
    false,
    true,
  ])
  // There is no room for a second picture.
  expect(refusal(await profiles().copy(`${kari.id}/b.jpg`, path))).toEqual([404, 'This operation is not offered'])

  const { data: signed } = await profiles().createSignedUrl(`${kari.id}/b.jpg`, 60, { download: 'meg.jpg' })
  const opened = await fetch(signed!.signedUrl)
  expect([opened.status, opened.headers.get('content-disposition')]).toEqual([200, 'attachment; filename="meg.jpg"'])
  const { data: many } = await profiles().createSignedUrls([`${kari.id}/b.jpg`, path, '../x'], 60)
  expect(many?.map(({ error }) => error === null)).toEqual([true, false, false])
  expect((await fetch(many![0]!.signedUrl!)).status).toBe(200)

  const removed = await profiles().remove([path, `${kari.id}/b.jpg`, `${kari.id}/b.jpg`])
  expect(removed.data?.map(({ name }) => name)).toEqual([`${kari.id}/b.jpg`])
  expect(await pictureOf(kari)).toBeNull()
})

test('a picture set on our own pages has a name, too, and follows the profile', async () => {
  const form = new FormData()
  form.append('file', asFile(bytes))
  await fetch(`${t.url}/api/v1/me/picture`, {
    method: 'PUT',
    body: form,
    headers: { cookie: kari.cookie, 'sec-fetch-site': 'same-origin' },
  })
  const { data: listed } = await profiles().list(kari.id)
  const path = `${kari.id}/${listed?.[0]?.name}`
  const { publicUrl } = profiles().getPublicUrl(path).data
  expect((await fetch(publicUrl)).status).toBe(200)
  expect((await t.call('DELETE', '/api/v1/me/picture', { as: kari })).status).toBe(200)
  expect((await fetch(publicUrl)).status).toBe(404)
})

test('the picture of a person who leaves is not shown any more, and comes back with the person', async () => {
  const path = `${kari.id}/a.jpg`
  await profiles().upload(path, bytes)
  const { publicUrl } = profiles().getPublicUrl(path).data
  const purgeAt = new Date(t.clock.now().getTime() + 86_400_000)
  const { closeProfile, reopenProfile } = await import('../../server/src/features/profiles/port.ts')
  await t.db.kysely.updateTable('auth_user').set({ purge_at: purgeAt }).where('id', '=', kari.id).execute()
  await closeProfile(t.db.kysely, kari.id)
  expect((await fetch(publicUrl)).status).toBe(404)
  expect(refusal(await profiles().upload(path, bytes))).toEqual([403, 'The account is being deleted'])
  await t.db.kysely.updateTable('auth_user').set({ purge_at: null }).where('id', '=', kari.id).execute()
  await reopenProfile(t.db.kysely, kari.id)
  expect((await fetch(publicUrl)).status).toBe(200)
})

describe('buckets', () => {
  test('are listed and described, and cannot be changed', async () => {
    for (const program of [kari.program, createProgram(t)]) {
      const { data } = await program.storage.listBuckets()
      expect(data?.map(({ id, public: isPublic }) => [id, isPublic])).toEqual([
        ['profiles', true],
        ['chat-images', false],
      ])
      expect((await program.storage.getBucket('profiles')).data).toMatchObject({
        name: 'profiles',
        file_size_limit: 5_242_880,
      })
      expect(refusal(await program.storage.getBucket('exports'))).toEqual([404, 'Bucket not found'])
      const { storage } = program
      for (const change of [
        storage.createBucket('mine', { public: true }),
        storage.updateBucket('chat-images', { public: true }),
        storage.emptyBucket('profiles'),
        storage.deleteBucket('profiles'),
        storage.from('profiles').createSignedUploadUrl(`${kari.id}/a.jpg`),
        storage.from('profiles').uploadToSignedUrl(`${kari.id}/a.jpg`, 'token', bytes),
        storage.from('profiles').listV2(),
        storage.from('profiles').purgeCache(`${kari.id}/a.jpg`),
      ])
        expect(refusal(await change)).toEqual([404, 'This operation is not offered'])
    }
    const resized = await profiles().download(`${kari.id}/a.jpg`, { transform: { width: 20 } })
    expect(refusal(resized)).toEqual([404, 'This operation is not offered'])
  })

  test('pages of other sites may call the interface and show its pictures', async () => {
    const headers = { origin: 'https://andre.example', apikey: clientKey }
    const response = await fetch(`${t.url}/storage/v1/bucket`, { headers })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const preflight = await fetch(`${t.url}/storage/v1/object/profiles/x/y`, {
      method: 'OPTIONS',
      headers: { ...headers, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-upsert' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('x-upsert'),
    ])
  })
})
