/** Mails about ways in. */
import { mailedCode } from '@samtur/contract/constants'
import { matchLanguage, type Translate } from '@samtur/i18n/translate'
import type { MailContent, MailWriters, Say } from '#platform/mail/layout'
import type { OutboxRow } from '#platform/mail/outbox'
import { newCode, opensByCode } from '#features/accounts/port'
import { emailCodeHash } from './rules.ts'
import type { Deps } from './service.ts'
import { setEmailCode } from './store.ts'
import { findConfirmed } from './views.ts'

interface Notices {
  'identities.two_factor_on': { name: string }
  'identities.two_factor_off': { name: string }
  'identities.linked': { name: string; provider: string }
  'identities.unlinked': { name: string; provider: string }
}
type Notice = keyof Notices

interface IdentityMailKinds extends Notices {
  /** The account and its code are looked up when the mail is written. */
  'identities.email_code': { request: string }
}

declare module '#platform/mail/outbox' {
  interface MailKinds extends IdentityMailKinds {}
}

export function createIdentityMails(deps: Deps, origin: () => string): MailWriters<keyof IdentityMailKinds> {
  const about =
    <Kind extends Notice>(words: (t: Translate, row: OutboxRow<Kind>) => Words) =>
    (t: Translate, row: OutboxRow<Kind>) =>
      notice(t, row, words(t, row), `${origin()}/security`)
  return {
    'identities.email_code': (_t, row, say) => emailCode(deps, row, say),
    'identities.two_factor_on': about((t) => ({
      subject: t('mails.two_factor_on_subject'),
      text: t('mails.two_factor_on_text'),
    })),
    'identities.two_factor_off': about((t) => ({
      subject: t('mails.two_factor_off_subject'),
      text: t('mails.two_factor_off_text'),
    })),
    'identities.linked': about((t, row) => ({
      subject: t('mails.linked_subject', { provider: row.data.provider }),
      text: t('mails.linked_text', { provider: row.data.provider }),
    })),
    'identities.unlinked': about((t, row) => ({
      subject: t('mails.unlinked_subject', { provider: row.data.provider }),
      text: t('mails.unlinked_text', { provider: row.data.provider }),
    })),
  }
}

interface Words {
  subject: string
  text: string
}

function notice(t: Translate, row: OutboxRow<Notice>, { subject, text }: Words, url: string): MailContent {
  return {
    to: row.recipient,
    language: row.locale,
    subject,
    paragraphs: [t('mails.greeting', { name: row.data.name }), text],
    action: { label: t('mails.security_button'), url },
    footer: t('mails.security_footer'),
    why: t('mails.why_account'),
  }
}

/** Makes the code and its mail; returns null where the address belongs to no confirmed account, or the request is over. */
async function emailCode(
  { config, parts, secret }: Deps,
  row: OutboxRow<'identities.email_code'>,
  say: Say,
): Promise<MailContent | null> {
  const account = await findConfirmed(parts.db.read, row.recipient)
  if (!account || !config.emailCodeSignIn) return null
  if (!opensByCode(account, config)) return noCode(account, say)
  const code = newCode()
  const request = row.data.request
  if (!(await setEmailCode(parts.db.kysely, request, emailCodeHash(request, code, secret)))) return null
  const t = say(account.locale)
  return {
    to: account.email,
    language: matchLanguage([account.locale]),
    subject: t('mails.email_code_subject'),
    paragraphs: [t('mails.greeting', { name: account.name }), t('mails.email_code_text')],
    code,
    footer: t('mails.email_code_footer', { minutes: mailedCode.minutes }),
    why: t('mails.why_account'),
  }
}

/** Writes to an administrator, whose account no code opens. */
function noCode({ email, name, locale }: { email: string; name: string; locale: string }, say: Say): MailContent {
  const t = say(locale)
  return {
    to: email,
    language: matchLanguage([locale]),
    subject: t('mails.no_code_subject'),
    paragraphs: [t('mails.greeting', { name }), t('mails.no_code_text')],
    why: t('mails.why_account'),
  }
}
