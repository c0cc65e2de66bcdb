/** Metrics of several workers behind one port: a scrape of any of them has those of all. */
// @module-tag slow
import { expect, test, vi } from 'vitest'
import { describePostgres, freshServerDatabase } from './database.ts'
import { startRolling } from './rolling.ts'

describePostgres(
  'several workers',
  () => {
    test('each scrape has the metrics of every worker, apart, before and after they were replaced', async () => {
      const server = await startRolling(await freshServerDatabase(), 3)
      const scrape = async () => (await fetch(`${server.url}/metrics`, { headers: { connection: 'close' } })).text()
      const processesOf = (text: string, name: string) =>
        [...text.matchAll(new RegExp(`^${name}\\{(?:[^}]*,)?process="(\\d+)"`, 'gm'))].map(([, id]) => Number(id))
      const uptimes = async () => processesOf(await scrape(), 'process_uptime_seconds')
      try {
        await expect.poll(uptimes, { timeout: 60_000 }).toHaveLength(3)
        const before = new Set<number>()
        for (let i = 0; i < 6; i++) {
          const text = await scrape()
          const ids = processesOf(text, 'process_uptime_seconds')
          expect(ids).toHaveLength(3)
          for (const id of ids) before.add(id)
          // The load searches all the time, so each worker has histograms of its own.
          for (const name of ['samtur_outbox_waiting', 'samtur_live_sockets', 'samtur_database_up'])
            expect(processesOf(text, name), name).toEqual(ids)
          expect(text.match(/^# TYPE samtur_http_request_duration_seconds histogram$/gm)).toHaveLength(1)
          expect(text).toMatch(/^samtur_http_request_duration_seconds_bucket\{.*le="0\.005".*process="\d+"/m)
        }
        expect(before.size).toBe(3)
        await server.roll()
        await vi.waitFor(async () => {
          const after = await uptimes()
          expect(after).toHaveLength(3)
          expect(after.filter((id) => before.has(id))).toEqual([])
        })
      } finally {
        const { failures } = await server.end()
        expect(failures).toEqual([])
      }
    })
  },
  120_000,
)
