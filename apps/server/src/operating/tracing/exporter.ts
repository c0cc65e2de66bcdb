/** Sends spans as OTLP over HTTP, with the libraries of OpenTelemetry. Imported only where spans are sent. */
import { context, propagation, type Tracer } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingSettings } from '../../config.ts'
import type { Log } from '../../platform/log.ts'
import { within } from '../../platform/within.ts'

const SEND_MS = 5_000
const EVERY_MS = 2_000
const STOP_MS = 2_000

// Both are of the process and of no use to libraries that nobody has given a tracer.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
propagation.setGlobalPropagator(new W3CTraceContextPropagator())

interface Exporter {
  tracer: Tracer
  /** Sends what still waits, for a limited time. */
  stop(): Promise<void>
}

/** The provider is not registered as OpenTelemetry's global one, or libraries would add spans with attributes of their own. */
export function createExporter(
  { endpoint, headers, service, ratio }: TracingSettings,
  version: string,
  log: Log,
): Exporter {
  const sender = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers,
    timeoutMillis: SEND_MS,
    concurrencyLimit: 2,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanLimits: { attributeValueLengthLimit: 200, attributeCountLimit: 20 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: withLog(sender, log),
        scheduledDelayMillis: EVERY_MS,
        exportTimeoutMillis: SEND_MS,
        maxQueueSize: 4_096,
        maxExportBatchSize: 512,
      }),
    ],
  })
  return {
    tracer: provider.getTracer('samtur', version),
    // A collector that is away must not hold up the stop.
    stop: () => within(STOP_MS, provider.shutdown()).catch(() => {}),
  }
}

/** Logs when the collector stops and begins to take spans. */
function withLog(sender: SpanExporter, log: Log): SpanExporter {
  let failing = false
  return {
    export(spans, done) {
      sender.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS
        if (failed && !failing)
          log.warn({ reason: result.error?.name }, 'the collector of traces does not take them: they are lost')
        if (!failed && failing) log.info('the collector of traces takes them again')
        failing = failed
        done(result)
      })
    },
    forceFlush: async () => sender.forceFlush?.(),
    shutdown: () => sender.shutdown(),
  }
}
