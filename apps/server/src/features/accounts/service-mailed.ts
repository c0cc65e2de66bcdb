/** What mails with links and codes say. Those that need no sign-in look up here whether there is an account to write to. */
import { confirmationHours, mailedCode } from '@samtur/contract/constants'
import { confirmPath } from '@samtur/contract/paths'
import { sitePath } from '@samtur/contract/site-path'
import { matchLanguage, type Translate } from '@samtur/i18n/translate'
import type { Config } from '../../config.ts'
import type { Parts } from '#platform/http/context'
import { greeting, nameToGreet } from '#platform/mail/greeting'
import type { MailContent, Say } from '#platform/mail/layout'
import type { OutboxRow } from '#platform/mail/outbox'
import { alreadyRegistered, type Words, write } from './rules-notices.ts'
import { hashMailedCode, hashSessionCode, hashToken, linkToken, newCode, opensByCode } from './rules.ts'
import { emailCodeHash } from './rules-ways.ts'
import type { MailedRequester } from './service-flows.ts'
import { type LinkPurpose, makeLink } from './service-signup.ts'
import { renewToken, storeMailedCode, storeToken, type TokenPurpose } from './store-tokens.ts'
import { setEmailCode } from './store-ways.ts'
import { findConfirmed } from './views-ways.ts'
import { findAccount, findByMailbox } from './views.ts'

export interface Options {
  config: Pick<Config, 'adminEmail' | 'emailCodeSignIn' | 'supportEmail'>
  parts: Pick<Parts, 'db'>
  secret: string
  /** Where links in mails lead. */
  origin: () => string
}

interface Reader {
  name: string
  email: string
  locale: string
}

const writeTo = (reader: Reader, say: Say, words: (t: Translate) => Words, to = reader.email): MailContent => {
  const t = say(reader.locale)
  return write(t, { recipient: to, locale: matchLanguage([reader.locale]) }, words(t))
}

interface Account {
  id: string
  email: string
  role: string
}

/** Stores a new link and returns it, with the code for the program that requested it; what is stored does not open anything. */
async function linkAndCode(
  options: Options,
  account: Account,
  purpose: LinkPurpose,
  program: MailedRequester | undefined,
  address: (text: string) => string,
) {
  const text = await makeLink(options.parts.db.kysely, account.id, purpose)
  const code = await makeCode(options, account, { purpose, tokenHash: hashToken(text) }, program)
  return { url: `${options.origin()}${address(text)}`, code }
}

/** Stores and returns a new code for the program that requested the mail; undefined for a mail that a page requested, and where no code works. */
async function makeCode(
  { parts, config, secret }: Options,
  account: Account,
  { purpose, tokenHash }: { purpose: TokenPurpose; tokenHash: string },
  program: MailedRequester | undefined,
): Promise<string | undefined> {
  if (!program || !opensByCode(account, config)) return undefined
  const code = newCode()
  const bound = { purpose, userId: account.id, network: program.network }
  await storeMailedCode(parts.db.kysely, { ...bound, tokenHash, hash: hashMailedCode(code, bound, secret) })
  return code
}

/** Returns the paragraphs of a mail with a link; where it has a code, the last one introduces it. */
const aboutLink = (t: Translate, paragraphs: string[], code: string | undefined) =>
  code === undefined
    ? { paragraphs }
    : { paragraphs: [...paragraphs, t('mails.app_code', { minutes: mailedCode.minutes })], code }

export async function confirmRequest(
  options: Options,
  row: OutboxRow<'accounts.confirm_request'>,
  say: Say,
): Promise<MailContent | null> {
  const { recipient } = row
  const person = await findByMailbox(options.parts.db.kysely, recipient)
  if (!person || person.email_verified) return null
  const { next = '', program } = row.data
  const path = (text: string) => confirmPath(text, { next: sitePath(next), flow: program?.flow })
  const { url, code } = await linkAndCode(options, person, 'confirm', program, path)
  return writeTo(person, say, (t) => ({
    subject: t('mails.confirm_subject'),
    ...aboutLink(t, [greeting(t, ''), t('mails.confirm_text')], code),
    action: { label: t('mails.confirm_button'), url },
    footer: t('mails.confirm_footer'),
  }))
}

/** Writes to a person for whom an account without a password was created: the link leads to the page that sets one. */
export async function invitation(
  options: Options,
  { recipient, data: { flow } }: OutboxRow<'accounts.invited_request'>,
  say: Say,
): Promise<MailContent | null> {
  const { parts, origin } = options
  const person = await findByMailbox(parts.db.kysely, recipient)
  if (!person || person.email_verified) return null
  const url = `${origin()}${confirmPath(await makeLink(parts.db.kysely, person.id, 'confirm'), { flow })}`
  return writeTo(person, say, (t) => ({
    subject: t('mails.invited_subject'),
    paragraphs: [greeting(t, ''), t('mails.invited_text')],
    action: { label: t('mails.invited_button'), url },
    footer: t('mails.invited_footer'),
  }))
}

export async function resetRequest(
  options: Options,
  { recipient, data: { program } }: OutboxRow<'accounts.reset_request'>,
  say: Say,
): Promise<MailContent | null> {
  const person = await findByMailbox(options.parts.db.kysely, recipient)
  if (!person) return null
  const query = new URLSearchParams({ callbackURL: '/reset-password', ...(program?.flow && { flow: program.flow }) })
  const path = (text: string) => `/api/auth/reset-password/${text}?${query.toString()}`
  const { url, code } = await linkAndCode(options, person, 'reset', program, path)
  return writeTo(person, say, (t) => ({
    subject: t('mails.reset_subject'),
    ...aboutLink(t, [greeting(t, nameToGreet(person)), t('mails.reset_text')], code),
    action: { label: t('mails.reset_button'), url },
    footer: t('mails.reset_footer'),
  }))
}

export async function signInRequest(
  options: Options,
  { recipient, data: { program } }: OutboxRow<'accounts.sign_in_request'>,
  say: Say,
): Promise<MailContent | null> {
  const person = await findByMailbox(options.parts.db.kysely, recipient)
  if (!person?.email_verified || person.suspended_at !== null) return null
  const path = (text: string) => confirmPath(text, { flow: program.flow })
  const { url, code } = await linkAndCode(options, person, 'sign_in', program, path)
  return writeTo(person, say, (t) => ({
    subject: t('mails.sign_in_subject'),
    ...aboutLink(t, [t('mails.greeting', person), t('mails.sign_in_text')], code),
    action: { label: t('mails.known_button'), url },
    footer: t('mails.sign_in_footer', { minutes: mailedCode.minutes }),
  }))
}

/** Writes to the new mailbox, without the name of the person, who may have typed any address. Where an account has that address already, its owner is notified instead; the administrator's address cannot be taken. */
export async function emailChangeRequest(
  options: Options,
  row: OutboxRow<'accounts.email_change_request'>,
  say: Say,
): Promise<MailContent | null> {
  const { parts, secret, origin } = options
  const { db } = parts
  const owner = await findByMailbox(db.kysely, row.recipient)
  if (owner) return writeTo(owner, say, (t) => alreadyRegistered(t, nameToGreet(owner), options))
  const person = await findAccount(db.kysely, row.data.user_id)
  if (!person || row.recipient === options.config.adminEmail) return null
  // The request was stored when it was made. A new password, for one, has removed it since.
  const text = linkToken(row.data.request, secret)
  const { program } = row.data
  const tokenHash = hashToken(text)
  if (!(await renewToken(db.kysely, tokenHash, confirmationHours * 60))) return null
  const code = await makeCode(options, person, { purpose: 'change_email', tokenHash }, program)
  const url = `${origin()}${confirmPath(text, { flow: program?.flow })}`
  const words = (t: Translate) => ({
    subject: t('mails.new_email_subject'),
    ...aboutLink(t, [greeting(t, ''), t('mails.new_email_text')], code),
    action: { label: t('mails.new_email_button'), url },
    footer: t('mails.new_email_footer'),
  })
  return writeTo(person, say, words, row.recipient)
}

export async function reauthenticationCode(
  { parts, secret }: Options,
  row: OutboxRow<'accounts.reauthentication_code'>,
  say: Say,
): Promise<MailContent | null> {
  const person = await findAccount(parts.db.kysely, row.data.user_id)
  // A process of the release before has queued no session, without which the code would not work.
  if (!person || !row.data.session_id) return null
  const code = newCode()
  const token = { purpose: 'reauthenticate', userId: person.id, minutes: mailedCode.minutes } as const
  await storeToken(parts.db.kysely, { ...token, hash: hashSessionCode(code, row.data.session_id, secret) })
  return writeTo(person, say, (t) => ({
    subject: t('mails.code_subject'),
    paragraphs: [t('mails.greeting', person), t('mails.code_text')],
    code,
    footer: t('mails.code_footer'),
  }))
}

/** Makes the code and its mail; returns null where the address belongs to no confirmed account, or the request is over. */
export async function emailCode(
  { config, parts, secret }: Options,
  row: OutboxRow<'identities.email_code'>,
  say: Say,
): Promise<MailContent | null> {
  const account = await findConfirmed(parts.db.read, row.recipient)
  if (!account || !config.emailCodeSignIn) return null
  // The code opens no administrator's account.
  if (!opensByCode(account, config))
    return writeTo(account, say, (t) => ({
      subject: t('mails.no_code_subject'),
      paragraphs: [t('mails.greeting', account), t('mails.no_code_text')],
    }))
  const code = newCode()
  const request = row.data.request
  if (!(await setEmailCode(parts.db.kysely, request, emailCodeHash(request, code, secret)))) return null
  return writeTo(account, say, (t) => ({
    subject: t('mails.email_code_subject'),
    paragraphs: [t('mails.greeting', account), t('mails.email_code_text')],
    code,
    footer: t('mails.email_code_footer', { minutes: mailedCode.minutes }),
  }))
}
