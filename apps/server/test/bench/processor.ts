/** Processor time of a running server, from its own metrics. */
import type { Server } from '../server.ts'

export async function processorSeconds({ url }: Pick<Server, 'url'>): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (.+)$/m.exec(text)?.[1])
}
