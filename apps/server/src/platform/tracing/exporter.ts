/** Sends spans as OTLP over HTTP, with the libraries of OpenTelemetry. Imported only where spans are sent. */
import { type Context, ROOT_CONTEXT, type Span as OtelSpan, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
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
import type { Log } from '../log.ts'
import { within } from '../within.ts'
import type { Exporter, Span } from './span.ts'

const SEND_MS = 5_000
const EVERY_MS = 2_000
const STOP_MS = 2_000

/** The provider is not registered as OpenTelemetry's global one, or libraries would add spans with attributes of their own. */
export function createExporter(
  { endpoint, headers, service, ratio }: TracingSettings,
  version: string,
  log: Log,
): Exporter {
  const sender = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: { ...headers },
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
  const tracer = provider.getTracer('samtur', version)
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }
  return {
    start: ({ name, kind, attributes = {}, parent }) =>
      new RecordedSpan(tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent))),
    // A collector that is away must not hold up the stop.
    stop: () => within(STOP_MS, provider.shutdown()).catch(() => {}),
  }
}

function contextOf(parent: Span | string | undefined): Context {
  if (parent instanceof RecordedSpan) return trace.setSpan(ROOT_CONTEXT, parent.span)
  const remote = typeof parent === 'string' ? parseTraceParent(parent) : null
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT
}

class RecordedSpan implements Span {
  readonly span: OtelSpan
  readonly recorded: boolean

  constructor(span: OtelSpan) {
    this.span = span
    // An ended span records nothing more, but work that goes on after a response still belongs to it.
    this.recorded = span.isRecording()
  }

  rename(name: string) {
    this.span.updateName(name)
  }

  set(attributes: Readonly<Record<string, string | number>>) {
    this.span.setAttributes({ ...attributes })
  }

  fail() {
    this.span.setStatus({ code: SpanStatusCode.ERROR })
  }

  end() {
    this.span.end()
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
