/** Mails to people whom notifications do not reach: guests, and members whose account is suspended or being deleted. */
import { supportReplyHours } from '@samtur/contract/constants'
import type { Translate } from '@samtur/i18n/translate'
import type { Parts } from '#platform/http/context'
import { greeting } from '#platform/mail/greeting'
import type { MailContent, MailOf, MailWriters } from '#platform/mail/layout'
import type { OutboxRow } from '#platform/mail/outbox'
import { findAnswer, findFirstMessage, findSubject } from './views.ts'

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
      const message = await findFirstMessage(db.read, row.data.id)
      return message ? unaskedMessage(t, row, message) : null
    },
  }
}

/** Repeats nothing of the request, because a stranger may have given the address. */
function received(t: Translate, { recipient: to, locale: language }: Row): MailContent {
  return {
    to,
    language,
    subject: t('mails.support_received_subject'),
    paragraphs: [greeting(t, ''), t('mails.support_received_text', { hours: supportReplyHours })],
    footer: t('mails.support_received_footer'),
  }
}

const about = (t: Translate, subject: string): string[] => (subject ? [t('mails.support_about', { subject })] : [])

function closed(t: Translate, { recipient: to, locale: language }: Row, subject: string): MailContent {
  return {
    to,
    language,
    subject: t('mails.support_closed_subject'),
    paragraphs: [greeting(t, ''), t('mails.support_closed_text'), ...about(t, subject)],
    why: t('mails.why_support'),
  }
}

interface Answer {
  subject: string
  content: string
}

const answered = (t: Translate, row: Row, answer: Answer): MailContent =>
  quotingAdministrator(t, row, answer, {
    subject: t('mails.support_answer_subject'),
    lead: [t('mails.support_answer_text')],
    why: t('mails.why_support'),
  })

/** An administrator's message that the reader did not ask for. */
const unaskedMessage = (t: Translate, row: Row, answer: Answer): MailContent =>
  quotingAdministrator(t, row, answer, {
    subject: t('mails.notification_support_subject'),
    lead: [],
    why: t('mails.why_account'),
  })

/** Quotes the administrator's text line by line. */
function quotingAdministrator(
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
      greeting(t, ''),
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
