/** The page /auth for a visitor, in English. */
import { fireEvent, screen } from '@testing-library/react'
import { afterAll, beforeAll } from 'vitest'
import type { Me } from '@samtur/contract/accounts'
import { boot } from '#lib/boot'
import { showLanguage } from '#lib/i18n'
import { Link, Route, Routes } from 'react-router'
import { signInToast, useToast } from '#ui/toast'
import { AuthScreen } from '../src/features/accounts/auth-screen.tsx'
import { fakeServer, kari } from './server.ts'
import { show } from './show.tsx'
import { text } from './text.ts'

export const ola: Me = { ...kari, email: 'ola@example.no' }
const account = { id: ola.id, name: 'Ola Nordmann', email: ola.email }

/** Replaces the network. */
export function authServer() {
  beforeAll(async () => {
    await showLanguage('en')
    boot.config.support_email = 'hjelp@samtur.example'
  })
  afterAll(() => {
    boot.config.support_email = ''
  })
  return fakeServer({
    answers: {
      'POST /sign-in/email': () => ({ redirect: false, user: account }),
      'POST /sign-up/email': () => ({ user: account }),
      'POST /send-verification-email': () => ({ status: true }),
      'POST /request-password-reset': () => ({ status: true }),
      'POST /two-factor/verify-totp': () => ({ user: account }),
      'POST /email-otp/send-verification-otp': () => ({ success: true }),
      'POST /sign-in/email-otp': () => ({ user: account }),
    },
  })
}

function Ride() {
  const toast = useToast()
  return (
    <Link to="/auth" onClick={() => toast({ title: 'Log in first', key: signInToast, stays: true })}>
      Reserve
    </Link>
  )
}

export const open = (address = '/auth') =>
  show(
    <Routes>
      <Route path="/auth" element={<AuthScreen />} />
      <Route path="/ride" element={<Ride />} />
      <Route path="*" element={<p>somewhere else</p>} />
    </Routes>,
    address,
  )

export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

export function fillSignUp() {
  fireEvent.click(screen.getByRole('tab', { name: text('accounts.sign_up') }))
  type(text('accounts.name'), 'Ola Nordmann')
  type(text('accounts.email'), 'ola@example.no')
  type(text('accounts.password'), 'elgtur26')
}
