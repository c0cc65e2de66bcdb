/** Over real connections: how long a body may take. */
import { connect, type AddressInfo, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSlowRequests } from './slow-requests.ts'

const limits = { withinMs: 400, atLeastBytes: 1_000, silentMs: 300, fileWithinMs: 1_500 }
let app: FastifyInstance
beforeAll(async () => {
  app = Fastify()
  endSlowRequests(app, (socket) => socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'), limits)
  app.addContentTypeParser('*', (_request, payload, done) => {
    let size = 0
    payload.on('data', (chunk: Buffer) => (size += chunk.length))
    payload.on('end', () => done(null, size))
  })
  app.post('/words', ({ body }) => ({ size: body }))
  app.post('/file', { config: { takesFile: true } }, ({ body }) => ({ size: body }))
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** Sends a body in pieces; returns how that ended and after how long. */
async function drip(path: string, length: number, piece: number, everyMs: number) {
  const began = performance.now()
  const { port } = app.server.address() as AddressInfo
  const socket: Socket = connect(port, '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: ${length}\r\n`)
  socket.write('Content-Type: image/png\r\n\r\n')
  let sent = 0
  const sendNext = () => {
    const next = Math.min(piece, length - sent)
    sent += next
    if (next > 0 && socket.writable) socket.write(Buffer.alloc(next))
  }
  sendNext()
  const timer = setInterval(sendNext, everyMs)
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  await new Promise((resolve) => socket.once('close', resolve).on('error', resolve))
  clearInterval(timer)
  return { status: Number(answer.slice(9, 12)), answer, tookMs: performance.now() - began }
}

test('a file that gets on may take longer than other bodies', async () => {
  const { status, answer, tookMs } = await drip('/file', 80_000, 2_000, 20)
  expect(status).toBe(200)
  expect(answer).toContain('{"size":80000}')
  expect(tookMs).toBeGreaterThan(limits.withinMs)
})

test('another body is refused once its time is over, however fast it comes', async () => {
  const { status, tookMs } = await drip('/words', 80_000, 2_000, 20)
  expect(status).toBe(408)
  expect(tookMs).toBeGreaterThanOrEqual(limits.withinMs)
  expect(tookMs).toBeLessThan(limits.fileWithinMs)
})

test('a file that drips in is given up soon', async () => {
  const { status, tookMs } = await drip('/file', 40_000, 1, 20)
  expect(status).toBe(408)
  expect(tookMs).toBeLessThan(limits.fileWithinMs)
})

test('nor does one that gets on take for ever', async () => {
  const { status, tookMs } = await drip('/file', 4_000_000, 2_000, 20)
  expect(status).toBe(408)
  expect(tookMs).toBeGreaterThanOrEqual(limits.fileWithinMs - 50)
})

test('a file that stops in the middle is given up, also when much of it has come', async () => {
  const { status, tookMs } = await drip('/file', 40_000, 30_000, 100_000)
  expect(status).toBe(408)
  expect(tookMs).toBeLessThan(limits.fileWithinMs)
})
