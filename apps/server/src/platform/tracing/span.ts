/** A span and what sends it, without the libraries of OpenTelemetry. */
export type Attributes = Readonly<Record<string, string | number>>

export interface Span {
  /** False for a span that is left out by the ratio; then its children are, too. */
  readonly recorded: boolean
  rename(name: string): void
  set(attributes: Attributes): void
  /** Marks the work as failed. */
  fail(): void
  end(): void
}

export type SpanKind = 'server' | 'client' | 'internal'

export interface Start {
  name: string
  kind: SpanKind
  attributes?: Attributes
  /** The span that this one belongs to, or the W3C `traceparent` of another process. */
  parent?: Span | string | undefined
}

export interface Exporter {
  start(span: Start): Span
  /** Sends what still waits, for a limited time. */
  stop(): Promise<void>
}
