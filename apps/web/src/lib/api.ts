/** The API, typed by the contract: `api.rides.get({ params: { id }, query: {} }, { signal })`. */
import routes from 'virtual:contract-routes'
import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '@samtur/contract/contract'
import type { Shape } from '../../contract-routes.ts'
import { ApiError, request } from './http.ts'

export { ApiError }

export interface CallOptions {
  signal?: AbortSignal
  /** A UUID; the same write sent twice under the same key happens once. */
  idempotencyKey?: string
}

type Inputs = InferContractRouterInputs<Contract>
type Outputs = InferContractRouterOutputs<Contract>
type CallOf<Input, Output> =
  Record<never, never> extends Input
    ? (input?: Input, options?: CallOptions) => Promise<Output>
    : (input: Input, options?: CallOptions) => Promise<Output>

export type Api = {
  readonly [Slice in keyof Contract]: {
    readonly [Name in keyof Contract[Slice]]: Name extends keyof Inputs[Slice] & keyof Outputs[Slice]
      ? CallOf<Inputs[Slice][Name], Outputs[Slice][Name]>
      : never
  }
}

export interface Input {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

const base = '/api/v1'

/** Returns the address of a path of the contract. */
export function apiUrl(path: string, { params, query }: Input = {}) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${base}${filled}${search && `?${search}`}`
}

/** Responds to a call of an endpoint, such as 'rides.get'; `input` as in the contract. */
export type Call = (endpoint: string, input: Input) => Promise<unknown>

let inProcess: Call | undefined

/** On the server the endpoints are called in the same process. */
export function answerCallsWith(call: Call) {
  inProcess = call
}

/** The server's error has the same code and status. */
function throwAsApiError(error: Partial<Pick<ApiError, 'status' | 'code'>>): never {
  throw new ApiError(error.status ?? 500, error.code ?? 'internal', undefined, error)
}

let onRefused = () => {}

/** Called when the server's session differs from this page's: signed out, or an account in deletion. */
export function whenRefused(listener: () => void) {
  onRefused = listener
}

const refusals: unknown[] = ['unauthenticated', 'account_closing']

function routeOf(slice: string, name: string) {
  const route = routes[slice]?.[name]
  if (!route) throw new Error(`No endpoint ${slice}.${name}`)
  return route
}

function fits(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'string') return typeof value === shape
  if (Array.isArray(shape)) {
    const [item] = shape as readonly Shape[]
    return Array.isArray(value) && (item === undefined || value.every((one) => fits(one, item)))
  }
  const members = Object(value) as Record<string, unknown>
  return Object.entries(shape).every(([name, inner]) => fits(members[name], inner))
}

/** Throws for a read that a page could not draw, so that the screen shows an error in place of content that belongs to another query. */
function callOf(slice: string, name: string) {
  return async (input: Input = {}, { signal, idempotencyKey }: CallOptions = {}) => {
    if (import.meta.env.SSR && inProcess) return inProcess(`${slice}.${name}`, input).catch(throwAsApiError)
    const [method, path, shape] = routeOf(slice, name)
    const headers = idempotencyKey ? { 'idempotency-key': idempotencyKey } : undefined
    try {
      const response = await request({ method, url: apiUrl(path, input), body: input.body, headers, signal })
      if (shape !== undefined && !fits(response, shape)) throw new ApiError(0, 'internal')
      return response
    } catch (error) {
      if (error instanceof ApiError && refusals.includes(error.code)) onRefused()
      throw error
    }
  }
}

const sliceOf = (slice: string) => new Proxy({}, { get: (_, name: string) => callOf(slice, name) })

export const api = new Proxy({}, { get: (_, slice: string) => sliceOf(slice) }) as Api
