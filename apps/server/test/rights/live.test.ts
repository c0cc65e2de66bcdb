/** Generated from the matrix: every live channel × every role, over raw sockets. */
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { ServerFrame } from '@samtur/contract/live'
import { startTestApp, type TestApp } from '../app.ts'
import { testSecret, type TestPerson } from '../sessions.ts'
import { channels } from './matrix.ts'
import { roles, type Role } from './rows.ts'
import { personOf, makeWorld, type World } from './world.ts'

let t: TestApp
let world: World
const sockets: Socket[] = []

beforeAll(async () => {
  t = await startTestApp({ env: { SECRET: testSecret } })
  world = await makeWorld(t)
})
afterEach(() => sockets.splice(0).forEach(({ ws }) => ws.terminate()))
afterAll(() => t.close())

interface Socket {
  ws: WebSocket
  frames: ServerFrame[]
  send(frame: object): void
  /** Waits for a frame that fits. */
  next(fits: (frame: ServerFrame) => boolean): Promise<ServerFrame>
}

async function connect(as: { cookie: string } | undefined, origin: string | undefined = t.url): Promise<Socket> {
  const ws = new WebSocket(`${t.url.replace('http', 'ws')}/live`, {
    headers: { ...(as && { cookie: as.cookie }), ...(origin && { origin }) },
  })
  const frames: ServerFrame[] = []
  ws.on('message', (data) => {
    frames.push(JSON.parse((data as Buffer).toString()) as ServerFrame)
    ws.emit('frame')
  })
  await once(ws, 'open')
  const socket: Socket = {
    ws,
    frames,
    send: (frame) => ws.send(JSON.stringify(frame)),
    async next(fits) {
      for (;;) {
        const found = frames.find(fits)
        if (found) return found
        await once(ws, 'frame', { signal: AbortSignal.timeout(3000) })
      }
    },
  }
  sockets.push(socket)
  return socket
}

async function join(as: TestPerson, channel: string) {
  const socket = await connect(as)
  socket.send({ type: 'subscribe', channel })
  const answer = await socket.next((frame) => frame.type === 'subscribed' || frame.type === 'refused')
  return { socket, answer }
}

const refusedWith = async (as: TestPerson | undefined, origin?: string) => {
  try {
    await connect(as, origin)
    return 'open'
  } catch (error) {
    return /(\d{3})/.exec(String(error))?.[1]
  }
}

test('a connection needs a session of a confirmed person, and our own origin', async () => {
  expect(await refusedWith(undefined)).toBe('401')
  expect(await refusedWith(world.unconfirmed)).toBe('403')
  expect(await refusedWith(world.stranger, 'https://evil.example')).toBe('403')
  expect(await refusedWith(world.stranger, '')).toBe('403')
  expect(await refusedWith(world.stranger, 'null')).toBe('403')
  expect(await refusedWith(world.stranger)).toBe('open')
})

describe.each(channels)('channel $channel', ({ name, subscribed }) => {
  test.each(roles.filter((role): role is Exclude<Role, 'V' | 'U'> => role !== 'V' && role !== 'U'))(
    'as %s',
    async (role) => {
      const person = personOf[role](world)
      if (!person) throw new Error('connections need a person')
      const { answer } = await join(person, name(world))
      expect(answer).toEqual({ type: subscribed[role] ? 'subscribed' : 'refused', channel: name(world) })
    },
  )
})

test('events reach the members and nobody else; the inbox carries ids only', async () => {
  const member = (await join(world.accepted, `chat:${world.chatId}`)).socket
  const inbox = (await join(world.accepted, 'inbox')).socket
  const outsider = (await join(world.stranger, 'inbox')).socket
  outsider.send({ type: 'subscribe', channel: `chat:${world.chatId}` })
  await outsider.next((frame) => frame.type === 'refused')
  const content = 'Hemmelig beskjed'
  await t.call('POST', `/api/v1/chats/${world.chatId}/messages`, { as: world.driver, body: { content } })
  expect(await member.next((frame) => frame.type === 'event')).toMatchObject({
    data: { event: 'message', message: { content } },
  })
  expect(await inbox.next((frame) => frame.type === 'event')).toMatchObject({
    data: { event: 'new_message', chat_id: world.chatId },
  })
  expect(JSON.stringify(inbox.frames)).not.toContain(content)
  // The heartbeat's answer comes after whatever was sent before it.
  outsider.send({ type: 'heartbeat' })
  await outsider.next((frame) => frame.type === 'heartbeat')
  expect(outsider.frames.filter((frame) => frame.type === 'event')).toEqual([])
})

test('signing out closes the connection within a second', async () => {
  const w = await makeWorld(t)
  const { socket } = await join(w.stranger, 'inbox')
  const closed = once(socket.ws, 'close', { signal: AbortSignal.timeout(1000) })
  await t.call('POST', '/api/auth/sign-out', { as: w.stranger })
  expect((await closed)[0]).toBe(4401)
})

test('after a block nothing more arrives', async () => {
  const w = await makeWorld(t)
  const channel = `chat:${w.chatId}`
  const { socket } = await join(w.accepted, channel)
  await t.call('PUT', `/api/v1/me/blocks/${w.accepted.id}`, { as: w.driver })
  const refused = await t.call('POST', `/api/v1/chats/${w.chatId}/messages`, {
    as: w.driver,
    body: { content: 'Etter blokkering' },
  })
  expect(refused.body.code).toBe('message_refused')
  socket.send({ type: 'heartbeat' })
  await socket.next((frame) => frame.type === 'heartbeat')
  expect(socket.frames.filter((frame) => frame.type === 'event')).toEqual([])
})
