// What an administrator sees of mails that were not delivered, and does about them.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { UndeliveredMail } from '@samtur/contract/operations'
import { show } from '../../../test/show.tsx'
import { fakeServer, page, refusal } from '../../../test/server.ts'
import { text } from '../../../test/text.ts'
import { MailList } from './mail-list.tsx'

const list = 'operations.mails'
const resend = 'operations.resendMail'
const server = fakeServer()

const mail = (change: Partial<UndeliveredMail> = {}): UndeliveredMail => ({
  id: 'mail-1',
  topic: 'new_password',
  recipient: 'kari@example.no',
  state: 'given_up',
  reason: '550',
  attempts: 5,
  created_at: '2026-11-20T10:00:00Z',
  at: '2026-11-21T10:00:00Z',
  ...change,
})
const button = () => screen.queryByRole('button', { name: /kari@example\.no/ })

beforeEach(() => {
  server.answers[list] = () => page([mail()])
})

test('after sending again the mail waits, a toast says so, and the focus is at the mail', async () => {
  server.answers[resend] = () => {
    server.answers[list] = () => page([mail({ state: 'waiting', attempts: 0 })])
    return mail({ state: 'waiting', attempts: 0 })
  }
  await show(<MailList failed={1} />, '/admin/operations')
  await screen.findByText('kari@example.no')
  button()?.focus()
  fireEvent.click(button()!)
  await waitFor(() => expect(button()).toBeNull())
  await waitFor(() => expect(document.activeElement?.closest('li')?.textContent).toContain('kari@example.no'))
  expect(await screen.findByText(text('operations.mail_resent'))).toBeDefined()
  expect(server.sentTo(resend).map(({ params }) => params)).toEqual([{ id: 'mail-1' }])
})

test('a refusal says why, and the list is read again', async () => {
  server.answers[resend] = () => refusal('not_found')
  await show(<MailList failed={1} />, '/admin/operations')
  await screen.findByText('kari@example.no')
  fireEvent.click(button()!)
  await waitFor(() => expect(server.sentTo(list)).toHaveLength(2))
  expect(button()).not.toBeNull()
})

test('a mail whose code has run out is named so, and cannot be sent again', async () => {
  server.answers[list] = () => page([mail({ state: 'expired' })])
  await show(<MailList failed={0} />, '/admin/operations')
  expect(await screen.findByText(text('operations.mail_expired'))).toBeDefined()
  expect(button()).toBeNull()
})
