/** Messages between the processes behind one port, so that a scrape of one gets the metrics of all. Imported by the first process, too: it stays small. */
import type { Worker } from 'node:cluster'

export type Relayed =
  /** A process is scraped. */
  | { metrics: 'scraped'; scrape: number }
  /** So many others will send theirs. */
  | { metrics: 'expect'; scrape: number; count: number }
  /** Send yours to that process. */
  | { metrics: 'wanted'; scrape: number; to: number }
  | { metrics: 'values'; scrape: number; to: number; process: number; values: unknown }

export const isRelayed = (message: unknown): message is Relayed =>
  typeof message === 'object' && message !== null && 'metrics' in message

/** Passes the messages of a worker on to the others that serve. The first process calls it for each worker. */
export function relayMetrics(worker: Worker, serving: () => Iterable<Worker>): void {
  const send = (to: Worker, message: Relayed) => to.isConnected() && to.send(message, () => {})
  worker.on('message', (message: unknown) => {
    if (!isRelayed(message)) return
    const { scrape } = message
    if (message.metrics === 'scraped') {
      const others = [...serving()].filter((other) => other !== worker)
      send(worker, { metrics: 'expect', scrape, count: others.length })
      for (const other of others) send(other, { metrics: 'wanted', scrape, to: worker.id })
    } else if (message.metrics === 'values') {
      for (const other of serving()) if (other.id === message.to) send(other, message)
    }
  })
}
