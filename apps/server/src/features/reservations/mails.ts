/** Mails about rides and seats that were cancelled. */
import { searchPath } from '@samtur/contract/paths'
import type { Translate } from '@samtur/i18n/translate'
import { layOut } from '#platform/mail/layout'
import type { Mail, OutboxRow } from '#platform/mail/outbox'
import { dayAndTime } from '#platform/mail/times'

/** What both mails are about. */
export interface Cancellation {
  /** The reader's name, and that of the one who has cancelled. */
  name: string
  other: string
  from: string
  to: string
  departs_at: string
  seats: number
  /** Where the site is reached. */
  origin: string
}

const dataOf = (row: OutboxRow) => row.data as unknown as Cancellation

/** Tells a passenger that there is no ride. */
export function rideCancelled(t: Translate, row: OutboxRow): Mail {
  const { name, other, from, to, departs_at, origin } = dataOf(row)
  const time = dayAndTime(row.locale, departs_at)
  return layOut({
    to: row.recipient,
    language: row.locale,
    subject: t('mails.ride_cancelled_subject', { from, to }),
    paragraphs: [
      t('mails.greeting', { name }),
      t('mails.ride_cancelled_text', { driver: other, from, to, time }),
      t('mails.ride_cancelled_rest'),
    ],
    action: { label: t('mails.ride_cancelled_button'), url: origin + searchPath({ from, to }) },
    footer: t('mails.ride_cancelled_footer'),
  })
}

/** Tells a driver that a passenger does not come along. */
export function reservationWithdrawn(t: Translate, row: OutboxRow): Mail {
  const { name, other, from, to, departs_at, seats, origin } = dataOf(row)
  const time = dayAndTime(row.locale, departs_at)
  return layOut({
    to: row.recipient,
    language: row.locale,
    subject: t('mails.withdrawn_subject', { from, to }),
    paragraphs: [
      t('mails.greeting', { name }),
      t('mails.withdrawn_text', { passenger: other, from, to, time }),
      t('mails.withdrawn_seats', { count: seats }),
    ],
    action: { label: t('mails.withdrawn_button'), url: `${origin}/my-rides` },
    footer: t('mails.withdrawn_footer'),
  })
}
