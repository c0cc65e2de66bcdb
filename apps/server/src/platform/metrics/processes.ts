/** The metrics of all processes behind one port: each has a label `process`, so that none is added to another and a restarted one begins anew. */
import cluster from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'
import { within } from '../within.ts'
import { isRelayed, type Relayed } from './relay.ts'

/** A process that does not send its metrics within this time is left out. */
const PATIENCE_MS = 2_000

type Values = object[]

interface Scrape {
  received: { process: number; values: Values }[]
  /** Undefined until the first process has counted them. */
  expected: number | undefined
  done(): void
}

export interface Processes {
  /** Returns the text of the metrics of all processes, or null where this is the only one. */
  readAll(): Promise<string | null>
  stop(): void
}

/** `readOwn` returns the metrics of this process as the library gives them for JSON. */
export function joinProcesses(readOwn: () => Promise<Values>): Processes {
  const id = cluster.worker?.id
  if (id === undefined) return { readAll: async () => null, stop: () => {} }
  const scrapes = new Map<number, Scrape>()
  let last = 0
  const send = (message: Relayed) => void process.send?.(message, undefined, {}, () => {})
  const hear = (message: unknown) => {
    if (!isRelayed(message)) return
    const { scrape } = message
    const own = scrapes.get(scrape)
    if (message.metrics === 'wanted')
      void readOwn().then((values) => send({ metrics: 'values', scrape, to: message.to, process: id, values }))
    if (message.metrics === 'expect' && own) own.expected = message.count
    if (message.metrics === 'values' && own)
      own.received.push({ process: message.process, values: message.values as Values })
    if (own?.received.length === own?.expected) own?.done()
  }
  process.on('message', hear)
  return {
    async readAll() {
      const scrape = ++last
      const { promise, resolve } = Promise.withResolvers<void>()
      const state: Scrape = { received: [], expected: undefined, done: resolve }
      scrapes.set(scrape, state)
      send({ metrics: 'scraped', scrape })
      const values = await readOwn()
      await within(PATIENCE_MS, promise).catch(() => {})
      scrapes.delete(scrape)
      const all = [{ process: id, values }, ...state.received].toSorted((a, b) => a.process - b.process)
      return AggregatorRegistry.aggregate(all.map(labelled)).metrics()
    },
    stop: () => void process.off('message', hear),
  }
}

interface Metric {
  values: { labels: Record<string, string | number> }[]
}

const labelled = ({ process: nr, values }: { process: number; values: Values }) =>
  (values as Metric[]).map((metric) => ({
    ...metric,
    values: metric.values.map((sample) => ({ ...sample, labels: { ...sample.labels, process: String(nr) } })),
  }))
