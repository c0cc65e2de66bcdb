/** Mails about the account and its ways in. */
import type { Translate } from '@samtur/i18n/translate'
import type { MailWriters } from '#platform/mail/layout'
import type { OutboxRow } from '#platform/mail/outbox'
import {
  alreadyRegistered,
  emailChangeNotice,
  emailChanged,
  oldestSessionEnded,
  passwordChanged,
  securityNotice,
  write,
} from './rules-notices.ts'
import type { MailedRequester } from './service-flows.ts'
import {
  confirmRequest,
  emailChangeRequest,
  emailCode,
  invitation,
  type Options,
  reauthenticationCode,
  resetRequest,
  signInRequest,
} from './service-mailed.ts'

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
  /** The account and its code are looked up when the mail is written. */
  'identities.email_code': { request: string }
  'identities.two_factor_on': { name: string }
  'identities.two_factor_off': { name: string }
  'identities.linked': { name: string; provider: string }
  'identities.unlinked': { name: string; provider: string }
}

declare module '#platform/mail/outbox' {
  interface MailKinds extends AccountMailKinds {}
}

export function createAccountMails(options: Options): MailWriters<keyof AccountMailKinds> {
  const aboutSecurity = (
    t: Translate,
    row: Pick<OutboxRow, 'recipient' | 'locale'> & { data: { name: string } },
    subject: string,
    text: string,
  ) => write(t, row, securityNotice(t, row.data.name, { subject, text }, options))
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
    'identities.email_code': (_t, row, say) => emailCode(options, row, say),
    'identities.two_factor_on': (t, row) =>
      aboutSecurity(t, row, t('mails.two_factor_on_subject'), t('mails.two_factor_on_text')),
    'identities.two_factor_off': (t, row) =>
      aboutSecurity(t, row, t('mails.two_factor_off_subject'), t('mails.two_factor_off_text')),
    'identities.linked': (t, row) =>
      aboutSecurity(t, row, t('mails.linked_subject', row.data), t('mails.linked_text', row.data)),
    'identities.unlinked': (t, row) =>
      aboutSecurity(t, row, t('mails.unlinked_subject', row.data), t('mails.unlinked_text', row.data)),
  }
}
