import { randomUUID } from 'node:crypto'
import { lengths } from '@samtur/contract/constants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestResponse, type Person, type TestApp } from '../../../test/app.ts'
import { LiveClient, refusedHandshake } from '../../../test/live-client.ts'

let app: TestApp
let kari: Person
let ola: Person
let eva: Person
let chatId: string

const post = (as: Person | undefined, path: string, body: unknown) => app.call('POST', `/api/v1${path}`, { body, as })
const get = (as: Person | undefined, path: string) => app.call('GET', `/api/v1${path}`, { as })
const say = (as: Person | undefined, body: object, id = chatId) =>
  post(as, `/chats/${id}/messages`, { content: 'Hei', message_type: 'text', ...body })
/** Returns everything of a response by which a caller could distinguish two cases. */
const comparable = ({ status, text }: TestResponse) => [status, text.replace(/"request_id":"[^"]+"/, '')]

beforeAll(async () => {
  app = await startTestApp()
  kari = await app.person('Kari Nordmann')
  ola = await app.person('Ola Nilsen')
  eva = await app.person('Eva Berg')
})
beforeEach(async () => {
  chatId = (await post(kari, '/chats', { user_id: ola.id })).body.id
})
afterAll(() => app.close())

test('a chat is opened, written in, listed and read', async () => {
  const opened = await post(kari, '/chats', { user_id: ola.id })
  const sides = { id: chatId, driver_id: ola.id, passenger_id: kari.id }
  expect(opened).toMatchObject({ status: 200, body: { ...sides, can_write: true } })
  const clientId = randomUUID()
  const sender = { sender_id: kari.id.toUpperCase(), chat_id: chatId }
  const sent = await say(kari, { content: '  Hei, er det plass?\r\n ', client_id: clientId, ...sender })
  const stored = { seq: 1, content: 'Hei, er det plass?', client_id: clientId, image_url: null }
  expect(sent).toMatchObject({ status: 201, body: stored })
  const again = await say(kari, { content: 'Hei, er det plass?', client_id: clientId })
  expect(again).toMatchObject({ status: 201, body: sent.body })

  expect((await get(ola, '/unread')).body).toEqual({ chats: [{ chat_id: chatId, count: 1 }], total: 1 })
  const last_message = { ...sent.body, client_id: null }
  const shown = {
    ...sides,
    ride_id: null,
    unread_count: 1,
    can_write: true,
    seen_seq: 1,
    trip_agreed: false,
    cleared_seq: 0,
    other: { id: kari.id, full_name: 'Kari Nordmann', profile_picture: null },
    last_message,
    updated_at: sent.body.created_at,
  }
  expect((await get(ola, '/chats')).body.items).toEqual([shown])
  const messages = await get(ola, `/chats/${chatId}/messages`)
  expect(messages.body).toEqual({ items: [last_message], has_older: false, cleared_seq: 0 })
  const later = await get(ola, `/chats/${chatId}/messages?after=1`)
  expect(later.body).toEqual({ items: [], has_older: false, cleared_seq: 0 })
  expect((await post(ola, `/chats/${chatId}/read`, { seq: 1 })).body).toEqual({ chats: [], total: 0 })
  expect((await get(ola, '/chats')).body.items).toMatchObject([{ unread_count: 0 }])
})

test('a person deletes the own side, and the next message brings it back', async () => {
  const remove = (as: Person | undefined, query = '', id = chatId) =>
    app.call('DELETE', `/api/v1/chats/${id}${query}`, { as })
  const { seq } = (await say(kari, {})).body
  expect(await remove(ola, `?user_id=${kari.id}`)).toMatchObject({ status: 200, body: false })
  expect((await get(ola, '/chats')).body.items).toMatchObject([{ id: chatId }])
  for (const query of ['', '', `?user_id=${ola.id}`])
    expect(await remove(ola, query)).toMatchObject({ status: 200, body: true })
  expect((await get(ola, '/chats')).body.items).toEqual([])
  expect((await get(ola, `/chats/${chatId}/messages`)).body).toEqual({ items: [], has_older: false, cleared_seq: seq })
  expect((await get(kari, '/chats')).body.items).toMatchObject([{ id: chatId }])
  const sent = await say(kari, {})
  expect((await get(ola, `/chats/${chatId}/messages`)).body.items).toEqual([sent.body])
  expect((await get(ola, '/chats')).body.items).toMatchObject([{ id: chatId, unread_count: 1, cleared_seq: seq }])
  expect((await get(kari, '/chats')).body.items).toMatchObject([{ id: chatId, cleared_seq: 0 }])

  expect((await remove(undefined)).status).toBe(401)
  const refused = [await remove(eva), await remove(eva, `?user_id=${ola.id}`), await remove(ola, '', randomUUID())]
  expect(refused[0]).toMatchObject({ status: 404, body: { code: 'not_found' } })
  for (const answer of refused) expect(comparable(answer)).toEqual(comparable(refused[0]!))
})

test('a person without read receipts does not see those of others', async () => {
  const put = (body: unknown) => app.call('PUT', '/api/v1/me/chat-settings', { as: ola, body })
  expect(await get(ola, '/me/chat-settings')).toMatchObject({ status: 200, body: { read_receipts: true } })
  expect(await put({ read_receipts: false })).toMatchObject({ status: 200, body: { read_receipts: false } })
  expect((await get(ola, '/me/chat-settings')).body).toEqual({ read_receipts: false })
  for (const person of [kari, ola])
    expect((await get(person, '/chats')).body.items[0]).toMatchObject({ seen_seq: null })
  expect((await put({ read_receipts: true })).body).toEqual({ read_receipts: true })
  for (const person of [kari, ola])
    expect((await get(person, '/chats')).body.items[0]).toMatchObject({ seen_seq: expect.any(Number) })
})

describe('refusals', () => {
  test('no route works without a session', async () => {
    for (const path of ['/chats', `/chats/${chatId}/messages`, '/unread', '/me/blocks'])
      expect((await get(undefined, path)).status).toBe(401)
    expect((await say(undefined, {})).status).toBe(401)
  })

  test('the reason why a chat cannot be opened is not shown', async () => {
    await app.call('PUT', `/api/v1/me/blocks/${kari.id}`, { as: eva })
    const attempts = await Promise.all(
      [kari.id, eva.id, randomUUID()].map((user_id) => post(kari, '/chats', { user_id })),
    )
    expect(attempts[0]).toMatchObject({ status: 404, body: { code: 'chat_unavailable' } })
    for (const attempt of attempts) expect(comparable(attempt)).toEqual(comparable(attempts[0]!))
    await app.call('DELETE', `/api/v1/me/blocks/${kari.id}`, { as: eva })
  })

  test('a chat of others, an unknown id and a malformed id get the same response', async () => {
    const unknown = await get(eva, `/chats/${randomUUID()}/messages`)
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const others = [
      await get(eva, `/chats/${chatId}/messages`),
      await get(eva, '/chats/1/messages'),
      await say(eva, {}),
      await say(eva, {}, randomUUID()),
      await post(eva, `/chats/${chatId}/read`, { seq: 1 }),
    ]
    for (const other of others) expect(comparable(other)).toEqual(comparable(unknown))
  })

  test.each([
    [{ content: '' }, 'content', 'required'],
    [{ content: ' \n\t ' }, 'content', 'required'],
    [{ content: '\u200b\u2060' }, 'content', 'required'],
    [{ content: 'x'.repeat(lengths.chatMessage + 1) }, 'content', 'too_long'],
    [{ content: 'Hei\u0000' }, 'content', 'invalid_characters'],
    [{ message_type: 'system' }, 'message_type', 'invalid'],
    [{ message_type: 'image' }, 'message_type', 'invalid'],
    [{ image_url: 'x' }, 'image_url', 'unknown_field'],
    [{ seq: 1 }, 'seq', 'unknown_field'],
    [{ client_id: 'x' }, 'client_id', 'invalid'],
    [{ sender_id: randomUUID() }, 'sender_id', 'invalid'],
    [{ chat_id: randomUUID() }, 'chat_id', 'invalid'],
  ])('a message with %j is refused', async (body, field, code) => {
    expect(await say(kari, body)).toMatchObject({
      status: 422,
      body: { code: 'validation', fields: { [field]: code } },
    })
  })

  test('after a block neither side can write, and both get the same error', async () => {
    const block = (method: string) => app.call(method, `/api/v1/me/blocks/${kari.id}`, { as: ola })
    expect(await block('PUT')).toMatchObject({ status: 200, body: { blocked: true } })
    const user = { id: kari.id, full_name: 'Kari Nordmann' }
    expect((await get(ola, '/me/blocks')).body.items).toMatchObject([{ user }])
    const answers = [await say(kari, {}), await say(ola, {})]
    expect(answers[0]).toMatchObject({ status: 403, body: { code: 'message_refused' } })
    expect(comparable(answers[1]!)).toEqual(comparable(answers[0]!))
    expect((await get(ola, '/chats')).body.items).toEqual([])
    expect((await get(kari, '/chats')).body.items).toMatchObject([{ id: chatId, can_write: false }])
    expect(await block('DELETE')).toMatchObject({ status: 200, body: { blocked: false } })
    expect((await say(kari, {})).status).toBe(201)
  })

  test('blocks of unknown people and of oneself are refused', async () => {
    const block = (id: string) => app.call('PUT', `/api/v1/me/blocks/${id}`, { as: kari })
    expect(await block(kari.id)).toMatchObject({ status: 422, body: { fields: { user_id: 'invalid' } } })
    expect(comparable(await block(randomUUID()))).toEqual(comparable(await block('me')))
    expect(await block('me')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

test('the live channel works with a real session until sign-out', async () => {
  const forged = kari.cookie.replace('session=', 'session=x')
  expect(await refusedHandshake(app.url, { origin: app.url, cookie: forged })).toMatchObject({ status: 401 })
  const client = await LiveClient.open(app.url, ola.cookie)
  expect(await client.subscribe(`chat:${chatId}`)).toBe('subscribed')
  expect(await client.subscribe('inbox')).toBe('subscribed')
  const sent = await say(kari, { client_id: randomUUID() })
  await client.next((frame) => frame.type === 'event' && frame.data.event === 'message', 1000)
  expect(client.events(`chat:${chatId}`)).toEqual([{ event: 'message', message: { ...sent.body, client_id: null } }])
  await app.call('POST', '/api/auth/sign-out', { as: ola, body: {} })
  expect(await client.closed).toBe(4401)
  expect(await refusedHandshake(app.url, { origin: app.url, cookie: ola.cookie })).toMatchObject({ status: 401 })
})
