/** The mail to somebody who follows a trip, when nothing was heard after its arrival. */
import type { CheckInKind } from '@samtur/contract/constants'
import { withoutLinks } from '@samtur/contract/names'
import type { Translate } from '@samtur/i18n/translate'
import type { MailContent, MailWriters } from '#platform/mail/layout'
import type { OutboxRow } from '#platform/mail/outbox'
import { dayAndTime } from '#platform/mail/times'

interface TravelMailKinds {
  'travel.silence': {
    /** First name of the person who shares the trip. */
    name: string
    from: string
    to: string
    arrives_at: string
    /** What the person has said last. */
    last: { kind: CheckInKind; at: string } | null
    url: string
  }
}

declare module '#platform/mail/outbox' {
  interface MailKinds extends TravelMailKinds {}
}

export const travelMails: MailWriters<keyof TravelMailKinds> = {
  'travel.silence': (t, row) => silence(t, { ...row, data: harmless(row.data) }),
}

/** Nobody has confirmed the address, so nothing that members have typed may lead or call elsewhere. */
function harmless({ name, from, to, ...rest }: TravelMailKinds['travel.silence']): TravelMailKinds['travel.silence'] {
  const plain = (text: string) => withoutLinks(text) || '…'
  return { ...rest, name: plain(name), from: plain(from), to: plain(to) }
}

function silence(t: Translate, row: OutboxRow<'travel.silence'>): MailContent {
  const { name, from, to, arrives_at, url } = row.data
  const time = dayAndTime(row.locale, arrives_at)
  return {
    to: row.recipient,
    language: row.locale,
    subject: t('mails.silence_subject', { name }),
    paragraphs: [
      t('mails.silence_text', { name, from, to, time }),
      lastSaid(t, row),
      t('mails.silence_next', { name }),
    ],
    action: { label: t('mails.silence_button'), url },
    why: t('mails.silence_why', { name }),
  }
}

function lastSaid(t: Translate, { locale, data: { name, last } }: OutboxRow<'travel.silence'>): string {
  if (!last) return t('mails.silence_nothing', { name })
  const time = dayAndTime(locale, last.at)
  return last.kind === 'met' ? t('mails.silence_met', { name, time }) : t('mails.silence_got_in', { name, time })
}
