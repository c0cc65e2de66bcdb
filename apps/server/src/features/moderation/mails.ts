/** Mails about what the administrator has done with an account, and to those who have no notifications about content and reports. */
import type { Translate } from '@samtur/i18n/translate'
import { writeNotification } from '#features/notifications/port'
import type { Parts } from '#platform/http/context'
import type { MailContent, MailOf, MailWriters } from '#platform/mail/layout'
import type { OutboxRow } from '#platform/mail/outbox'
import { findDecisionNotification, findHidingNotification, type ModerationNotification } from './views-reports.ts'

interface ModerationMailKinds {
  'moderation.suspended': { name: string; reason: string; support: string }
  'moderation.lifted': { name: string; url: string }
  /** `days`: how long the account can still be kept. */
  'moderation.deleted': { name: string; reason: string; support: string; days: number }
  /** The reason may be empty. */
  'moderation.factor_lifted': { name: string; reason: string; url: string }
  'moderation.invited': { url: string }
  'moderation.content': { id: string }
  'moderation.decided': { id: string }
}

/** Mails to people who have no notifications. Their data names the row that the mail is made from. */
export type InPlaceOfNotification = 'moderation.content' | 'moderation.decided'

declare module '#platform/mail/outbox' {
  interface MailKinds extends ModerationMailKinds {}
}

/** Returns the reason as it was written, line by line. */
const reasonOf = (t: Translate, reason: string) =>
  t('mails.reason', { reason })
    .split('\n')
    .filter((line) => line.trim() !== '')

/** Tells why an account is shut, and how to object. */
function accountSuspended(t: Translate, row: OutboxRow<'moderation.suspended'>): MailContent {
  const { name, reason, support } = row.data
  return {
    to: row.recipient,
    language: row.locale,
    subject: t('mails.suspended_subject'),
    paragraphs: [t('mails.greeting', { name }), t('mails.suspended_text'), ...reasonOf(t, reason)],
    footer: t('mails.suspended_footer', { support }),
    why: t('mails.why_account'),
  }
}

function accountLifted(t: Translate, row: OutboxRow<'moderation.lifted'>): MailContent {
  const { name, url } = row.data
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
function factorLifted(t: Translate, row: OutboxRow<'moderation.factor_lifted'>): MailContent {
  const { name, reason, url } = row.data
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
function accountDeleted(t: Translate, row: OutboxRow<'moderation.deleted'>): MailContent {
  const { name, reason, support, days } = row.data
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
function invitation(t: Translate, row: OutboxRow<'moderation.invited'>): MailContent {
  const { url } = row.data
  return {
    to: row.recipient,
    language: row.locale,
    subject: t('mails.invited_subject'),
    paragraphs: [t('mails.invited_text')],
    action: { label: t('mails.invited_button'), url },
    footer: t('mails.invited_footer'),
  }
}

interface Deps {
  parts: Pick<Parts, 'db'>
  config: { supportEmail: string }
}

export function createModerationMails({
  parts: { db },
  config: { supportEmail: support },
}: Deps): MailWriters<keyof ModerationMailKinds> {
  const about =
    (find: typeof findHidingNotification): MailOf<InPlaceOfNotification> =>
    async (t, row) => {
      const notification = await find(db.read, row.data.id)
      return notification ? moderationMail(t, row, { ...notification, support }) : null
    }
  return {
    'moderation.suspended': accountSuspended,
    'moderation.lifted': accountLifted,
    'moderation.deleted': accountDeleted,
    'moderation.factor_lifted': factorLifted,
    'moderation.invited': invitation,
    'moderation.content': about(findHidingNotification),
    'moderation.decided': about(findDecisionNotification),
  }
}

/** The notification's own words, and whom to write to: pages of the house may be closed to the reader. */
function moderationMail(
  t: Translate,
  row: OutboxRow<InPlaceOfNotification>,
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
