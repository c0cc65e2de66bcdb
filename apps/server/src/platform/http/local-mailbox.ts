/** The mailbox page of a machine without an SMTP server: the mails that the product would have sent, newest first. */
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { escapeHtml } from '../mail/parts.ts'
import { allowInlineStyles } from './inline-style.ts'

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
    allowInlineStyles(reply)
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

/** In English only, because it is for developers; the mails are in their readers' languages. */
function pageOf(mails: Row[]) {
  const items = mails.map(itemOf).join('') || '<p class="none">Nothing has been sent yet.</p>'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Local mailbox</title><style>${style}</style></head><body><main><h1>Local mailbox</h1>
    <p class="meta">No SMTP server is configured, so outgoing mail is kept here: the newest ${mails.length}, newest first.</p>${items}</main></body></html>`
}

function itemOf({ recipient, subject, text, html, sent_at }: Row) {
  const lang = /<html lang="([a-z-]+)"/.exec(html)?.[1] ?? 'en'
  // Isolated from this page, as in a mail program; links open in another tab.
  const mail = html.replace('<head>', '<head><base target="_blank">')
  const sandbox = 'allow-popups allow-popups-to-escape-sandbox'
  return `<article><h2 lang="${lang}" dir="auto">${escapeHtml(subject)}</h2>
    <p class="meta">To ${escapeHtml(recipient)} · <span class="lang">${lang}</span> · <time>${sent_at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time></p>
    <div class="text" lang="${lang}" dir="auto">${linked(text)}</div>
    <details><summary>As a mail program shows it</summary><iframe title="${escapeHtml(subject)}" sandbox="${sandbox}" loading="lazy" srcdoc="${escapeHtml(mail)}"></iframe></details></article>`
}

const style = `
  :root{color-scheme:light dark;--ground:#F6F7F2;--surface:#fff;--text:#14231C;--soft:#4A5A51;--line:#C9D2C8;--link:#1B5E86}
  @media(prefers-color-scheme:dark){:root{--ground:#0D1612;--surface:#14201A;--text:#EAF1EC;--soft:#A9B8AF;--line:#2E4238;--link:#8CC7EA}}
  body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}
  main{max-width:720px;margin:0 auto;padding:32px 16px}
  article{background:var(--surface);border:1px solid var(--line);border-radius:18px;padding:20px;margin:16px 0;overflow-wrap:anywhere}
  h1{font-size:28px;line-height:1.2;margin:0 0 4px}h2{font-size:18px;line-height:1.3;margin:0}
  .meta{color:var(--soft);font-size:14px;margin:4px 0 14px}.lang{text-transform:uppercase}
  .text{white-space:pre-wrap;font-size:15px;max-height:22rem;overflow-y:auto}
  a,summary{color:var(--link)}summary{cursor:pointer;min-height:24px;padding:8px 0 4px;font-size:14px}
  iframe{width:100%;height:680px;border:1px solid var(--line);border-radius:12px;background:#fff}
  :focus-visible{outline:2px solid var(--link);outline-offset:2px}`

function linked(text: string) {
  return escapeHtml(text.trim()).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}
