/** Words of mails that notify the owner of a change of the account. */
import { session as limits } from '@samtur/contract/constants'
import { matchLanguage, type Translate } from '@samtur/i18n/translate'
import type { Config } from '../../config.ts'
import { greeting } from '#platform/mail/greeting'
import type { MailContent } from '#platform/mail/layout'
import type { OutboxRow } from '#platform/mail/outbox'
import { day } from '#platform/mail/times'
import { deviceOf } from './present.ts'

/** What differs between the mails about an account. */
export type Words = Pick<MailContent, 'subject' | 'paragraphs' | 'code' | 'action' | 'footer'>

interface Options {
  config: Pick<Config, 'supportEmail'>
  /** Returns the address at which links begin. */
  origin: () => string
}

export function write(
  t: Translate,
  { recipient, locale }: Pick<OutboxRow, 'recipient' | 'locale'>,
  words: Words,
): MailContent {
  return { to: recipient, language: matchLanguage([locale]), ...words, why: t('mails.why_account') }
}

/** `name` is empty where nobody has confirmed the address. */
export function alreadyRegistered(t: Translate, name: string, { origin }: Options): Words {
  return {
    subject: t('mails.known_subject'),
    paragraphs: [greeting(t, name), t('mails.known_text')],
    action: { label: t('mails.known_button'), url: `${origin()}/auth` },
    footer: t('mails.known_footer'),
  }
}

export function emailChangeNotice(
  t: Translate,
  row: OutboxRow<'accounts.email_change_notice'>,
  { config, origin }: Options,
): Words {
  return {
    subject: t('mails.email_notice_subject'),
    paragraphs: [
      t('mails.greeting', { name: row.data.name }),
      t('mails.email_notice_text', { address: row.data.new_email }),
    ],
    action: { label: t('mails.security_button'), url: `${origin()}/security` },
    footer: t('mails.email_notice_footer', { support: config.supportEmail }),
  }
}

export function emailChanged(t: Translate, row: OutboxRow<'accounts.email_changed'>, { config }: Options): Words {
  return {
    subject: t('mails.email_changed_subject'),
    paragraphs: [greeting(t, row.data.name), t('mails.email_changed_text', { address: row.data.new_email })],
    footer: t('mails.email_changed_footer', { support: config.supportEmail }),
  }
}

/** Writes that an eleventh sign-in has ended the oldest session. */
export function oldestSessionEnded(
  t: Translate,
  row: OutboxRow<'accounts.oldest_session_ended'>,
  { config, origin }: Options,
): Words {
  const { browser, system } = deviceOf(row.data.agent)
  const device = [browser, system].filter(Boolean).join(', ') || t('mails.unknown_device')
  const values = { count: limits.maxPerAccount, device, date: day(matchLanguage([row.locale]), row.data.since) }
  return {
    subject: t('mails.oldest_session_subject'),
    paragraphs: [t('mails.greeting', { name: row.data.name }), t('mails.oldest_session_text', values)],
    action: { label: t('mails.security_button'), url: `${origin()}/security` },
    footer: t('mails.oldest_session_footer', { support: config.supportEmail }),
  }
}

export function passwordChanged(
  t: Translate,
  row: OutboxRow<'accounts.password_changed'>,
  { config, origin }: Options,
): Words {
  return {
    subject: t('mails.password_changed_subject'),
    paragraphs: [
      greeting(t, row.data.name),
      t('mails.password_changed_text'),
      ...(row.data.calendar ? [t('mails.password_changed_calendar')] : []),
    ],
    action: { label: t('mails.password_changed_button'), url: `${origin()}/auth?help=password` },
    footer: t('mails.password_changed_footer', { support: config.supportEmail }),
  }
}

/** Writes that a way in was added or removed. */
export const securityNotice = (
  t: Translate,
  name: string,
  { subject, text }: { subject: string; text: string },
  { origin }: Pick<Options, 'origin'>,
): Words => ({
  subject,
  paragraphs: [t('mails.greeting', { name }), text],
  action: { label: t('mails.security_button'), url: `${origin()}/security` },
  footer: t('mails.security_footer'),
})
