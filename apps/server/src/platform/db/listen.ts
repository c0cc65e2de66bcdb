/** LISTEN on a server, on a connection of its own that comes back by itself. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Calls back with each payload, and with null after a connection was lost and is there again. Answers how to end it; throws while there is no server. */
export async function listenOnServer(url: string, channel: string, onPayload: (payload: string | null) => void) {
  let client: pg.Client | undefined
  let closed = false
  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'samtur-listen',
      keepAlive: true,
      connectionTimeoutMillis: 3_000,
    })
    next.on('notification', (message) => onPayload(message.payload ?? ''))
    next.on('error', () => {})
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    // Only a connection that stood can be lost; an attempt that fails belongs to the loop that made it.
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
        // Whatever was announced meanwhile is lost: readers look at their cursors again.
        onPayload(null)
        return
      } catch {
        // The server is still away.
      }
    }
  }
  await connect()
  return async () => {
    closed = true
    await client?.end().catch(() => {})
  }
}
