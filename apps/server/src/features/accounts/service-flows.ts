/** Flows that a program begins through the service interface, and that end by leading the browser back to it. */
import type { Parts } from '#platform/http/context'
import type { Executor } from '#platform/db/database'
import { hashToken, newToken } from './rules.ts'
import { answersChallenge, withFragment, withQuery } from './rules-flows.ts'
import type { ClientSession } from './service-refresh.ts'
import { type FlowKind, giveFlowCode, insertFlow, type NewFlow, spendFlow, spendFlowCode } from './store-flows.ts'

/** A mail may wait two days, and its link works for one. */
const MAILED_MINUTES = 3 * 24 * 60
/** Time in which a program exchanges the code. */
export const CODE_MINUTES = 5

/** A program that requests a mail. */
export interface Requester {
  /** Mark of its network, see `networkMark`: the mailed code works only there. */
  network: string
  /** Missing where the program sends neither an address to continue to nor a challenge. */
  flow?: NewFlow | undefined
}

/** A requester in the row of a mail, with the id of the stored flow. */
export interface MailedRequester {
  network: string
  flow?: string | undefined
}

/** Stores a flow for the link in a mail, and returns its id. */
export const storeFlow = (executor: Executor, flow: NewFlow): Promise<string> =>
  insertFlow(executor, flow, MAILED_MINUTES)

/** Stores the requester's flow for the link in the mail. */
export async function storeRequester(executor: Executor, { network, flow }: Requester): Promise<MailedRequester> {
  return { network, ...(flow && { flow: await storeFlow(executor, flow) }) }
}

/**
 * Ends a flow for an account, after the person was authenticated on one of our pages. Returns the address to which the browser continues: with a
 * code, or, for a program without a challenge, with the tokens of the session that `open` begins. Undefined for a flow that has expired or ended.
 */
export async function endFlow(
  { db }: Pick<Parts, 'db'>,
  id: string,
  userId: string,
  open: (kind: FlowKind) => Promise<ClientSession | undefined>,
): Promise<string | undefined> {
  const code = newToken()
  const next = await giveFlowCode(db.read, id, { userId, hash: hashToken(code), minutes: CODE_MINUTES })
  if (next !== undefined) return withQuery(next, { code })
  const flow = await spendFlow(db.read, id)
  if (!flow) return undefined
  const session = await open(flow.kind)
  return withFragment(flow.redirect_to, session ? inAddress(session, flow.kind) : shut)
}

const shut = { error: 'access_denied', error_code: 'user_banned', error_description: 'User is banned' }

const inAddress = ({ accessToken, refreshToken, expiresIn }: ClientSession, kind: FlowKind) => ({
  access_token: accessToken,
  expires_at: String(Math.floor(Date.now() / 1000) + expiresIn),
  expires_in: String(expiresIn),
  refresh_token: refreshToken,
  token_type: 'bearer',
  type: kind,
})

/** Why a code is refused. */
export type CodeRefusal = 'unknown' | 'expired' | 'wrong_verifier'

/** Exchanges the code of a flow for its account. The code is used up in any case. */
export async function exchangeCode(
  { db }: Pick<Parts, 'db'>,
  { code, verifier }: { code: string; verifier: string },
): Promise<{ userId: string; kind: FlowKind } | CodeRefusal> {
  const flow = await spendFlowCode(db.read, hashToken(code))
  if (!flow?.user_id || flow.challenge === null || flow.challenge_method === null) return 'unknown'
  if (!flow.in_time) return 'expired'
  if (!answersChallenge({ text: flow.challenge, method: flow.challenge_method }, verifier)) return 'wrong_verifier'
  return { userId: flow.user_id, kind: flow.kind }
}

/** Returns the authentication method of a flow, as the claim `amr` names it. */
export function methodOf(kind: FlowKind): string {
  if (kind === 'recovery') return 'recovery'
  return kind === 'oauth' || kind === 'sso' ? 'oauth' : 'otp'
}
