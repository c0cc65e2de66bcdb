/** The mail's frame: the product's look in the narrow HTML that mail programs understand, and a plain-text part. */
import { PRODUCT_NAME } from '@samtur/contract/constants'
import type { Language } from '@samtur/i18n/translate'
import type { Mail } from './outbox.ts'

export interface MailContent {
  to: string
  language: Language
  subject: string
  /** Paragraphs of plain text. */
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Small print under the action. */
  footer: string
  /** Where the small print leads, if anywhere. */
  footerLink?: { label: string; url: string }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

export function layOut({ to, language, subject, paragraphs, action, footer, footerLink }: MailContent): Mail {
  const dir = language === 'ar' ? 'rtl' : 'ltr'
  const body = paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('')
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;background:#14563F;color:#FFFFFF;` +
      `padding:12px 20px;border-radius:12px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>`
    : ''
  const small = footerLink
    ? ` <a href="${escapeHtml(footerLink.url)}" style="color:#14563F">${escapeHtml(footerLink.label)}</a>`
    : ''
  const html =
    `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escapeHtml(subject)}</title></head><body style="margin:0;background:#F6F7F2;color:#14231C;` +
    `font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"><table role="presentation" width="100%" cellpadding="0" cellspacing="0">` +
    `<tr><td align="center" style="padding:32px 16px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">` +
    `<tr><td style="padding:0 0 16px;font-size:20px;font-weight:700;color:#14563F">${PRODUCT_NAME}</td></tr>` +
    `<tr><td style="background:#FFFFFF;border:1px solid #C9D2C8;border-radius:18px;padding:28px">` +
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(subject)}</h1>${body}${button}` +
    `<p style="margin:0;font-size:14px;color:#4A5A51">${escapeHtml(footer)}${small}</p></td></tr></table></td></tr></table></body></html>`
  const links = [action && `${action.label}:\n${action.url}`, footerLink && `${footerLink.label}: ${footerLink.url}`]
  const text = [...paragraphs, links[0], footer, links[1]].filter((part) => part !== undefined).join('\n\n')
  return { to, subject, text: `${text}\n`, html }
}
