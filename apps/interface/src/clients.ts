/** Who calls the service interface: a program with the client key, a person with an access token, or another server with the service key. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Ports } from './ports/ports.ts'
import type { Requests } from './ports/requests.ts'
import type { Caller, Holder } from './ports/sessions.ts'

export type Client =
  | { kind: 'visitor' }
  /**
   * `caller` is null until the session has passed the second factor: it gives access only to the step that verifies it. `byService`: another server
   * sent the person's token with the service key.
   */
  | { kind: 'person'; holder: Holder; caller: Caller | null; byService: boolean }
  | { kind: 'service' }

/** Why a key or a token is refused. */
export type KeyProblem = 'no_key' | 'wrong_key' | 'browser' | 'misplaced' | 'bad_token' | 'ended'

/** Thrown before anything else is checked. Each part of the interface maps it to an error of its own. */
export class KeyError extends Error {
  readonly problem: KeyProblem
  constructor(problem: KeyProblem) {
    super(problem)
    this.problem = problem
  }
}

export interface Clients {
  /** Returns the caller of a request, from its headers alone: cookies do not count here. Throws KeyError. */
  of(request: FastifyRequest): Promise<Client>
  /** The same for a key and a token that did not come in headers, such as in a message of a live connection. */
  withToken(key: string | undefined, token: string | undefined): Promise<Client>
  /**
   * Returns why the service key in one of the texts is refused at once: a page sent it, where every visitor can read it (a browser sends one of these headers
   * with every request of a script), or it is in the address, which proxies log.
   */
  revealedBy(
    headers: IncomingHttpHeaders,
    texts: readonly (string | undefined)[],
    address: string | undefined,
  ): 'browser' | 'misplaced' | undefined
}

export function createClients({ settings, sessions, requests }: Ports): Clients {
  const { clientKey, serviceKey } = settings
  const isClientKey = (text: string) => text === clientKey
  const isServiceKey = (text: string) => serviceKey !== undefined && equals(text, serviceKey)

  const withToken = async (key: string | undefined, token: string | undefined): Promise<Client> => {
    if (key === undefined) throw new KeyError('no_key')
    if (!isClientKey(key) && !isServiceKey(key)) throw new KeyError('wrong_key')
    // Before a person has signed in, the libraries send the key as the token.
    if (token === undefined || isClientKey(token)) return { kind: 'visitor' }
    if (isServiceKey(token)) {
      // Beside another key it is not what a server of the operator sends.
      if (!isServiceKey(key)) throw new KeyError('misplaced')
      return { kind: 'service' }
    }
    const holder = await sessions.ofToken(token)
    if (typeof holder === 'string') throw new KeyError(holder)
    return { kind: 'person', holder, caller: sessions.owesFactor(holder) ? null : holder, byService: isServiceKey(key) }
  }

  const revealedBy: Clients['revealedBy'] = ({ origin, 'sec-fetch-site': site }, texts, address) => {
    const isSent = [...texts, address].some((text) => text !== undefined && isServiceKey(text))
    if (isSent && (origin !== undefined || site !== undefined)) return 'browser'
    // Beside the key in the header the address may have no other one either.
    return isSent && address !== undefined ? 'misplaced' : undefined
  }

  return {
    withToken,
    revealedBy,
    of(request) {
      const { apikey } = request.headers
      // A name that is there twice is a list.
      const { apikey: named } = request.query as { apikey?: string | string[] }
      const inAddress = named?.toString()
      const inHeader = typeof apikey === 'string' ? apikey : undefined
      const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
      const problem = revealedBy(request.headers, [inHeader, token], inAddress)
      const client = problem ? refuseRevealed(requests, request, problem) : withToken(inHeader ?? inAddress, token)
      const caller = client.then(
        (one): Caller | null => (one.kind === 'person' ? one.holder : null),
        () => null,
      )
      requests.nameCaller(request, caller)
      return client
    },
  }
}

/** Refuses and notes a request with the service key where others can read it. */
async function refuseRevealed(requests: Requests, { id, ip }: FastifyRequest, problem: KeyProblem): Promise<never> {
  requests.note({ kind: 'origin_refused', detail: 'service key', requestId: id, ip })
  throw new KeyError(problem)
}

/** Notes what another server does with the service key. */
export function noteServiceAct(requests: Requests, { method, routeOptions, id, ip }: FastifyRequest): void {
  const detail = `service key: ${method} ${routeOptions.url ?? ''}`
  requests.note({ kind: 'administrator_act', detail, requestId: id, ip })
}

/** Takes the same time for every text. */
function equals(some: string, other: string) {
  const [one, two] = [some, other].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && two !== undefined && timingSafeEqual(one, two)
}
