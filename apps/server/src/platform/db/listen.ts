/** Listens on a server, on a separate connection that reconnects. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Calls back with each payload, and with null after a reconnect. Returns the function that ends it; throws without a server. */
export async function listenOnServer(
  makeClient: (name: string) => pg.Client,
  channel: string,
  onPayload: (payload: string | null) => void,
) {
  let client: pg.Client | undefined
  let closed = false
  const connect = async () => {
    const next = makeClient('samtur-listen')
    next.on('notification', (message) => onPayload(message.payload ?? ''))
    next.on('error', () => {})
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    // An open connection that ends is replaced; the loop below repeats a failed attempt.
    next.on('end', () => void reconnect())
    client = next
    if (closed) await next.end().catch(() => {})
  }
  const reconnect = async () => {
    client = undefined
    for (let wait = 200; !closed; wait = Math.min(wait * 2, 5_000)) {
      await sleep(wait * (0.5 + Math.random() / 2))
      try {
        await connect()
        // Notifications sent meanwhile are lost, so readers read from their cursors again.
        onPayload(null)
        return
      } catch {
        // The server does not respond yet.
      }
    }
  }
  await connect()
  return async () => {
    closed = true
    await client?.end().catch(() => {})
  }
}
