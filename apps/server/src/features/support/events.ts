/** Reactions to other slices' events. */
import { matchLanguage } from '@samtur/i18n/translate'
import type { ReporterMessage } from '#features/moderation/events'
import type { Tx } from '#platform/db/database'
import type { Parts } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { announce, notifyRequester } from './service-notifying.ts'
import { insertAdminMessage } from './store.ts'
import { findMember } from './views.ts'

/**
 * Stores an administrator's message to a reporter as a resolved request of the reporter, in the transaction of the message. Error:
 * `not_found` when the reporter's account is gone.
 */
export const storeReporterMessage =
  (deps: Pick<Parts, 'bus'>) =>
  async (tx: Tx, { admin_id: adminId, reporter_id: reporterId, subject, message }: ReporterMessage): Promise<void> => {
    const reporter = await findMember(tx, reporterId)
    assertThat(reporter, 'not_found')
    const { id: userId, name, email } = reporter
    const locale = matchLanguage([reporter.locale])
    const { id } = await insertAdminMessage(tx, { adminId, userId, name, email, subject, message, locale })
    const request = { id, user_id: userId, subject, email, locale }
    const mail = { kind: 'support.message' as const, id }
    await notifyRequester(tx, deps, request, { kind: 'support_replied', dedupeKey: `support:${id}`, mail })
    await announce(tx, deps, userId)
  }
