/** Visits to another sign-in service from our pages: to sign in, or to link the service to the own account. */
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { z } from 'zod'
import type { Caller } from '#platform/http/context'
import { linkToCaller, mailboxOf, openByService } from './service-linking.ts'
import { recordName } from './service-names.ts'
import { identityOfCode, pageOf, type Visitor } from './service-openid.ts'
import type { Providers } from './service-providers.ts'
import type { Deps } from './service-ways.ts'
import { findVisit, insertVisit, takeVisit } from './store-visits.ts'
import { findByMailbox, findShutReason } from './views.ts'

/** As long as the browser keeps the cookie of a visit; the visit itself is open for twice as long. */
export const visitSeconds = 300

/** A visit as it is stored. The version before has the same names, so that a visit may begin with one version and end with the other. */
const visitShape = z.object({
  /** Where the person was going. */
  callbackURL: z.string(),
  /** The page that says why the visit has failed. */
  errorURL: z.enum(['/auth', '/security']),
  codeVerifier: z.string(),
  idTokenNonce: z.string(),
  /** The version before has not stored it. */
  provider: z.string().optional(),
  /** The account to which the service is linked, and the session that has begun that. */
  link: z.object({ userId: z.string(), email: z.string() }).optional(),
  begunBy: z.string().optional(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
})
type Visit = z.infer<typeof visitShape>

interface VisitDeps extends Deps {
  providers: Providers
}

/** Begins a visit; with a caller to link the service to that account. Errors: `not_found`, `provider_refused`. */
export async function beginVisit(
  deps: VisitDeps,
  id: string,
  callbackURL: string | undefined,
  caller: Caller | undefined,
): Promise<{ state: string; url: string }> {
  const provider = await deps.providers.ready(id)
  const [state, nonce, codeVerifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
  const visit: Visit = {
    callbackURL: callbackURL ?? (caller ? '/security' : '/'),
    errorURL: caller ? '/security' : '/auth',
    codeVerifier,
    idTokenNonce: nonce,
    provider: id,
    ...(caller && { link: { userId: caller.id, email: caller.email }, begunBy: caller.sessionId }),
    expiresAt: Date.now() + 2 * visitSeconds * 1000,
  }
  await insertVisit(deps.parts.db.kysely, state, new Date(visit.expiresAt), JSON.stringify(visit))
  const url = await pageOf(provider, { state, nonce, codeVerifier })
  return { state, url }
}

/** Returns the visit with this state; undefined where it has ended. Ends nothing, because another browser may have sent the state. */
export async function findOpenVisit({ parts: { db } }: Deps, state: string) {
  const stored = /^[\w-]{1,100}$/.test(state) ? await findVisit(db.read, state) : undefined
  return stored === undefined ? undefined : { state, ...visitShape.parse(JSON.parse(stored)) }
}

/** Why a visit has opened or linked nothing, as the page has a text for it. */
type Reason = 'provider' | 'no_account' | 'already_linked' | 'account_suspended'

interface Return {
  visit: Visit & { state: string }
  /** The service that leads back, and what it sends. */
  id: string
  response: URLSearchParams
  /** Returns who is signed in in this browser. */
  findCaller(): Promise<Caller | null>
}

/** Ends a visit: links the service to the caller's account, or returns the account that it opens. */
export async function completeVisit(deps: VisitDeps, back: Return): Promise<{ userId: string } | Reason> {
  const { visit } = back
  const visitor = await visitorOf(deps, back)
  if (!visitor) return 'provider'
  const confirms = deps.config.oidcProviders.some((one) => one.id === back.id && one.confirms)
  // Looked up only now, because the service may have been slow.
  const outcome = visit.link
    ? await link(deps, visit, visitor, await back.findCaller(), confirms)
    : await open(deps, visitor, confirms)
  if (typeof outcome !== 'string' && confirms) await recordName(deps, outcome.userId, visitor)
  return outcome
}

/** Returns who comes back; undefined where the visit has ended or was one to another service, or where the service has not signed the person in. */
async function visitorOf(deps: VisitDeps, { visit, id, response }: Return): Promise<Visitor | undefined> {
  const { state, idTokenNonce: nonce, codeVerifier, provider = id, expiresAt } = visit
  const isTaken = await takeVisit(deps.parts.db.kysely, state)
  if (!isTaken || expiresAt < Date.now() || provider !== id || !response.has('code')) return undefined
  try {
    return await identityOfCode(await deps.providers.ready(id), response, { state, nonce, codeVerifier })
  } catch (error) {
    deps.providers.note(id, error)
    return undefined
  }
}

/**
 * Links the service. The session that has begun it must still be signed in, because the person may have been away for minutes. Services that know
 * official names often send no address, and need none here.
 */
async function link(
  deps: VisitDeps,
  { link: begun, begunBy }: Visit,
  visitor: Visitor,
  caller: Caller | null,
  confirms: boolean,
): Promise<{ userId: string } | Reason> {
  const isSame = caller?.sessionId === begunBy && caller?.id === begun?.userId
  if (!caller || !isSame || !caller.verified || caller.purgeAt !== null) return 'provider'
  const emailVerified = visitor.emailVerified || (confirms && visitor.email === undefined)
  const linked = await linkToCaller(deps, caller, { ...visitor, emailVerified })
  return linked === 'not_confirmed' || linked === 'no_account' ? 'provider' : linked
}

/** Returns the account that a visitor opens. Only a service that confirms names may send no address, and opens only what it is linked to then. */
async function open(deps: VisitDeps, visitor: Visitor, confirms: boolean): Promise<{ userId: string } | Reason> {
  const { db } = deps.parts
  if (visitor.email === undefined && !confirms) return 'provider'
  const opened = await openByService(deps, visitor)
  if (typeof opened === 'string') {
    const mailbox = mailboxOf(visitor)
    return mailbox !== undefined && (await findByMailbox(db.read, mailbox)) ? 'provider' : 'no_account'
  }
  return (await findShutReason(db.read, opened.userId)) === null ? opened : 'account_suspended'
}
