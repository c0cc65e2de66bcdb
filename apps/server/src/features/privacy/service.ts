/** Closes, reopens and erases accounts, and requests exports. */
import { randomUUID } from 'node:crypto'
import { deletionDays } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import { matchLanguage } from '@samtur/i18n/translate'
import { clearPurge, endSessions, eraseAccount, forgetTokens, lockAccount, setPurge } from '#features/accounts/port'
import { forgetChatSettings, forgetImages } from '#features/chat/port'
import { forgetPerson, forgetSearches } from '#features/moderation/port'
import { anonymiseNotifications, replacePlaces } from '#features/notifications/port'
import { anonymiseProfile, closeProfile, lockProfile, removeFilesOf, reopenProfile } from '#features/profiles/port'
import { forgetReplies } from '#features/ratings/port'
import { forgetEntries, forgetMessages, leaveRides, replaceAgreedPlaces } from '#features/reservations/port'
import { eraseRides, UNKNOWN_PLACE } from '#features/rides/port'
import { forgetSupport } from '#features/support/port'
import { forgetLinks } from '#features/travel/port'
import { forgetSeries } from '#features/trips/port'
import { afterCommit, type Tx } from '#platform/db/database'
import type { Caller, Parts } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { forgetRequests } from '#platform/http/idempotency'
import { forgetMail, queueMail } from '#platform/mail/outbox'
import { exportToken, hashToken } from './rules.ts'
import { addExport, markErased, removeExports } from './store.ts'
import { type ExportRow, findExport, isDue } from './views.ts'

/** `origin` is the address at which links in mails begin. */
export interface Deps extends Pick<Parts, 'bus' | 'reactions'> {
  origin: () => string
}

const closings = { name: 'close-account', max: 5, per: 86_400 }

/**
 * Closes the caller's account: nothing of the person is shown any more, and it is erased after 14 days. Other sessions end; this one stays,
 * so that the person can export the data or reopen the account. Returns when the account is erased. Errors: `protected_account`, `already_closing`, `rate_limited`.
 */
export async function closeAccount(
  { db, limiter }: Pick<Parts, 'db' | 'limiter'>,
  deps: Deps,
  caller: Caller,
): Promise<Date> {
  await limiter.use(closings, caller.id)
  return db.tx(async (tx) => {
    const account = await lockAccount(tx, caller.id)
    assertThat(account, 'unauthenticated')
    assertThat(account.role !== 'admin', 'protected_account')
    assertThat(!account.purge_at, 'already_closing')
    const purgeAt = await leave(tx, deps, caller.id)
    const ended = await endSessions(tx, caller.id, { except: caller.sessionId })
    const locale = matchLanguage([account.locale])
    const data = { name: account.name, purge_at: purgeAt.toISOString(), url: deps.origin() + paths.myData }
    await queueMail(tx, { kind: 'privacy.closing', recipient: account.email, locale, data })
    afterCommit(() => {
      deps.bus.emit('outbox', null)
      for (const id of ended) deps.bus.emit('session_ended', { user_id: caller.id, session_id: id })
    })
    return purgeAt
  })
}

/** Closes an account in a transaction that holds its lock. Returns when it is erased. */
export async function leave(tx: Tx, deps: Deps, userId: string): Promise<Date> {
  await lockProfile(tx, userId)
  // First, because the notifications of others have the name.
  await leaveRides(tx, deps, userId)
  await forgetLinks(tx, userId)
  await closeProfile(tx, userId)
  // Links in earlier mails no longer work.
  await forgetTokens(tx, userId)
  afterCommit(() => deps.bus.emit('closed', { user_id: userId }))
  return setPurge(tx, userId, deletionDays)
}

/** Reopens an account in a transaction that holds its lock; cancelled rides and reservations stay cancelled. */
export async function stay(tx: Tx, { bus }: Pick<Deps, 'bus'>, userId: string): Promise<void> {
  await reopenProfile(tx, userId)
  await clearPurge(tx, userId)
  afterCommit(() => bus.emit('closed', { user_id: userId }))
}

/** Reopens the caller's account. Error: `not_closing`. */
export async function keepAccount({ db, bus }: Pick<Parts, 'db' | 'bus'>, userId: string): Promise<void> {
  await db.tx(async (tx) => {
    const account = await lockAccount(tx, userId)
    // A due account may be erased at any time.
    assertThat(account?.purge_at && !(await isDue(tx, userId)), 'not_closing')
    await stay(tx, { bus }, userId)
  })
}

export type ErasingDeps = Deps & Pick<Parts, 'db' | 'files'>

/**
 * Erases a person in one transaction; what others share with the person stays readable without a name. Does nothing for an account that is
 * not due.
 */
export async function erasePerson({ db, files, ...deps }: ErasingDeps, userId: string): Promise<void> {
  await db.tx(async (tx) => {
    const account = await lockAccount(tx, userId)
    if (!account || !(await isDue(tx, userId))) return
    // An account that came back with a backup may have rides ahead.
    if (!account.purge_at) await leave(tx, deps, userId)
    await removeFilesOf(tx, files, userId)
    await forgetImages(tx, files, userId)
    for (const key of await removeExports(tx, { userId })) await files.drop(tx, 'exports', key)
    const newId = await anonymiseProfile(tx, userId)
    await erasePlaces(tx, userId, newId)
    await forgetSeries(tx, newId)
    await forgetMessages(tx, newId)
    await forgetEntries(tx, newId)
    await forgetReplies(tx, newId)
    await forgetPerson(tx, { id: userId, newId })
    await forgetSearches(tx, account)
    await forgetSupport(tx, { newId, email: account.email })
    await forgetChatSettings(tx, newId)
    await anonymiseNotifications(tx, userId)
    await forgetRequests(tx, userId)
    await forgetMail(tx, account.email)
    await eraseAccount(tx, userId, account.email)
    await markErased(tx, userId)
    afterCommit(() => {
      deps.bus.emit('session_ended', { user_id: userId, session_id: null })
      deps.bus.emit('stop_texts_erased', null)
    })
  })
}

/** Removes the places that the person typed as a driver from rides, and from passengers' reservations and notifications. */
async function erasePlaces(tx: Tx, userId: string, newId: string) {
  const names = await eraseRides(tx, newId)
  const readers = await replaceAgreedPlaces(tx, newId, names, UNKNOWN_PLACE)
  await replacePlaces(tx, { driverId: userId, readers, names, other: UNKNOWN_PLACE })
}

const perDay = { name: 'export', max: 3, per: 86_400 }

/** Starts an export of the person's data, or returns the one that is being built. Error: `rate_limited`. */
export async function requestExport(
  { db, limiter }: Pick<Parts, 'db' | 'limiter'>,
  userId: string,
  secret: string,
): Promise<ExportRow> {
  const current = await findExport(db.read, userId)
  if (current?.status === 'building') return current
  await limiter.use(perDay, userId)
  const id = randomUUID()
  await addExport(db.read, { id, userId, tokenHash: hashToken(exportToken(secret, id)) })
  const row = await findExport(db.read, userId)
  assertThat(row, 'internal')
  return row
}
