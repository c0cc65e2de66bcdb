/** Live inserts of messages through the client library, as section 7 of the specification lists them. */
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../server/test/app.ts'
import { startProxy } from '../../server/test/tcp-proxy.ts'
import { createProgram } from './client.ts'
import { signInByPassword } from './people.ts'
import { listen, listenWell, messagesOf } from './realtime-client.ts'

let t: TestApp
let [kari, ola, eva]: Person[] = []
let chatId: string
let foreignId: string
let programs: SupabaseClient[] = []

beforeAll(async () => {
  t = await startTestApp()
  ;[kari, ola, eva] = [await t.person('Kari Nordmann'), await t.person('Ola Nordmann'), await t.person('Eva Berg')]
  ;[chatId, foreignId] = [await open(kari, ola), await open(kari, eva)]
})
afterAll(() => t.close())
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(programs.map((program) => program.realtime.disconnect()))
  programs = []
})

async function open(one: Person, other: Person, at = t) {
  const { body } = await at.call('POST', '/api/v1/chats', { as: one, body: { user_id: other.id } })
  return body.id as string
}
async function signedIn(person: Person, version?: '1.0.0' | '2.0.0', at: { url: string } = t) {
  const program = await signInByPassword(at, person, 'implicit', version === undefined ? {} : { vsn: version })
  programs.push(program)
  return program
}
/** Stores a message; returns its row as the sender reads it. */
async function write(program: SupabaseClient, by: Person, chat: string, content: string) {
  const row = { chat_id: chat, sender_id: by.id, content, message_type: 'text' }
  const { data, error } = await program.from('messages').insert(row).select().single()
  expect(error).toBeNull()
  return data as Record<string, unknown>
}

describe.each(['1.0.0', '2.0.0'] as const)('version %s', (version) => {
  test('both members receive the messages of one conversation, as rows of the table', async () => {
    const [one, other] = [await signedIn(kari!, version), await signedIn(ola!, version)]
    const [own, heard] = [await listenWell(one, messagesOf(chatId)), await listenWell(other, messagesOf(chatId))]
    await write(one, kari!, foreignId, 'Til Eva')
    const row = await write(one, kari!, chatId, 'Hei Ola')
    await expect.poll(() => [own.rows, heard.rows]).toEqual([[row], [row]])
  })

  test('without a filter a person receives the ids of every message in the own conversations, without its content', async () => {
    const [one, other] = [await signedIn(kari!, version), await signedIn(ola!, version)]
    const heard = await listenWell(other, messagesOf())
    await write(one, kari!, foreignId, 'Til Eva')
    const row = await write(one, kari!, chatId, 'Hei Ola')
    await expect.poll(() => heard.rows).toEqual([{ ...row, content: null, message_type: null }])
    expect(heard.rows[0]).toHaveProperty('image_url', null)
  })
})

test('one topic may have both subscriptions', async () => {
  const [one, other] = [await signedIn(kari!), await signedIn(ola!)]
  const heard = await listenWell(other, messagesOf())
  const rows: unknown[] = []
  const states: string[] = []
  other
    .channel('both')
    .on('postgres_changes', messagesOf(chatId), ({ new: row }) => void rows.push(row))
    .on('postgres_changes', messagesOf(), ({ new: row }) => void rows.push(row))
    .subscribe((state) => void states.push(state))
  await expect.poll(() => states).toEqual(['SUBSCRIBED'])
  const row = await write(one, kari!, chatId, 'Hei')
  await expect.poll(() => rows).toHaveLength(2)
  expect(rows).toContainEqual(row)
  await expect.poll(() => heard.rows).toHaveLength(1)
})

describe('refused', () => {
  const unauthorized = (name: string) =>
    `CHANNEL_ERROR: Unauthorized: You do not have permissions to read from this Channel topic: ${name}`

  test('another person’s conversation, as one that does not exist, and everything for a visitor', async () => {
    const program = await signedIn(ola!)
    const visitor = createProgram(t)
    programs.push(visitor)
    const tries = [
      listen(program, messagesOf(foreignId), 'topic'),
      listen(await signedIn(eva!), messagesOf(crypto.randomUUID()), 'topic'),
      listen(visitor, messagesOf(chatId), 'topic'),
      listen(await signedIn(kari!), { ...messagesOf(), filter: `chat_id=eq.${chatId.toUpperCase()}` }, 'topic'),
    ]
    for (const { states } of tries) await expect.poll(() => states[0]).toBe(unauthorized('topic'))
    await write(await signedIn(kari!), kari!, foreignId, 'Til Eva')
    expect(tries.flatMap(({ rows }) => rows)).toEqual([])
  })

  test.each([
    ['another table', { ...messagesOf(), table: 'profiles' }],
    ['another schema', { ...messagesOf(), schema: 'auth' }],
    ['a whole schema', { event: 'INSERT', schema: 'public' }],
    ['another event', { ...messagesOf(), event: 'UPDATE' }],
    ['every event', { ...messagesOf(), event: '*' }],
    ['another filter', { ...messagesOf(), filter: 'sender_id=eq.1' }],
    ['several conversations', { ...messagesOf(), filter: 'chat_id=in.(1,2)' }],
  ])('%s', async (_name, binding) => {
    const { states, system } = listen(await signedIn(kari!), binding)
    const mismatch = 'mismatch between server and client bindings for postgres changes'
    await expect.poll(() => states).toEqual(['CLOSED', `CHANNEL_ERROR: ${mismatch}`])
    expect(system).toMatchObject([{ status: 'error' }])
    expect(system[0]?.message).toContain('Unable to subscribe to changes with given parameters')
  })

  test('presence, private topics, and topics for broadcasts alone', async () => {
    const program = await signedIn(kari!)
    const states: string[] = []
    const note = (state: string, error?: Error) => void states.push(`${state}: ${error?.message}`)
    program
      .channel('1')
      .on('presence', { event: 'sync' }, () => {})
      .subscribe(note)
    program
      .channel('2')
      .on('broadcast', { event: 'x' }, () => {})
      .subscribe(note)
    program
      .channel('3', { config: { private: true } })
      .on('postgres_changes', messagesOf(), () => {})
      .subscribe(note)
    await expect.poll(() => states.slice(0, 3).toSorted()).toEqual(['1', '2', '3'].map(unauthorized))
  })

  test.each(['1.0.0', '2.0.0'] as const)('broadcasts and presence in a joined topic (version %s)', async (version) => {
    const [one, other] = [await signedIn(kari!, version), await signedIn(ola!, version)]
    const heard = listen(other, messagesOf(chatId), 'shared')
    const received: unknown[] = []
    heard.channel.on('broadcast', { event: 'x' }, (message) => void received.push(message))
    const states: string[] = []
    const channel = one
      .channel('shared', { config: { broadcast: { ack: true } } })
      .on('postgres_changes', messagesOf(chatId), () => {})
      .subscribe((state) => void states.push(state))
    await expect.poll(() => [...states, ...heard.states]).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
    expect(await channel.send({ type: 'broadcast', event: 'x', payload: { text: 'Hei' } })).toBe('error')
    expect(await channel.track({ online: true })).toBe('error')
    await write(one, kari!, chatId, 'Hei')
    await expect.poll(() => heard.rows).toHaveLength(1)
    expect(received).toEqual([])
  })

  test('broadcasts over HTTP, in both forms', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    for (const program of [await signedIn(kari!), createProgram(t)]) {
      const channel = program.channel('over-http')
      expect(await channel.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('error')
      await expect(channel.httpSend('x', { text: 'Hei' })).rejects.toThrow(/forbidden|Unauthorized/)
    }
    warn.mockRestore()
  })
})

describe('a joined topic', () => {
  test('continues with a refreshed token', async () => {
    const [one, other] = [await signedIn(kari!), await signedIn(ola!)]
    const heard = await listenWell(other, messagesOf(chatId))
    expect((await other.auth.refreshSession()).error).toBeNull()
    await write(one, kari!, chatId, 'Hei')
    await expect.poll(() => heard.rows).toHaveLength(1)
    expect(heard.states).toEqual(['SUBSCRIBED'])
  })

  test('is closed when the session ends', async () => {
    const other = await signedIn(ola!)
    const token = (await other.auth.getSession()).data.session?.access_token
    const heard = await listenWell(other, messagesOf(chatId))
    const ended = await fetch(`${t.url}/auth/v1/logout?scope=local`, {
      method: 'POST',
      headers: { apikey: 'samtur-public', authorization: `Bearer ${token}` },
    })
    expect(ended.status).toBe(204)
    await expect.poll(() => heard.states, { timeout: 1_000 }).toEqual(['SUBSCRIBED', 'CLOSED'])
    expect(heard.system.at(-1)).toMatchObject({ status: 'error', message: 'Token is no longer valid' })
  })

  test('is closed when its token has expired and no newer one came', async () => {
    const heard = await listenWell(await signedIn(ola!), messagesOf(chatId))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    await expect.poll(() => heard.states, { timeout: 8_000 }).toEqual(['SUBSCRIBED', 'CLOSED'])
    expect(heard.system.at(-1)).toMatchObject({ status: 'error', message: 'Token has expired' })
  })

  test('receives nothing once it was left', async () => {
    const [one, other] = [await signedIn(kari!), await signedIn(ola!)]
    const [left, stays] = [await listenWell(other, messagesOf(chatId)), await listenWell(other, messagesOf(chatId))]
    expect(await other.removeChannel(left.channel)).toBe('ok')
    await write(one, kari!, chatId, 'Hei')
    await expect.poll(() => stays.rows).toHaveLength(1)
    expect([left.rows, left.states]).toEqual([[], ['SUBSCRIBED', 'CLOSED']])
  })

  test('receives nothing of a conversation during a block', async () => {
    const [nils, per] = [await t.person('Nils Fremmed'), await t.person('Per Hansen')]
    const id = await open(nils, per)
    const [one, other] = [await signedIn(nils), await signedIn(per)]
    const heard = await listenWell(other, messagesOf(id))
    expect((await other.from('user_blocks').insert({ blocker_id: per.id, blocked_id: nils.id })).error).toBeNull()
    const refused = await one
      .from('messages')
      .insert({ chat_id: id, sender_id: nils.id, content: 'Hei', message_type: 'text' })
    expect(refused.error).not.toBeNull()
    expect((await t.call('DELETE', `/api/v1/me/blocks/${nils.id}`, { as: per })).status).toBe(200)
    const row = await write(one, nils, id, 'Hei igjen')
    await expect.poll(() => heard.rows).toEqual([row])
  })
})

test.each(['1.0.0', '2.0.0'] as const)(
  'after two cuts the program has joined again by itself, and has every message once with what it reads (version %s)',
  async (version) => {
    const proxy = await startProxy(t.url)
    const [nils, per] = [await t.person('Nils Fremmed'), await t.person('Per Hansen')]
    const id = await open(nils, per)
    const [one, other] = [await signedIn(nils), await signedIn(per, version, { url: proxy.url })]
    const [heard, all] = [await listenWell(other, messagesOf(id)), await listenWell(other, messagesOf())]
    const read = async () => (await other.from('messages').select('*').eq('chat_id', id).order('created_at')).data
    const sent: unknown[] = [await write(one, nils, id, 'Før bruddet')]
    const live = [...sent]
    for (const cut of [1, 2]) {
      await expect.poll(() => [heard.rows, all.rows.length]).toEqual([live, live.length])
      proxy.cut()
      await expect.poll(() => heard.states.length, { timeout: 5_000 }).toBe(2 * cut)
      sent.push(await write(one, nils, id, `Under brudd ${cut}`))
      proxy.restore()
      for (const { states } of [heard, all])
        await expect.poll(() => states, { timeout: 10_000 }).toHaveLength(2 * cut + 1)
      // What came during the cut is read once the topic is joined again; what comes from then on arrives live.
      expect(await read()).toEqual(sent)
      const row = await write(one, nils, id, `Etter brudd ${cut}`)
      sent.push(row)
      live.push(row)
    }
    await expect.poll(() => [heard.rows, all.rows.length]).toEqual([live, live.length])
    expect(await read()).toEqual(sent)
    expect(heard.states.map((state) => state.split(':')[0])).toEqual([
      'SUBSCRIBED',
      'CHANNEL_ERROR',
      'SUBSCRIBED',
      'CHANNEL_ERROR',
      'SUBSCRIBED',
    ])
    await other.realtime.disconnect()
    await proxy.close()
  },
  30_000,
)

test('a message that is stored while the server stops does no harm', async () => {
  const stopping = await startTestApp()
  const [one, other] = [await stopping.person('Kari Nordmann'), await stopping.person('Ola Nordmann')]
  const id = await open(one, other, stopping)
  const program = await signedIn(other, undefined, stopping)
  const [filtered, all] = [await listenWell(program, messagesOf(id)), await listenWell(program, messagesOf())]
  const sent = stopping.call('POST', `/api/v1/chats/${id}/messages`, { as: one, body: { content: 'Hei' } })
  await Promise.all([sent.catch(() => undefined), stopping.close()])
  for (const { states } of [filtered, all])
    await expect.poll(() => states.at(-1)).toMatch(/^CHANNEL_ERROR: socket closed: 1012/)
})
