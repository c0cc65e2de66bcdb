/** Mails with links and codes of the account, and about ways in. Those that need no sign-in look up here whether there is an account to write to. */
import { confirmationHours, mailedCode, resetMinutes } from '@samtur/contract/constants'
import { confirmPath } from '@samtur/contract/paths'
import { sitePath } from '@samtur/contract/site-path'
import { matchLanguage, type Translate } from '@samtur/i18n/translate'
import type { Config } from '../../config.ts'
import type { Parts } from '#platform/http/context'
import { greeting, nameToGreet } from '#platform/mail/greeting'
import type { MailContent, MailWriters, Say } from '#platform/mail/layout'
import type { OutboxRow } from '#platform/mail/outbox'
import {
  alreadyRegistered,
  emailChangeNotice,
  emailChanged,
  oldestSessionEnded,
  passwordChanged,
  type Words,
} from './rules-notices.ts'
import { hashMailedCode, hashSessionCode, hashToken, linkToken, newCode, newToken, opensByCode } from './rules.ts'
import { emailCodeHash } from './rules-ways.ts'
import type { MailedRequester } from './service-flows.ts'
import { makeConfirmation } from './service-signup.ts'
import type { Deps } from './service-ways.ts'
import { type NewToken, renewToken, storeMailedCode, storeToken, type TokenPurpose } from './store-tokens.ts'
import { setEmailCode } from './store-ways.ts'
import { findConfirmed } from './views-ways.ts'
import { findAccount, findByMailbox } from './views.ts'

interface Options {
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

/** A `…_request` needs no sign-in: its row holds no name, and the mail is made when it is written. */
interface AccountMailKinds {
  'accounts.confirm_request': { next?: string | undefined; program?: MailedRequester | undefined }
  /** `flow`: where the page behind the link leads in the end. */
  'accounts.invited_request': { flow?: string | undefined }
  'accounts.reset_request': { program?: MailedRequester | undefined }
  /** Requested by programs only. */
  'accounts.sign_in_request': { program: MailedRequester }
  'accounts.email_change_request': { user_id: string; request: string; program?: MailedRequester | undefined }
  'accounts.reauthentication_code': { user_id: string; session_id: string }
  'accounts.already_registered': { name: string }
  'accounts.email_change_notice': { name: string; new_email: string }
  'accounts.email_changed': { name: string; new_email: string }
  'accounts.oldest_session_ended': { name: string; agent: string; since: string }
  /** `calendar`: the address of the calendar feed is another one, too. */
  'accounts.password_changed': { name: string; calendar: boolean }
}

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
  interface MailKinds extends AccountMailKinds, IdentityMailKinds {}
}

export function createAccountMails(options: Options): MailWriters<keyof AccountMailKinds> {
  return {
    'accounts.confirm_request': (_t, row, say) => confirmRequest(options, row, say),
    'accounts.invited_request': (_t, row, say) => invitation(options, row, say),
    'accounts.reset_request': (_t, row, say) => resetRequest(options, row, say),
    'accounts.sign_in_request': (_t, row, say) => signInRequest(options, row, say),
    'accounts.email_change_request': (_t, row, say) => emailChangeRequest(options, row, say),
    'accounts.reauthentication_code': (_t, row, say) => reauthenticationCode(options, row, say),
    'accounts.already_registered': (t, row) => write(t, row, alreadyRegistered(t, row.data.name, options)),
    'accounts.email_change_notice': (t, row) => write(t, row, emailChangeNotice(t, row, options)),
    'accounts.email_changed': (t, row) => write(t, row, emailChanged(t, row, options)),
    'accounts.oldest_session_ended': (t, row) => write(t, row, oldestSessionEnded(t, row, options)),
    'accounts.password_changed': (t, row) => write(t, row, passwordChanged(t, row, options)),
  }
}

function write(
  t: Translate,
  { recipient, locale }: Pick<OutboxRow, 'recipient' | 'locale'>,
  words: Words,
): MailContent {
  return { to: recipient, language: matchLanguage([locale]), ...words, why: t('mails.why_account') }
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
async function makeLink(
  options: Options,
  account: Account,
  token: Pick<NewToken, 'purpose' | 'minutes'>,
  program: MailedRequester | undefined,
  address: (text: string) => string,
) {
  const text = newToken()
  const hash = hashToken(text)
  await storeToken(options.parts.db.kysely, { ...token, userId: account.id, hash })
  const code = await makeCode(options, account, { purpose: token.purpose, tokenHash: hash }, program)
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

async function confirmRequest(
  options: Options,
  row: OutboxRow<'accounts.confirm_request'>,
  say: Say,
): Promise<MailContent | null> {
  const { recipient } = row
  const person = await findByMailbox(options.parts.db.kysely, recipient)
  if (!person || person.email_verified) return null
  const token = { purpose: 'confirm', minutes: confirmationHours * 60 } as const
  const { next = '', program } = row.data
  const path = (text: string) => confirmPath(text, { next: sitePath(next), flow: program?.flow })
  const { url, code } = await makeLink(options, person, token, program, path)
  return writeTo(person, say, (t) => ({
    subject: t('mails.confirm_subject'),
    ...aboutLink(t, [greeting(t, ''), t('mails.confirm_text')], code),
    action: { label: t('mails.confirm_button'), url },
    footer: t('mails.confirm_footer'),
  }))
}

/** Writes to a person for whom an account without a password was created: the link leads to the page that sets one. */
async function invitation(
  options: Options,
  { recipient, data: { flow } }: OutboxRow<'accounts.invited_request'>,
  say: Say,
): Promise<MailContent | null> {
  const { parts, origin } = options
  const person = await findByMailbox(parts.db.kysely, recipient)
  if (!person || person.email_verified) return null
  const url = `${origin()}${confirmPath(await makeConfirmation(parts.db.kysely, person.id), { flow })}`
  return writeTo(person, say, (t) => ({
    subject: t('mails.invited_subject'),
    paragraphs: [greeting(t, ''), t('mails.invited_text')],
    action: { label: t('mails.invited_button'), url },
    footer: t('mails.invited_footer'),
  }))
}

async function resetRequest(
  options: Options,
  { recipient, data: { program } }: OutboxRow<'accounts.reset_request'>,
  say: Say,
): Promise<MailContent | null> {
  const person = await findByMailbox(options.parts.db.kysely, recipient)
  if (!person) return null
  const token = { purpose: 'reset', minutes: resetMinutes } as const
  const query = new URLSearchParams({ callbackURL: '/reset-password', ...(program?.flow && { flow: program.flow }) })
  const path = (text: string) => `/api/auth/reset-password/${text}?${query.toString()}`
  const { url, code } = await makeLink(options, person, token, program, path)
  return writeTo(person, say, (t) => ({
    subject: t('mails.reset_subject'),
    ...aboutLink(t, [greeting(t, nameToGreet(person)), t('mails.reset_text')], code),
    action: { label: t('mails.reset_button'), url },
    footer: t('mails.reset_footer'),
  }))
}

async function signInRequest(
  options: Options,
  { recipient, data: { program } }: OutboxRow<'accounts.sign_in_request'>,
  say: Say,
): Promise<MailContent | null> {
  const person = await findByMailbox(options.parts.db.kysely, recipient)
  if (!person?.email_verified || person.suspended_at !== null) return null
  const token = { purpose: 'sign_in', minutes: mailedCode.minutes } as const
  const path = (text: string) => confirmPath(text, { flow: program.flow })
  const { url, code } = await makeLink(options, person, token, program, path)
  return writeTo(person, say, (t) => ({
    subject: t('mails.sign_in_subject'),
    ...aboutLink(t, [t('mails.greeting', person), t('mails.sign_in_text')], code),
    action: { label: t('mails.known_button'), url },
    footer: t('mails.sign_in_footer', { minutes: mailedCode.minutes }),
  }))
}

/** Writes to the new mailbox, without the name of the person, who may have typed any address. Where an account has that address already, its owner is notified instead; the administrator's address cannot be taken. */
async function emailChangeRequest(
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

async function reauthenticationCode(
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

/** Returns the writers of mails about ways in beside the password. */
export function createIdentityMails(deps: Deps, origin: () => string): MailWriters<keyof IdentityMailKinds> {
  const about =
    <Kind extends Notice>(words: (t: Translate, row: OutboxRow<Kind>) => NoticeWords) =>
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

interface NoticeWords {
  subject: string
  text: string
}

function notice(t: Translate, row: OutboxRow<Notice>, { subject, text }: NoticeWords, url: string): MailContent {
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
