/** Renders a part of the pages with its session, address and toast region. */
import type { ReactElement } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterAll, beforeAll, vi } from 'vitest'
import { MemoryRouter, useLocation } from 'react-router'
import { queryClient } from '#lib/query-client'
import { refreshSession } from '#lib/session'
import { ToastProvider } from '#ui/toast'

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

/** Returns the current address. */
export const shownAddress = () => screen.getByLabelText('address').textContent

/** Takes over the session of the fake server. */
export async function loadSession() {
  await act(refreshSession)
  // The data of the person before is dropped a moment later, and what is on the screen then is loaded again.
  const dropped = new Promise((resolve) => setTimeout(resolve, 0))
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0)
  await dropped
}

export async function show(element: ReactElement, address = '/') {
  await loadSession()
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <ToastProvider texts={{ region: 'Messages', dismiss: 'Dismiss' }}>{element}</ToastProvider>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

/** Adds popovers, which the test's browser lacks, for the tests of the file. */
export function fakePopovers() {
  const methods = { showPopover() {}, hidePopover() {} }
  beforeAll(() => void Object.assign(HTMLElement.prototype, methods))
  afterAll(() => {
    for (const name of Object.keys(methods)) Reflect.deleteProperty(HTMLElement.prototype, name)
  })
}
