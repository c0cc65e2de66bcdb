/** A proxy between the server and its database that can interrupt the connection in several ways. */
import net from 'node:net'

export interface Proxy {
  /** The database's address through the proxy. */
  url: string
  /** Breaks every connection, and refuses new ones. */
  cut(): void
  /** Passes nothing from now on, but keeps connections open. */
  freeze(): void
  restore(): void
  close(): Promise<void>
}

export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<net.Socket>()
  let mode: 'pass' | 'cut' | 'freeze' = 'pass'
  const server = net.createServer({ pauseOnConnect: true }, (near) => {
    if (mode === 'cut') return near.resetAndDestroy()
    const far = net.connect({ host: hostname, port: Number(port) })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (chunk) => mode !== 'freeze' && far.write(chunk))
    far.on('data', (chunk) => mode !== 'freeze' && near.write(chunk))
    near.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: Object.assign(new URL(target), { port: String((server.address() as net.AddressInfo).port) }).toString(),
    cut() {
      mode = 'cut'
      for (const socket of sockets) socket.resetAndDestroy()
    },
    freeze() {
      mode = 'freeze'
    },
    restore() {
      mode = 'pass'
    },
    close() {
      mode = 'cut'
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
