/** Mails about what the administrator has done with an account. */
import type { Translate } from '@samtur/i18n/translate'
import { layOut } from '#platform/mail/layout'
import type { Mail, OutboxRow } from '#platform/mail/outbox'

/** As it was written, line by line. */
const reasonOf = (t: Translate, reason: string) =>
  t('mails.reason', { reason })
    .split('\n')
    .filter((line) => line.trim() !== '')

/** Tells why an account is shut, and how to object. */
export function accountSuspended(t: Translate, row: OutboxRow): Mail {
  const { name, reason, support } = row.data as Record<'name' | 'reason' | 'support', string>
  return layOut({
    to: row.recipient,
    language: row.locale,
    subject: t('mails.suspended_subject'),
    paragraphs: [t('mails.greeting', { name }), t('mails.suspended_text'), ...reasonOf(t, reason)],
    footer: t('mails.suspended_footer', { support }),
  })
}

export function accountLifted(t: Translate, row: OutboxRow): Mail {
  const { name, url } = row.data as Record<'name' | 'url', string>
  return layOut({
    to: row.recipient,
    language: row.locale,
    subject: t('mails.lifted_subject'),
    paragraphs: [t('mails.greeting', { name }), t('mails.lifted_text')],
    action: { label: t('mails.known_button'), url },
    footer: t('mails.lifted_footer'),
  })
}

/** Tells that an account will be deleted and why; until then it can be objected to. */
export function accountDeleted(t: Translate, row: OutboxRow): Mail {
  const { name, reason, support, days } = row.data as Record<'name' | 'reason' | 'support', string> & { days: number }
  return layOut({
    to: row.recipient,
    language: row.locale,
    subject: t('mails.deleted_subject'),
    paragraphs: [t('mails.greeting', { name }), t('mails.deleted_text', { days }), ...reasonOf(t, reason)],
    footer: t('mails.deleted_footer', { support }),
  })
}

/** Invites somebody who has no account. */
export function invitation(t: Translate, row: OutboxRow): Mail {
  const { url } = row.data as { url: string }
  return layOut({
    to: row.recipient,
    language: row.locale,
    subject: t('mails.invited_subject'),
    paragraphs: [t('mails.invited_text')],
    action: { label: t('mails.invited_button'), url },
    footer: t('mails.invited_footer'),
  })
}
