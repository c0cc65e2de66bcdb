/** What administrators do about mails that could not be delivered. */
import { maskAddress } from '#features/accounts/port'
import { afterCommit } from '#platform/db/database'
import type { Caller, Parts } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { resendMail } from '#platform/mail/outbox'
import { addAuditEntry } from './store.ts'
import { findAccountOf, findFailedMail, type MailRow } from './views-mails.ts'

/** Queues a mail again that was given up; a waiting or sent one stays as it is. Error: `not_found`. */
export async function resend({ db, bus }: Pick<Parts, 'db' | 'bus'>, by: Caller, id: string): Promise<MailRow> {
  return db.tx(async (tx) => {
    const mail = await resendMail(tx, id)
    if (mail) {
      const { kind, recipient } = mail
      await addAuditEntry(tx, {
        actor_id: by.id,
        action: 'mail_resent',
        subject_id: (await findAccountOf(tx, recipient)) ?? null,
        details: { kind, email: maskAddress(recipient) },
      })
      afterCommit(() => bus.emit('outbox', null))
    }
    const row = await findFailedMail(tx, id)
    assertThat(row, 'not_found')
    return row
  })
}
