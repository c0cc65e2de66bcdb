/** The words of mails about an account: where their button leads, whom they name, and what they leave out. */
import type { Translate } from '@samtur/i18n/translate'
import { expect, test } from 'vitest'
import {
  alreadyRegistered,
  emailChanged,
  emailChangeNotice,
  oldestSessionEnded,
  passwordChanged,
} from './rules-notices.ts'

/** Shows ids and values in place of texts. */
const t = ((id: string, values?: object) => (values ? `${id} ${JSON.stringify(values)}` : id)) as Translate
const options = { config: { supportEmail: 'hjelp@samtur.example' }, origin: () => 'https://samtur.example' }
const support = '{"support":"hjelp@samtur.example"}'
const reader = { recipient: 'kari@example.no', locale: 'no' } as const
const text = ({ paragraphs }: { paragraphs: readonly unknown[] }) => paragraphs.join('\n')

test('who registers a known address is told to sign in', () => {
  const words = alreadyRegistered(t, 'Kari', options)
  expect(words).toMatchObject({
    subject: 'mails.known_subject',
    action: { label: 'mails.known_button', url: 'https://samtur.example/auth' },
    footer: 'mails.known_footer',
  })
  expect(text(words)).toContain('mails.known_text')
})

test('a change of the address names the new one, at first with a way to stop it', () => {
  const data = { name: 'Kari', new_email: 'ny@example.no' }
  const notice = emailChangeNotice(t, { ...reader, kind: 'accounts.email_change_notice', data }, options)
  expect(notice).toMatchObject({
    subject: 'mails.email_notice_subject',
    action: { label: 'mails.security_button', url: 'https://samtur.example/security' },
    footer: `mails.email_notice_footer ${support}`,
  })
  expect(text(notice)).toContain('mails.email_notice_text {"address":"ny@example.no"}')
  const changed = emailChanged(t, { ...reader, kind: 'accounts.email_changed', data }, options)
  expect(changed).toMatchObject({
    subject: 'mails.email_changed_subject',
    footer: `mails.email_changed_footer ${support}`,
  })
  expect(text(changed)).toContain('mails.email_changed_text {"address":"ny@example.no"}')
  // The old address has no account any more.
  expect(changed.action).toBeUndefined()
})

test('an ended session is named by its device and its day in Oslo, in the reader’s language', () => {
  const agent =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
  const written = (changes: { agent?: string; locale?: 'no' | 'en' }) =>
    text(
      oldestSessionEnded(
        t,
        {
          ...reader,
          ...('locale' in changes && { locale: changes.locale ?? 'no' }),
          kind: 'accounts.oldest_session_ended',
          data: { name: 'Kari', since: '2027-05-01T22:30:00Z', agent: changes.agent ?? agent },
        },
        options,
      ),
    )
  expect(written({})).toContain('{"count":10,"device":"Chrome, Windows","date":"2. mai 2027"}')
  expect(written({ locale: 'en' })).toMatch(/2 May 2027|May 2, 2027/)
  expect(written({ agent: '' })).toContain('"device":"mails.unknown_device"')
})

test('a new password is announced with a way back, and with the calendar where its address has changed', () => {
  const written = (calendar: boolean) =>
    passwordChanged(t, { ...reader, kind: 'accounts.password_changed', data: { name: 'Kari', calendar } }, options)
  expect(written(false)).toMatchObject({
    subject: 'mails.password_changed_subject',
    action: { label: 'mails.password_changed_button', url: 'https://samtur.example/auth?help=password' },
    footer: `mails.password_changed_footer ${support}`,
  })
  expect(text(written(false))).toContain('mails.password_changed_text')
  expect(text(written(false))).not.toContain('calendar')
  expect(text(written(true))).toContain('mails.password_changed_calendar')
})
