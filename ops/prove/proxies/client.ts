/** Clients of a proxy: requests over TLS under the product's name, from any loopback address of this machine. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import type { LookupFunction } from 'node:net'

export const productName = 'samtur.example'

/** Where the proxy listens, and the certificate that it shows. */
export interface Site {
  url: string
  port: number
  ca: Buffer
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export interface Request {
  method?: string
  headers?: OutgoingHttpHeaders
  /** Sent as it is when it is bytes, as JSON otherwise. */
  body?: unknown
}

export type Client = (path: string, request?: Request) => Promise<Answer>

/** Leads every name to this machine. */
export const lookup: LookupFunction = (_name, options, done) => {
  if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}

/** Options of a connection to the site that comes from the address, which the proxy sees as the client's. */
export const connectionOf = ({ ca }: Site, localAddress: string) => ({
  ca,
  localAddress,
  lookup,
  servername: productName,
})

/** Returns a client with at most so many connections. It keeps them, as browsers do. */
export function clientFrom(site: Site, localAddress: string, maxSockets = 20): Client & Disposable {
  const agent = new https.Agent({ ...connectionOf(site, localAddress), keepAlive: true, maxSockets })
  const client: Client = (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
      const length = bytes && { 'content-type': 'application/json', 'content-length': bytes.length }
      const request = https.request(site.url + path, { method, agent, headers: { ...length, ...headers } })
      request.on('error', reject)
      request.on('response', (response) => {
        // A refused upload may be cut off after the response.
        const chunks: Buffer[] = []
        const { statusCode: status = 0, headers: received } = response
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => resolve({ status, headers: received, body: Buffer.concat(chunks).toString() }))
      })
      request.end(bytes)
    })
  return Object.assign(client, { [Symbol.dispose]: () => agent.destroy() })
}

export const openHttp2 = (site: Site, localAddress = '127.0.0.1') => {
  const options: http2.SecureClientSessionOptions = connectionOf(site, localAddress)
  const session = http2.connect(site.url, options)
  // Each stream reports it.
  session.on('error', () => {})
  return session
}

/** Requests on one connection before another one takes its place; nginx closes one after a thousand. */
const PER_SESSION = 500

/** Returns a client that speaks HTTP/2, as browsers do. It repeats nothing. */
export function http2ClientFrom(site: Site, localAddress: string): Client & Disposable {
  let session = openHttp2(site, localAddress)
  let used = 0
  const client: Client = (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      if (++used % PER_SESSION === 0 || session.closed) {
        session.close()
        session = openHttp2(site, localAddress)
      }
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const stream = session.request({ ':method': method, ':path': path, ...type, ...headers })
      const chunks: Buffer[] = []
      let received: http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader = {}
      stream.on('response', (given) => (received = given))
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', reject)
      stream.on('end', () => {
        const { ':status': status = 0, ...others } = received
        resolve({ status, headers: others, body: Buffer.concat(chunks).toString() })
      })
      stream.end(body === undefined ? undefined : JSON.stringify(body))
    })
  return Object.assign(client, { [Symbol.dispose]: () => session.destroy() })
}

/** Requests an upgrade to a WebSocket; returns the status, which is 101 when it happened. */
export function requestUpgrade(
  site: Site,
  path: string,
  headers: OutgoingHttpHeaders,
  localAddress = '127.0.0.1',
): Promise<number> {
  const handshake = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
  }
  const options = { ...connectionOf(site, localAddress), agent: false, headers: { ...handshake, ...headers } }
  return new Promise((resolve, reject) => {
    const request = https.request(site.url + path, options)
    const end = ({ statusCode = 0 }: { statusCode?: number }) => {
      resolve(statusCode)
      request.destroy()
    }
    request.on('error', reject).on('response', end).on('upgrade', end).end()
  })
}
