/**
 * Visits to other sign-in services. What a visit is for is kept in the browser that makes it, in a signed cookie; the state, the nonce and the verifier
 * that protect it are made from the cookie, so that nothing is stored until the person is back.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { stateOfProgram } from '../../features/identities/port.ts'
import { cookieName, readCookie, setCookie, signedToken, signToken } from '../../platform/auth/cookies.ts'
import type { InterfaceDeps } from '../deps.ts'

const MINUTES = 10
/** Part of the signed text, so that a value signed for another purpose is not accepted. */
const PREFIX = 'visit:'

const visitShape = z.object({
  /** Makes the state, nonce and verifier of each visit unique. */
  id: z.string(),
  provider: z.string(),
  kind: z.enum(['oauth', 'sso']),
  redirectTo: z.string(),
  challenge: z.object({ text: z.string(), method: z.enum(['s256', 'plain']) }).nullable(),
  /** The session that links the service to its account, and the mark of its network. */
  link: z.object({ sessionId: z.string(), network: z.string() }).nullable(),
  /** Milliseconds since 1970. */
  until: z.number(),
})
export type Visit = z.infer<typeof visitShape>

type Deps = Pick<InterfaceDeps, 'config' | 'secret'>

export const newVisit = (purpose: Omit<Visit, 'id' | 'until'>): Visit => ({
  ...purpose,
  id: randomUUID(),
  until: Date.now() + MINUTES * 60_000,
})

/** Returns a visit as signed text. */
export const sealVisit = (visit: Visit, secret: string): string =>
  signToken(PREFIX + Buffer.from(JSON.stringify(visit)).toString('base64url'), secret)

/** Returns the visit of a signed text; undefined for one that is forged or has expired. */
export function openVisit(sealed: string, secret: string): Visit | undefined {
  const text = signedToken(sealed, secret)
  if (!text?.startsWith(PREFIX)) return undefined
  const visit = visitShape.parse(JSON.parse(Buffer.from(text.slice(PREFIX.length), 'base64url').toString()))
  return visit.until > Date.now() ? visit : undefined
}

export const visitCookie = ({ config, secret }: Deps, visit: Visit): string =>
  setCookie(cookieName('visit', config), sealVisit(visit, secret), MINUTES * 60)
export const noVisitCookie = ({ config }: Pick<Deps, 'config'>): string => setCookie(cookieName('visit', config), '', 0)

/** Returns the visit that the browser is on. */
export function visitOf({ config, secret }: Deps, cookies: string | undefined): Visit | undefined {
  const sealed = readCookie(cookies, cookieName('visit', config))
  return sealed === undefined ? undefined : openVisit(sealed, secret)
}

/** Returns what protects a visit at its service: the state binds the response to its browser, the nonce the ID token, and the verifier the code. */
export function protectionOf({ id, provider }: Visit, secret: string) {
  const mark = (purpose: string) =>
    createHmac('sha256', secret).update(`visit ${purpose} ${provider} ${id}`).digest('base64url')
  return { state: stateOfProgram(mark('state')), nonce: mark('nonce'), codeVerifier: mark('verifier') }
}
