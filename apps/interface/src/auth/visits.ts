/**
 * Visits to other sign-in services. What a visit is for is kept in the browser that makes it, in a signed cookie; the state, the nonce and the verifier
 * that protect it are made from its id there, so that nothing is stored until the person is back.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Ports } from '../ports/ports.ts'

const MINUTES = 10

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

type Deps = Pick<Ports, 'services'>

export const newVisit = (purpose: Omit<Visit, 'id' | 'until'>): Visit => ({
  ...purpose,
  id: randomUUID(),
  until: Date.now() + MINUTES * 60_000,
})

/** Returns a visit as signed text. */
export const sealVisit = ({ services }: Deps, visit: Visit): string =>
  services.visitCookie.sign(Buffer.from(JSON.stringify(visit)).toString('base64url'))

/** Returns the visit of a signed text; undefined for one that is forged or has expired. */
export function openVisit({ services }: Deps, sealed: string): Visit | undefined {
  const text = services.visitCookie.signed(sealed)
  if (text === undefined) return undefined
  const visit = visitShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  return visit.until > Date.now() ? visit : undefined
}

export const visitCookie = (deps: Deps, visit: Visit): string =>
  deps.services.visitCookie.set(sealVisit(deps, visit), MINUTES * 60)
export const noVisitCookie = ({ services }: Deps): string => services.visitCookie.set('', 0)

/** Returns the visit that the browser is on. */
export function visitOf(deps: Deps, cookies: string | undefined): Visit | undefined {
  const sealed = deps.services.visitCookie.read(cookies)
  return sealed === undefined ? undefined : openVisit(deps, sealed)
}
