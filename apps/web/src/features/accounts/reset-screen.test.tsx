import { render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { ResetScreen } from './reset-screen.tsx'

const session = vi.hoisted(() => ({ status: 'signed-out' }))
vi.mock('#lib/session', () => ({ inRecovery: () => false, useSession: () => session, endRecovery: () => {} }))

const Address = () => <output aria-label="address">{useLocation().pathname}</output>

test.each([
  ['signed-in', '/security'],
  ['signed-out', '/auth'],
  ['loading', '/reset-password'],
])('without a link from a mail, a %s person is sent to %s', (status, path) => {
  session.status = status
  render(
    <MemoryRouter initialEntries={['/reset-password']}>
      <ResetScreen />
      <Address />
    </MemoryRouter>,
  )
  expect(screen.getByLabelText('address').textContent).toBe(path)
})
