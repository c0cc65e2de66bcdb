/**
 * Every mail that a stranger can cause to an address that nobody has confirmed: none repeats what the stranger has typed. Names that are
 * refused today may be stored from before, so the accounts are made in the database.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailKind } from '../src/platform/mail/outbox.ts'
import { queueMail } from '../src/platform/mail/outbox.ts'
import { password, startTestApp, type TestApp } from './app.ts'
import { clientKey } from '../../interface/test/client.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { addPerson, testSecret, type TestPerson } from './sessions.ts'

const serviceKey = 'service-key-of-tests-7Qm2Zr9Xw4Lp8Kd1'
const poison = 'Kupong Kupongsen https://evil.example 912 34 567'
/** Any part of it would do. */
const traces = /kupong|evil|912/i

/**
 * Who can be the reader of each mail. `anybody`: the address may be a stranger's, so there is a row below. `confirmed`: the writer looks for a
 * confirmed address, or the mail follows from what its owner did while signed in. `operator`: sent by an administrator's own decision, with
 * nothing that others have typed.
 */
const readers: Record<Exclude<MailKind, `notifications.${string}`>, 'anybody' | 'confirmed' | 'operator'> = {
  'accounts.confirm_request': 'anybody',
  'accounts.invited_request': 'anybody',
  'accounts.reset_request': 'anybody',
  'accounts.already_registered': 'anybody',
  'accounts.email_change_request': 'anybody',
  'accounts.sign_in_request': 'confirmed',
  'accounts.reauthentication_code': 'confirmed',
  'accounts.email_change_notice': 'confirmed',
  'accounts.email_changed': 'confirmed',
  'accounts.oldest_session_ended': 'confirmed',
  'accounts.password_changed': 'confirmed',
  'identities.email_code': 'confirmed',
  'identities.two_factor_on': 'confirmed',
  'identities.two_factor_off': 'confirmed',
  'identities.linked': 'confirmed',
  'identities.unlinked': 'confirmed',
  'privacy.closing': 'confirmed',
  'moderation.suspended': 'anybody',
  'moderation.lifted': 'anybody',
  'moderation.deleted': 'anybody',
  'moderation.factor_lifted': 'confirmed',
  'moderation.account_changed': 'confirmed',
  'moderation.invited': 'operator',
  'moderation.content': 'confirmed',
  'moderation.decided': 'confirmed',
  'support.received': 'anybody',
  'support.closed': 'anybody',
  'support.answer': 'anybody',
  'support.message': 'confirmed',
  'travel.silence': 'anybody',
}

let t: TestApp
let smtp: MailServer
let admin: TestPerson
beforeAll(async () => {
  smtp = await startMailServer()
  const env = { SECRET: testSecret, SMTP_URL: smtp.url, SERVICE_KEY: serviceKey, SIGN_UP_TELLS_KNOWN_ADDRESSES: 'off' }
  t = await startTestApp({ env })
  admin = await addPerson(t.db.kysely, { name: 'Adele', role: 'admin' })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

const send = async (method: string, path: string, body: unknown, as?: TestPerson, headers = {}) => {
  const response = await t.call(method, path, { body, as, headers })
  expect(response.status, `${method} ${path}: ${response.text}`).toBeLessThan(300)
  return response.body
}
const program = { apikey: clientKey }
/** An account that a stranger has made with another person's address. */
const unconfirmed = () => addPerson(t.db.kysely, { name: poison, verified: false })
const newcomer = () => ({ name: 'Kupong Kupongsen', email: `${randomUUID()}@example.no`, password })
const ask = (email: string) => ({ name: poison, email, request_type: 'general', subject: poison, description: poison })
const support = async () => {
  const email = `${randomUUID()}@example.no`
  const { id } = await send('POST', '/api/v1/support-requests', ask(email))
  return { email, id: id as string }
}
const act = (id: string, action: string) =>
  send('POST', `/api/v1/admin/users/${id}/${action}`, { reason: 'Sak 1' }, admin)

interface Sent {
  email: string
  /** How many mails the address gets. */
  mails?: number
}

const rows: [kind: MailKind, how: string, cause: () => Promise<Sent>][] = [
  [
    'accounts.confirm_request',
    'a sign-up',
    async () => {
      const person = newcomer()
      await send('POST', '/api/auth/sign-up/email', { ...person, terms_accepted: true })
      return person
    },
  ],
  [
    'accounts.confirm_request',
    'a sign-up by a program',
    async () => {
      const { name: full_name, ...person } = newcomer()
      await send('POST', '/auth/v1/signup', { ...person, data: { full_name } }, undefined, program)
      return person
    },
  ],
  [
    'accounts.confirm_request',
    'sending the link again',
    async () => {
      const { email } = await unconfirmed()
      await send('POST', '/api/auth/send-verification-email', { email })
      return { email }
    },
  ],
  [
    'accounts.confirm_request',
    'sending the link again by a program',
    async () => {
      const { email } = await unconfirmed()
      await send('POST', '/auth/v1/resend', { email, type: 'signup' }, undefined, program)
      return { email }
    },
  ],
  [
    'accounts.invited_request',
    'an invitation of an address that has signed up',
    async () => {
      const { email } = await unconfirmed()
      const headers = { apikey: serviceKey, authorization: `Bearer ${serviceKey}` }
      await send('POST', '/auth/v1/invite', { email, data: { full_name: 'Ny Bruker' } }, undefined, headers)
      return { email }
    },
  ],
  [
    'accounts.reset_request',
    'a forgotten password',
    async () => {
      const { email } = await unconfirmed()
      await send('POST', '/api/auth/request-password-reset', { email })
      return { email }
    },
  ],
  [
    'accounts.reset_request',
    'a forgotten password in a program',
    async () => {
      const { email } = await unconfirmed()
      await send('POST', '/auth/v1/recover', { email }, undefined, program)
      return { email }
    },
  ],
  [
    'accounts.already_registered',
    'a second sign-up',
    async () => {
      const { email } = await unconfirmed()
      await send('POST', '/api/auth/sign-up/email', { ...newcomer(), email, terms_accepted: true })
      return { email }
    },
  ],
  [
    'accounts.email_change_request',
    'a change of address',
    async () => {
      const email = `${randomUUID()}@example.no`
      await send('POST', '/api/auth/change-email', { newEmail: email }, await addPerson(t.db.kysely, { name: poison }))
      return { email }
    },
  ],
  [
    'accounts.email_change_request',
    'a change to the address of another account',
    async () => {
      const { email } = await unconfirmed()
      await send('POST', '/api/auth/change-email', { newEmail: email }, await addPerson(t.db.kysely, { name: poison }))
      return { email }
    },
  ],
  ['support.received', 'the form of the help page', support],
  [
    'support.answer',
    'an answer to a guest',
    async () => {
      const { email, id } = await support()
      await send('POST', `/api/v1/admin/support-requests/${id}/message`, { message: 'Hei.' }, admin)
      return { email, mails: 2 }
    },
  ],
  [
    'support.closed',
    'the end of an answered request',
    async () => {
      const { email, id } = await support()
      await send('POST', `/api/v1/admin/support-requests/${id}/message`, { message: 'Hei.' }, admin)
      await send('PATCH', `/api/v1/admin/support-requests/${id}`, { status: 'resolved' }, admin)
      return { email, mails: 3 }
    },
  ],
  [
    'moderation.suspended',
    'the suspension of an account',
    async () => {
      const { id, email } = await unconfirmed()
      await act(id, 'suspend')
      return { email }
    },
  ],
  [
    'moderation.lifted',
    'the end of a suspension',
    async () => {
      const { id, email } = await unconfirmed()
      await act(id, 'suspend')
      await act(id, 'lift')
      return { email, mails: 2 }
    },
  ],
  [
    'moderation.deleted',
    'the deletion of an account',
    async () => {
      const { id, email } = await unconfirmed()
      await send('DELETE', `/api/v1/admin/users/${id}`, { reason: 'Sak 1' }, admin)
      return { email }
    },
  ],
  [
    'travel.silence',
    'a link to follow a trip',
    async () => {
      const recipient = `${randomUUID()}@example.no`
      const data = {
        name: 'evil.example',
        from: 'Oslo S www.evil.example',
        to: '91234567',
        arrives_at: '2027-03-01T12:00:00Z',
        last: { kind: 'met', at: '2027-03-01T11:00:00Z' },
        url: `${t.app.origin()}/follow/x`,
      } as const
      await queueMail(t.db.kysely, { kind: 'travel.silence', recipient, locale: 'no', data })
      t.app.parts.bus.emit('outbox', null)
      return { email: recipient }
    },
  ],
]

test.each(rows)('%s after %s repeats nothing of a stranger', async (kind, _, cause) => {
  const { email, mails = 1 } = await cause()
  const received = []
  while (received.length < mails) received.push(await smtp.next(email))
  for (const { subject, text, html } of received) {
    expect(`${subject}\n${text}\n${html}`).not.toMatch(traces)
    expect(text).not.toMatch(/undefined|Hei !/)
  }
  const kinds = t.db.kysely.selectFrom('outbox').select('kind').where('recipient', '=', email).orderBy('id')
  expect((await kinds.execute()).map((row) => row.kind)).toContain(kind)
})

test('every kind of mail that anybody can receive has a row', () => {
  const kinds = Object.entries(readers).flatMap(([kind, reader]) => (reader === 'anybody' ? [kind] : []))
  expect(new Set(rows.map(([kind]) => kind))).toEqual(new Set(kinds))
})

test('a confirmed address is greeted by its name', async () => {
  const { email } = await addPerson(t.db.kysely, { name: 'Kari Nordmann' })
  await send('POST', '/api/auth/request-password-reset', { email })
  expect((await smtp.next(email)).text).toContain('Hei Kari Nordmann!')
})
