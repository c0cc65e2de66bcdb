/** Clients that send the beginning of a request and then hardly anything. */
import tls from 'node:tls'
import { productName, type Site } from './client.ts'

export interface SlowClient {
  ended: boolean
  close(): void
}

const head = (method: string, path: string, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, `Host: ${productName}`, ...headers].join('\r\n')

const beginnings = {
  /** Headers of which one byte comes every half second. */
  headers: head('GET', '/', 'X-Slow: '),
  /** A body that stops after its first bytes. */
  body: `${head('POST', '/api/auth/sign-in/email', 'Content-Type: application/json', 'Content-Length: 1000')}\r\n\r\n{"email":`,
  /** An upload that stops after its first bytes. */
  upload: `${head('PUT', '/api/v1/me/picture', 'Content-Type: image/jpeg', 'Content-Length: 4000000')}\r\n\r\n${'x'.repeat(5000)}`,
}
export type SlowKind = keyof typeof beginnings
export const slowKinds = Object.keys(beginnings) as SlowKind[]

export function openSlow({ port, ca }: Site, kind: SlowKind, localAddress: string): SlowClient {
  const options = { host: '127.0.0.1', port, ca, servername: productName, localAddress }
  const socket = tls.connect(options)
  const drip = setInterval(() => kind === 'headers' && socket.writable && socket.write('a'), 500)
  const client: SlowClient = { ended: false, close: () => socket.destroy() }
  socket.on('error', () => {})
  socket.on('close', () => {
    clearInterval(drip)
    client.ended = true
  })
  socket.on('end', () => socket.end())
  socket.resume()
  socket.write(beginnings[kind])
  return client
}
