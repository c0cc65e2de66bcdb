/** Mails about an administrator's action on an account, and mails about content and reports where notifications do not reach the person. */
import type { Translate } from '@samtur/i18n/translate'
import { writeNotification } from '#features/notifications/port'
import type { Parts } from '#platform/http/context'
import { greeting } from '#platform/mail/greeting'
import type { MailContent, MailOf, MailWriters } from '#platform/mail/layout'
import type { OutboxRow } from '#platform/mail/outbox'
import { findDecisionNotification, findHidingNotification, type ModerationNotification } from './views-reports.ts'

/** `name` is empty where nobody has confirmed the address. */
interface ModerationMailKinds {
  'moderation.suspended': { name: string; reason: string; support: string }
  'moderation.lifted': { name: string; url: string }
  /** `days`: how long the account can still be kept. */
  'moderation.deleted': { name: string; reason: string; support: string; days: number }
  /** The reason may be empty. */
  'moderation.factor_lifted': { name: string; reason: string; url: string }
  /** The operator has changed the name to `new_name`, or, without one, made a link that opens the account. */
  'moderation.account_changed': { name: string; new_name?: string; support: string }
  'moderation.invited': { url: string }
  'moderation.content': { id: string }
  'moderation.decided': { id: string }
}

/** Mails to people whom notifications do not reach. Their data has the id of the row that the mail is made from. */
export type InPlaceOfNotification = 'moderation.content' | 'moderation.decided'

declare module '#platform/mail/outbox' {
  interface MailKinds extends ModerationMailKinds {}
}

/** Returns the reason as it was written, line by line. */
const reasonOf = (t: Translate, reason: string) =>
  t('mails.reason', { reason })
    .split('\n')
    .filter((line) => line.trim() !== '')

/** Says why an account is suspended, and how to object. */
function accountSuspended(t: Translate, row: OutboxRow<'moderation.suspended'>): MailContent {
  const { name, reason, support } = row.data
  return {
    to: row.recipient,
    language: row.locale,
    subject: t('mails.suspended_subject'),
    paragraphs: [greeting(t, name), t('mails.suspended_text'), ...reasonOf(t, reason)],
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
    paragraphs: [greeting(t, name), t('mails.lifted_text')],
    action: { label: t('mails.known_button'), url },
    footer: t('mails.lifted_footer'),
    why: t('mails.why_account'),
  }
}

/** Says that the second factor was removed, why, and where to set up a new one. */
function factorLifted(t: Translate, row: OutboxRow<'moderation.factor_lifted'>): MailContent {
  const { name, reason, url } = row.data
  return {
    to: row.recipient,
    language: row.locale,
    subject: t('mails.factor_lifted_subject'),
    paragraphs: [greeting(t, name), t('mails.factor_lifted_text'), ...(reason ? reasonOf(t, reason) : [])],
    action: { label: t('mails.security_button'), url },
    footer: t('mails.factor_lifted_footer'),
    why: t('mails.why_account'),
  }
}

/** Says what another server of the operator has done with the service key. */
function accountChanged(t: Translate, row: OutboxRow<'moderation.account_changed'>): MailContent {
  const { name, new_name: newName, support } = row.data
  const isLink = newName === undefined
  return {
    to: row.recipient,
    language: row.locale,
    subject: isLink ? t('mails.operator_link_subject') : t('mails.operator_name_subject'),
    paragraphs: [
      t('mails.greeting', { name }),
      isLink ? t('mails.operator_link_text') : t('mails.operator_name_text', { name: newName }),
    ],
    footer: t('mails.operator_footer', { support }),
    why: t('mails.why_account'),
  }
}

/** Says that an account will be deleted, why, and until when the person can object. */
function accountDeleted(t: Translate, row: OutboxRow<'moderation.deleted'>): MailContent {
  const { name, reason, support, days } = row.data
  return {
    to: row.recipient,
    language: row.locale,
    subject: t('mails.deleted_subject'),
    paragraphs: [greeting(t, name), t('mails.deleted_text', { days }), ...reasonOf(t, reason)],
    footer: t('mails.deleted_footer', { support }),
    why: t('mails.why_account'),
  }
}

/** Invites a person without an account. */
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
    'moderation.account_changed': accountChanged,
    'moderation.invited': invitation,
    'moderation.content': about(findHidingNotification),
    'moderation.decided': about(findDecisionNotification),
  }
}

/** Writes the notification's text and the address of support, because the reader may not be able to sign in. */
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
    paragraphs: [greeting(t, name), text, ...(params.reason ? reasonOf(t, params.reason) : [])],
    ...(kind !== 'content_shown' && { footer: t('mails.suspended_footer', { support }) }),
    why: t('mails.why_account'),
  }
}
