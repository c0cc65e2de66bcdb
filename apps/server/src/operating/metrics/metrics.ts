/** What this process counts while it works, as metrics of Prometheus (decision 050). `collect.ts` adds the values that are read for a scrape. */
import { Counter, Histogram, Registry } from 'prom-client'

export interface Answered {
  /** The name of the endpoint or the pattern of the route, never a path with ids. */
  route: string | undefined
  method: string | undefined
  /** 0 when the connection ended before the response was sent. */
  status: number
}

export interface Metrics {
  registry: Registry
  /** Counts a request that has ended, and its duration. */
  answered(request: Answered, seconds: number): void
  /** Counts a search, further pages of the same search left out. */
  searched(found: boolean): void
  /** Counts an attempt to send a mail. */
  mailed(sent: boolean): void
  /** Counts an attempt to send a push message. */
  pushed(outcome: string): void
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** By the first digit of the status. */
const statuses = ['aborted', '1xx', '2xx', '3xx', '4xx', '5xx']
/** Seconds. A search from memory takes a millisecond, an upload seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Stands for requests that no route takes. */
const NO_ROUTE = 'none'

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'samtur_http_request_duration_seconds',
    help: 'Duration of requests in seconds, from the headers to the end of the response.',
    labelNames: ['route', 'method', 'status'],
    buckets,
    registers,
  })
  const counter = <Label extends string>(name: string, help: string, label: Label) =>
    new Counter({ name, help, labelNames: [label], registers })
  const searches = counter('samtur_searches_total', 'Searches by their result: found or none.', 'result')
  const mails = counter('samtur_mails_total', 'Attempts to send a mail by their outcome: sent or failed.', 'outcome')
  const pushes = counter('samtur_push_messages_total', 'Attempts to send a push message by their outcome.', 'outcome')
  // A rate begins with the first event only where the counter existed before it.
  for (const result of ['found', 'none']) searches.inc({ result }, 0)
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0)
  for (const outcome of ['sent', 'gone', 'later', 'denied', 'refused']) pushes.inc({ outcome }, 0)
  return {
    registry,
    answered({ route = NO_ROUTE, method = '', status }, seconds) {
      const known = methods.has(method) ? method : 'other'
      requests.observe({ route, method: known, status: statuses[Math.trunc(status / 100)] ?? '' }, seconds)
    },
    searched: (found) => searches.inc({ result: found ? 'found' : 'none' }),
    mailed: (sent) => mails.inc({ outcome: sent ? 'sent' : 'failed' }),
    pushed: (outcome) => pushes.inc({ outcome }),
  }
}
