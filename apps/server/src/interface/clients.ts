/** Who calls the service interface: a program with the client key, a person with an access token, or another server with the service key. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { type ClientHolder, findClient, owesFactor, touchSession } from '../features/accounts/port.ts'
import type { Tokens } from '../platform/auth/tokens.ts'
import type { Database } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/context.ts'

export type Client =
  | { kind: 'visitor' }
  /**
   * `caller` is null until the session has passed the second factor: it gives access only to the step that verifies it. `byService`: another server
   * sent the person's token with the service key.
   */
  | { kind: 'person'; holder: ClientHolder; caller: Caller | null; byService: boolean }
  | { kind: 'service' }

/** Why a key or a token is refused. */
export type KeyProblem = 'no_key' | 'wrong_key' | 'browser' | 'bad_token' | 'ended'

/** Thrown before anything else is checked. Each part of the interface maps it to an error of its own. */
export class KeyError extends Error {
  readonly problem: KeyProblem
  constructor(problem: KeyProblem) {
    super(problem)
    this.problem = problem
  }
}

interface Deps {
  config: Pick<Config, 'clientKey' | 'serviceKey'>
  db: Database
  tokens: Tokens
}

export interface Clients {
  /** Returns the caller of a request, from its headers alone: cookies do not count here. Throws KeyError. */
  of(request: FastifyRequest): Promise<Client>
  /** The same for a key and a token that did not come in headers, such as in a message of a live connection. */
  withToken(key: string | undefined, token: string | undefined): Promise<Client>
  /** Returns whether a page sent the service key, where every visitor can read it. A browser sends one of these headers with every request of a script. */
  isRevealed(headers: IncomingHttpHeaders, ...texts: readonly (string | undefined)[]): boolean
}

export function createClients({ config, db, tokens }: Deps): Clients {
  const isClientKey = (text: string) => text === config.clientKey
  const isServiceKey = (text: string) => config.serviceKey !== undefined && equals(text, config.serviceKey)

  const withToken = async (key: string | undefined, token: string | undefined): Promise<Client> => {
    if (key === undefined) throw new KeyError('no_key')
    if (!isClientKey(key) && !isServiceKey(key)) throw new KeyError('wrong_key')
    // Before a person has signed in, the libraries send the key as the token.
    if (token === undefined || isClientKey(token)) return { kind: 'visitor' }
    if (isServiceKey(token)) return { kind: 'service' }
    const session = await tokens.sessionOf(token)
    if (!session) throw new KeyError('bad_token')
    const holder = await findClient(db.prepared, session)
    if (!holder) throw new KeyError('ended')
    if (holder.unseen) await touchSession(db.read, holder.sessionId)
    return { kind: 'person', holder, caller: owesFactor(holder) ? null : holder, byService: isServiceKey(key) }
  }

  const isRevealed: Clients['isRevealed'] = ({ origin, 'sec-fetch-site': site }, ...texts) =>
    (origin !== undefined || site !== undefined) && texts.some((text) => text !== undefined && isServiceKey(text))

  return {
    withToken,
    isRevealed,
    of(request) {
      const { apikey } = request.headers
      const query = request.query as Record<string, unknown>
      const key =
        typeof apikey === 'string' ? apikey : typeof query['apikey'] === 'string' ? query['apikey'] : undefined
      const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
      const client = isRevealed(request.headers, key, token) ? refuseBrowser(request) : withToken(key, token)
      // For the log of refusals.
      request.caller = client.then(
        (one) => (one.kind === 'person' ? one.holder : null),
        () => null,
      )
      return client
    },
  }
}

/** Refuses and notes a request with the service key from a page. */
async function refuseBrowser({ server, id, ip }: FastifyRequest): Promise<never> {
  server.security.note({ kind: 'origin_refused', detail: 'service key', requestId: id, ip })
  throw new KeyError('browser')
}

/** Notes what another server does with the service key. */
export function noteServiceAct({ server, method, routeOptions, id, ip }: FastifyRequest): void {
  const detail = `service key: ${method} ${routeOptions.url ?? ''}`
  server.security.note({ kind: 'administrator_act', detail, requestId: id, ip })
}

/** Takes the same time for every text. */
function equals(some: string, other: string) {
  const [one, two] = [some, other].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && two !== undefined && timingSafeEqual(one, two)
}
