/** Mailed tokens and codes that a program sends itself, instead of a person at the page behind the link. */
import type { Config } from '../../config.ts'
import { assertThat } from '#platform/http/errors'
import { broadNetworkOf } from '#platform/live/address'
import type { Tx } from '#platform/db/database'
import { hashMailedCode, hashToken, networkMark, opensByCode } from './rules.ts'
import { codeLimits, countTry } from './service-codes.ts'
import { changeAddress, confirmAddress, type ConfirmationDeps } from './service-confirmation.ts'
import { dropWaysIn } from './service-passwords.ts'
import { forgetTokens, spendToken, type TokenPurpose, tryMailedCodes } from './store-tokens.ts'
import { confirmEmail, removePassword } from './store.ts'
import { findConfirmation, findReset } from './views.ts'

interface Deps extends ConfirmationDeps {
  config: ConfirmationDeps['config'] & Pick<Config, 'emailCodeSignIn'>
  secret: string
}

/** The token of a mailed link, or the code in the same mail with the address that it went to. */
export type Shown = { token: string } | { email: string; code: string }

interface Visit {
  ip: string
  /** The account whose access token the program sent. */
  signedInAs: string | undefined
}

/**
 * Uses a mailed token or code up, and returns its account. Errors: `invalid_token`, also for a token of another purpose than those given, and
 * `rate_limited` after too many wrong codes.
 */
export async function verifyMailed(
  deps: Deps,
  shown: Shown,
  purposes: readonly TokenPurpose[],
  visit: Visit,
): Promise<{ userId: string; purpose: TokenPurpose }> {
  const hash = 'token' in shown ? hashToken(shown.token) : await findByCode(deps, shown, purposes, visit.ip)
  const { db } = deps.parts
  const reset = purposes.includes('reset') ? await findReset(db.read, hash) : undefined
  if (reset) {
    await db.tx((tx) => recover(tx, hash, reset.id))
    return { userId: reset.id, purpose: 'reset' }
  }
  const found = await findConfirmation(db.read, hash)
  assertThat(found && purposes.includes(found.purpose), 'invalid_token')
  const { id, purpose } = found
  if (purpose === 'sign_in') assertThat(await spendToken(db.read, hash, ['sign_in']), 'invalid_token')
  else if (purpose === 'change_email') {
    // If the new address was mistyped, a stranger has the link, but is neither in the code's network nor signed in to the account.
    assertThat('code' in shown || visit.signedInAs === id, 'invalid_token')
    await changeAddress(deps, hash, found)
  } else {
    const signedUpHere = found.signed_up_from === networkMark(visit.ip, deps.secret)
    await db.tx(async (tx) => {
      await confirmAddress(tx, hash, found)
      if (!signedUpHere) await takeOver(tx, id)
    })
  }
  return { userId: id, purpose }
}

/** Returns the hash of the token that belongs to a code. Does the same work for an address without an account. */
async function findByCode(
  { parts, config, secret }: Deps,
  { email, code }: { email: string; code: string },
  purposes: readonly TokenPurpose[],
  ip: string,
): Promise<string> {
  const network = networkMark(ip, secret)
  const counted = [
    [codeLimits.network, broadNetworkOf(ip)],
    [codeLimits.account, email],
  ] as const
  return countTry(parts, counted, async () => {
    const codes = await tryMailedCodes(parts.db.read, { email, purposes, network })
    const found = codes.find(
      ({ purpose, user_id: userId, hash, ...account }) =>
        opensByCode(account, config) && hash === hashMailedCode(code, { purpose, userId, network }, secret),
    )
    if (!found) parts.security.note({ kind: 'sign_in_failed', accountId: codes[0]?.user_id, detail: 'mailed code' })
    assertThat(found, 'invalid_token')
    return found.token_hash
  })
}

/** Uses up a link for a new password, which the session that begins then may set. */
async function recover(tx: Tx, hash: string, userId: string) {
  assertThat(await spendToken(tx, hash, ['reset']), 'invalid_token')
  if (await confirmEmail(tx, userId)) await takeOver(tx, userId)
  await forgetTokens(tx, userId)
}

/** Gives an account that a stranger may have created to the mailbox's owner: removes the sign-up's password, second factor and linked services. */
async function takeOver(tx: Tx, userId: string) {
  await removePassword(tx, userId)
  await dropWaysIn(tx, userId)
}
