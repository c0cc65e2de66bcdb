/** What the files about ways in beside the password share. */
import { matchLanguage } from '@samtur/i18n/translate'
import type { Config } from '../../config.ts'
import type { Executor } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { type MailKind, type MailKinds, queueMail } from '#platform/mail/outbox'
import { findRecipient } from './views-ways.ts'

export interface Deps {
  config: Config
  parts: Parts
  secret: string
}

/** Queues a mail about a change of the account, so that the owner notices a change by another person. */
export async function queueNotice<Kind extends MailKind>(
  executor: Executor,
  userId: string,
  kind: Kind,
  dataFor: (name: string) => MailKinds[Kind],
): Promise<void> {
  const reader = await findRecipient(executor, userId)
  if (!reader) return
  const locale = matchLanguage([reader.locale])
  await queueMail(executor, { kind, recipient: reader.email, locale, data: dataFor(reader.name) })
}
