/** Runs a collector of traces in the test process: takes OTLP over HTTP as JSON. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface ReceivedSpan {
  name: string
  /** 1 internal, 2 server, 3 client. */
  kind: number
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  milliseconds: number
  failed: boolean
  attributes: Record<string, string | number>
}

export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string
  spans: ReceivedSpan[]
  /** Attributes of the services that have sent spans. */
  services: Record<string, string | number>[]
  /** Every body as it came. */
  bodies: string[]
  requests: { url: string | undefined; headers: IncomingHttpHeaders }[]
  /** Status of the next responses. */
  status: number
  close(): Promise<void>
}

interface KeyValue {
  key: string
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number }
}
interface OtlpSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes?: KeyValue[]
  status?: { code?: number }
}
interface Otlp {
  resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

const ERROR = 2

export async function startCollector(): Promise<Collector> {
  const server = createServer((request, response) => {
    const { url, headers } = request
    collector.requests.push({ url, headers })
    void json(request).then((body) => {
      collector.bodies.push(JSON.stringify(body))
      if (collector.status === 200) take(body as Otlp)
      response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  const take = ({ resourceSpans }: Otlp) => {
    for (const { resource, scopeSpans } of resourceSpans) {
      collector.services.push(valuesOf(resource.attributes))
      collector.spans.push(...scopeSpans.flatMap(({ spans }) => spans.map(received)))
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    services: [],
    bodies: [],
    requests: [],
    status: 200,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return collector
}

const received = ({ status, attributes = [], startTimeUnixNano: start, endTimeUnixNano: end, ...span }: OtlpSpan) => ({
  name: span.name,
  kind: span.kind,
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId,
  milliseconds: Number(BigInt(end) - BigInt(start)) / 1e6,
  failed: status?.code === ERROR,
  attributes: valuesOf(attributes),
})

const valuesOf = (attributes: KeyValue[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
  )
