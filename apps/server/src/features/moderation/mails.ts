/** Mails about what the administrator has done with an account, and to those who have no notifications about content and reports. */
import type { Translate } from '@samtur/i18n/translate'
import { writeNotification } from '#features/notifications/port'
import type { Parts } from '#platform/http/context'
import type { MailContent, MailOf } from '#platform/mail/layout'
import type { OutboxRow } from '#platform/mail/outbox'
import { findDecisionNews, findHidingNews, type ModerationNotification } from './views-reports.ts'

/** As it was written, line by line. */
const reasonOf = (t: Translate, reason: string) =>
  t('mails.reason', { reason })
    .split('\n')
    .filter((line) => line.trim() !== '')

/** Tells why an account is shut, and how to object. */
export function accountSuspended(t: Translate, row: OutboxRow): MailContent {
  const { name, reason, support } = row.data as Record<'name' | 'reason' | 'support', string>
  return {
    to: row.recipient,
    language: row.locale,
    subject: t('mails.suspended_subject'),
    paragraphs: [t('mails.greeting', { name }), t('mails.suspended_text'), ...reasonOf(t, reason)],
    footer: t('mails.suspended_footer', { support }),
    why: t('mails.why_account'),
  }
}

export function accountLifted(t: Translate, row: OutboxRow): MailContent {
  const { name, url } = row.data as Record<'name' | 'url', string>
  return {
    to: row.recipient,
    language: row.locale,
    subject: t('mails.lifted_subject'),
    paragraphs: [t('mails.greeting', { name }), t('mails.lifted_text')],
    action: { label: t('mails.known_button'), url },
    footer: t('mails.lifted_footer'),
    why: t('mails.why_account'),
  }
}

/** Tells that the second factor was taken away, why, and where to set up a new one. */
export function factorLifted(t: Translate, row: OutboxRow): MailContent {
  const { name, reason, url } = row.data as Record<'name' | 'reason' | 'url', string>
  return {
    to: row.recipient,
    language: row.locale,
    subject: t('mails.factor_lifted_subject'),
    paragraphs: [t('mails.greeting', { name }), t('mails.factor_lifted_text'), ...(reason ? reasonOf(t, reason) : [])],
    action: { label: t('mails.security_button'), url },
    footer: t('mails.factor_lifted_footer'),
    why: t('mails.why_account'),
  }
}

/** Tells that an account will be deleted and why; until then it can be objected to. */
export function accountDeleted(t: Translate, row: OutboxRow): MailContent {
  const { name, reason, support, days } = row.data as Record<'name' | 'reason' | 'support', string> & { days: number }
  return {
    to: row.recipient,
    language: row.locale,
    subject: t('mails.deleted_subject'),
    paragraphs: [t('mails.greeting', { name }), t('mails.deleted_text', { days }), ...reasonOf(t, reason)],
    footer: t('mails.deleted_footer', { support }),
    why: t('mails.why_account'),
  }
}

/** Invites somebody who has no account. */
export function invitation(t: Translate, row: OutboxRow): MailContent {
  const { url } = row.data as { url: string }
  return {
    to: row.recipient,
    language: row.locale,
    subject: t('mails.invited_subject'),
    paragraphs: [t('mails.invited_text')],
    action: { label: t('mails.invited_button'), url },
    footer: t('mails.invited_footer'),
  }
}

interface Desk {
  parts: Pick<Parts, 'db'>
  config: { supportEmail: string }
}

/** In place of notifications: what they say is read when they are written, and gone by then where the person or the words are. */
export function createModerationMails({
  parts: { db },
  config: { supportEmail: support },
}: Desk): Record<string, MailOf> {
  const about =
    (find: typeof findHidingNews): MailOf =>
    async (t, row) => {
      const news = await find(db.read, String(row.data['id']))
      return news ? moderationMail(t, row, { ...news, support }) : null
    }
  return { 'moderation.content': about(findHidingNews), 'moderation.decided': about(findDecisionNews) }
}

/** The notification's own words, and whom to write to: pages of the house may be closed to the reader. */
function moderationMail(
  t: Translate,
  row: OutboxRow,
  { name, kind, params, support }: ModerationNotification & { support: string },
): MailContent {
  const { subject, text } = writeNotification(t, row.locale, { kind, params })
  return {
    to: row.recipient,
    language: row.locale,
    subject,
    paragraphs: [t('mails.greeting', { name }), text, ...(params.reason ? reasonOf(t, params.reason) : [])],
    ...(kind !== 'content_shown' && { footer: t('mails.suspended_footer', { support }) }),
    why: t('mails.why_account'),
  }
}
