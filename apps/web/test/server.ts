/** A fake server for tests of the pages, typed by the contract: it records requests, and a request without an answer fails the test. */
import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Me } from '@samtur/contract/accounts'
import { authRoutes, type AuthRoutes } from '@samtur/contract/auth-routes'
import { contract, type Contract } from '@samtur/contract/contract'
import { errorStatus, type ErrorBody, type ErrorCode } from '@samtur/contract/errors'
import type { z } from '@samtur/contract/zod'
import { queryClient } from '#lib/query-client'

type Inputs = InferContractRouterInputs<Contract>
type Outputs = InferContractRouterOutputs<Contract>
type ContractName = { [Slice in keyof Contract]: `${Slice}.${keyof Contract[Slice] & string}` }[keyof Contract]
type MemberOf<Slices, Name> = Name extends `${infer Slice extends keyof Slices & string}.${infer Endpoint}`
  ? Slices[Slice][Endpoint & keyof Slices[Slice]]
  : never

/** An endpoint of the contract, such as 'rides.search', or a route below /api/auth, such as 'POST /sign-in/email'. */
export type Endpoint = ContractName | keyof AuthRoutes

type BodyOf<Name extends Endpoint> = Name extends keyof AuthRoutes
  ? AuthRoutes[Name] extends { body: infer Body extends z.ZodType }
    ? z.input<Body>
    : undefined
  : MemberOf<Inputs, Name> extends { body: infer Body }
    ? Body
    : undefined

type ResponseOf<Name extends Endpoint> = Name extends keyof AuthRoutes
  ? z.output<Exclude<AuthRoutes[Name]['output'], 'redirect'>>
  : MemberOf<Outputs, Name>

export interface Sent<Name extends Endpoint = Endpoint> {
  endpoint: Name
  params: Record<string, string>
  query: Record<string, string>
  body: BodyOf<Name>
  headers: Headers
  /** The idempotency key. */
  key: string | null
  signal: AbortSignal | undefined
}

/** A response that the contract's type of the endpoint does not have. */
class Reply {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

/** Returns the response to a refused request. */
export const refusal = (code: ErrorCode, details: Pick<ErrorBody, 'fields' | 'params'> = {}) =>
  new Reply(errorStatus[code], { code, request_id: 'r-1', ...details })

/** Returns a successful response of a shape that the contract does not allow. */
export const ofWrongShape = (body: unknown) => new Reply(200, body)

/** Returns a response of a proxy, without a body of ours. */
export const ofStatus = (status: number) => new Reply(status, '')

/** Fails a request as a lost network does. */
export const noNetwork = (): never => {
  throw new TypeError('no network')
}

/** Returns the whole of a list, or a page of it. */
export const page = <Item>(items: Item[], next_cursor: string | null = null) => ({ items, next_cursor })

type Answer<Name extends Endpoint> = ResponseOf<Name> | Reply
type Answers = { [Name in Endpoint]?: (request: Sent<Name>) => Answer<Name> | Promise<Answer<Name>> }

/** A request that waits until the test responds. */
export interface HeldRequest<Name extends Endpoint> {
  request: Sent<Name>
  respond: (answer: Answer<Name>) => void
  /** Fails the request as a lost network does. */
  lose: () => void
}

export interface FakeServer {
  /** The signed-in person. */
  me: Me | null
  sent: Sent[]
  sentTo: <Name extends Endpoint>(endpoint: Name) => Sent<Name>[]
  /** Responses of one test that replace the usual ones. */
  answers: Answers
  /** Holds each request to the endpoint from now on. Returns the held requests, oldest first. */
  hold: <Name extends Endpoint>(endpoint: Name) => HeldRequest<Name>[]
  /** Responds to every address below /files. */
  file: (() => Reply) | undefined
}

export const kari: Me = {
  id: 'u-kari',
  email: 'kari@example.no',
  email_verified: true,
  role: 'user',
  two_factor_enabled: false,
  purge_at: null,
  profile: {
    id: 'u-kari',
    full_name: 'Kari Nordmann',
    profile_picture: null,
    rating: null,
    rating_count: 0,
    is_driver: false,
    is_passenger: false,
    gender: null,
    gender_counts_at: null,
    age: null,
    phone: null,
    address: null,
    created_at: '2026-01-01T08:00:00Z',
    trusted: false,
    instant_seats_left: null,
    name_confirmed: null,
  },
}

interface Route {
  endpoint: Endpoint
  method: string
  pattern: RegExp
}

function routeOf(endpoint: string, method: string, path: string): Route {
  const pattern = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>[^/]+)`)
  return { endpoint: endpoint as Endpoint, method, pattern: new RegExp(`^${pattern}$`) }
}

const contractRoutes = Object.entries(contract).flatMap(([slice, endpoints]) =>
  Object.entries(endpoints).map(([name, procedure]) => {
    const { method = 'GET', path = '' } = procedure['~orpc'].route
    return routeOf(`${slice}.${name}`, method, `/api/v1${path}`)
  }),
)
const allRoutes = Object.keys(authRoutes).map((name) => {
  const [method = '', path = ''] = name.split(' ')
  return routeOf(name, method, `/api/auth${path}`)
})
// A path without parameters comes before one that has a parameter in its place.
const routes = [...contractRoutes, ...allRoutes].toSorted(
  (one, other) => Number(one.pattern.source.includes('(')) - Number(other.pattern.source.includes('(')),
)

/** Returns undefined when the contract lacks the address. */
function readRequest(address: string, init: RequestInit): Sent | undefined {
  const url = new URL(address, 'http://here')
  const method = init.method ?? 'GET'
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(url.pathname) : null
    if (!match) continue
    const headers = new Headers(init.headers)
    return {
      endpoint: route.endpoint,
      params: { ...match.groups },
      query: Object.fromEntries(url.searchParams),
      body: (typeof init.body === 'string' ? JSON.parse(init.body) : undefined) as Sent['body'],
      headers,
      key: headers.get('idempotency-key'),
      signal: init.signal ?? undefined,
    }
  }
  return undefined
}

/** Rejects when the request is aborted. */
const abortOf = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => {
    if (signal?.aborted) reject(signal.reason as Error)
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })

function holdRequests<Name extends Endpoint>(answers: Answers, endpoint: Name) {
  const held: HeldRequest<Name>[] = []
  const wait = (request: Sent<Name>) =>
    new Promise<Answer<Name>>((respond, reject) => {
      held.push({ request, respond, lose: () => reject(new TypeError('no network')) })
    })
  Object.assign(answers, { [endpoint]: wait })
  return held
}

interface Usual {
  me?: Me
  answers?: Answers
}

/** Replaces the network in every test of the file, and resets all state before each. */
export function fakeServer(usual: Usual = {}): FakeServer {
  const server: FakeServer = {
    me: null,
    sent: [],
    answers: {},
    sentTo: (endpoint) => server.sent.filter((one) => one.endpoint === endpoint) as never,
    hold: (endpoint) => holdRequests(server.answers, endpoint),
    file: undefined,
  }
  const standard: Answers = {
    'GET /get-session': () =>
      server.me && {
        session: { id: 's-1', expiresAt: '2099-12-01T08:00:00Z' },
        user: { id: server.me.id, name: server.me.profile.full_name, email: server.me.email },
      },
    'accounts.me': () => server.me ?? refusal('unauthenticated'),
    ...usual.answers,
  }
  let unanswered: string[] = []
  const fail = (requested: string): never => {
    unanswered.push(requested)
    throw new TypeError(`nothing answers ${requested}`)
  }
  const respond = async (address: string, init: RequestInit = {}) => {
    if (address.startsWith('/files/')) {
      const { status } = server.file?.() ?? fail(address)
      return new Response('', { status })
    }
    const request = readRequest(address, init) ?? fail(`${init.method ?? 'GET'} ${address}`)
    server.sent.push(request)
    const answers = { ...standard, ...server.answers } as Record<string, ((request: Sent) => unknown) | undefined>
    const answer = answers[request.endpoint] ?? fail(request.endpoint)
    const found = await Promise.race([answer(request), abortOf(request.signal)])
    const { status, body } = found instanceof Reply ? found : new Reply(200, found)
    return Response.json(body, { status })
  }
  beforeEach(() => {
    Object.assign(server, { me: usual.me ?? null, sent: [], answers: {}, file: undefined })
    unanswered = []
    sessionStorage.clear()
    queryClient.clear()
    vi.stubGlobal('fetch', respond)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    expect(unanswered).toEqual([])
  })
  return server
}
