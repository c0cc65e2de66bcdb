/** Who the tokens of a connection belong to. */
import { decodeJwt } from 'jose'
import { type Clients, KeyError } from '../clients.ts'
import type { Ports } from '../ports/ports.ts'
import type { Identity } from './topic.ts'

export interface IdentityDeps extends Pick<Ports, 'live' | 'log'> {
  clients: Pick<Clients, 'withToken'>
}

/** Why a token is refused: it is invalid, it gives no rights here, or it could not be looked up. */
export type Problem = 'token' | 'rights' | 'unavailable'

type Identify = (token: string | undefined) => Promise<Identity | Problem>

/** Returns a function that looks tokens up. Topics that name the same token at once share one look-up. */
export function createIdentify({ live, clients, log }: IdentityDeps, key: string): Identify {
  const lookUps = new Map<string, Promise<Identity | Problem>>()

  const lookUp = async (token: string): Promise<Identity | Problem> => {
    let problem: Problem = 'rights'
    try {
      const caller = await live.identify(async () => {
        const client = await clients.withToken(key, token).catch((error: unknown) => {
          if (!(error instanceof KeyError)) throw error
          problem = 'token'
        })
        return client?.kind === 'person' ? client.caller : null
      })
      return typeof caller === 'string' ? problem : { caller, expiresAt: (decodeJwt(token).exp ?? 0) * 1000 }
    } catch (error) {
      log.warn({ err: error }, 'a live subscription could not be checked')
      return 'unavailable'
    }
  }

  return (token) => {
    if (token === undefined) return Promise.resolve('rights')
    const known = lookUps.get(token)
    if (known) return known
    const looking = lookUp(token).finally(() => lookUps.delete(token))
    lookUps.set(token, looking)
    return looking
  }
}
