import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Link, MemoryRouter, Route, Routes } from '#lib/router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { boot } from '#lib/boot'
import { needCatalogues, showLanguage } from '#lib/i18n'
import { refreshSession } from '#lib/session'
import { signInToast, ToastProvider, useToast } from '#ui/toast'
import { kari } from '../../../test/server.ts'
import { text } from '../../../test/text.ts'
import { AuthScreen } from './auth-screen.tsx'

interface Sent {
  url: string
  body: unknown
}

let sent: Sent[]
/** What the server answers: by the end of the address. */
let answers: Record<string, { status: number; body: unknown }>
const me = { ...kari, email: 'ola@example.no' }

beforeEach(async () => {
  sent = []
  boot.config.support_email = 'hjelp@samtur.example'
  answers = { 'get-session': { status: 200, body: null } }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    sent.push({ url, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    const answer = Object.entries(answers).find(([end]) => url.endsWith(end))?.[1]
    const { status, body } = answer ?? { status: 200, body: {} }
    return Response.json(body, { status })
  })
  await needCatalogues(['core', 'errors', 'account_errors', 'fields', 'accounts'])
  await showLanguage('en')
  await refreshSession()
  sent = []
})

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

function Ride() {
  const toast = useToast()
  return (
    <Link to="/auth" onClick={() => toast({ title: 'Log in first', key: signInToast, stays: true })}>
      Reserve
    </Link>
  )
}

function show(address = '/auth') {
  render(
    <MemoryRouter initialEntries={[address]}>
      <ToastProvider texts={{ region: 'Messages', dismiss: 'Dismiss' }}>
        <Routes>
          <Route path="/auth" element={<AuthScreen />} />
          <Route path="/ride" element={<Ride />} />
          <Route path="*" element={<p>somewhere else</p>} />
        </Routes>
      </ToastProvider>
    </MemoryRouter>,
  )
}

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const refuse = (end: string, status: number, code: string, fields?: Record<string, string>) =>
  (answers[end] = { status, body: { code, fields, request_id: 'r' } })

function fillSignUp() {
  fireEvent.click(screen.getByRole('tab', { name: text('accounts.sign_up') }))
  type(text('accounts.name'), 'Ola Nordmann')
  type(text('accounts.email'), 'ola@example.no')
  type(text('accounts.password'), 'elgtur26')
}

describe('signing in', () => {
  test('empty fields are told at the fields, and the first one gets the focus', async () => {
    show()
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('fields.email_required'))).toBeTruthy()
    const email = field(text('accounts.email'))
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toContain('Enter your')
    expect(document.activeElement).toBe(email)
    expect(sent).toEqual([])
  })

  test('wrong credentials keep what was typed and offer help with the password', async () => {
    refuse('sign-in/email', 401, 'invalid_credentials')
    show()
    expect(screen.queryByText(text('accounts.forgot_password'))).toBeNull()
    type(text('accounts.email'), 'ola@example.no')
    type(text('accounts.password'), 'feil')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('accounts.invalid_title'))).toBeTruthy()
    expect(screen.getByText(text('account_errors.invalid_credentials'))).toBeTruthy()
    expect(field(text('accounts.email')).value).toBe('ola@example.no')
    expect(field(text('accounts.password')).value).toBe('feil')

    type(text('accounts.email'), '')
    press(text('accounts.forgot_password'))
    expect(screen.getByText(text('accounts.email_first'))).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field(text('accounts.email'))))
    expect(sent.filter(({ url }) => url.endsWith('request-password-reset'))).toEqual([])

    type(text('accounts.email'), 'ola@example.no')
    refuse('request-password-reset', 429, 'rate_limited')
    press(text('accounts.forgot_password'))
    expect(await screen.findByText(text('accounts.reset_failed'))).toBeTruthy()
    delete answers['request-password-reset']
    press(text('accounts.forgot_password'))
    const told = /^If ola@example.no has an account here/
    expect(await screen.findByText(told)).toBeTruthy()
    expect(sent.at(-1)).toMatchObject({
      url: '/api/auth/request-password-reset',
      body: { email: 'ola@example.no' },
    })

    refuse('sign-in/email', 429, 'rate_limited')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(/^That was a bit fast/)).toBeTruthy()
    expect(screen.getByText(text('accounts.forgot_password'))).toBeTruthy()
    expect(screen.getByText(told)).toBeTruthy()
  })

  test('a suspended account is told why, and whom to ask', async () => {
    const params = { reason: 'Fake rides' }
    answers['sign-in/email'] = { status: 403, body: { code: 'account_suspended', params, request_id: 'r' } }
    show()
    type(text('accounts.email'), 'ola@example.no')
    type(text('accounts.password'), 'elgtur26')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('accounts.suspended_title'))).toBeTruthy()
    expect(screen.getByText('Fake rides')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'hjelp@samtur.example' }).getAttribute('href')).toBe(
      'mailto:hjelp@samtur.example',
    )
  })

  test('an unconfirmed address can have its mail sent again', async () => {
    refuse('sign-in/email', 403, 'email_not_verified')
    show()
    type(text('accounts.email'), 'ola@example.no')
    type(text('accounts.password'), 'elgtur26')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('accounts.unconfirmed_title'))).toBeTruthy()
    press(text('accounts.send_again'))
    expect(await screen.findByText(text('accounts.sent_again'))).toBeTruthy()
    expect(sent.at(-1)).toMatchObject({ url: '/api/auth/send-verification-email', body: { email: 'ola@example.no' } })
  })

  test('leads to where one wanted to go', async () => {
    answers['/me'] = { status: 200, body: me }
    show('/auth?next=/my-rides')
    type(text('accounts.email'), 'ola@example.no')
    type(text('accounts.password'), 'elgtur26')
    press(text('accounts.sign_in'))
    expect(await screen.findByText('somewhere else')).toBeTruthy()
    expect(screen.getByText(text('accounts.welcome_back'))).toBeTruthy()
  })
})

describe('a second factor', () => {
  async function showStep() {
    answers['sign-in/email'] = { status: 200, body: { twoFactorRedirect: true } }
    show('/auth?next=/my-rides')
    type(text('accounts.email'), 'ola@example.no')
    type(text('accounts.password'), 'elgtur26')
    press(text('accounts.sign_in'))
    const heading = await screen.findByRole('heading', { name: text('accounts.second_factor_title') })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  }

  test('is asked for after the password, and leads on', async () => {
    await showStep()
    expect(field(text('accounts.app_code')).autocomplete).toBe('one-time-code')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('fields.code_required'))).toBeTruthy()
    type(text('accounts.app_code'), '12')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('fields.code_invalid'))).toBeTruthy()

    refuse('verify-totp', 422, 'invalid_code')
    type(text('accounts.app_code'), '123 456')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(/^The code does not match/)).toBeTruthy()
    expect(field(text('accounts.app_code')).value).toBe('123 456')

    delete answers['verify-totp']
    answers['/me'] = { status: 200, body: me }
    press(text('accounts.sign_in'))
    expect(await screen.findByText('somewhere else')).toBeTruthy()
    expect(sent.findLast(({ url }) => url.endsWith('verify-totp'))?.body).toEqual({ code: '123 456' })
  })

  test('can be a recovery code, and one can go back', async () => {
    await showStep()
    press(text('accounts.use_recovery_code'))
    refuse('verify-backup-code', 422, 'invalid_code')
    type(text('accounts.recovery_code'), '7hk2m-x9dqp')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('accounts.wrong_recovery_code'))).toBeTruthy()
    refuse('verify-backup-code', 429, 'rate_limited')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(/^That was a bit fast/)).toBeTruthy()
    press(text('accounts.back_to_sign_in'))
    expect(field(text('accounts.email')).value).toBe('ola@example.no')
    await waitFor(() => expect(document.activeElement).toBe(field(text('accounts.email'))))
  })

  test('that comes too late begins anew', async () => {
    await showStep()
    refuse('verify-totp', 401, 'unauthenticated')
    type(text('accounts.app_code'), '123456')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('accounts.too_late_title'))).toBeTruthy()
    expect(field(text('accounts.password'))).toBeTruthy()
  })

  test('is asked for on the way back from another service too, which keeps where one was going', async () => {
    sessionStorage.setItem('auth-next', '"/my-rides"')
    answers['/me'] = { status: 200, body: me }
    show('/auth?step=two-factor')
    type(text('accounts.app_code'), '123456')
    press(text('accounts.sign_in'))
    expect(await screen.findByText('somewhere else')).toBeTruthy()
  })
})

describe('other ways in', () => {
  afterEach(() => {
    boot.config.sign_in = { email_code: false, providers: [] }
  })

  test('are not offered where there are none', () => {
    show()
    expect(screen.queryByText('or')).toBeNull()
  })

  test('a code by mail', async () => {
    boot.config.sign_in.email_code = true
    show('/auth?next=/my-rides')
    press(text('accounts.send_code'))
    expect(await screen.findByText(text('accounts.email_first'))).toBeTruthy()
    type(text('accounts.email'), 'ola@example.no')
    press(text('accounts.send_code'))
    expect(await screen.findByRole('heading', { name: text('accounts.mail_sent_title') })).toBeTruthy()
    expect(sent.at(-1)?.url).toBe('/api/auth/email-otp/send-verification-otp')

    type(text('accounts.code'), '12')
    press(text('accounts.sign_in'))
    expect(await screen.findByText(text('fields.code_invalid'))).toBeTruthy()
    answers['/me'] = { status: 200, body: me }
    type(text('accounts.code'), '123456')
    press(text('accounts.sign_in'))
    expect(await screen.findByText('somewhere else')).toBeTruthy()
    const body = sent.findLast(({ url }) => url.endsWith('sign-in/email-otp'))?.body
    expect(body).toEqual({ email: 'ola@example.no', otp: '123456' })
  })

  test('another service, which leads back to where one was going', async () => {
    boot.config.sign_in.providers = [{ id: 'vipps', name: 'Vipps' }]
    answers['sign-in/social'] = { status: 200, body: { url: 'https://vipps.example/authorize' } }
    const assign = vi.fn<(url: string) => void>()
    vi.stubGlobal('location', { origin: location.origin, assign })
    show('/auth?next=/my-rides')
    press(text('accounts.continue_with', { name: 'Vipps' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://vipps.example/authorize'))
    expect(sent.at(-1)?.body).toEqual({ provider: 'vipps', callbackURL: '/my-rides' })
  })
})

describe('what went wrong on the way here is told', () => {
  test.each([
    ['link', 'The link no longer works'],
    ['provider', 'The login was not completed'],
    ['no_account', 'You do not have an account here yet'],
    ['account_suspended', 'The account is suspended'],
  ])('%s', (error, title) => {
    show(`/auth?error=${error}`)
    expect(screen.getByText(title)).toBeTruthy()
    expect(screen.queryAllByText(text('accounts.forgot_password'))).toHaveLength(error === 'link' ? 1 : 0)
  })

  test('also to who is signed in already, and goes on at once', async () => {
    answers['get-session'] = { status: 200, body: { session: {} } }
    answers['/me'] = { status: 200, body: me }
    await refreshSession()
    show('/auth?error=link')
    expect(screen.getByText('somewhere else')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain(text('accounts.link_title'))
    answers['get-session'] = { status: 200, body: null }
    await refreshSession()
  })

  test('and nothing that nobody knows', () => {
    show('/auth?error=%3Cb%3Ehei')
    expect(screen.queryByText(/hei/)).toBeNull()
  })
})

test('a mail about a password leads to help with it', () => {
  show('/auth?help=password')
  expect(screen.getByText(text('accounts.forgot_password'))).toBeTruthy()
})

test('an invitation opens the form for new accounts with its address', () => {
  show('/auth?tab=sign-up&email=kari%40example.no')
  expect(screen.getByRole('tab', { name: text('accounts.sign_up') }).getAttribute('aria-selected')).toBe('true')
  expect(field(text('accounts.email')).value).toBe('kari@example.no')
})

test('the toast that sent the reader here does not stay over the form', async () => {
  show('/ride')
  fireEvent.click(screen.getByRole('link', { name: 'Reserve' }))
  expect(await screen.findByRole('tab', { name: text('accounts.sign_up') })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Log in first')).toBeNull())
})

describe('who was sent here is told why', () => {
  test('by the chat', () => {
    show('/auth?next=/chat%3Fuser=u2')
    expect(screen.getByText(text('accounts.chat_title'))).toBeTruthy()
    expect(screen.getByText(text('accounts.chat_text'))).toBeTruthy()
  })

  test.each([
    ['/auth?next=/edit-profile', 1],
    ['/auth?next=/chatter', 1],
    ['/auth?next=https://evil.example/chat', 0],
    ['/auth', 0],
  ])('%s', (address, times) => {
    show(address)
    expect(screen.queryAllByText(text('accounts.continue_title'))).toHaveLength(times)
    expect(screen.queryByText(text('accounts.chat_text'))).toBeNull()
  })
})

describe('signing up', () => {
  test('a password that is too short is told once', async () => {
    show()
    fillSignUp()
    expect(screen.getByText(/At least 6 characters\..*at least 12 characters/)).toBeTruthy()
    type(text('accounts.password'), 'sommer2025')
    expect(await screen.findByText(text('accounts.strength', { level: 'weak' }))).toBeTruthy()
    type(text('accounts.password'), 'Nordmann2025')
    expect(await screen.findByText(text('accounts.strength', { level: 'weak' }))).toBeTruthy()
    type(text('accounts.password'), 'fjordtur')
    expect((await screen.findByText(text('accounts.strength', { level: 'fair' }))).getAttribute('role')).toBe('status')
    type(text('accounts.password'), 'tolv elger i skogen')
    expect(await screen.findByText(text('accounts.strength', { level: 'other' }))).toBeTruthy()
    type(text('accounts.password'), 'abc')
    press(text('accounts.sign_up'))
    await waitFor(() => expect(field(text('accounts.password')).getAttribute('aria-invalid')).toBe('true'))
    expect(screen.queryByText(/At least 6 characters/)).toBeNull()
  })

  test('the terms have to be accepted', async () => {
    show()
    fillSignUp()
    press(text('accounts.sign_up'))
    expect(await screen.findByText(text('fields.terms_must_accept'))).toBeTruthy()
    const box = screen.getByRole('checkbox', { name: text('accounts.agree') })
    expect(document.activeElement).toBe(box)
    expect(sent).toEqual([])
  })

  test('what the server refuses is told at its field and nothing typed is lost', async () => {
    refuse('sign-up/email', 422, 'validation', { password: 'weak_password' })
    show()
    fillSignUp()
    fireEvent.click(screen.getByRole('checkbox'))
    press(text('accounts.sign_up'))
    expect(await screen.findByText(text('fields.weak_password'))).toBeTruthy()
    expect(screen.queryByText(/At least 6 characters/)).toBeNull()
    expect(field(text('accounts.name')).value).toBe('Ola Nordmann')
    expect(field(text('accounts.email')).value).toBe('ola@example.no')
    expect(field(text('accounts.password')).value).toBe('elgtur26')
    await waitFor(() => expect(document.activeElement).toBe(field(text('accounts.password'))))
  })

  test('a known address is told, with the way to sign in', async () => {
    refuse('sign-up/email', 422, 'already_registered')
    show()
    fillSignUp()
    fireEvent.click(screen.getByRole('checkbox'))
    press(text('accounts.sign_up'))
    expect(await screen.findByText(text('account_errors.already_registered'))).toBeTruthy()
    press(text('accounts.sign_in'))
    expect(field(text('accounts.email')).value).toBe('ola@example.no')
  })

  test('afterwards the mail is what is left to do', async () => {
    show()
    type(text('accounts.email'), 'annen@example.no')
    type(text('accounts.password'), 'noe-annet')
    fillSignUp()
    fireEvent.click(screen.getByRole('checkbox'))
    press(text('accounts.sign_up'))
    expect(await screen.findByText(text('accounts.registered'))).toBeTruthy()
    const heading = await screen.findByRole('heading', { name: text('accounts.mail_sent_title') })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(sent[0]?.body).toEqual({
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

  test('a change of tab keeps both forms', () => {
    show()
    fillSignUp()
    fireEvent.click(screen.getByRole('tab', { name: text('accounts.sign_in') }))
    expect(field(text('accounts.email')).value).toBe('ola@example.no')
    fireEvent.click(screen.getByRole('tab', { name: text('accounts.sign_up') }))
    expect(field(text('accounts.name')).value).toBe('Ola Nordmann')
  })
})

test('the password can be looked at', () => {
  show()
  expect(field(text('accounts.password')).type).toBe('password')
  press(text('accounts.show_password'))
  expect(field(text('accounts.password')).type).toBe('text')
})
