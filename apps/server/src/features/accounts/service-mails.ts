/** Queues mails that people request, within the limits of a mailbox. */
import { randomInt } from 'node:crypto'
import { matchLanguage } from '@samtur/i18n/translate'
import type { Parts } from '#platform/http/context'
import type { Limit } from '#platform/http/rate-limit'
import { type MailKind, type MailKinds, queueMail } from '#platform/mail/outbox'

type Deps = Pick<Parts, 'db' | 'bus'>

/** Mails of one kind to one mailbox, whatever requests them. Beyond the limit nothing is sent, and the response is the same. */
const mailbox = {
  pause: { name: 'requested-mails-pause', max: 1, per: 60 },
  requested: { name: 'requested-mails', max: 10, per: 1_800 },
} satisfies Record<string, Limit>

/**
 * Queues a mail. For mails that need no sign-in (`…_request`) the row holds the address alone: the account and the link are found when the
 * mail is written, so that the request does the same work for every address. It is written a random moment later, because the database
 * may be in this very process, where the work would delay the next response.
 */
export async function sendMail<Kind extends MailKind>(
  { db, bus }: Deps,
  kind: Kind,
  recipient: string,
  locale: string | null | undefined,
  data: MailKinds[Kind],
  usefulMinutes?: number,
): Promise<void> {
  const delay = randomInt(250, 750)
  const row = {
    kind,
    recipient,
    locale: matchLanguage([locale ?? 'en']),
    data,
    ...(usefulMinutes && { usefulMinutes }),
  }
  await queueMail(db.kysely, row, delay)
  setTimeout(() => bus.emit('outbox', null), delay + 10).unref()
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
  const subject = `${kind} ${email}`
  const { limiter } = parts
  if ((await limiter.allows(mailbox.pause, subject)) && (await limiter.allows(mailbox.requested, subject)))
    await sendMail(parts, kind, email, locale, data, usefulMinutes)
}
