/** Runs a server under attack: measures its memory and responses, and opens connections that behave as no browser does. */
import fs from 'node:fs'
import net from 'node:net'
import { makeDataFolder } from '../embedded-folder.ts'
import { lines } from '../raw-http.ts'
import { type Server, startServer } from '../server.ts'

export interface Victim {
  server: Server
  port: number
  /** DATA_DIR. */
  folder: string
  /** Resident memory in megabytes. */
  rss(): number
  stop(): Promise<void>
}

/** `prefix` runs the server under another command, such as one that limits open files. */
export async function startVictim(env: Record<string, string> = {}, prefix: string[] = []): Promise<Victim> {
  const folder = makeDataFolder()
  const server = await startServer({ DATA_DIR: folder, ...env }, prefix)
  return {
    server,
    folder,
    port: Number(new URL(server.url).port),
    rss: () => megabytes(fs.readFileSync(`/proc/${server.child.pid}/status`, 'utf8')),
    async stop() {
      await server.kill('SIGKILL')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

const megabytes = (status: string) => Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024

export interface Attacker {
  socket: net.Socket
  /** The bytes received so far, and when the server closed the connection (undefined while it is open). */
  text: string
  endedAfterMs: number | undefined
  ended: Promise<Attacker>
}

interface Attack {
  send?: string | Buffer
  /** False leaves the response unread. */
  reads?: boolean
  /** Another address of this machine, so that ports do not run out. */
  from?: string
}

/** Opens a connection and sends the bytes. Resolves once it is open. */
export function attack(port: number, { send = '', reads = true, from }: Attack = {}): Promise<Attacker> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const socket = net.connect({ host: '127.0.0.1', port, ...(from && { localAddress: from }) })
    let settle = (_attacker: Attacker) => {}
    const ended = new Promise<Attacker>((done) => (settle = done))
    const attacker: Attacker = { socket, text: '', endedAfterMs: undefined, ended }
    const end = () => {
      attacker.endedAfterMs ??= performance.now() - began
      settle(attacker)
    }
    socket.on('data', (chunk) => (attacker.text += chunk.toString('latin1')))
    socket.on('end', end).on('close', end)
    socket.on('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject).on('error', end)
      if (!reads) socket.pause()
      if (send.length > 0) socket.write(send)
      resolve(attacker)
    })
  })
}

export const get = (path: string, ...headers: string[]) => lines(`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers)

export const statusOf = ({ text }: Attacker) => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)

/** Returns the milliseconds that /healthz took. Throws when it does not respond within ten seconds. */
export async function health(url: string): Promise<number> {
  const began = performance.now()
  // A connection of its own: the server may close one that was used before just as it is used again.
  const answer = await fetch(`${url}/healthz`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Error(`/healthz answered ${answer.status}`)
  await answer.text()
  return performance.now() - began
}
