/** What administrators do about mails that could not be delivered. */
import { maskAddress } from '#features/accounts/port'
import { addAuditEntry } from '#features/moderation/port'
import { afterCommit } from '#platform/db/database'
import type { Caller, Parts } from '#platform/http/context'
import { assertThat } from '#platform/http/errors'
import { resendMail, resendMails } from '#platform/mail/outbox'
import { findAccountOf, findFailedMail, type MailRow } from './views-mails.ts'

type Deps = Pick<Parts, 'db' | 'bus'>

/** Queues a mail again that was given up; a waiting, sent or expired one stays as it is. Error: `not_found`. */
export async function resend({ db, bus }: Deps, by: Caller, id: string): Promise<MailRow> {
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

/** Queues the mails again that were given up and are still of use, at most 10,000 at a time. Returns how many. */
export async function resendAll({ db, bus }: Deps, by: Caller): Promise<number> {
  return db.tx(async (tx) => {
    const count = await resendMails(tx)
    if (count > 0) {
      await addAuditEntry(tx, { actor_id: by.id, action: 'mails_resent', details: { rows: count } })
      afterCommit(() => bus.emit('outbox', null))
    }
    return count
  })
}
