import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { authServer, field, fillSignUp, open, press, type } from '../../../test/auth.tsx'
import { refusal } from '../../../test/server.ts'
import { text } from '../../../test/text.ts'

const server = authServer()
const written = () => server.sent.filter(({ body }) => body !== undefined)
/** The note about a good password. */
const rule = () =>
  [text('accounts.password_hint', { min: 6 }), text('accounts.password_advice', { count: 12 })].join(' ')

describe('signing up', () => {
  test('the strength of the password is shown, and a short one marks the field once', async () => {
    await open()
    fillSignUp()
    expect(screen.getByText(rule())).toBeTruthy()
    type(text('accounts.password'), 'sommer2025')
    expect(await screen.findByText(text('accounts.strength', { level: 'weak' }))).toBeTruthy()
    type(text('accounts.password'), 'Nordmann2025')
    expect(await screen.findByText(text('accounts.strength', { level: 'weak' }))).toBeTruthy()
    type(text('accounts.password'), 'fjordtur')
    expect((await screen.findByText(text('accounts.strength', { level: 'fair' }))).getAttribute('role')).toBe('status')
    type(text('accounts.password'), 'tolv elger i skogen')
    expect(await screen.findByText(text('accounts.strength', { level: 'strong' }))).toBeTruthy()
    type(text('accounts.password'), 'abc')
    press(text('accounts.sign_up'))
    await waitFor(() => expect(field(text('accounts.password')).getAttribute('aria-invalid')).toBe('true'))
    expect(screen.queryByText(rule())).toBeNull()
  })

  test('the terms have to be accepted', async () => {
    await open()
    fillSignUp()
    press(text('accounts.sign_up'))
    expect(await screen.findByText(text('fields.terms_must_accept'))).toBeTruthy()
    const box = screen.getByRole('checkbox', { name: text('accounts.agree') })
    expect(document.activeElement).toBe(box)
    expect(written()).toEqual([])
  })

  test('an error of the server shows at its field, and the form keeps its values', async () => {
    server.answers['POST /sign-up/email'] = () => refusal('validation', { fields: { password: 'weak_password' } })
    await open()
    fillSignUp()
    fireEvent.click(screen.getByRole('checkbox'))
    press(text('accounts.sign_up'))
    expect(await screen.findByText(text('fields.weak_password'))).toBeTruthy()
    expect(screen.queryByText(rule())).toBeNull()
    expect(field(text('accounts.name')).value).toBe('Ola Nordmann')
    expect(field(text('accounts.email')).value).toBe('ola@example.no')
    expect(field(text('accounts.password')).value).toBe('elgtur26')
    await waitFor(() => expect(document.activeElement).toBe(field(text('accounts.password'))))
  })

  test('a known address shows an error, with a way to sign in', async () => {
    server.answers['POST /sign-up/email'] = () => refusal('already_registered')
    await open()
    fillSignUp()
    fireEvent.click(screen.getByRole('checkbox'))
    press(text('accounts.sign_up'))
    expect(await screen.findByText(text('account_errors.already_registered'))).toBeTruthy()
    press(text('accounts.sign_in'))
    expect(field(text('accounts.email')).value).toBe('ola@example.no')
  })

  test('after signing up the page asks to read the mail', async () => {
    await open()
    type(text('accounts.email'), 'annen@example.no')
    type(text('accounts.password'), 'noe-annet')
    fillSignUp()
    fireEvent.click(screen.getByRole('checkbox'))
    press(text('accounts.sign_up'))
    expect(await screen.findByText(text('accounts.registered'))).toBeTruthy()
    const heading = await screen.findByRole('heading', { name: text('accounts.mail_sent_title') })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(server.sentTo('POST /sign-up/email')[0]?.body).toEqual({
      name: 'Ola Nordmann',
      email: 'ola@example.no',
      password: 'elgtur26',
      terms_accepted: true,
      locale: 'en',
    })
    press(text('accounts.to_sign_in'))
    expect(field(text('accounts.email')).value).toBe('ola@example.no')
    expect(field(text('accounts.password')).value).toBe('')
  })

  test('a change of tab keeps both forms', async () => {
    await open()
    fillSignUp()
    fireEvent.click(screen.getByRole('tab', { name: text('accounts.sign_in') }))
    expect(field(text('accounts.email')).value).toBe('ola@example.no')
    fireEvent.click(screen.getByRole('tab', { name: text('accounts.sign_up') }))
    expect(field(text('accounts.name')).value).toBe('Ola Nordmann')
  })
})
