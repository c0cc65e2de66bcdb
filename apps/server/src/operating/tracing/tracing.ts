/**
 * Spans of requests, statements, background work and calls of other servers. Attributes hold names of routes, tables and codes, never a value, an
 * address, a token or a text. Without an address to send spans to, nothing here does anything, and what sends them is not loaded (decision 050).
 */
import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import type { TracingSettings } from '../../config.ts'
import { errorCode } from '../../platform/db/error-code.ts'
import type { Log } from '../../platform/log.ts'

/** Of the process: statements and background work have no other way to it. */
let tracer: Tracer | undefined

/** Begins to send spans; returns the function that ends it. */
export async function startTracing(settings: TracingSettings, version: string, log: Log): Promise<() => Promise<void>> {
  const { createExporter } = await import('./exporter.ts')
  const started = createExporter(settings, version, log)
  tracer = started.tracer
  return async () => {
    if (tracer === started.tracer) tracer = undefined
    await started.stop()
  }
}

/** Starts the span of a request, which the caller ends; undefined while nothing is traced. */
export const startRequestSpan = (attributes: Attributes, traceparent: string | undefined): Span | undefined =>
  tracer?.startSpan(
    'request',
    { kind: SpanKind.SERVER, attributes },
    propagation.extract(ROOT_CONTEXT, traceparent === undefined ? {} : { traceparent }),
  )

/** Runs the work, so that spans in it belong to this one. */
export const inSpan = <T>(span: Span, work: () => T): T => context.with(trace.setSpan(ROOT_CONTEXT, span), work)

/** Traces one run of background work, which belongs to no request even where one has woken it. */
export const traceJob = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  tracer
    ? tracer.startActiveSpan(`job ${name}`, { root: true, attributes: { 'samtur.job': name } }, (span) =>
        ending(span, work),
      )
    : work()

/** Traces a call of another server within a request or background work. */
export const traceCall = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  tracer && trace.getActiveSpan()
    ? tracer.startActiveSpan(name, { kind: SpanKind.CLIENT }, (span) => ending(span, work))
    : work()

/** Traces a statement, whose text holds no value; the function ends the span. Returns undefined where nothing is traced. */
export function traceStatement(text: string): ((work: Promise<unknown>) => void) | undefined {
  if (!tracer || !trace.getActiveSpan()) return undefined
  const { name, options } = describe(text)
  const span = tracer.startSpan(name, options)
  return (work) => void ending(span, () => work).catch(() => {})
}

async function ending<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', errorType(error))
    throw error
  } finally {
    span.end()
  }
}

/** Returns the code or the kind of an error: its message may quote what a person wrote. */
function errorType(error: unknown): string {
  return errorCode(error) || (error instanceof Error ? error.name : 'unknown')
}

interface Description {
  name: string
  options: SpanOptions
}

const described = new Map<string, Description>()
const MOST_DESCRIBED = 1_000

/** Returns the operation of a statement and the first table that it names. */
function describe(text: string): Description {
  const known = described.get(text)
  if (known) return known
  const plain = text.replace(/\/\*.*?\*\//gs, '').trim()
  const operation = /^[a-z]+/i.exec(plain)?.[0].toLowerCase() ?? 'other'
  const table = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i.exec(plain)?.[1]
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(table !== undefined && { 'db.collection.name': table }),
  }
  const description = {
    name: table === undefined ? operation : `${operation} ${table}`,
    options: { kind: SpanKind.CLIENT, attributes },
  }
  if (described.size >= MOST_DESCRIBED) described.clear()
  described.set(text, description)
  return description
}
