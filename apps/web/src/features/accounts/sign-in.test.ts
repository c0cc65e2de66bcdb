import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { boot } from '#lib/boot'
import { refreshSession } from '#lib/session'
import { authServer, field, ola, open, press, type } from '../../../test/auth.tsx'
import { refusal } from '../../../test/server.ts'
import { text } from '../../../test/text.ts'

const server = authServer()

function signIn(password = 'elgtur26') {
  type(text('accounts.email'), 'ola@example.no')
  type(text('accounts.password'), password)
  press(text('accounts.sign_in'))
}

const written = () => server.sent.filter(({ body }) => body !== undefined)

describe('signing in', () => {
  test('empty fields show their errors, and the first one gets the focus', async () => {
    await open()
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('fields.email_required'))).toBeTruthy()
    const email = field(text('accounts.email'))
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      text('fields.email_required'),
    )
    expect(document.activeElement).toBe(email)
    expect(written()).toEqual([])
  })

  test('wrong credentials keep the form and offer help with the password', async () => {
    server.answers['POST /sign-in/email'] = () => refusal('invalid_credentials')
    await open()
    expect(screen.queryByText(text('accounts.forgot_password'))).toBeNull()
    signIn('feil')
    expect(await screen.findByText(text('accounts.invalid_title'))).toBeTruthy()
    expect(screen.getByText(text('account_errors.invalid_credentials'))).toBeTruthy()
    expect(field(text('accounts.email')).value).toBe('ola@example.no')
    expect(field(text('accounts.password')).value).toBe('feil')

    type(text('accounts.email'), '')
    press(text('accounts.forgot_password'))
    expect(screen.getByText(text('accounts.email_first'))).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field(text('accounts.email'))))
    expect(server.sentTo('POST /request-password-reset')).toEqual([])

    type(text('accounts.email'), 'ola@example.no')
    server.answers['POST /request-password-reset'] = () => refusal('rate_limited')
    press(text('accounts.forgot_password'))
    expect(await screen.findByText(text('accounts.reset_failed'))).toBeTruthy()
    delete server.answers['POST /request-password-reset']
    press(text('accounts.forgot_password'))
    const note = text('accounts.reset_sent_text', { email: 'ola@example.no' })
    expect(await screen.findByText(note)).toBeTruthy()
    expect(server.sent.at(-1)).toMatchObject({
      endpoint: 'POST /request-password-reset',
      body: { email: 'ola@example.no' },
    })

    server.answers['POST /sign-in/email'] = () => refusal('rate_limited')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('errors.rate_limited'))).toBeTruthy()
    expect(screen.getByText(text('accounts.forgot_password'))).toBeTruthy()
    expect(screen.getByText(note)).toBeTruthy()
  })

  test('a suspended person sees the reason and whom to ask', async () => {
    const params = { reason: 'Fake rides' }
    server.answers['POST /sign-in/email'] = () => refusal('account_suspended', { params })
    await open()
    signIn()
    expect(await screen.findByText(text('accounts.suspended_title'))).toBeTruthy()
    expect(screen.getByText('Fake rides')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'hjelp@samtur.example' }).getAttribute('href')).toBe(
      'mailto:hjelp@samtur.example',
    )
  })

  test('an unconfirmed address can get its mail again', async () => {
    server.answers['POST /sign-in/email'] = () => refusal('email_not_verified')
    await open()
    signIn()
    expect(await screen.findByText(text('accounts.unconfirmed_title'))).toBeTruthy()
    press(text('accounts.send_again'))
    expect(await screen.findByText(text('accounts.sent_again'))).toBeTruthy()
    expect(server.sent.at(-1)).toMatchObject({
      endpoint: 'POST /send-verification-email',
      body: { email: 'ola@example.no' },
    })
  })

  test('signing in opens the requested page', async () => {
    server.answers['accounts.me'] = () => ola
    await open('/auth?next=/my-rides')
    signIn()
    expect(await screen.findByText('somewhere else')).toBeTruthy()
    expect(screen.getByText(text('accounts.welcome_back'))).toBeTruthy()
  })
})

describe('a second factor', () => {
  async function showStep() {
    server.answers['POST /sign-in/email'] = () => ({ twoFactorRedirect: true })
    await open('/auth?next=/my-rides')
    signIn()
    const heading = await screen.findByRole('heading', { name: text('accounts.second_factor_title') })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  }

  test('is entered after the password, and the requested page opens', async () => {
    await showStep()
    expect(field(text('accounts.app_code')).autocomplete).toBe('one-time-code')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('fields.code_required'))).toBeTruthy()
    type(text('accounts.app_code'), '12')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('fields.code_invalid'))).toBeTruthy()

    server.answers['POST /two-factor/verify-totp'] = () => refusal('invalid_code')
    type(text('accounts.app_code'), '123 456')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('accounts.wrong_app_code'))).toBeTruthy()
    expect(field(text('accounts.app_code')).value).toBe('123 456')

    delete server.answers['POST /two-factor/verify-totp']
    server.answers['accounts.me'] = () => ola
    press(text('accounts.sign_in'))
    expect(await screen.findByText('somewhere else')).toBeTruthy()
    expect(server.sentTo('POST /two-factor/verify-totp').at(-1)?.body).toEqual({ code: '123 456' })
  })

  test('can be a recovery code, with a way back to the password', async () => {
    await showStep()
    press(text('accounts.use_recovery_code'))
    server.answers['POST /two-factor/verify-backup-code'] = () => refusal('invalid_code')
    type(text('accounts.recovery_code'), '7hk2m-x9dqp')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('accounts.wrong_recovery_code'))).toBeTruthy()
    server.answers['POST /two-factor/verify-backup-code'] = () => refusal('rate_limited')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('errors.rate_limited'))).toBeTruthy()
    press(text('accounts.back_to_sign_in'))
    expect(field(text('accounts.email')).value).toBe('ola@example.no')
    await waitFor(() => expect(document.activeElement).toBe(field(text('accounts.email'))))
  })

  test('that comes too late leads back to the password', async () => {
    await showStep()
    server.answers['POST /two-factor/verify-totp'] = () => refusal('unauthenticated')
    type(text('accounts.app_code'), '123456')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('accounts.too_late_title'))).toBeTruthy()
    expect(field(text('accounts.password'))).toBeTruthy()
  })

  test('is entered on the way back from another service too, and the requested page opens', async () => {
    sessionStorage.setItem('auth-next', '"/my-rides"')
    server.answers['accounts.me'] = () => ola
    await open('/auth?step=two-factor')
    type(text('accounts.app_code'), '123456')
    press(text('accounts.sign_in'))
    expect(await screen.findByText('somewhere else')).toBeTruthy()
  })
})

describe('other ways to sign in', () => {
  afterEach(() => {
    boot.config.sign_in = { email_code: false, providers: [] }
  })

  test('are not shown where there are none', async () => {
    await open()
    expect(screen.queryByText(text('accounts.or'))).toBeNull()
  })

  test('a code by mail', async () => {
    boot.config.sign_in.email_code = true
    await open('/auth?next=/my-rides')
    press(text('accounts.send_code'))
    expect(await screen.findByText(text('accounts.email_first'))).toBeTruthy()
    const button = screen.getByRole('button', { name: text('accounts.send_code') })
    await waitFor(() => expect(button.ariaBusy).toBeNull())
    type(text('accounts.email'), 'ola@example.no')
    press(text('accounts.send_code'))
    expect(await screen.findByRole('heading', { name: text('accounts.code_title') })).toBeTruthy()
    expect(server.sent.at(-1)?.endpoint).toBe('POST /email-otp/send-verification-otp')

    type(text('accounts.code'), '12')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('fields.otp_invalid'))).toBeTruthy()
    server.answers['accounts.me'] = () => ola
    type(text('accounts.code'), '12345678')
    press(text('accounts.sign_in'))
    expect(await screen.findByText('somewhere else')).toBeTruthy()
    expect(server.sentTo('POST /sign-in/email-otp').at(-1)?.body).toEqual({ email: 'ola@example.no', otp: '12345678' })
  })

  test('another service, which leads back to the requested page', async () => {
    boot.config.sign_in.providers = [{ id: 'vipps', name: 'Vipps' }]
    server.answers['POST /sign-in/social'] = () => ({ url: 'https://vipps.example/authorize', redirect: true })
    const assign = vi.fn<(url: string) => void>()
    vi.stubGlobal('location', { origin: location.origin, assign })
    await open('/auth?next=/my-rides')
    press(text('accounts.continue_with', { name: 'Vipps' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://vipps.example/authorize'))
    expect(server.sentTo('POST /sign-in/social').at(-1)?.body).toEqual({ provider: 'vipps', callbackURL: '/my-rides' })
  })
})

describe('an error in the address is shown', () => {
  test.each([
    ['link', 'accounts.link_title'],
    ['provider', 'accounts.provider_title'],
    ['no_account', 'accounts.no_account_title'],
    ['account_suspended', 'accounts.suspended_title'],
  ] as const)('%s', async (error, title) => {
    await open(`/auth?error=${error}`)
    expect(screen.getByText(text(title))).toBeTruthy()
    expect(screen.queryAllByText(text('accounts.forgot_password'))).toHaveLength(error === 'link' ? 1 : 0)
  })

  test('also to a signed-in person, and the page changes at once', async () => {
    server.me = ola
    await open('/auth?error=link')
    expect(screen.getByText('somewhere else')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain(text('accounts.link_title'))
    server.me = null
    await act(refreshSession)
  })

  test('but no unknown one', async () => {
    await open('/auth?error=%3Cb%3Ehei')
    expect(screen.queryByText(/hei/, { ignore: 'output' })).toBeNull()
  })
})

test('a link about the password opens help with it', async () => {
  await open('/auth?help=password')
  expect(screen.getByText(text('accounts.forgot_password'))).toBeTruthy()
})

test('an invitation opens the sign-up form with its address', async () => {
  await open('/auth?tab=sign-up&email=kari%40example.no')
  expect(screen.getByRole('tab', { name: text('accounts.sign_up') }).getAttribute('aria-selected')).toBe('true')
  expect(field(text('accounts.email')).value).toBe('kari@example.no')
})

test('the toast that led to the form does not stay over it', async () => {
  await open('/ride')
  fireEvent.click(screen.getByRole('link', { name: 'Reserve' }))
  expect(await screen.findByRole('tab', { name: text('accounts.sign_up') })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Log in first')).toBeNull())
})

describe('a page that needs a login is named', () => {
  test('for the chat', async () => {
    await open('/auth?next=/chat%3Fuser=u2')
    expect(screen.getByText(text('accounts.chat_title'))).toBeTruthy()
    expect(screen.getByText(text('accounts.chat_text'))).toBeTruthy()
  })

  test.each([
    ['/auth?next=/edit-profile', 1],
    ['/auth?next=/chatter', 1],
    ['/auth?next=https://evil.example/chat', 0],
    ['/auth', 0],
  ])('%s', async (address, times) => {
    await open(address)
    expect(screen.queryAllByText(text('accounts.continue_title'))).toHaveLength(times)
    expect(screen.queryByText(text('accounts.chat_text'))).toBeNull()
  })
})

test('the password can be shown', async () => {
  await open()
  expect(field(text('accounts.password')).type).toBe('password')
  press(text('accounts.show_password'))
  expect(field(text('accounts.password')).type).toBe('text')
})
