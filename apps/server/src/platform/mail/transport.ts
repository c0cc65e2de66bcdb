/** Transports of mail: an SMTP server, or the local mailbox when none is configured. */
import { createTransport } from 'nodemailer'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { traceCall } from '../../operating/tracing/tracing.ts'
import type { Transport } from './outbox.ts'

const connect = (url: string, greetingMs = 10_000) =>
  createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: greetingMs,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never)

/** Connects to the SMTP server and signs in, without sending. Throws when the server refuses or cannot be reached. */
export async function checkSmtp(url: string): Promise<void> {
  const smtp = connect(url)
  try {
    await smtp.verify()
  } finally {
    smtp.close()
  }
}

/** Sends through an SMTP server, which has `greetingMs` to greet. */
export function smtpTransport(url: string, from: string, { greetingMs = 10_000 } = {}): Transport {
  const smtp = connect(url, greetingMs)
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ list, ...mail }, id) {
      // An object, because a text would be parsed as a list of recipients.
      const to = { name: '', address: mail.to }
      const message = {
        from,
        ...mail,
        to,
        messageId: `<${id}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(list?.oneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
        ...(list && { list: { unsubscribe: list.unsubscribe } }),
      }
      await traceCall('smtp send', () => smtp.sendMail(message))
    },
    close: () => smtp.close(),
  }
}

/** Keeps the newest mails for the mailbox page. */
export function localTransport(db: Database): Transport {
  return {
    async send(mail, id) {
      await sql`${prepared} insert into local_mail (id, recipient, subject, text, html, sent_at)
        values (${id}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html}, app_now()) on conflict (id) do nothing`.execute(
        db.read,
      )
      await sql`${prepared} delete from local_mail where id in (select id from local_mail order by sent_at desc offset 500)`.execute(
        db.read,
      )
    },
  }
}
