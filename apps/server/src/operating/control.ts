/**
 * A Unix socket in the data folder through which the command line reaches the running server, because only one process can open the embedded database.
 * The socket can be opened by the user of the server only.
 */
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { json, text } from 'node:stream/consumers'
import type { Log } from '../platform/log.ts'

const socketOf = (dataDir: string) => path.join(dataDir, 'control.sock')
/** The longest path of a socket on Linux, in bytes. */
const LONGEST_PATH = 107

type Actions = Record<string, (input: unknown) => Promise<unknown>>

export interface Control {
  close(): Promise<void>
}

/** Listens for `POST /<action>` with JSON. Without a socket, for example where its path is too long, the server runs all the same. */
export async function serveControl(dataDir: string, actions: Actions, log: Log): Promise<Control> {
  const socket = socketOf(dataDir)
  const server = http.createServer((request, response) => {
    const reply = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const name = request.method === 'POST' ? (request.url ?? '').slice(1) : ''
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action) return reply(404, { error: `There is no such action: ${name}` })
    json(request)
      .then(action)
      .then((result) => reply(200, result))
      .catch((error: unknown) => reply(500, { error: error instanceof Error ? error.message : String(error) }))
    return undefined
  })
  // A socket that a killed server has left; the lock of the folder says that no server runs.
  fs.rmSync(socket, { force: true })
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    if (Buffer.byteLength(socket) > LONGEST_PATH) reject(new Error('the path of DATA_DIR is too long for a socket'))
    else server.listen(socket, resolve)
  })
  try {
    await listening
    fs.chmodSync(socket, 0o600)
  } catch (error) {
    log.warn(
      { err: error },
      'the command line cannot reach this server: backups of a running server are made on its timetable only',
    )
    return { close: () => Promise.resolve() }
  }
  return {
    async close() {
      await new Promise((resolve) => server.close(resolve))
      fs.rmSync(socket, { force: true })
    },
  }
}

/** Returns what the running server responds. Throws an error with its message when the action fails there, or when no server can be reached. */
export async function callServer(dataDir: string, action: string, input: unknown): Promise<unknown> {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = http.request({ socketPath: socketOf(dataDir), method: 'POST', path: `/${action}` }, resolve)
    request.once('error', reject)
    request.end(JSON.stringify(input))
  })
  const body = JSON.parse(await text(response)) as { error?: string }
  if (response.statusCode !== 200) throw new Error(body.error ?? 'The server did not do it.')
  return body
}
