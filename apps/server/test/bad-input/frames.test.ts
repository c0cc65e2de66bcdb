/** Bad, unusual and odd messages over the live connection: each gets the response of the endpoint, and the socket stays open. */
import { randomUUID } from 'node:crypto'
import type { ErrorCode, FieldCode } from '@samtur/contract/errors'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addChat } from '../../src/features/chat/store.ts'
import { MovableClock } from '../../src/platform/clock.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { LiveClient } from '../live-client.ts'
import { addPerson, testSecret, type TestPerson } from '../sessions.ts'

let t: TestApp
let kari: TestPerson
let channel: string
let client: LiveClient

beforeAll(async () => {
  // Starts in the middle of a minute, because messages are counted per minute.
  const clock = new MovableClock()
  clock.advance(90_000 - (Date.now() % 60_000))
  t = await startTestApp({ clock, env: { SECRET: testSecret, RATE_LIMITS: 'on' } })
})
afterAll(() => t.close())
beforeEach(async () => {
  kari = await addPerson(t.db.kysely)
  const ola = await addPerson(t.db.kysely)
  channel = `chat:${await t.db.tx((tx) => addChat(tx, ola.id, kari.id, null))}`
  client = await LiveClient.open(t.url, kari.cookie)
  expect(await client.subscribe(channel)).toBe('subscribed')
  expect(await client.subscribe('inbox')).toBe('subscribed')
})
afterEach(() => client.socket.terminate())

const stored = async () => (await t.db.kysely.selectFrom('message').select('content').execute()).length

interface Refused {
  code: ErrorCode
  fields?: Record<string, FieldCode>
}
const wrong = (field: string, code: FieldCode): Refused => ({ code: 'validation', fields: { [field]: code } })

const refusals: [id: string, about: string, message: object, expected: Refused][] = [
  ['LF1', 'empty', { content: '' }, wrong('content', 'required')],
  ['LF1b', 'only line breaks and zero-width characters', { content: ' \n\u200b\n ' }, wrong('content', 'required')],
  ['LF2', '2001 characters', { content: 'x'.repeat(2001) }, wrong('content', 'too_long')],
  ['LF3', 'no content', { content: undefined }, wrong('content', 'required')],
  ['LF3b', 'null', { content: null }, wrong('content', 'required')],
  ['LF4', 'a number', { content: 7 }, wrong('content', 'invalid')],
  ['LF4b', 'an object', { content: { text: 'Hei' } }, wrong('content', 'invalid')],
  ['LF5', 'half a character', { content: 'x\ud800' }, wrong('content', 'invalid_characters')],
  ['LF5b', 'a null character', { content: 'x\u0000' }, wrong('content', 'invalid_characters')],
  ['LF6', 'an invalid client id', { client_id: '1' }, wrong('client_id', 'invalid')],
  ['LF6b', 'an empty client id', { client_id: '' }, wrong('client_id', 'invalid')],
  ['LF7', 'an unknown conversation', { channel: `chat:${randomUUID()}` }, { code: 'not_found' }],
  ['LF7b', 'no conversation', { channel: 'inbox' }, { code: 'not_found' }],
  ['LF7c', 'an unknown channel', { channel: '__proto__' }, { code: 'not_found' }],
]

describe('a bad message gets an error, and nothing is stored', () => {
  test.each(refusals)('%s: %s', async (_id, _about, message, expected) => {
    const before = await stored()
    const sent = { channel, client_id: randomUUID(), content: 'Hei', ...message }
    expect(await client.say(sent.channel, sent)).toEqual({ type: 'not_sent', client_id: sent.client_id, ...expected })
    expect(await stored()).toBe(before)
    client.send({ type: 'heartbeat' })
    await client.next(({ type }) => type === 'heartbeat')
  })
})

test.each([
  ['LF8', '2000 characters', '🚗'.repeat(2000), '🚗'.repeat(2000)],
  ['LF8b', 'outer spaces, and a decomposed character', ' a\u030a \r\n', 'å'],
  ['LF8c', 'text that databases and lists may interpret', `{"a,b"} \\ NULL'; --`, `{"a,b"} \\ NULL'; --`],
  ['LF8d', 'nothing but NULL', 'NULL', 'NULL'],
])('%s: %s is stored', async (_id, _about, content, expected) => {
  const client_id = randomUUID().toUpperCase()
  const answer = await client.say(channel, { client_id, content })
  expect(answer).toMatchObject({
    type: 'sent',
    client_id,
    message: { content: expected, client_id: client_id.toLowerCase() },
  })
})

const frame = () => ({ type: 'send', channel, client_id: randomUUID(), content: 'Hei' })
test.each<[id: string, about: string, make: () => object]>([
  ['LF9', 'no client id', () => ({ ...frame(), client_id: undefined })],
  ['LF9b', 'a client id that is a number', () => ({ ...frame(), client_id: 7 })],
  ['LF9c', 'a client id of 101 characters', () => ({ ...frame(), client_id: 'x'.repeat(101) })],
  ['LF10', 'no channel', () => ({ ...frame(), channel: undefined })],
  ['LF11', 'another person as the sender', () => ({ ...frame(), sender_id: randomUUID() })],
  ['LF11b', 'an image', () => ({ ...frame(), message_type: 'image' })],
])('%s: %s is not a frame, and the third one closes the socket', async (_id, _about, make) => {
  const before = await stored()
  for (let i = 0; i < 3; i++) client.send(make())
  expect(await client.closed).toBe(1008)
  expect(client.frames.filter(({ type }) => type === 'sent' || type === 'not_sent')).toEqual([])
  expect(await stored()).toBe(before)
})

test('LF12: sixty messages a minute are accepted, over the live connection and over HTTP together', async () => {
  const post = () =>
    t.call('POST', `/api/v1/chats/${channel.slice(5)}/messages`, { as: kari, body: { content: 'Hei' } })
  const before = await stored()
  const answers = await Promise.all([
    ...Array.from({ length: 40 }, () => client.say(channel, { client_id: randomUUID(), content: 'Hei' })),
    ...Array.from({ length: 30 }, post),
  ])
  const refused = answers.flatMap((answer) => {
    if ('status' in answer)
      return answer.status === 201 ? [] : [{ code: answer.body.code, after: answer.body.params.retry_after }]
    return answer.type === 'sent' ? [] : [{ code: answer.code, after: answer.retry_after }]
  })
  expect(refused).toHaveLength(10)
  for (const { code, after } of refused) {
    expect(code).toBe('rate_limited')
    expect(after).toBeGreaterThan(0)
    expect(after).toBeLessThanOrEqual(60)
  }
  expect(await stored()).toBe(before + 60)
})
