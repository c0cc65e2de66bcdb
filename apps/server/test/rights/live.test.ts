/** Generated from the rows of live channels: every channel and role over raw sockets, in one process and across two. */
// @module-tag slow
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { LiveEvent } from '@samtur/contract/live'
import { startTestApp, type TestApp } from '../app.ts'
import { describePostgres, freshServerDatabase, openServerDatabase } from '../database.ts'
import { LiveClient, refusedHandshake } from '../live-client.ts'
import { testSecret, type TestPerson } from '../sessions.ts'
import { liveRows, type LiveRow } from './live-rows.ts'
import { roles, type Role } from './rows.ts'
import { personOf, createDataset, type Dataset } from './dataset.ts'
import { patient } from '../patience.ts'

const env = { SECRET: testSecret }
const connected = roles.filter((role) => role !== 'V' && role !== 'U')
const SECOND = 1000

/** Requests go to one process, and the sockets are open at the other; both may be the same. */
let here: TestApp
let there: TestApp
let open: LiveClient[] = []

afterEach(() => {
  for (const { socket } of open) socket.terminate()
  open = []
})

async function connect(as: TestPerson, at = there): Promise<LiveClient> {
  const client = await LiveClient.open(at.url, as.cookie)
  open.push(client)
  return client
}

async function join(as: TestPerson, channel: string, at = there): Promise<LiveClient> {
  const client = await connect(as, at)
  expect(await client.subscribe(channel)).toBe('subscribed')
  return client
}

/** Waits for a heartbeat, so that everything sent before has arrived. */
async function flush(client: LiveClient) {
  const count = () => client.frames.filter(({ type }) => type === 'heartbeat').length
  const before = count()
  client.send({ type: 'heartbeat' })
  await vi.waitFor(() => expect(count()).toBe(before + 1))
}

const member = (role: Role, w: Dataset): TestPerson => {
  const person = personOf[role](w)
  if (!person) throw new Error('connections need a person')
  return person
}
const write = (w: Dataset, as: TestPerson, chatId: string) =>
  here.call('POST', `/api/v1/chats/${chatId}/messages`, { as, body: { content: 'Hemmelig beskjed' } })
const read = (as: TestPerson, chatId: string) =>
  here.call('POST', `/api/v1/chats/${chatId}/read`, { as, body: { seq: 1000 } })
/** Returns `sent`, or the error code. */
async function say(client: LiveClient, channel: string) {
  const answer = await client.say(channel, { client_id: randomUUID(), content: 'Hemmelig beskjed' })
  return answer.type === 'sent' ? 'sent' : answer.code
}
const countMessages = async () => {
  const { count } = await here.db.kysely
    .selectFrom('message')
    .select((of) => of.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
const kinds = (events: LiveEvent[]) => [...new Set(events.map(({ event }) => event))].toSorted()
const every = (client: LiveClient) => client.frames.flatMap((frame) => (frame.type === 'event' ? [frame.data] : []))

/** Returns a value for every role that gets a connection. */
const byRole = <T>(valueOf: (role: Role) => T) => Object.fromEntries(connected.map((role) => [role, valueOf(role)]))

/** Opens a socket per role and joins the channel; returns the responses. */
async function joinAll(w: Dataset, name: string) {
  const clients = new Map<Role, LiveClient>()
  const answers = new Map<Role, string>()
  for (const role of connected) {
    const client = await connect(member(role, w))
    clients.set(role, client)
    answers.set(role, await client.subscribe(name))
  }
  const of = (role: Role) => clients.get(role) as LiveClient
  return { of, answers, all: [...clients.values()] }
}

/** Both pairs write, type and read, where allowed; resolves when the other process has delivered it all. */
async function talk(w: Dataset, { silent = false } = {}) {
  const { driver, accepted, blocked } = w
  const witnesses = await Promise.all([driver, accepted].map((person) => join(person, `chat:${w.chatId}`)))
  const inboxes = await Promise.all([driver, accepted].map((person) => join(person, 'inbox')))
  for (const [one, other, chatId] of [
    [driver, accepted, w.chatId],
    [accepted, driver, w.chatId],
    [driver, blocked, w.oldChatId],
    [blocked, driver, w.oldChatId],
  ] as const) {
    const channel = `chat:${chatId}`
    ;(await join(one, channel, here)).send({ type: 'typing', channel })
    await write(w, one, chatId)
    await read(other, chatId)
  }
  const seen = silent ? [] : ['message', 'read', 'typing']
  for (const witness of witnesses)
    await vi.waitFor(() => expect(kinds(every(witness))).toEqual(seen), { timeout: 5 * SECOND })
  // A marker that travels after all that.
  here.app.parts.bus.emit('changed', { user_ids: [driver.id, accepted.id], what: 'rides' })
  for (const inbox of inboxes) await vi.waitFor(() => expect(kinds(every(inbox))).toContain('changed'))
}

/** Returns the events a socket received, without the final marker. */
const received = (client: LiveClient) => every(client).filter((event) => event.event !== 'changed')

function defineRows() {
  describe.each(liveRows)('channel $channel', (row: LiveRow) => {
    test('each role may join, receive and type as its row says', async () => {
      const w = await createDataset(here)
      const name = row.name(w)
      const { of, answers, all } = await joinAll(w, name)
      expect(Object.fromEntries(answers)).toEqual(byRole((role) => (row.subscribed[role] ? 'subscribed' : 'refused')))
      await talk(w)
      await Promise.all(all.map(flush))
      expect(byRole((role) => kinds(received(of(role))))).toEqual(
        byRole((role) => row.receives[role]?.toSorted() ?? []),
      )
      for (const frame of all.flatMap(({ frames }) => frames))
        if (frame.type === 'event') expect(frame.channel).toBe(name)
      if (name === 'inbox') expect(JSON.stringify(all.map(({ frames }) => frames))).not.toContain('Hemmelig')

      const witnesses = await Promise.all([
        join(w.driver, `chat:${w.chatId}`),
        join(w.accepted, `chat:${w.chatId}`),
        join(w.driver, `chat:${w.oldChatId}`),
        join(w.blocked, `chat:${w.oldChatId}`),
      ])
      for (const client of all) client.send({ type: 'typing', channel: name })
      for (const client of [...all, ...witnesses]) await flush(client)
      const typing = (role: Role) => ({ event: 'typing', chat_id: w.chatId, user_id: member(role, w).id })
      const reached = [row.types['Pa'] ? [typing('Pa')] : [], row.types['D'] ? [typing('D')] : [], [], []]
      expect(witnesses.map(every)).toEqual(reached)
    })

    test('each role may send as its row says', async () => {
      const w = await createDataset(here)
      const name = row.name(w)
      const { of } = await joinAll(w, name)
      const before = await countMessages()
      const answers = new Map<Role, string>()
      for (const role of connected) answers.set(role, await say(of(role), name))
      expect(Object.fromEntries(answers)).toEqual(byRole((role) => row.sends[role]))
      const sent = connected.filter((role) => row.sends[role] === 'sent').length
      expect(await countMessages()).toBe(before + sent)
    })

    test('a socket receives nothing after signing out', async () => {
      const w = await createDataset(here)
      const { of, all } = await joinAll(w, row.name(w))
      const before = await countMessages()
      for (const role of connected) {
        const person = member(role, w)
        const started = Date.now()
        await here.call('POST', '/api/auth/sign-out', { as: person })
        // The other process may not know yet.
        of(role).send({ type: 'send', channel: row.name(w), client_id: randomUUID(), content: 'Etterpå' })
        expect(await of(role).closed).toBe(4401)
        expect(Date.now() - started).toBeLessThan(patient(SECOND))
        expect((await refusedHandshake(there.url, { origin: there.url, cookie: person.cookie })).status).toBe(401)
      }
      expect(all.flatMap(every)).toEqual([])
      expect(await countMessages()).toBe(before)
    })

    test('a socket receives nothing after a block', async () => {
      const w = await createDataset(here)
      const { of, all } = await joinAll(w, row.name(w))
      for (const role of connected) {
        const by = role === 'D' ? w.accepted : w.driver
        expect((await here.call('PUT', `/api/v1/me/blocks/${member(role, w).id}`, { as: by })).status).toBe(200)
      }
      await talk(w, { silent: true })
      for (const role of connected) expect(await say(of(role), row.name(w))).toMatch(/^(not_found|message_refused)$/)
      await Promise.all(all.map(flush))
      // The own devices still receive the person's own read marks.
      const foreign = (role: Role) =>
        received(of(role)).filter((event) => !(event.event === 'read' && event.reader_id === member(role, w).id))
      expect(byRole(foreign)).toEqual(byRole(() => []))
    })
  })

  test.each(connected.filter((role) => role !== 'A'))(
    'as %s: a socket receives nothing after the suspension',
    async (role) => {
      const w = await createDataset(here)
      const person = member(role, w)
      const clients = [await join(person, 'inbox'), await join(person, 'inbox', here)]
      const path = `/api/v1/admin/users/${person.id}/suspend`
      const started = Date.now()
      expect((await here.call('POST', path, { as: w.admin, body: { reason: 'Sak 1' } })).status).toBe(200)
      for (const client of clients) expect(await client.closed).toBe(4401)
      expect(Date.now() - started).toBeLessThan(patient(SECOND))
      expect((await refusedHandshake(there.url, { origin: there.url, cookie: person.cookie })).status).toBe(401)
    },
  )

  test('a person who deleted the conversation receives new events only', async () => {
    const w = await createDataset(here)
    const [client, other] = [await join(w.accepted, `chat:${w.chatId}`), await join(w.driver, `chat:${w.chatId}`)]
    const first = (await write(w, w.driver, w.chatId)).body.seq as number
    for (const socket of [client, other]) await vi.waitFor(() => expect(socket.seqs(w.chatId)).toEqual([first]))
    expect((await here.call('DELETE', `/api/v1/chats/${w.chatId}`, { as: w.accepted })).body).toBe(true)
    const late = await join(w.accepted, `chat:${w.chatId}`)
    const second = (await write(w, w.driver, w.chatId)).body.seq as number
    for (const socket of [client, late, other]) await vi.waitFor(() => expect(socket.seqs(w.chatId)).toContain(second))
    expect([late.seqs(w.chatId), other.seqs(w.chatId)]).toEqual([[second], [first, second]])
  })

  test('a connection needs a session of a confirmed person, and our own origin', async () => {
    const w = await createDataset(here)
    const status = async (cookie: string | undefined, origin?: string) =>
      (await refusedHandshake(there.url, { ...(cookie && { cookie }), ...(origin && { origin }) })).status
    expect(await status(undefined, there.url)).toBe(401)
    expect(await status(w.unconfirmed.cookie, there.url)).toBe(403)
    for (const origin of ['https://evil.example', undefined, 'null'])
      expect(await status(w.stranger.cookie, origin)).toBe(403)
    await join(w.stranger, 'inbox')
  })
}

describe('in one process', () => {
  beforeAll(async () => {
    here = await startTestApp({ env })
    there = here
  })
  afterAll(() => here.close())
  defineRows()
})

describePostgres('across two processes', () => {
  beforeAll(async () => {
    const url = await freshServerDatabase()
    here = await startTestApp({ env, database: await openServerDatabase(url) })
    there = await startTestApp({ env, database: await openServerDatabase(url), clock: here.clock })
  })
  afterAll(() => Promise.all([here.close(), there.close()]))
  defineRows()
})
