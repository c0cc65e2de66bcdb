/** Flows that a program begins and that end in it: by a mailed link, or at another sign-in service. */
import { sql } from 'kysely'
import type { Executor } from '#platform/db/database'
import { boolean, nullable, oneOf, type RowOf, rowsOf, text, uuid } from '#platform/db/rows'
import type { Challenge } from './rules-flows.ts'

/** How the program names the flow, as its library does. */
export type FlowKind = 'signup' | 'magiclink' | 'recovery' | 'invite' | 'email_change' | 'oauth' | 'sso'
const kinds = [
  'signup',
  'magiclink',
  'recovery',
  'invite',
  'email_change',
  'oauth',
  'sso',
] as const satisfies FlowKind[]

export interface NewFlow {
  kind: FlowKind
  /** An address that `redirectTarget` has allowed. */
  redirectTo: string
  /** Null for a program that takes the tokens from the address. */
  challenge: Challenge | null
}

/** Stores a flow and returns its id. */
export async function insertFlow(executor: Executor, flow: NewFlow, minutes: number): Promise<string> {
  const { kind, redirectTo, challenge } = flow
  const { rows } = await rowsOf({ id: uuid })`
    insert into auth_flow (kind, redirect_to, challenge, challenge_method, expires_at)
    values (${kind}, ${redirectTo}, ${challenge?.text ?? null}, ${challenge?.method ?? null},
      app_now() + make_interval(mins => ${minutes})) returning id`.execute(executor)
  const [row] = rows
  if (!row) throw new Error('the flow was not stored')
  return row.id
}

/** Gives a flow with a challenge its account and its code; returns where the browser goes on. Undefined for a flow without a challenge or that is over. */
export async function giveFlowCode(
  executor: Executor,
  id: string,
  { userId, hash, minutes }: { userId: string; hash: string; minutes: number },
): Promise<string | undefined> {
  const { rows } = await rowsOf({ redirect_to: text })`
    update auth_flow set user_id = ${userId}, code_hash = ${hash}, expires_at = app_now() + make_interval(mins => ${minutes})
    where id = ${id} and code_hash is null and challenge is not null and expires_at > app_now()
    returning redirect_to`.execute(executor)
  return rows[0]?.redirect_to
}

/** Uses up a flow without a challenge; undefined for any other one. */
export async function spendFlow(executor: Executor, id: string) {
  const { rows } = await rowsOf({ kind: oneOf(kinds), redirect_to: text })`
    delete from auth_flow where id = ${id} and challenge is null and expires_at > app_now()
    returning kind, redirect_to`.execute(executor)
  return rows[0]
}

const endedFlow = {
  kind: oneOf(kinds),
  user_id: nullable(uuid),
  challenge: nullable(text),
  challenge_method: nullable(oneOf(['s256', 'plain'])),
  in_time: boolean,
}
export type EndedFlow = RowOf<typeof endedFlow>

/** Uses a flow's code up; undefined for an unknown one. Of many uses at once exactly one gets the flow. */
export async function spendFlowCode(executor: Executor, hash: string): Promise<EndedFlow | undefined> {
  const { rows } = await rowsOf(endedFlow)`
    delete from auth_flow where code_hash = ${hash}
    returning kind, user_id, challenge, challenge_method, expires_at > app_now() as in_time`.execute(executor)
  return rows[0]
}

/** Removes flows a day after they ran out; until then a late code is named as such. */
export async function removeOldFlows(executor: Executor): Promise<void> {
  await sql`delete from auth_flow where expires_at < app_now() - interval '1 day'`.execute(executor)
}
