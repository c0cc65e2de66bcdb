import { render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { fakeServer, kari } from '../../../test/server.ts'

const server = fakeServer()

const Address = () => <output aria-label="address">{useLocation().pathname}</output>

test.each([
  ['signed-in', '/security'],
  ['signed-out', '/auth'],
  ['loading', '/reset-password'],
])('without a link from a mail, a %s person is sent to %s', async (status, path) => {
  server.me = status === 'signed-in' ? kari : null
  if (status === 'loading') server.hold('GET /get-session')
  // The session is loading in a new page only.
  vi.resetModules()
  const { endRecovery } = await import('#lib/session')
  const { ResetScreen } = await import('./reset-screen.tsx')
  endRecovery()
  render(
    <MemoryRouter initialEntries={['/reset-password']}>
      <ResetScreen />
      <Address />
    </MemoryRouter>,
  )
  await vi.waitFor(() => expect(screen.getByLabelText('address').textContent).toBe(path))
})
