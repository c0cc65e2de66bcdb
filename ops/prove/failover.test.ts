/** The primary database is killed and its standby promoted, while 500 people write. */
import { expect, test } from 'vitest'
import { startServer } from '../../apps/server/test/server.ts'
import { startPair } from '../../apps/server/test/postgres-pair.ts'
import { report } from './report.ts'
import { compare, makeWriters, startWriters } from './writers.ts'

const WRITERS = 500
const EVERY_MS = 1_000
/** Confirmed messages before the primary is killed. */
const BEFORE = 1_500

test.each([
  { replication: 'synchronous', synchronous: true },
  { replication: 'asynchronous', synchronous: false },
])(
  'with $replication replication the standby takes over, and writing goes on',
  async ({ replication, synchronous }) => {
    const pair = await startPair({ synchronous })
    await pair.primary.query('create database samtur')
    const hosts = [pair.primary, pair.standby].map(({ port }) => `127.0.0.1:${port}`).join()
    const server = await startServer({
      DATABASE_URL: `postgres://samtur@${hosts}/samtur`,
      DATA_DIR: '/tmp/samtur-failover',
    })
    try {
      const writers = await makeWriters(server.url, pair.primary.url('samtur'), WRITERS)
      const writing = startWriters(server.url, writers, EVERY_MS)
      await expect.poll(() => writing.confirmed.length, { timeout: 60_000 }).toBeGreaterThan(BEFORE)
      await pair.primary.kill()
      const killed = Date.now()
      await pair.promote()
      const promoted = Date.now()
      await expect
        .poll(() => writing.confirmed.some(({ at }) => at > promoted), { timeout: 30_000, interval: 20 })
        .toBe(true)
      const again = writing.confirmed.find(({ at }) => at > promoted)?.at ?? Infinity
      const beforeCount = writing.confirmed.length
      await expect.poll(() => writing.confirmed.length, { timeout: 60_000 }).toBeGreaterThan(beforeCount + WRITERS)
      await writing.end()
      const { lost, doubled } = await compare(pair.standby.url('samtur'), writing.confirmed)
      report(
        `primary killed under ${WRITERS} writers, ${replication} replication`,
        1,
        `${lost} of ${writing.confirmed.length} confirmed writes lost, ${doubled} doubled`,
        `promoted after ${promoted - killed} ms, writing again ${again - promoted} ms later`,
      )
      expect(again - promoted).toBeLessThan(5_000)
      expect(doubled).toBe(0)
      if (synchronous) expect(lost).toBe(0)
    } finally {
      await server.kill('SIGTERM')
      await pair.stop()
    }
  },
  240_000,
)

test('a primary that comes back as a second one is not used', async () => {
  const pair = await startPair({ synchronous: false })
  await pair.primary.query('create database samtur')
  await pair.primary.kill()
  await pair.promote()
  // Nobody has told it that it was replaced.
  await pair.primary.start()
  const hosts = [pair.primary, pair.standby].map(({ port }) => `127.0.0.1:${port}`).join()
  const server = await startServer({
    DATABASE_URL: `postgres://samtur@${hosts}/samtur`,
    DATA_DIR: '/tmp/samtur-failover',
  })
  try {
    await makeWriters(server.url, pair.standby.url('samtur'), 1)
    const chats = await pair.standby.query<{ count: number }>('select count(*)::int as count from chat', 'samtur')
    expect(chats).toEqual([{ count: 1 }])
  } finally {
    await server.kill('SIGTERM')
    await pair.stop()
  }
})
