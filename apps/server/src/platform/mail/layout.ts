/** The layout of mails: HTML within what mail programs support, and a plain-text part. */
import { PRODUCT_NAME } from '@samtur/contract/constants'
import { type Language, languages, type Translate } from '@samtur/i18n/translate'
import type { Mail, MailKind, OutboxRow } from './outbox.ts'
import {
  actionHtml,
  codeHtml,
  darkStyle,
  escapeHtml,
  linkHtml,
  linksHtml,
  logoHtml,
  look,
  paragraphHtml,
  routeHtml,
  saidHtml,
  textHtml,
} from './parts.ts'

export interface MailContent {
  to: string
  language: Language
  subject: string
  paragraphs: Paragraph[]
  /** The ride, drawn as on the pages; the paragraphs describe it in words. */
  route?: Route | undefined
  /** A code to type in. */
  code?: string
  action?: { label: string; url: string }
  /** Other links, below the action. */
  links?: Links[]
  /** Small print under the action: how long it works, and what to do after a mail by mistake. */
  footer?: string
  /** Why the reader gets it. */
  why?: string
  /** Where the reader switches such mails off. */
  settings?: { label: string; url: string }
  /** Switches such mails off by a POST without a session. */
  unsubscribe?: string | undefined
}

/** A text of the product, or one that a person has written, in any language and direction. */
export type Paragraph = string | { said: string }

export interface Links {
  title: string
  items: { label: string; url: string }[]
}

export interface Route {
  from: string
  to: string
  time: string
}

/**
 * Writes one kind of mail. `t` translates into the row's language, `say` into the language of the reader's account. Returns null when there is
 * nothing to send any more.
 */
export type MailOf<Kind extends MailKind> = (
  t: Translate,
  row: OutboxRow<Kind>,
  say: Say,
) => MailContent | null | Promise<MailContent | null>

/** Returns the texts in a language. */
export type Say = (locale: string) => Translate

/** The writer of each kind. */
export type MailWriters<Kinds extends MailKind = MailKind> = { [Kind in Kinds]: MailOf<Kind> }

/** The texts below every mail. */
export interface Sender {
  /** In the reader's language. */
  questions: string
  support: string
}

export function layOut(content: MailContent, sender: Sender): Mail {
  const { to, subject, settings, unsubscribe } = content
  const mail = { to, subject, text: textOf(content, sender), html: htmlOf(content, sender) }
  if (unsubscribe) return { ...mail, list: { unsubscribe, oneClick: true } }
  return settings ? { ...mail, list: { unsubscribe: settings.url, oneClick: false } } : mail
}

function textOf(
  { paragraphs, code, action, links, footer, why, settings }: MailContent,
  { questions }: Sender,
): string {
  const parts = [
    ...paragraphs.map(wordsOf),
    code,
    action && `${action.label}:\n${action.url}`,
    ...(links ?? []).flatMap(({ title, items }) => [title, ...items.map(({ label, url }) => `${label}:\n${url}`)]),
    footer,
    // Mail programs treat the rest as the signature.
    '-- ',
    why,
    settings && `${settings.label}: ${settings.url}`,
    questions,
  ]
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}

const wordsOf = (paragraph: Paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph.said)

function htmlOf(content: MailContent, sender: Sender): string {
  const { language, subject, paragraphs } = content
  const { dir } = languages[language]
  // Some programs drop the html and body elements, so the outermost table repeats their attributes.
  const outer = `role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" lang="${language}" dir="${dir}"`
  // Lists of mails show the first words, which should not be the greeting.
  const preview = escapeHtml(wordsOf(paragraphs[1] ?? paragraphs[0] ?? ''))
  return (
    `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">` +
    `<meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>${darkStyle}</head>` +
    `<body class="ground" style="${look.body}"><div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div>` +
    `<table ${outer} class="ground" style="${look.ground}"><tr><td align="center" style="padding:28px 12px 36px">` +
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">` +
    `<tr><td style="padding:0 8px 18px">${logoHtml(PRODUCT_NAME)}</td></tr>` +
    `<tr><td class="card" style="${look.card}">${cardHtml(content, sender)}</td></tr>` +
    `<tr><td class="soft" style="padding:18px 12px 0;${look.small}">${footHtml(content, sender)}</td></tr>` +
    `</table></td></tr></table></body></html>`
  )
}

function cardHtml(content: MailContent, { support }: Sender): string {
  const { subject, paragraphs, route, code, action, links, footer } = content
  const [greeting, ...rest] = paragraphs.map((each) =>
    typeof each === 'string' ? paragraphHtml(textHtml(each, support)) : saidHtml(each.said),
  )
  const parts = [
    `<h1 style="${look.title}">${escapeHtml(subject)}</h1>`,
    greeting,
    route && routeHtml(route),
    ...rest,
    code && codeHtml(code),
    action && actionHtml(action),
    ...(links ?? []).map(linksHtml),
    footer && `<p class="soft" style="margin:0 0 16px;${look.small}">${textHtml(footer, support)}</p>`,
  ]
  return parts.filter(Boolean).join('')
}

function footHtml({ why, settings }: MailContent, { questions, support }: Sender): string {
  const reason = why && escapeHtml(why)
  const link = settings && linkHtml(settings.url, settings.label)
  const lines = [[reason, link].filter(Boolean).join(' '), textHtml(questions, support)]
  return lines
    .filter(Boolean)
    .map((line) => `<p style="margin:0 0 6px">${line}</p>`)
    .join('')
}
