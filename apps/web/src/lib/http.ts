/** Sends one HTTP request to our server: JSON in and out, a time limit, and every failure as an `ApiError`. */
import { retryDelays } from '@samtur/contract/basics'
import type { ErrorBody, ErrorCode, FieldCode } from '@samtur/contract/errors'

export class ApiError extends Error {
  readonly status: number
  /** `offline`: no response arrived. */
  readonly code: ErrorCode | 'offline'
  readonly fields?: Record<string, FieldCode>
  readonly params?: ErrorBody['params']
  readonly requestId?: string

  constructor(status: number, code: ErrorCode | 'offline', body?: Partial<ErrorBody>, cause?: unknown) {
    super(code, { cause })
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = body?.fields
    this.params = body?.params
    this.requestId = body?.request_id
  }
}

/** Sent with every request. */
export const standingHeaders: Record<string, string> = {}

export interface Exchange {
  method: string
  url: string
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Delays before each repetition of a read, in milliseconds. */
  delays?: readonly number[]
}

const timeLimit = 15_000
const passing = new Set([0, 502, 503, 504])

/** Sends the request. Reads are repeated after temporary failures; writes never are. */
export async function request(exchange: Exchange): Promise<unknown> {
  const delays = exchange.method === 'GET' ? (exchange.delays ?? retryDelays.read) : []
  for (const delay of delays) {
    try {
      return await send(exchange)
    } catch (error) {
      if (!(error instanceof ApiError) || !passing.has(error.status) || isTimeout(error)) throw error
      await pause(delay, exchange.signal)
    }
  }
  return send(exchange)
}

async function send({ method, url, body, headers, signal }: Exchange): Promise<unknown> {
  const limit = timeLimited(signal)
  try {
    const response = await fetch(url, {
      method,
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...standingHeaders, ...(body === undefined ? {} : jsonType), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: limit.signal,
    })
    const text = await response.text()
    if (!response.ok) throw errorOf(response.status, text)
    return text === '' ? undefined : JSON.parse(text)
  } catch (error) {
    // An abort by the caller is not a failure.
    if (error instanceof ApiError || signal?.aborted) throw error
    throw new ApiError(0, 'offline', undefined, error)
  } finally {
    limit.end()
  }
}

const jsonType = { 'content-type': 'application/json' }

/** Combines signals without `AbortSignal.any`, which the oldest supported browsers lack. */
function timeLimited(outer: AbortSignal | undefined) {
  const controller = new AbortController()
  const passOn = () => controller.abort(outer?.reason)
  const timer = setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), timeLimit)
  if (outer?.aborted) passOn()
  outer?.addEventListener('abort', passOn)
  const end = () => {
    clearTimeout(timer)
    outer?.removeEventListener('abort', passOn)
  }
  return { signal: controller.signal, end }
}

/** Returns whether the request timed out; it is not repeated then. */
function isTimeout(error: ApiError) {
  return (error.cause as { name?: string } | undefined)?.name === 'TimeoutError'
}

/** Returns the error of an unsuccessful response: from our error body, or by status for a proxy's page. */
export function errorOf(status: number, text: string) {
  const body = parseError(text)
  if (body?.code && body.request_id) return new ApiError(status, body.code, body)
  // The body is a proxy's.
  return new ApiError(status, passing.has(status) ? 'unavailable' : status === 429 ? 'rate_limited' : 'internal')
}

function parseError(text: string): Partial<ErrorBody> | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : undefined
  } catch {
    return undefined
  }
}

function pause(milliseconds: number, signal?: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
