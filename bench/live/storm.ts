/** A restart disconnects all pages at the same moment; they must not all reconnect at the same moment. */
import { fileURLToPath } from 'node:url'
import { openServer } from '../../apps/server/test/bench/deliveries.ts'
import { startProgram } from '../../apps/server/test/bench/program.ts'
import { startServer } from '../../apps/server/test/server.ts'
import type { StormQuestions } from './storm-clients.ts'

export interface Storm {
  connections: number
  back: number
  /** Seconds between the first and the last reconnection. */
  spread: number
  /** Highest number of reconnections within one second. */
  most: number
}

const WITHIN_MS = 60_000

export async function rateStorm(connections: number): Promise<Storm> {
  const deps = await openServer(connections / 2)
  const clients = await startProgram<StormQuestions>(fileURLToPath(new URL('./storm-clients.ts', import.meta.url)))
  let { server } = deps
  try {
    await clients.ask.open({ url: server.url, cookies: deps.talkers.map(({ cookie }) => cookie) })
    const back = clients.ask.comeBack({ count: connections, withinMs: WITHIN_MS })
    await server.kill('SIGTERM')
    server = await startServer({ ...deps.env, PORT: new URL(server.url).port })
    const times = (await back).toSorted((a, b) => a - b)
    const bySecond = Map.groupBy(times, (time) => Math.floor(time / 1000))
    return {
      connections,
      back: times.length,
      spread: ((times.at(-1) ?? NaN) - (times[0] ?? NaN)) / 1000,
      most: Math.max(...[...bySecond.values()].map((list) => list.length)),
    }
  } finally {
    await clients.stop()
    await server.kill('SIGKILL')
    await deps.close()
  }
}
