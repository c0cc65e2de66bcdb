/**
 * The transactional outbox: a mail is a row written in the transaction it belongs to, and a worker sends it afterwards, at least once. When a kill
 * makes it send the mail twice, both have the same Message-ID.
 */
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database, Executor } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { startWorker, type Worker } from '../jobs/worker.ts'
import { reasonOf } from '../reason.ts'
import type { Log } from '../log.ts'
import type { Language } from '@samtur/i18n/translate'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** The address that switches such mails off; `oneClick` where a POST without a session does (RFC 8058), and not only a page. */
  list?: { unsubscribe: string; oneClick: boolean }
}

/** Sends a finished mail or throws. An error with a 5xx `responseCode` is final (except a refused sign-in); after any other the mail is tried again. */
export interface Transport {
  send(mail: Mail, id: string): Promise<void>
  close?(): void
}

/** The kinds of mail, each with its data as JSON keeps it. A slice adds its own beside the functions that write them. */
export interface MailKinds {}
export type MailKind = keyof MailKinds

/** A mail that waits to be written and sent. */
export interface OutboxRow<Kind extends MailKind = MailKind> {
  kind: Kind
  recipient: string
  locale: Language
  data: MailKinds[Kind]
  /** Minutes after which the mail is not sent any more, because its code has expired. */
  usefulMinutes?: number
}

/**
 * Turns a row into the mail in the reader's language, or into null when there is nothing to send any more. Runs for every attempt. What
 * depends on the recipient (whether the address is known, a new link) is looked up here, so that the request that queues the row does the
 * same work for every address.
 */
export type Render = (row: OutboxRow) => Mail | null | Promise<Mail | null>

/** Minutes between attempts; after the last the mail is given up. */
const DELAYS_MINUTES = [1, 5, 15, 60, 180, 720, 1440]
const LEASE_SECONDS = 120
/** Stands in place of a mail server's code for a mail that was never tried in time. */
const EXPIRED = 'EXPIRED'

/**
 * Queues a mail. Call it with the transaction of the write that causes it, then wake the outbox. No worker takes the mail before the delay
 * is over, so that the duration of the request does not show how much work the mail makes.
 */
export async function queueMail<Kind extends MailKind>(
  executor: Executor,
  row: OutboxRow<Kind>,
  delayMs = 0,
): Promise<void> {
  const { kind, recipient, locale, data, usefulMinutes } = row
  const later = delayMs > 0 && { next_at: sql<Date>`app_now() + make_interval(secs => ${delayMs / 1000})` }
  const until = usefulMinutes && { expires_at: sql<Date>`app_now() + make_interval(mins => ${usefulMinutes})` }
  await executor
    .insertInto('outbox')
    .values({ kind, recipient, locale, data: JSON.stringify(data), ...later, ...until })
    .execute()
}

/** Queues several mails at once, each to leave at `next_at` or, where there is none, at once; see `queueMail`. */
export async function queueMails(
  executor: Executor,
  rows: (Omit<OutboxRow, 'usefulMinutes'> & { next_at?: Date | null })[],
): Promise<void> {
  await sql`${prepared} insert into outbox (kind, recipient, locale, data, next_at)
    select kind, recipient, locale, data, coalesce(next_at, app_now())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as mail(kind text, recipient text, locale text, data jsonb, next_at timestamptz)`.execute(executor)
}

/** Deletes every mail to an address: those that wait, those that were sent, and their copies on the mailbox page. */
export async function forgetMail(executor: Executor, address: string): Promise<void> {
  await executor.deleteFrom('outbox').where('recipient', '=', address).execute()
  await executor.deleteFrom('local_mail').where('recipient', '=', address).execute()
}

/** A mail that was given up and is still of use. */
export const canBeSentAgain = sql<boolean>`dead_at is not null and sent_at is null and (expires_at is null or expires_at > app_now())`

/** The attempts begin again; the mail is written anew, so its links are new. */
const sentAgain = { dead_at: null, locked_until: null, attempts: 0, next_at: sql<Date>`app_now()` }

/**
 * Queues a mail again that was given up. Returns its kind and recipient; undefined for one that is waiting, sent or expired, so that a second press of
 * the button changes nothing.
 */
export async function resendMail(tx: Executor, id: string): Promise<{ kind: string; recipient: string } | undefined> {
  return tx
    .updateTable('outbox')
    .set(sentAgain)
    .where('id', '=', id)
    .where(canBeSentAgain)
    .returning(['kind', 'recipient'])
    .executeTakeFirst()
}

/** Mails that one press queues again: what one statement writes well within its time limit. */
const RESENT_AT_ONCE = 10_000

/** Queues the oldest mails again that were given up. Returns how many. */
export async function resendMails(tx: Executor): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set(sentAgain)
    // Two presses at once never wait for each other: the second one leaves the locked mails out.
    .where('id', 'in', (mails) =>
      mails
        .selectFrom('outbox')
        .select('id')
        .where(canBeSentAgain)
        // The index has only these.
        .where('last_error', 'is not', null)
        .orderBy('created_at')
        .limit(RESENT_AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

interface Options {
  db: Database
  clock: Clock
  log: Log
  transport: Transport
  render: Render
}

export function startOutbox(options: Options): Worker {
  const worker = startWorker({ name: 'outbox', everyMs: 15_000, log: options.log, run: () => sendDue(options) })
  worker.wake()
  return worker
}

interface Leased extends OutboxRow {
  id: string
  attempts: number
  expired: boolean
}

/**
 * Leases the mail that has waited longest, so that several processes never take the same one; the lease of a dead process ends. Takes one at a time,
 * because the last of a batch could wait behind a slow server until its lease ends.
 */
async function sendDue(options: Options): Promise<boolean> {
  const { rows } = await sql<Leased>`${prepared}
    update outbox set locked_until = app_now() + make_interval(secs => ${LEASE_SECONDS}), attempts = attempts + 1
    where id = (
      select id from outbox
      where sent_at is null and dead_at is null and next_at <= app_now() and (locked_until is null or locked_until < app_now())
      order by next_at limit 1 for update skip locked)
    returning id, kind, recipient, locale, data, attempts, coalesce(expires_at <= app_now(), false) as expired`.execute(
    options.db.read,
  )
  for (const row of rows) await (row.expired ? giveUp(options, row) : sendOne(options, row))
  return rows.length > 0
}

/** Gives up an expired mail. Keeps the error of its last attempt. */
async function giveUp({ db, log }: Options, row: Leased) {
  log.warn({ mail: row.id, kind: row.kind, attempts: row.attempts - 1, final: true, reason: EXPIRED }, 'mail not sent')
  await sql`update outbox set locked_until = null, dead_at = app_now(), attempts = attempts - 1, data = '{}',
    last_error = coalesce(last_error, ${EXPIRED}) where id = ${row.id}`.execute(db.read)
}

async function sendOne({ db, log, transport, render }: Options, row: Leased) {
  try {
    const mail = await render(row)
    if (mail) await transport.send(mail, row.id)
    // The text is not needed any more; links in it must not outlive the mail.
    await sql`${prepared} update outbox set sent_at = app_now(), locked_until = null, data = '{}' where id = ${row.id}`.execute(
      db.read,
    )
  } catch (error) {
    const final = row.attempts > DELAYS_MINUTES.length || isRefused(error)
    const minutes = DELAYS_MINUTES[row.attempts - 1] ?? 0
    log.warn(
      { mail: row.id, kind: row.kind, attempts: row.attempts, final, reason: mailReasonOf(error) },
      'mail not sent',
    )
    await sql`update outbox set locked_until = null, last_error = ${mailReasonOf(error)},
      dead_at = case when ${final} then app_now() end, next_at = app_now() + make_interval(mins => ${minutes})
      where id = ${row.id}`.execute(db.read)
  }
}

/** Returns whether the mail server refused the mail for good. A refused sign-in at the mail server is no fault of the mail: it is retried. */
function isRefused(error: unknown) {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
}

const mailReasonOf = (error: unknown) => String((error as { responseCode?: number }).responseCode ?? reasonOf(error))
