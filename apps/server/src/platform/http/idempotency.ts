/**
 * `Idempotency-Key`: repeated requests of one person with the same route and key get the same body for at least a day. The key is stored in the
 * transaction of the work, so both happen or neither.
 */
import { createHash } from 'node:crypto'
import { isId } from '@samtur/contract/ids'
import { sql } from 'kysely'
import type { Database, Executor, Tx } from '../db/database.ts'
import { AppError, invalidField } from './errors.ts'

interface Request {
  db: Database
  userId: string
  route: string
  key: string | undefined
  body: unknown
}

/**
 * Returns the response that a request with this key had before; undefined for a new key. Call it before counting limits and comparing times, which
 * a repeated request must not fail by.
 */
export async function findStoredResponse<T>(request: Request): Promise<T | undefined> {
  const { db, key } = request
  return key === undefined ? undefined : stored<T>(db.read, request, checkedKey(key))
}

/** Runs the work in a transaction, once per key. Another body under a used key is refused. */
export async function idempotent<T>(request: Request, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { db, userId, route } = request
  if (request.key === undefined) return db.tx(work)
  const key = checkedKey(request.key)
  return db.tx(async (tx) => {
    // A concurrent request with the same key waits here until the first one has ended.
    const inserted = await sql`
      insert into idempotency_key (user_id, route, key, request_hash) values (${userId}, ${route}, ${key}, ${hashOf(request)})
      on conflict do nothing`.execute(tx)
    if (inserted.numAffectedRows === 0n) return (await stored<T>(tx, request, key)) as T
    const result = await work(tx)
    await sql`update idempotency_key set response = ${JSON.stringify(result)}::jsonb
      where user_id = ${userId} and route = ${route} and key = ${key}`.execute(tx)
    return result
  })
}

/** Deletes the keys of a person, in the transaction that deletes the account. */
export async function forgetRequests(executor: Executor, userId: string): Promise<void> {
  await executor.deleteFrom('idempotency_key').where('user_id', '=', userId).execute()
}

function checkedKey(key: string) {
  if (!isId(key.toLowerCase())) throw invalidField('idempotency-key', 'invalid')
  return key
}

const hashOf = ({ body }: Request) => createHash('sha256').update(JSON.stringify(body)).digest('base64url')

async function stored<T>(executor: Executor, request: Request, key: string): Promise<T | undefined> {
  const row = await executor
    .selectFrom('idempotency_key')
    .select(['request_hash', 'response'])
    .where('user_id', '=', request.userId)
    .where('route', '=', request.route)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row && row.request_hash !== hashOf(request)) throw new AppError('idempotency_key_reused')
  return row?.response as T | undefined
}
