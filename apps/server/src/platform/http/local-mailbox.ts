/** The mailbox page for a machine without an SMTP server: what the product would have sent, newest first. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { escapeHtml } from '../mail/layout.ts'

export const mailboxPath = '/dev/mailbox'

export function serveLocalMailbox(app: FastifyInstance, db: Database) {
  const newest = () =>
    db.read.selectFrom('local_mail').selectAll().orderBy('sent_at', 'desc').orderBy('id').limit(100).execute()

  app.get(`${mailboxPath}.json`, async (_request, reply) => {
    const mails = await newest()
    return reply.header('cache-control', 'no-store').send(
      mails.map(({ recipient, subject, text, html, sent_at }) => ({
        to: recipient,
        subject,
        text,
        html,
        sent_at: sent_at.toISOString(),
      })),
    )
  })
  app.get(mailboxPath, async (_request, reply) => {
    const mails = await newest()
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(pageOf(mails))
  })
}

interface Row {
  recipient: string
  subject: string
  text: string
  html: string
  sent_at: Date
}

/** A developer's page, in English only; the mails themselves are in their readers' languages. */
function pageOf(mails: Row[]) {
  const items = mails.map(
    (
      mail,
    ) => `<article lang="${/<html lang="([a-z-]+)"/.exec(mail.html)?.[1] ?? 'en'}"><h2>${escapeHtml(mail.subject)}</h2><p class="meta">To ${escapeHtml(mail.recipient)} ·
      <time>${mail.sent_at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time></p><div class="text">${linked(mail.text)}</div></article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>Local mailbox</title><style>
    :root{color-scheme:light dark;--ground:#F6F7F2;--surface:#fff;--text:#14231C;--soft:#4A5A51;--line:#C9D2C8;--link:#1B5E86}
    @media(prefers-color-scheme:dark){:root{--ground:#0D1612;--surface:#14201A;--text:#EAF1EC;--soft:#A9B8AF;--line:#2E4238;--link:#8CC7EA}}
    body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}main{max-width:720px;margin:0 auto;padding:32px 16px}
    article{background:var(--surface);border:1px solid var(--line);border-radius:18px;padding:20px;margin:16px 0;overflow-wrap:anywhere}
    h1{font-size:28px}h2{font-size:18px;margin:0}.meta{color:var(--soft);font-size:14px;margin:4px 0 12px}.text{white-space:pre-wrap}a{color:var(--link)}
    </style></head><body><main><h1>Local mailbox</h1><p>No SMTP server is configured, so outgoing mail is kept here.</p>
    ${items.join('') || '<p>Nothing has been sent yet.</p>'}</main></body></html>`
}

function linked(text: string) {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}
