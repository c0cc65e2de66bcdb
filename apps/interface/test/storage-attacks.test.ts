/** Attacks on /storage/v1: folders of others, tricks with paths, forged signatures, and floods. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '../../server/src/platform/db/invariants.ts'
import { password, startTestApp, type TestApp } from '../../server/test/app.ts'
import { goodPicture } from '../../server/test/images/uploads.ts'
import { testSecret } from '../../server/test/sessions.ts'
import { clientKey, createProgram } from './client.ts'
import { signInByPassword } from './people.ts'
import { addMember, type Member, openChat, refusal } from './storage-people.ts'

let t: TestApp
let kari: Member
let ola: Member
let eva: Member
let chat: string
let bytes: Buffer
/** Kari's picture, an image that she has not sent, and one that Ola has got. */
let paths: { picture: string; unsent: string; sent: string }
beforeAll(async () => {
  t = await startTestApp({ env: { SECRET: testSecret } })
  bytes = await goodPicture()
  ;[kari, ola, eva] = [
    await addMember(t, 'Kari Nordmann'),
    await addMember(t, 'Ola Nilsen'),
    await addMember(t, 'Eva Fremmed'),
  ]
  chat = await openChat(kari, ola)
  paths = { picture: `${kari.id}/meg.jpg`, unsent: `${kari.id}/usendt.jpg`, sent: `${kari.id}/sendt.jpg` }
  const { storage } = kari.program
  for (const [bucket, at] of [
    ['profiles', paths.picture],
    ['chat-images', paths.unsent],
    ['chat-images', paths.sent],
  ] as const)
    expect((await storage.from(bucket).upload(at, bytes)).error).toBeNull()
  const image_url = storage.from('chat-images').getPublicUrl(paths.sent).data.publicUrl
  const sent = await kari.program
    .from('messages')
    .insert({ chat_id: chat, sender_id: kari.id, image_url, message_type: 'image' })
  expect(sent.error).toBeNull()
})
afterAll(async () => {
  expect(await findViolations(t.db.kysely)).toEqual([])
  await t.close()
})

const onDisk = () =>
  fs
    .readdirSync(path.join(t.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? entry.name : []))
const stored = async () => [
  await t.db.kysely.selectFrom('profile').select(['id', 'picture_key', 'picture_name']).orderBy('id').execute(),
  await t.db.kysely.selectFrom('chat_upload').selectAll().orderBy('name').execute(),
  onDisk().toSorted(),
]

test('the folder of another person is closed to every verb, and nothing in it changes', async () => {
  const before = await stored()
  for (const [bucket, at] of [
    ['profiles', paths.picture],
    ['chat-images', paths.unsent],
  ] as const) {
    const foreign = eva.program.storage.from(bucket)
    const own = `${eva.id}/min.jpg`
    const attempts = [
      foreign.list(kari.id),
      foreign.list(''),
      foreign.upload(at, bytes),
      foreign.upload(`${kari.id}/ny.jpg`, bytes, { upsert: true }),
      foreign.update(at, bytes),
      foreign.move(at, own),
      foreign.move(at, `${kari.id}/ny.jpg`),
      foreign.move(own, at),
      foreign.copy(at, own),
      foreign.copy(own, `${kari.id}/ny.jpg`),
      ...(bucket === 'profiles' ? [] : [foreign.info(at), foreign.createSignedUrl(at, 60)]),
    ]
    for (const [index, attempt] of attempts.entries())
      expect([index, refusal(await attempt)]).toEqual([index, [404, 'Object not found']])
    expect((await foreign.remove([at])).data).toEqual([])
    expect(await raw('DELETE', `/object/${bucket}/${at}`, eva)).toMatchObject({ status: 404 })
    // A visitor with the public key.
    const visitor = createProgram(t).storage.from(bucket)
    for (const attempt of [
      visitor.list(kari.id),
      visitor.upload(at, bytes),
      visitor.remove([at]),
      visitor.move(at, own),
      visitor.copy(at, own),
      visitor.createSignedUrl(at, 60),
    ])
      expect(refusal(await attempt)).toEqual([401, 'A signed-in person is required'])
  }
  for (const at of [paths.unsent, paths.sent])
    for (const kind of ['', '/authenticated', '/public', '/info']) {
      expect([kind, (await raw('GET', `/object${kind}/chat-images/${at}`, eva)).status]).toEqual([kind, 404])
      expect([kind, (await raw('GET', `/object${kind}/chat-images/${at}`)).status]).toEqual([kind, 401])
    }
  const many = await eva.program.storage.from('chat-images').createSignedUrls([paths.unsent, paths.sent], 60)
  expect(many.data?.map(({ signedUrl }) => signedUrl)).toEqual([null, null])
  expect(await stored()).toEqual(before)
})

test('the key is an identifier, and a token of another kind opens nothing', async () => {
  const at = `/object/chat-images/${paths.unsent}`
  const send = (headers: Record<string, string>) => fetch(`${t.url}/storage/v1${at}`, { headers })
  expect((await send({ authorization: `Bearer ${kari.token}` })).status).toBe(401)
  expect((await send({ apikey: 'other', authorization: `Bearer ${kari.token}` })).status).toBe(401)
  expect((await send({ apikey: clientKey, authorization: `Bearer ${kari.token.slice(0, -4)}AAAA` })).status).toBe(401)
  expect((await send({ apikey: clientKey, cookie: kari.cookie })).status).toBe(401)
  expect((await send({ apikey: clientKey, authorization: `Bearer ${kari.token}` })).status).toBe(200)
})

test('an object moves within its folder and its bucket only', async () => {
  const before = await stored()
  const { storage } = kari.program
  for (const [from, to] of [
    ['chat-images', 'profiles'],
    ['profiles', 'chat-images'],
  ] as const) {
    const at = from === 'profiles' ? paths.picture : paths.unsent
    expect(refusal(await storage.from(from).move(at, at, { destinationBucket: to }))).toEqual([
      404,
      'This operation is not offered',
    ])
    expect(refusal(await storage.from(from).copy(at, at, { destinationBucket: to }))).toEqual([
      404,
      'This operation is not offered',
    ])
  }
  expect(refusal(await storage.from('exports').list(kari.id))).toEqual([404, 'Bucket not found'])
  expect(refusal(await storage.from('exports').upload(paths.unsent, bytes))).toEqual([404, 'Bucket not found'])
  expect(refusal(await storage.from('__proto__').list(kari.id))).toEqual([404, 'Bucket not found'])
  expect(await stored()).toEqual(before)
})

/** Sends a path exactly as it is written. */
async function raw(method: string, at: string, as?: Member, body?: Uint8Array) {
  const { hostname, port } = new URL(t.url)
  const headers = {
    apikey: clientKey,
    ...(as && { authorization: `Bearer ${as.token}` }),
    ...(body && { 'content-type': 'image/jpeg', 'content-length': body.length }),
  }
  const request = http.request({ hostname, port, method, path: `/storage/v1${at}`, headers })
  request.end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return { status: response.statusCode ?? 0, text: await text(response) }
}

test('no path leaves the own folder or names a file', async () => {
  const before = await stored()
  const names = [
    '../x.jpg',
    `../${kari.id}/usendt.jpg`,
    `%2e%2e/${kari.id}/usendt.jpg`,
    `%2e%2e%2f${kari.id}%2fusendt.jpg`,
    '..%5cx.jpg',
    '..\\x.jpg',
    '%5c%5chost%5cx.jpg',
    '%00.jpg',
    'x.jpg%00.png',
    'x%0d%0aset-cookie:%20a=b.jpg',
    '.htaccess',
    'a/b.jpg',
    '/x.jpg',
    '//etc/passwd',
    'C:%5cx.jpg',
    '%EF%BC%8E%EF%BC%8E%EF%BC%8Fx.jpg',
    '%E2%80%AEgpj.exe',
    '%c0%ae%c0%ae/x.jpg',
    '%25%32%65.jpg',
    '<svg onload=1>.jpg'.replaceAll(' ', '%20'),
    `${'a'.repeat(101)}.jpg`,
    'a'.repeat(3000),
    '',
    '%20',
  ]
  for (const name of names)
    for (const [method, at] of [
      ['POST', `/object/chat-images/${eva.id}/${name}`],
      ['PUT', `/object/profiles/${eva.id}/${name}`],
      ['GET', `/object/chat-images/${eva.id}/${name}`],
      ['GET', `/object/public/profiles/${eva.id}/${name}`],
      ['DELETE', `/object/chat-images/${eva.id}/${name}`],
    ] as const) {
      const { status, text: body } = await raw(
        method,
        at,
        eva,
        method === 'GET' || method === 'DELETE' ? undefined : bytes,
      )
      expect([method, name, status]).toEqual([method, name, status === 400 ? 400 : 404])
      expect(body).not.toContain(t.dataDir)
    }
  for (const at of [
    '/object/chat-images//etc/passwd',
    `/object/chat-images/%2fetc%2fpasswd`,
    `/object/chat-images/${kari.id}%2f..%2f..%2f`,
    '/object/..%2f..%2f/x',
  ])
    expect([at, (await raw('GET', at, eva)).status]).toEqual([at, 404])
  for (const name of [
    '../usendt.jpg',
    `${kari.id}/../${kari.id}/usendt.jpg`,
    `${eva.id}/\0.jpg`,
    `${eva.id}/a/b.jpg`,
    `${eva.id}\\x.jpg`,
  ]) {
    const own = eva.program.storage.from('chat-images')
    expect((await own.remove([name])).data).toEqual([])
    expect((await own.createSignedUrls([name], 60)).data?.[0]?.signedUrl).toBeNull()
    for (const attempt of [
      own.move(name, `${eva.id}/x.jpg`),
      own.copy(name, `${eva.id}/x.jpg`),
      own.move(`${eva.id}/x.jpg`, name),
    ])
      expect([name, (await attempt).error?.message]).toEqual([name, expect.stringMatching(/^Invalid key/)])
  }
  expect(await stored()).toEqual(before)
  expect(onDisk().every((name) => /^[\w-]{22}\.jpg$/.test(name))).toBe(true)
})

describe('signed addresses', () => {
  const open = (bucket: string, at: string, token: string) =>
    fetch(`${t.url}/storage/v1/object/sign/${bucket}/${at}?token=${token}`)
  const tokenFor = async (member: Member, at: string) => {
    const { data } = await member.program.storage.from('chat-images').createSignedUrl(at, 60)
    return new URL(data!.signedUrl).searchParams.get('token') ?? ''
  }

  test('open one object, until they expire', async () => {
    const token = await tokenFor(ola, paths.sent)
    expect((await open('chat-images', paths.sent, token)).status).toBe(200)
    for (const [bucket, at] of [
      ['chat-images', paths.unsent],
      ['chat-images', `${eva.id}/a.jpg`],
      ['profiles', paths.picture],
    ] as const)
      expect((await open(bucket, at, token)).status).toBe(400)
    t.clock.advance(61_000)
    const late = await open('chat-images', paths.sent, token)
    expect([late.status, await late.json()]).toEqual([
      400,
      { statusCode: '400', error: 'InvalidJWT', message: '"exp" claim timestamp check failed' },
    ])
    t.clock.advance(-61_000)
  })

  test('cannot be made by others', async () => {
    const token = await tokenFor(kari, paths.unsent)
    const [header, claims, signature] = token.split('.') as [string, string, string]
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const other = encode({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), exp: 9_999_999_999 })
    const url = `chat-images/${paths.unsent}`
    const signed = (key: Uint8Array) =>
      new SignJWT({ url }).setProtectedHeader({ alg: 'HS256' }).setSubject(kari.id).setExpirationTime('1h').sign(key)
    const forged = [
      `${header}.${other}.${signature}`,
      `${encode({ alg: 'none' })}.${claims}.`,
      `${header}.${claims}.`,
      token.slice(0, -2),
      kari.token,
      clientKey,
      '',
      await signed(Buffer.from(testSecret)),
      await signed(createHmac('sha256', testSecret).digest()),
      await signed(Buffer.from(clientKey.padEnd(32))),
    ]
    for (const attempt of forged)
      expect([attempt, (await open('chat-images', paths.unsent, attempt)).status]).toEqual([attempt, 400])
    expect((await fetch(`${t.url}/storage/v1/object/sign/chat-images/${paths.unsent}`)).status).toBe(400)
    expect(
      (await fetch(`${t.url}/storage/v1/object/sign/chat-images/${paths.unsent}?token=${token}&token=${token}`)).status,
    ).toBe(400)
    expect((await open('chat-images', paths.unsent, token)).status).toBe(200)
  })

  describe('end', () => {
    /** Returns how many of the addresses that the person has, of either kind, still open. */
    async function addresses() {
      const ida = await addMember(t, 'Ida Berg')
      const at = `${ida.id}/a.jpg`
      expect((await ida.program.storage.from('chat-images').upload(at, bytes)).error).toBeNull()
      const image_url = ida.program.storage.from('chat-images').getPublicUrl(at).data.publicUrl
      const message = { chat_id: await openChat(ida, ola), sender_id: ida.id, image_url, message_type: 'image' }
      const { data } = await ida.program.from('messages').insert(message).select().single()
      const one = await tokenFor(ida, at)
      const all = [`${t.url}/storage/v1/object/sign/chat-images/${at}?token=${one}`, String(data?.image_url)]
      const statuses = async () => (await Promise.all(all.map((url) => fetch(url)))).map(({ status }) => status)
      // Addresses name PUBLIC_URL or this machine; a test reads them from this server.
      all[1] = t.url + new URL(all[1] ?? '').pathname + new URL(all[1] ?? '').search
      expect(await statuses()).toEqual([200, 200])
      return { ida, statuses }
    }
    const gone = [404, 404]

    test.each(['global', 'local'] as const)('with a sign-out (%s)', async (scope) => {
      const { ida, statuses } = await addresses()
      await ida.program.auth.signOut({ scope })
      expect(await statuses()).toEqual(gone)
    })

    test('with a sign-out everywhere else, on our pages', async () => {
      const { ida, statuses } = await addresses()
      expect((await t.call('POST', '/api/v1/me/sessions/end', { as: ida, body: { scope: 'others' } })).status).toBe(200)
      expect(await statuses()).toEqual(gone)
    })

    test('with a new password, also in the session that sets it', async () => {
      const { ida, statuses } = await addresses()
      expect((await ida.program.auth.updateUser({ password: 'kaffetur-2031' })).error).toBeNull()
      expect(await statuses()).toEqual(gone)
      expect((await ida.program.auth.getUser()).error).toBeNull()
    })

    test('with a new password, on our pages', async () => {
      const { ida, statuses } = await addresses()
      const body = { currentPassword: password, newPassword: 'kaffetur-2031' }
      expect((await t.call('POST', '/api/auth/change-password', { as: ida, body })).status).toBe(200)
      expect(await statuses()).toEqual(gone)
    })

    test('with a suspension', async () => {
      const { ida, statuses } = await addresses()
      await sql`update auth_user set suspended_at = app_now(), suspended_reason = 'x' where id = ${ida.id}`.execute(
        t.db.kysely,
      )
      expect(await statuses()).toEqual(gone)
    })

    test('not with another session of the person', async () => {
      const { ida, statuses } = await addresses()
      await (await signInByPassword(t, ida)).auth.signOut({ scope: 'local' })
      expect(await statuses()).toEqual([200, 200])
    })
  })

  test.each([0, -1, 1.5, 604_801, Number.NaN, '60'])('are not made for %s seconds', async (seconds) => {
    const { error } = await kari.program.storage.from('chat-images').createSignedUrl(paths.unsent, seconds as number)
    expect(error).toMatchObject({ status: 400, statusCode: '400' })
  })
})

test('1,200 objects are opened in a network within a minute, and no further one', { timeout: 60_000 }, async () => {
  const limited = await startTestApp({
    env: { SECRET: testSecret, RATE_LIMITS: 'on' },
    config: { localMailbox: false },
  })
  try {
    // The minute of the limit begins now.
    limited.clock.advance(60_000 - (limited.clock.now().getTime() % 60_000))
    const at = `${limited.url}/storage/v1/object/public/profiles/${kari.id}/a.jpg`
    const statuses: number[] = []
    for (let batch = 0; batch < 13; batch++)
      statuses.push(...(await Promise.all(Array.from({ length: 100 }, async () => (await fetch(at)).status))))
    expect(
      Map.groupBy(statuses, (status) => status)
        .entries()
        .map(([status, all]) => [status, all.length])
        .toArray(),
    ).toEqual([
      [404, 1200],
      [429, 100],
    ])
  } finally {
    await limited.close()
  }
})

test('uploads are counted like those of our own pages', { timeout: 60_000 }, async () => {
  const limited = await startTestApp({ env: { SECRET: testSecret, RATE_LIMITS: 'on' } })
  try {
    // The hour of the limit begins now.
    limited.clock.advance(3_600_000 - (limited.clock.now().getTime() % 3_600_000))
    const member = await addMember(limited, 'Kari Nordmann')
    const own = member.program.storage.from('profiles')
    const statuses = []
    for (let count = 0; count < 21; count++) {
      const { error } = await own.upload(`${member.id}/a.jpg`, Buffer.from('no picture'))
      statuses.push((error as { status?: number } | null)?.status)
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 415), 429])
    const picture = await fetch(`${limited.url}/api/v1/me/picture`, {
      method: 'PUT',
      body: Buffer.from('no picture'),
      headers: { cookie: member.cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'image/jpeg' },
    })
    expect(picture.status).toBe(429)
  } finally {
    await limited.close()
  }
})
