/** Queues mails that people request, within the limits of a mailbox. */
import { randomInt } from 'node:crypto'
import { matchLanguage } from '@samtur/i18n/translate'
import { afterCommit, type Executor } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import type { Limit } from '#platform/http/rate-limit'
import { type MailKind, type MailKinds, type OutboxRow, queueMail } from '#platform/mail/outbox'

type Deps = Pick<Parts, 'db' | 'bus'>

/** One mail a minute, and `max` within half an hour. */
export const mailLimits = (name: string, max: number): Limit[] => [
  { name: `${name}-pause`, max: 1, per: 60 },
  { name, max, per: 1_800 },
]

/** Mails of one kind to one mailbox, whatever requests them. Beyond the limits nothing is sent, and the response is the same. */
const mailbox = mailLimits('requested-mails', 10)

/**
 * Queues a mail that is written a random moment later: the database may be in this very process, where the work for a known address would
 * delay the next response.
 */
export async function queueSoon<Kind extends MailKind>(
  bus: Parts['bus'],
  executor: Executor,
  row: OutboxRow<Kind>,
): Promise<void> {
  const delay = randomInt(250, 750)
  await queueMail(executor, row, delay)
  afterCommit(() => setTimeout(() => bus.emit('outbox', null), delay + 10).unref())
}

/**
 * Queues a mail. For mails that need no sign-in (`…_request`) the row holds the address alone: the account and the link are found when the
 * mail is written, so that the request does the same work for every address.
 */
export async function sendMail<Kind extends MailKind>(
  { db, bus }: Deps,
  kind: Kind,
  recipient: string,
  locale: string | null | undefined,
  data: MailKinds[Kind],
  usefulMinutes?: number,
): Promise<void> {
  const row = {
    kind,
    recipient,
    locale: matchLanguage([locale ?? 'en']),
    data,
    ...(usefulMinutes && { usefulMinutes }),
  }
  await queueSoon(bus, db.kysely, row)
}

/**
 * Queues a mail that needs no sign-in, unless the mailbox got one of the kind within the minute, or ten within half an hour: the link in
 * that mail still works.
 */
export async function sendRequestedMail<Kind extends MailKind>(
  parts: Deps & Pick<Parts, 'limiter'>,
  kind: Kind,
  email: string,
  locale: string,
  data: MailKinds[Kind],
  usefulMinutes?: number,
): Promise<void> {
  for (const limit of mailbox) if (!(await parts.limiter.allows(limit, `${kind} ${email}`))) return
  await sendMail(parts, kind, email, locale, data, usefulMinutes)
}
