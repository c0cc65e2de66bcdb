/** The mail about a closed account, and the text beside exported data. */
import { PRODUCT_NAME } from '@samtur/contract/constants'
import type { Language, Translate } from '@samtur/i18n/translate'
import type { MailContent, MailWriters } from '#platform/mail/layout'
import type { OutboxRow } from '#platform/mail/outbox'
import { day } from '#platform/mail/times'

interface PrivacyMailKinds {
  'privacy.closing': { name: string; purge_at: string; url: string }
}

declare module '#platform/mail/outbox' {
  interface MailKinds extends PrivacyMailKinds {}
}

export const privacyMails: MailWriters<keyof PrivacyMailKinds> = { 'privacy.closing': accountClosing }

/** Confirms that the account will be deleted, and says until when it can be kept. */
function accountClosing(t: Translate, row: OutboxRow<'privacy.closing'>): MailContent {
  const { name, purge_at, url } = row.data
  const date = day(row.locale, purge_at)
  return {
    to: row.recipient,
    language: row.locale,
    subject: t('mails.closing_subject', { date }),
    paragraphs: [t('mails.greeting', { name }), t('mails.closing_text'), t('mails.closing_undo', { date })],
    action: { label: t('mails.closing_button'), url },
    footer: t('mails.closing_footer'),
    why: t('mails.why_account'),
  }
}

interface ReadmeFacts {
  now: Date
  support: string
  imagesLeftOut: number
}

/** Returns the text that explains the exported data. */
export function exportReadme(t: Translate, language: Language, about: ReadmeFacts): string {
  const { now, support, imagesLeftOut: count } = about
  const readme = t('mails.export_readme', { product: PRODUCT_NAME, date: day(language, now.toISOString()) })
  return count ? `${readme}\n${t('mails.export_images_left_out', { count, support })}\n` : readme
}
