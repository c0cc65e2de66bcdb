import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Link, MemoryRouter, Route, Routes } from '#lib/router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { boot } from '#lib/boot'
import { needCatalogues, showLanguage } from '#lib/i18n'
import { refreshSession } from '#lib/session'
import { signInToast, ToastProvider, useToast } from '#ui/toast'
import { kari } from '../../../test/server.ts'
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
  fireEvent.click(screen.getByRole('tab', { name: 'Register' }))
  type('Full name', 'Ola Nordmann')
  type('Email', 'ola@example.no')
  type('Password', 'elgtur26')
}

describe('signing in', () => {
  test('empty fields are told at the fields, and the first one gets the focus', async () => {
    show()
    press('Log in')
    expect(await screen.findByText('Enter your email address.')).toBeTruthy()
    const email = field('Email')
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toContain('Enter your')
    expect(document.activeElement).toBe(email)
    expect(sent).toEqual([])
  })

  test('wrong credentials keep what was typed and offer help with the password', async () => {
    refuse('sign-in/email', 401, 'invalid_credentials')
    show()
    expect(screen.queryByText('Forgot password?')).toBeNull()
    type('Email', 'ola@example.no')
    type('Password', 'feil')
    press('Log in')
    expect(await screen.findByText('Invalid login')).toBeTruthy()
    expect(screen.getByText('Wrong email or password. Please try again.')).toBeTruthy()
    expect(field('Email').value).toBe('ola@example.no')
    expect(field('Password').value).toBe('feil')

    type('Email', '')
    press('Forgot password?')
    expect(screen.getByText('Please enter your email address first.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field('Email')))
    expect(sent.filter(({ url }) => url.endsWith('request-password-reset'))).toEqual([])

    type('Email', 'ola@example.no')
    refuse('request-password-reset', 429, 'rate_limited')
    press('Forgot password?')
    expect(await screen.findByText('Could not reset the password')).toBeTruthy()
    delete answers['request-password-reset']
    press('Forgot password?')
    const told = /^If ola@example.no has an account here/
    expect(await screen.findByText(told)).toBeTruthy()
    expect(sent.at(-1)).toMatchObject({
      url: '/api/auth/request-password-reset',
      body: { email: 'ola@example.no' },
    })

    refuse('sign-in/email', 429, 'rate_limited')
    press('Log in')
    expect(await screen.findByText(/^That was a bit fast/)).toBeTruthy()
    expect(screen.getByText('Forgot password?')).toBeTruthy()
    expect(screen.getByText(told)).toBeTruthy()
  })

  test('a suspended account is told why, and whom to ask', async () => {
    const params = { reason: 'Fake rides' }
    answers['sign-in/email'] = { status: 403, body: { code: 'account_suspended', params, request_id: 'r' } }
    show()
    type('Email', 'ola@example.no')
    type('Password', 'elgtur26')
    press('Log in')
    expect(await screen.findByText('The account is suspended')).toBeTruthy()
    expect(screen.getByText('Fake rides')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'hjelp@samtur.example' }).getAttribute('href')).toBe(
      'mailto:hjelp@samtur.example',
    )
  })

  test('an unconfirmed address can have its mail sent again', async () => {
    refuse('sign-in/email', 403, 'email_not_verified')
    show()
    type('Email', 'ola@example.no')
    type('Password', 'elgtur26')
    press('Log in')
    expect(await screen.findByText('The email address is not confirmed')).toBeTruthy()
    press('Send the link again')
    expect(await screen.findByText('Email sent!')).toBeTruthy()
    expect(sent.at(-1)).toMatchObject({ url: '/api/auth/send-verification-email', body: { email: 'ola@example.no' } })
  })

  test('leads to where one wanted to go', async () => {
    answers['/me'] = { status: 200, body: me }
    show('/auth?next=/my-rides')
    type('Email', 'ola@example.no')
    type('Password', 'elgtur26')
    press('Log in')
    expect(await screen.findByText('somewhere else')).toBeTruthy()
    expect(screen.getByText('Welcome back!')).toBeTruthy()
  })
})

describe('a second factor', () => {
  async function showStep() {
    answers['sign-in/email'] = { status: 200, body: { twoFactorRedirect: true } }
    show('/auth?next=/my-rides')
    type('Email', 'ola@example.no')
    type('Password', 'elgtur26')
    press('Log in')
    const heading = await screen.findByRole('heading', { name: 'One more step' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  }

  test('is asked for after the password, and leads on', async () => {
    await showStep()
    expect(field('The code from the app').autocomplete).toBe('one-time-code')
    press('Log in')
    expect(await screen.findByText('Enter the code.')).toBeTruthy()
    type('The code from the app', '12')
    press('Log in')
    expect(await screen.findByText('Enter the six digits of the code.')).toBeTruthy()

    refuse('verify-totp', 422, 'invalid_code')
    type('The code from the app', '123 456')
    press('Log in')
    expect(await screen.findByText(/^The code does not match/)).toBeTruthy()
    expect(field('The code from the app').value).toBe('123 456')

    delete answers['verify-totp']
    answers['/me'] = { status: 200, body: me }
    press('Log in')
    expect(await screen.findByText('somewhere else')).toBeTruthy()
    expect(sent.findLast(({ url }) => url.endsWith('verify-totp'))?.body).toEqual({ code: '123 456' })
  })

  test('can be a recovery code, and one can go back', async () => {
    await showStep()
    press('Use a recovery code')
    refuse('verify-backup-code', 422, 'invalid_code')
    type('Recovery code', '7hk2m-x9dqp')
    press('Log in')
    expect(await screen.findByText('The recovery code is wrong or has been used.')).toBeTruthy()
    refuse('verify-backup-code', 429, 'rate_limited')
    press('Log in')
    expect(await screen.findByText(/^That was a bit fast/)).toBeTruthy()
    press('Back to login')
    expect(field('Email').value).toBe('ola@example.no')
    await waitFor(() => expect(document.activeElement).toBe(field('Email')))
  })

  test('that comes too late begins anew', async () => {
    await showStep()
    refuse('verify-totp', 401, 'unauthenticated')
    type('The code from the app', '123456')
    press('Log in')
    expect(await screen.findByText('That took a little too long')).toBeTruthy()
    expect(field('Password')).toBeTruthy()
  })

  test('is asked for on the way back from another service too, which keeps where one was going', async () => {
    sessionStorage.setItem('auth-next', '"/my-rides"')
    answers['/me'] = { status: 200, body: me }
    show('/auth?step=two-factor')
    type('The code from the app', '123456')
    press('Log in')
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
    press('Email me a code')
    expect(await screen.findByText('Please enter your email address first.')).toBeTruthy()
    type('Email', 'ola@example.no')
    press('Email me a code')
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy()
    expect(sent.at(-1)?.url).toBe('/api/auth/email-otp/send-verification-otp')

    type('The code from the email', '12')
    press('Log in')
    expect(await screen.findByText('Enter the six digits of the code.')).toBeTruthy()
    answers['/me'] = { status: 200, body: me }
    type('The code from the email', '123456')
    press('Log in')
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
    press('Continue with Vipps')
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
    expect(screen.queryAllByText('Forgot password?')).toHaveLength(error === 'link' ? 1 : 0)
  })

  test('also to who is signed in already, and goes on at once', async () => {
    answers['get-session'] = { status: 200, body: { session: {} } }
    answers['/me'] = { status: 200, body: me }
    await refreshSession()
    show('/auth?error=link')
    expect(screen.getByText('somewhere else')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('The link no longer works')
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
  expect(screen.getByText('Forgot password?')).toBeTruthy()
})

test('an invitation opens the form for new accounts with its address', () => {
  show('/auth?tab=sign-up&email=kari%40example.no')
  expect(screen.getByRole('tab', { name: 'Register' }).getAttribute('aria-selected')).toBe('true')
  expect(field('Email').value).toBe('kari@example.no')
})

test('the toast that sent the reader here does not stay over the form', async () => {
  show('/ride')
  fireEvent.click(screen.getByRole('link', { name: 'Reserve' }))
  expect(await screen.findByRole('tab', { name: 'Register' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Log in first')).toBeNull())
})

describe('who was sent here is told why', () => {
  test('by the chat', () => {
    show('/auth?next=/chat%3Fuser=u2')
    expect(screen.getByText('You need to log in')).toBeTruthy()
    expect(screen.getByText('You must be logged in to chat')).toBeTruthy()
  })

  test.each([
    ['/auth?next=/edit-profile', 1],
    ['/auth?next=/chatter', 1],
    ['/auth?next=https://evil.example/chat', 0],
    ['/auth', 0],
  ])('%s', (address, times) => {
    show(address)
    expect(screen.queryAllByText('Log in to continue')).toHaveLength(times)
    expect(screen.queryByText('You must be logged in to chat')).toBeNull()
  })
})

describe('signing up', () => {
  test('a password that is too short is told once', async () => {
    show()
    fillSignUp()
    expect(screen.getByText(/At least 6 characters\..*at least 12 characters/)).toBeTruthy()
    type('Password', 'sommer2025')
    expect(await screen.findByText('The password is weak.')).toBeTruthy()
    type('Password', 'Nordmann2025')
    expect(await screen.findByText('The password is weak.')).toBeTruthy()
    type('Password', 'fjordtur')
    expect((await screen.findByText('The password is fair.')).getAttribute('role')).toBe('status')
    type('Password', 'tolv elger i skogen')
    expect(await screen.findByText('The password is strong.')).toBeTruthy()
    type('Password', 'abc')
    press('Register')
    await waitFor(() => expect(field('Password').getAttribute('aria-invalid')).toBe('true'))
    expect(screen.queryByText(/At least 6 characters/)).toBeNull()
  })

  test('the terms have to be accepted', async () => {
    show()
    fillSignUp()
    press('Register')
    const text = 'You must accept the Terms of Service and Privacy Policy to continue.'
    expect(await screen.findByText(text)).toBeTruthy()
    const box = screen.getByRole('checkbox', { name: 'I agree to the Terms of Service and Privacy Policy' })
    expect(document.activeElement).toBe(box)
    expect(sent).toEqual([])
  })

  test('what the server refuses is told at its field and nothing typed is lost', async () => {
    refuse('sign-up/email', 422, 'validation', { password: 'weak_password' })
    show()
    fillSignUp()
    fireEvent.click(screen.getByRole('checkbox'))
    press('Register')
    expect(await screen.findByText('The password is too easy to guess. Choose another.')).toBeTruthy()
    expect(screen.queryByText(/At least 6 characters/)).toBeNull()
    expect(field('Full name').value).toBe('Ola Nordmann')
    expect(field('Email').value).toBe('ola@example.no')
    expect(field('Password').value).toBe('elgtur26')
    await waitFor(() => expect(document.activeElement).toBe(field('Password')))
  })

  test('a known address is told, with the way to sign in', async () => {
    refuse('sign-up/email', 422, 'already_registered')
    show()
    fillSignUp()
    fireEvent.click(screen.getByRole('checkbox'))
    press('Register')
    expect(await screen.findByText('Account already exists')).toBeTruthy()
    press('Log in')
    expect(field('Email').value).toBe('ola@example.no')
  })

  test('afterwards the mail is what is left to do', async () => {
    show()
    type('Email', 'annen@example.no')
    type('Password', 'noe-annet')
    fillSignUp()
    fireEvent.click(screen.getByRole('checkbox'))
    press('Register')
    expect(await screen.findByText('Registration successful!')).toBeTruthy()
    const heading = await screen.findByRole('heading', { name: 'Check your email' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(sent[0]?.body).toEqual({
      name: 'Ola Nordmann',
      email: 'ola@example.no',
      password: 'elgtur26',
      terms_accepted: true,
      locale: 'en',
    })
    press('Go to login')
    expect(field('Email').value).toBe('ola@example.no')
    expect(field('Password').value).toBe('')
  })

  test('a change of tab keeps both forms', () => {
    show()
    fillSignUp()
    fireEvent.click(screen.getByRole('tab', { name: 'Log in' }))
    expect(field('Email').value).toBe('ola@example.no')
    fireEvent.click(screen.getByRole('tab', { name: 'Register' }))
    expect(field('Full name').value).toBe('Ola Nordmann')
  })
})

test('the password can be looked at', () => {
  show()
  expect(field('Password').type).toBe('password')
  press('Show the password')
  expect(field('Password').type).toBe('text')
})
