/** Fills the port of signing in at other services. */
import { createHmac } from 'node:crypto'
import type { Services } from '@samtur/interface/ports/services'
import {
  endVisit,
  linkToCaller,
  openByService,
  refuseVisit,
  responseOf,
  serviceSignIns,
  spendIdToken,
  startClientSession,
  stateOfProgram,
  unlink,
} from '#features/accounts/port'
import { cookieName, readCookie, setCookie, signedToken, signToken } from '#platform/http/cookies'
import { identityOfCode, identityOfToken, pageOf } from '#features/accounts/service-openid'
import type { Deps, Entry } from '../composition/entry.ts'

/** Part of the signed text, so that the interface can neither sign nor read a value of another purpose. */
const VISIT = 'visit:'

export function createServices(deps: Deps & Pick<Entry, 'providers' | 'tokens' | 'notifyOfNewDevice'>): Services {
  const { config, parts, secret, providers } = deps
  const cookie = cookieName('visit', config)
  /** Returns what protects a visit, which only this installation can compute. */
  const protectionOf = (id: string, provider: string) => {
    const mark = (purpose: string) =>
      createHmac('sha256', secret).update(`visit ${purpose} ${provider} ${id}`).digest('base64url')
    return { state: stateOfProgram(mark('state')), nonce: mark('nonce'), codeVerifier: mark('verifier') }
  }
  return {
    count: (ip) => parts.limiter.use(serviceSignIns, ip),
    async ready(id) {
      const provider = await providers.ready(id)
      return {
        identityOfToken: (token, nonce) => identityOfToken(provider, token, nonce),
        pageOf: (visitId) => pageOf(provider, protectionOf(visitId, id)),
        async identityOfCode(query, visitId) {
          const response = responseOf(query)
          if (!response.has('code')) return undefined
          return identityOfCode(provider, response, protectionOf(visitId, id))
        },
      }
    },
    note: (id, error) => providers.note(id, error),
    spendToken: ({ tokenHash, tokenExpiresAt }) => spendIdToken(parts.db.read, tokenHash, tokenExpiresAt),
    open: (identity) => openByService(deps, identity),
    link: (caller, identity) => linkToCaller(deps, caller, identity),
    unlink: (caller, id) => unlink(deps, caller, { id }),
    stateOf: ({ id, provider }) => protectionOf(id, provider).state,
    endVisit: (request, flow, userId) =>
      endVisit(parts, flow, userId, () => startClientSession(deps, request, { userId, method: 'oauth' })),
    refuseVisit,
    visitCookie: {
      sign: (text) => signToken(VISIT + text, secret),
      signed(value) {
        const text = signedToken(value, secret)
        return text?.startsWith(VISIT) ? text.slice(VISIT.length) : undefined
      },
      set: (value, seconds) => setCookie(cookie, value, seconds),
      read: (cookies) => readCookie(cookies, cookie),
    },
  }
}
