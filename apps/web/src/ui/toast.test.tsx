import { act, fireEvent, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ToastProvider, useToast, useToastHistory, type ToastMessage } from './toast.tsx'

const wrapper = ({ children }: { children: ReactNode }) => (
  <ToastProvider texts={{ region: 'Messages', dismiss: 'Dismiss' }}>{children}</ToastProvider>
)
let toasts: { current: { show: (message: ToastMessage) => void; history: readonly ToastMessage[] } }

beforeEach(() => {
  vi.useFakeTimers()
  toasts = renderHook(() => ({ show: useToast(), history: useToastHistory() }), { wrapper }).result
})
afterEach(() => vi.useRealTimers())

const say = (message: ToastMessage) => act(() => toasts.current.show(message))
function pass(milliseconds: number) {
  act(() => void vi.advanceTimersByTime(milliseconds))
}

it('puts errors into the assertive region and the rest into the polite one', () => {
  say({ title: 'Failed', tone: 'error' })
  say({ title: 'Sent', tone: 'success' })
  expect(screen.getByRole('alert').textContent).toBe('Failed')
  expect(screen.getByRole('status').textContent).toBe('Sent')
})

it('stays six seconds, longer under the pointer, and is readable afterwards', () => {
  say({ title: 'Sent' })
  pass(5900)
  fireEvent.pointerEnter(screen.getByText('Sent'))
  pass(60_000)
  expect(screen.queryByText('Sent')).not.toBeNull()
  fireEvent.pointerLeave(screen.getByText('Sent'))
  pass(6100)
  expect(screen.queryByText('Sent')).toBeNull()
  expect(toasts.current.history.map(({ title }) => title)).toEqual(['Sent'])
})

it('puts a newer one of the same form in the place of the earlier, for its full time', () => {
  say({ title: 'Failed', tone: 'error', key: 'form' })
  say({ title: 'Other' })
  pass(4000)
  say({ title: 'Sent', tone: 'success', key: 'form' })
  expect(screen.queryByText('Failed')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('OtherSent')
  pass(4000)
  expect(screen.getByRole('status').textContent).toBe('Sent')
})

it('shows only the newest on a phone', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  say({ title: 'One' })
  say({ title: 'Two', tone: 'error' })
  expect(screen.queryByText('One')).toBeNull()
  expect(screen.getByRole('alert').textContent).toBe('Two')
  vi.unstubAllGlobals()
})

it('shows three at most and lets each be dismissed', () => {
  for (const title of ['One', 'Two', 'Three', 'Four']) say({ title })
  expect(screen.queryByText('One')).toBeNull()
  fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0]!)
  expect(screen.queryByText('Two')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('ThreeFour')
})
