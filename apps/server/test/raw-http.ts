/** Sends raw bytes to a server, for requests that no HTTP client would send. */
import net from 'node:net'

export interface RawResponse {
  /** Statuses of all responses on the connection. */
  statuses: number[]
  text: string
  /** Body of the last response. */
  body: string
}

/** Sends the parts one after the other; returns everything received until the server closed or `expected` responses arrived. */
export function sendRaw(
  url: string,
  parts: (string | Buffer)[],
  { expected = Infinity, halfClose = false } = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const done = () => {
      socket.destroy()
      resolve({ statuses: statusesOf(text), text, body: text.slice(text.lastIndexOf('\r\n\r\n') + 4) })
    }
    socket.setTimeout(15_000, () => reject(new Error(`the server neither answered nor closed; so far: ${text}`)))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (statusesOf(text).length >= expected) done()
    })
    socket.on('end', done)
    socket.on('error', done)
    socket.on('connect', () => {
      for (const part of parts) socket.write(part)
      if (halfClose) socket.end()
    })
  })
}

const statusesOf = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]))

/** Joins the lines of a request with CRLF, and ends it with an empty line. */
export const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`
