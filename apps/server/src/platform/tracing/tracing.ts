/**
 * Spans of requests, statements, background work and calls of other servers. Attributes hold names of routes, tables and codes, never a value, an
 * address, a token or a text. Without an address to send spans to, nothing here does anything, and no library is loaded (decision 050).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { TracingSettings } from '../../config.ts'
import { errorCode } from '../db/error-code.ts'
import type { Log } from '../log.ts'
import type { Attributes, Exporter, Span, Start } from './span.ts'

/** Of the process, as in OpenTelemetry itself: statements and background work have no other way to it. */
let exporter: Exporter | undefined
const current = new AsyncLocalStorage<Span>()

/** Begins to send spans; returns the function that ends it. */
export async function startTracing(settings: TracingSettings, version: string, log: Log): Promise<() => Promise<void>> {
  const { createExporter } = await import('./exporter.ts')
  const started = createExporter(settings, version, log)
  exporter = started
  return async () => {
    if (exporter === started) exporter = undefined
    await started.stop()
  }
}

/** Starts the span of a request, which the caller ends; undefined while nothing is traced. */
export function startRequestSpan(attributes: Attributes, traceparent: string | undefined): Span | undefined {
  return exporter?.start({ name: 'request', kind: 'server', attributes, parent: traceparent })
}

/** Runs the work, so that spans in it belong to this one. */
export const inSpan = <T>(span: Span, work: () => T): T => current.run(span, work)

/** Traces one run of background work, which belongs to no request even where one has woken it. */
export function traceJob<T>(name: string, work: () => Promise<T>): Promise<T> {
  const span = exporter?.start({ name: `job ${name}`, kind: 'internal', attributes: { 'samtur.job': name } })
  return span ? inSpan(span, () => ending(span, work)) : work()
}

/** Traces a call of another server within a request or background work. */
export function traceCall<T>(name: string, work: () => Promise<T>, attributes: Attributes = {}): Promise<T> {
  const span = startChild({ name, kind: 'client', attributes })
  return span ? inSpan(span, () => ending(span, work)) : work()
}

/** Traces a statement, whose text holds no value; the function ends the span. Returns undefined where nothing is traced. */
export function traceStatement(text: string): ((work: Promise<unknown>) => void) | undefined {
  const span = current.getStore()?.recorded ? startChild(describe(text)) : undefined
  return span && ((work) => void ending(span, () => work).catch(() => {}))
}

function startChild(start: Omit<Start, 'parent'>): Span | undefined {
  const parent = current.getStore()
  return parent?.recorded ? exporter?.start({ ...start, parent }) : undefined
}

async function ending<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    span.fail()
    span.set({ 'error.type': errorType(error) })
    throw error
  } finally {
    span.end()
  }
}

/** Returns the code or the kind of an error: its message may quote what a person wrote. */
function errorType(error: unknown): string {
  return errorCode(error) || (error instanceof Error ? error.name : 'unknown')
}

const described = new Map<string, Omit<Start, 'parent'>>()
const MOST_DESCRIBED = 1_000

/** Returns the operation of a statement and the first table that it names. */
function describe(text: string): Omit<Start, 'parent'> {
  const known = described.get(text)
  if (known) return known
  const plain = text.replace(/\/\*.*?\*\//gs, '').trim()
  const operation = /^[a-z]+/i.exec(plain)?.[0].toLowerCase() ?? 'other'
  const table = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i.exec(plain)?.[1]
  const start = {
    name: table === undefined ? operation : `${operation} ${table}`,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table !== undefined && { 'db.collection.name': table }),
    },
  } as const
  if (described.size >= MOST_DESCRIBED) described.clear()
  described.set(text, start)
  return start
}
