/** Mails about the account. */
import type { Translate } from '@samtur/i18n/translate'
import { layOut } from '#platform/mail/layout'
import type { Mail, OutboxRow } from '#platform/mail/outbox'

/** Asks a new person to confirm the address. */
export function confirmAddress(t: Translate, row: OutboxRow): Mail {
  const { url, name } = row.data as { url: string; name: string }
  return layOut({
    to: row.recipient,
    language: row.locale,
    subject: t('mails.confirm_subject'),
    paragraphs: [t('mails.greeting', { name }), t('mails.confirm_text')],
    action: { label: t('mails.confirm_button'), url },
    footer: t('mails.confirm_footer'),
  })
}

/** Tells the owner that somebody tried to sign up with the address again (only with uniform sign-up answers). */
export function alreadyRegistered(t: Translate, row: OutboxRow): Mail {
  const { url, name } = row.data as { url: string; name: string }
  return layOut({
    to: row.recipient,
    language: row.locale,
    subject: t('mails.known_subject'),
    paragraphs: [t('mails.greeting', { name }), t('mails.known_text')],
    action: { label: t('mails.known_button'), url },
    footer: t('mails.known_footer'),
  })
}
