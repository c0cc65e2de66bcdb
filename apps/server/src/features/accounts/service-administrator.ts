/** The one-time code that gives the administrator's role where no password was set through the mailbox. */
import type { Config } from '../../config.ts'
import type { Caller, Parts } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { announceEnd } from './service-sessions.ts'
import { hashToken, newAdminCode, plainAdminCode } from './rules.ts'
import * as sessions from './store-sessions.ts'
import * as store from './store.ts'
import { hasAdministrator } from './views.ts'

/** Returns a new code for the start to print; undefined where there is an administrator, or no address is configured. */
export async function makeAdminCode(
  { db }: Pick<Parts, 'db'>,
  { adminEmail }: Pick<Config, 'adminEmail'>,
): Promise<string | undefined> {
  if (adminEmail === undefined || (await hasAdministrator(db.read))) return undefined
  const code = newAdminCode()
  await store.storeAdminCode(db.read, hashToken(plainAdminCode(code)))
  return code
}

/** Gives the role to the caller with the configured address; the other sessions of the account end. Throws `invalid_code`. */
export async function redeemAdminCode(
  parts: Pick<Parts, 'db' | 'bus' | 'security'>,
  { adminEmail }: Pick<Config, 'adminEmail'>,
  caller: Caller,
  code: string,
): Promise<void> {
  assertThat(caller.email === adminEmail, 'invalid_code')
  const ended = await parts.db.tx(async (tx) => {
    assertThat(await store.spendAdminCode(tx, hashToken(plainAdminCode(code))), 'invalid_code')
    await store.noteMailboxPassword(tx, caller.id)
    assertThat(await store.grantAdmin(tx, caller.id), 'invalid_code')
    return sessions.endSessions(tx, caller.id, { except: caller.sessionId })
  })
  parts.security.note({ kind: 'administrator_made', accountId: caller.id })
  announceEnd(parts, caller.id, ended)
}
