/** Every mail as it arrives: in the reader's language and direction, complete as plain text, and without remote content. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRODUCT_NAME } from '@samtur/contract/constants'
import { notificationKinds, type NotificationParams } from '@samtur/contract/notifications'
import { availableLanguages, languages, type Language } from '@samtur/i18n/translate'
import { notify } from '../src/features/notifications/service.ts'
import { type MailKind, type MailKinds, queueMails, type OutboxRow } from '../src/platform/mail/outbox.ts'
import { MovableClock } from '../src/platform/clock.ts'
import { startTestApp, type TestApp } from './app.ts'
import { settled, startMailServer, type MailServer, type ReceivedMail } from './mail-server.ts'
import { addPerson, testSecret, type TestPerson } from './sessions.ts'

const support = 'hjelp@samtur.example'

let t: TestApp
let smtp: MailServer
let admin: TestPerson

beforeAll(async () => {
  smtp = await startMailServer()
  const clock = new MovableClock()
  // Alerts wait at night.
  clock.advance(new Date('2027-03-01T12:00:00+01:00').getTime() - Date.now())
  t = await startTestApp({
    clock,
    env: { SECRET: testSecret, SMTP_URL: smtp.url, SUPPORT_EMAIL: support, EMAIL_CODE_SIGN_IN: 'on' },
  })
  admin = await addPerson(t.db.kysely, { name: 'Adele', role: 'admin' })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

async function addReader(locale: Language, verified = true): Promise<TestPerson> {
  const person = await addPerson(t.db.kysely, { name: 'Ola "<b>" Nilsen & sønn', verified })
  await t.db.kysely.updateTable('auth_user').set({ locale }).where('id', '=', person.id).execute()
  return person
}

/** Returns the mails that have rows of their own in the outbox. */
const rowsTo = (reader: TestPerson, unconfirmed: TestPerson, locale: Language): OutboxRow[] => {
  const { id: user_id, name, email: recipient } = reader
  const row = <Kind extends MailKind>(kind: Kind, data: MailKinds[Kind]): OutboxRow<Kind> => ({
    kind,
    recipient,
    locale,
    data,
  })
  return [
    { ...row('accounts.confirm_request', {}), recipient: unconfirmed.email },
    { ...row('accounts.invited_request', {}), recipient: unconfirmed.email },
    row('accounts.reset_request', { program: { network: 'mark' } }),
    row('accounts.sign_in_request', { program: { network: 'mark' } }),
    row('accounts.oldest_session_ended', { name, agent: '', since: '2026-12-24T12:00:00Z' }),
    row('accounts.reauthentication_code', { user_id, session_id: user_id }),
    row('accounts.already_registered', { name }),
    row('accounts.email_change_notice', { name, new_email: 'ny@example.no' }),
    row('accounts.email_changed', { name, new_email: 'ny@example.no' }),
    row('accounts.password_changed', { name, calendar: false }),
    row('identities.two_factor_on', { name }),
    row('identities.two_factor_off', { name }),
    row('identities.linked', { name, provider: 'Vipps' }),
    row('identities.unlinked', { name, provider: 'Vipps' }),
    row('privacy.closing', { name, purge_at: '2026-12-24T12:00:00Z', url: `${t.app.origin()}/my-data` }),
    row('moderation.suspended', { name, reason: 'Flere <meldinger>.\nSak 12', support }),
    row('moderation.lifted', { name, url: `${t.app.origin()}/auth` }),
    row('moderation.deleted', { name, reason: 'Sak 12', support, days: 30 }),
    row('moderation.account_changed', { name, new_name: 'Kari Berg', support }),
    row('moderation.account_changed', { name, support }),
    row('moderation.invited', { url: `${t.app.origin()}/auth` }),
  ]
}

const params: NotificationParams = {
  name: 'Ola & <i>Kari</i>',
  from: 'Oslo',
  to: 'بيرغن',
  departure_time: '2099-11-28T07:00:00Z',
  old_departure_time: '2099-11-28T06:00:00Z',
  seats: 2,
  rating: 9,
  subject: 'Hvor er turen?',
  content: 'ride',
  reason: 'Bilen er på verksted.',
}

async function guestMails(locale: Language): Promise<string> {
  const email = `gjest-${locale}@example.no`
  const body = { name: 'Gjest', email, request_type: 'general', subject: 'Hvor er turen?', description: 'Her.', locale }
  const { id } = (await t.call('POST', '/api/v1/support-requests', { body })).body
  await t.call('POST', `/api/v1/admin/support-requests/${id}/message`, {
    as: admin,
    body: { message: `Skriv til ${support}.` },
  })
  await t.call('PATCH', `/api/v1/admin/support-requests/${id}`, { as: admin, body: { status: 'resolved' } })
  return email
}

async function everyMail(locale: Language): Promise<ReceivedMail[]> {
  const [reader, unconfirmed] = [await addReader(locale), await addReader(locale, false)]
  await queueMails(t.db.kysely, rowsTo(reader, unconfirmed, locale))
  const notifications = notificationKinds.map((kind) => ({ to: reader.id, kind, params, path: '/my-rides' }))
  await t.db.tx((tx) => notify(tx, { bus: t.app.parts.bus }, notifications))
  const chief = await addReader(locale)
  await t.db.kysely.updateTable('auth_user').set({ role: 'admin' }).where('id', '=', chief.id).execute()
  for (const { email } of [reader, chief])
    await t.call('POST', '/api/auth/email-otp/send-verification-otp', { body: { email } })
  const addresses = [reader.email, unconfirmed.email, chief.email, await guestMails(locale)]
  t.app.parts.bus.emit('outbox', null)
  // Mails on request are limited to one a minute.
  t.clock.advance(60_000)
  await settled(t)
  return smtp.mails.filter(({ to }) => addresses.includes(to))
}

const unescape: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
/** Returns the visible texts of the HTML part. */
const piecesOf = (html: string) =>
  html
    .replace(/<(style|title)>.*?<\/\1>/gs, '')
    .split(/<[^>]*>/)
    .map((text) => text.replace(/&[#\w]+;/g, (sign) => unescape[sign] ?? sign).trim())
    .filter((text) => text !== '')

test.each(availableLanguages)('every kind of mail in %s', { timeout: 60_000 }, async (language) => {
  const mails = await everyMail(language)
  expect(mails).toHaveLength(rowsTo(admin, admin, language).length + notificationKinds.length + 5)
  const { dir } = languages[language]
  for (const { subject, text, html } of mails) {
    const page = new RegExp(`^<!doctype html><html lang="${language}" dir="${dir}">`)
    expect(html, subject).toMatch(page)
    expect(html.match(/<table [^>]*dir="(\w+)"/)?.[1], 'for programs that drop the html element').toBe(dir)
    // No remote pictures, fonts or styles.
    expect(html, subject).not.toMatch(/<(?:img|link|script|iframe)|src=|url\(|@import|background="/i)
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
      expect(
        [t.app.origin(), 'mailto:'].some((start) => href.startsWith(start)),
        href,
      ).toBe(true)
    expect([...html.matchAll(/href="(mailto:[^"]*)"/g)].at(-1)?.[1]).toBe(`mailto:${support}`)
    // The plain text is complete, and every link has words.
    const plain = `${subject} ${PRODUCT_NAME} ${text}`.replaceAll(/\s+/g, ' ')
    for (const piece of piecesOf(html)) expect(plain).toContain(piece.replaceAll(/\s+/g, ' '))
    for (const [, words = ''] of html.matchAll(/<a [^>]*>(.*?)<\/a>/g)) expect(words).toMatch(/\p{L}/u)
    for (const [, href = ''] of html.matchAll(/href="(http[^"]*)"/g))
      expect(text).toContain(href.replaceAll('&amp;', '&'))
    // Without addresses: their random keys may contain any word.
    const words = `${subject} ${text} ${html}`.replaceAll(/https?:\/\/[^\s"<]+/g, '')
    expect(words).not.toMatch(/mails\.|undefined|NaN|\[object/)
    expect(html).not.toMatch(/<[bi]>/)
  }
})
