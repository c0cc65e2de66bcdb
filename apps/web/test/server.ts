/** A fake server for tests of the pages: it records requests, and a request without a response fails the test. */
import { afterEach, beforeEach, vi } from 'vitest'
import type { Me } from '@samtur/contract/accounts'
import { queryClient } from '#lib/query-client'

export interface Answer {
  status?: number
  body?: unknown
}

/** By method and path: 'GET /api/v1/me'. */
type Answers = Record<string, (url: URL) => Answer | Promise<Answer>>

interface Sent {
  path: string
  body: unknown
  /** The idempotency key. */
  key: string | null
}

export interface FakeServer {
  /** The signed-in person. */
  me: Me | null
  sent: Sent[]
  sentTo: (path: string) => Sent[]
  /** Responses of one test that replace the usual ones. */
  answers: Answers
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
    age: null,
    phone: null,
    address: null,
    created_at: '2026-01-01T08:00:00Z',
  },
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
    sentTo: (path) => server.sent.filter((one) => one.path === path),
  }
  const standard: Answers = {
    'GET /api/auth/get-session': () => ({ body: server.me ? { session: {} } : null }),
    'GET /api/v1/me': () => ({ body: server.me }),
    ...usual.answers,
  }
  const respond = async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://here')
    const path = `${init.method ?? 'GET'} ${url.pathname}`
    const key = new Headers(init.headers).get('idempotency-key')
    server.sent.push({ path, key, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    const answer = server.answers[path] ?? standard[path]
    if (!answer) throw new TypeError(`nothing answers ${path}`)
    const { status = 200, body } = await answer(url)
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  }
  beforeEach(() => {
    Object.assign(server, { me: usual.me ?? null, sent: [], answers: {} })
    sessionStorage.clear()
    queryClient.clear()
    vi.stubGlobal('fetch', respond)
  })
  afterEach(() => void vi.unstubAllGlobals())
  return server
}
