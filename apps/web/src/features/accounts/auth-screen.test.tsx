import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { needCatalogues, showLanguage } from '#lib/i18n'
import { refreshSession } from '#lib/session'
import { ToastProvider } from '#ui/toast'
import { AuthScreen } from './auth-screen.tsx'

interface Sent {
  url: string
  body: unknown
}

let sent: Sent[]
/** What the server answers: by the end of the address. */
let answers: Record<string, { status: number; body: unknown }>
const me = { id: 'u1', email: 'ola@example.no', email_verified: true, role: 'user', profile: { id: 'u1' } }

beforeEach(async () => {
  sent = []
  answers = { 'get-session': { status: 200, body: null } }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    sent.push({ url, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    const answer = Object.entries(answers).find(([end]) => url.endsWith(end))?.[1]
    const { status, body } = answer ?? { status: 200, body: {} }
    return Response.json(body, { status })
  })
  await needCatalogues(['core', 'errors', 'fields', 'accounts'])
  await showLanguage('en')
  await refreshSession()
  sent = []
})

afterEach(() => vi.unstubAllGlobals())

function show(address = '/auth') {
  render(
    <MemoryRouter initialEntries={[address]}>
      <ToastProvider texts={{ region: 'Messages', dismiss: 'Dismiss' }}>
        <Routes>
          <Route path="/auth" element={<AuthScreen />} />
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
  fireEvent.click(screen.getByRole('tab', { name: 'Sign up' }))
  type('Full name', 'Ola Nordmann')
  type('Email', 'ola@example.no')
  type('Password', 'elgtur26')
}

describe('signing in', () => {
  test('empty fields are told at the fields, and the first one gets the focus', async () => {
    show()
    press('Sign in')
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
    press('Sign in')
    expect(await screen.findByText('Invalid login')).toBeTruthy()
    expect(screen.getByText('Wrong email or password. Please try again.')).toBeTruthy()
    expect(field('Email').value).toBe('ola@example.no')
    expect(field('Password').value).toBe('feil')

    type('Email', '')
    press('Forgot password?')
    expect(screen.getByText('Please enter your email address first.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field('Email')))
  })

  test('an unconfirmed address can have its mail sent again', async () => {
    refuse('sign-in/email', 403, 'email_not_verified')
    show()
    type('Email', 'ola@example.no')
    type('Password', 'elgtur26')
    press('Sign in')
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
    press('Sign in')
    expect(await screen.findByText('somewhere else')).toBeTruthy()
    expect(screen.getByText('Welcome back!')).toBeTruthy()
  })
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
    expect(screen.getByText('At least 6 characters.')).toBeTruthy()
    type('Password', 'abc')
    press('Sign up')
    await waitFor(() => expect(field('Password').getAttribute('aria-invalid')).toBe('true'))
    expect(screen.queryByText('At least 6 characters.')).toBeNull()
  })

  test('the terms have to be accepted', async () => {
    show()
    fillSignUp()
    press('Sign up')
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
    press('Sign up')
    expect(await screen.findByText('The password is too easy to guess. Choose another.')).toBeTruthy()
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
    press('Sign up')
    expect(await screen.findByText('Account already exists')).toBeTruthy()
    press('Sign in')
    expect(field('Email').value).toBe('ola@example.no')
  })

  test('afterwards the mail is what is left to do', async () => {
    show()
    fillSignUp()
    fireEvent.click(screen.getByRole('checkbox'))
    press('Sign up')
    expect(await screen.findByText('Registration successful!')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Check your email' })).toBe(document.activeElement)
    expect(sent[0]?.body).toEqual({
      name: 'Ola Nordmann',
      email: 'ola@example.no',
      password: 'elgtur26',
      terms_accepted: true,
      locale: 'en',
      callbackURL: '/?confirmed=1',
    })
  })

  test('a change of tab keeps both forms', () => {
    show()
    fillSignUp()
    fireEvent.click(screen.getByRole('tab', { name: 'Sign in' }))
    expect(field('Email').value).toBe('ola@example.no')
    fireEvent.click(screen.getByRole('tab', { name: 'Sign up' }))
    expect(field('Full name').value).toBe('Ola Nordmann')
  })
})

test('the password can be looked at', () => {
  show()
  expect(field('Password').type).toBe('password')
  press('Show the password')
  expect(field('Password').type).toBe('text')
})
