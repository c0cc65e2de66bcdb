/** Mails to those who have no notifications: guests, and members who are shut out or leaving. */
import { supportReplyHours } from '@samtur/contract/constants'
import type { Translate } from '@samtur/i18n/translate'
import type { Parts } from '#platform/http/context'
import type { MailContent, MailOf, MailWriters } from '#platform/mail/layout'
import type { OutboxRow } from '#platform/mail/outbox'
import { quotable } from './rules.ts'
import { findAnswer, findFirstWords, findSubject } from './views.ts'

interface SupportMailKinds {
  /** The id of a request. */
  'support.received': { id: string }
  'support.closed': { id: string }
  'support.message': { id: string }
  /** The id of a message. */
  'support.answer': { id: string }
}
export type SupportMail = keyof SupportMailKinds
type Row = OutboxRow<SupportMail>

declare module '#platform/mail/outbox' {
  interface MailKinds extends SupportMailKinds {}
}

interface Deps {
  parts: Pick<Parts, 'db'>
}

/** Each writer returns null for a request that no longer exists. */
export function createSupportMails({ parts: { db } }: Deps): MailWriters<SupportMail> {
  const aboutRequest =
    (write: (t: Translate, row: Row, subject: string) => MailContent): MailOf<SupportMail> =>
    async (t, row) => {
      const subject = await findSubject(db.read, row.data.id)
      return subject === undefined ? null : write(t, row, subject)
    }
  return {
    'support.received': aboutRequest(received),
    'support.closed': aboutRequest(closed),
    'support.answer': async (t, row) => {
      const answer = await findAnswer(db.read, row.data.id)
      return answer ? answered(t, row, answer) : null
    },
    'support.message': async (t, row) => {
      const words = await findFirstWords(db.read, row.data.id)
      return words ? written(t, row, words) : null
    },
  }
}

/** To an address that nobody has confirmed: of what was typed only the harmless part of the subject. */
function received(t: Translate, { recipient: to, locale: language }: Row, subject: string): MailContent {
  return {
    to,
    language,
    subject: t('mails.support_received_subject'),
    paragraphs: [
      t('mails.support_greeting'),
      t('mails.support_received_text', { hours: supportReplyHours }),
      ...about(t, subject),
    ],
    footer: t('mails.support_received_footer'),
  }
}

function about(t: Translate, subject: string): string[] {
  const quoted = quotable(subject)
  return quoted ? [t('mails.support_about', { subject: quoted })] : []
}

function closed(t: Translate, { recipient: to, locale: language }: Row, subject: string): MailContent {
  return {
    to,
    language,
    subject: t('mails.support_closed_subject'),
    paragraphs: [t('mails.support_greeting'), t('mails.support_closed_text'), ...about(t, subject)],
    why: t('mails.why_support'),
  }
}

interface Answer {
  subject: string
  content: string
}

const answered = (t: Translate, row: Row, answer: Answer): MailContent =>
  inHumanWords(t, row, answer, {
    subject: t('mails.support_answer_subject'),
    lead: [t('mails.support_answer_text')],
    why: t('mails.why_support'),
  })

/** To somebody who has not asked. */
const written = (t: Translate, row: Row, answer: Answer): MailContent =>
  inHumanWords(t, row, answer, {
    subject: t('mails.notification_support_subject'),
    lead: [],
    why: t('mails.why_account'),
  })

/** What a human has written, line by line. */
function inHumanWords(
  t: Translate,
  { recipient: to, locale: language }: Row,
  { subject: topic, content }: Answer,
  { subject, lead, why }: { subject: string; lead: string[]; why: string },
): MailContent {
  return {
    to,
    language,
    subject,
    paragraphs: [
      t('mails.support_greeting'),
      ...lead,
      ...about(t, topic),
      ...content
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((said) => ({ said })),
    ],
    why,
  }
}
