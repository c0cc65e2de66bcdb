/** Connections to a bare HTTP server: the order of responses, slow readers, and a stop that loses no request. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { attack, get } from '../../../test/attacks/victim.ts'
import { type ConnectionLimits, defaultLimits, limitConnections } from './connections.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const MEGABYTE = 1024 * 1024
const large = Buffer.alloc(64 * MEGABYTE, 'x')

/** Responds to /large with 64 MB, to /later when the test says so, and to everything else at once. */
async function start(changes: Partial<ConnectionLimits> = {}) {
  const received: string[] = []
  const later: (() => void)[] = []
  const server: Server = createServer((request, response) => {
    received.push(request.url ?? '')
    if (request.url === '/large') response.end(large)
    else if (request.url === '/later') later.push(() => response.end('later'))
    else response.end(`at once ${request.url}`)
  })
  const { metrics, stop } = limitConnections(server, {
    limits: { ...defaultLimits, connections: 100, ...changes },
    refuse: (response) => response.writeHead(429, { connection: 'close' }).end(),
    refuseConnection: (socket) => socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n'),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(
    stop,
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return { server, metrics, received, later, port: (server.address() as AddressInfo).port }
}
const until = (look: () => void) => vi.waitFor(look, { timeout: 10_000, interval: 5 })

test('a request is not handled before the response to the one before it', async () => {
  const { port, received, later } = await start()
  const client = await attack(port, { send: get('/later') + get('/a') + get('/b') })
  await until(() => expect(later.length).toBe(1))
  expect(received).toEqual(['/later'])
  later[0]?.()
  await until(() => expect(client.text).toContain('at once /b'))
  expect(received).toEqual(['/later', '/a', '/b'])
  expect(client.text.indexOf('later')).toBeLessThan(client.text.indexOf('at once /a'))
})

test('a client that continues to send after an error is disconnected', async () => {
  const { port, received } = await start()
  const client = await attack(port, { send: get('/later') + get('/a').repeat(500) })
  await client.ended
  expect(received).toEqual(['/later'])
})

test('a client that reads nothing is disconnected, and its second request is never handled', async () => {
  const { port, received, metrics } = await start({ readWithinMs: 300 })
  const client = await attack(port, { send: get('/large') + get('/a'), reads: false })
  // 64 MB are allowed more time than 0.3 seconds; at this speed it is about one.
  await until(() => expect(received).toEqual(['/large']))
  client.socket.destroy()
  await until(() => expect(metrics.open).toBe(0))
  expect(received).toEqual(['/large'])
})

test('the connection of a client that reads below the required speed ends', async () => {
  const { port, metrics } = await start({ readWithinMs: 300, readBytesPerSecond: 64 * MEGABYTE })
  const client = await attack(port, { send: get('/large'), reads: false })
  await until(() => expect(metrics.ended_slow).toBe(1))
  client.socket.resume()
  await client.ended
  expect(client.text.length).toBeLessThan(large.length)
})

test('the connection of a client that reads everything in time stays open', async () => {
  const { port, metrics } = await start({ readWithinMs: 300 })
  const client = await attack(port, { send: get('/large') })
  await until(() => expect(client.text.length).toBeGreaterThan(large.length))
  expect(metrics.ended_slow).toBe(0)
})

test('beyond the limit of unread bytes of all connections, the slowest ones end', async () => {
  const { port, metrics } = await start({ unreadBytes: 100 * MEGABYTE })
  await Promise.all(Array.from({ length: 4 }, () => attack(port, { send: get('/large'), reads: false })))
  await until(() => expect([metrics.ended_slow, metrics.open]).toEqual([3, 1]))
})

test('one connection more than the limit gets a 503', async () => {
  const { port, metrics } = await start({ connections: 2 })
  await attack(port)
  await attack(port)
  const third = await attack(port)
  await third.ended
  expect(third.text).toContain('503')
  expect(metrics.refused).toBe(1)
})

test('a request on a kept connection gets its response while the server closes', async () => {
  const { server, port } = await start({ silentMs: 2_000 })
  const client = await attack(port, { send: get('/a') })
  await until(() => expect(client.text).toContain('at once /a'))
  const closed = new Promise((resolve) => server.close(resolve))
  client.socket.write(get('/b'))
  await until(() => expect(client.text).toContain('at once /b'))
  await client.ended
  await closed
  expect(server.listening).toBe(false)
})
