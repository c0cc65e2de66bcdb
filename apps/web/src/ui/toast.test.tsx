import { act, fireEvent, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { modalClosed, modalOpened } from './modal-layer.ts'
import { ToastProvider, useClearToast, useToast, type ToastMessage } from './toast.tsx'

const wrapper = ({ children }: { children: ReactNode }) => (
  <ToastProvider texts={{ region: 'Messages', dismiss: 'Dismiss' }}>{children}</ToastProvider>
)
interface Toasts {
  show: (message: ToastMessage) => void
  clear: (key: string) => void
}
let toasts: { current: Toasts }

beforeEach(() => {
  vi.useFakeTimers()
  toasts = renderHook(() => ({ show: useToast(), clear: useClearToast() }), { wrapper }).result
})
afterEach(() => vi.useRealTimers())

const say = (message: ToastMessage) => act(() => toasts.current.show(message))
function pass(milliseconds: number) {
  act(() => void vi.advanceTimersByTime(milliseconds))
}

it('errors are in the assertive region and other toasts in the polite one', () => {
  say({ title: 'Failed', tone: 'error' })
  say({ title: 'Sent', tone: 'success' })
  expect(screen.getByRole('alert').textContent).toBe('Failed')
  expect(screen.getByRole('status').textContent).toBe('Sent')
})

it('a toast stays six seconds, and longer under the pointer', () => {
  say({ title: 'Sent' })
  pass(5900)
  fireEvent.pointerEnter(screen.getByText('Sent'))
  pass(60_000)
  expect(screen.queryByText('Sent')).not.toBeNull()
  fireEvent.pointerLeave(screen.getByText('Sent'))
  pass(6100)
  expect(screen.queryByText('Sent')).toBeNull()
})

it('a newer toast with the same key replaces the earlier one, for its full time', () => {
  say({ title: 'Failed', tone: 'error', key: 'form' })
  say({ title: 'Other' })
  pass(4000)
  say({ title: 'Sent', tone: 'success', key: 'form' })
  expect(screen.queryByText('Failed')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('OtherSent')
  pass(4000)
  expect(screen.getByRole('status').textContent).toBe('Sent')
})

it('a phone shows only the newest toast', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  say({ title: 'One' })
  say({ title: 'Two', tone: 'error' })
  expect(screen.queryByText('One')).toBeNull()
  expect(screen.getByRole('alert').textContent).toBe('Two')
  vi.unstubAllGlobals()
})

it('at most three toasts are shown, and each can be dismissed', () => {
  for (const title of ['One', 'Two', 'Three', 'Four']) say({ title })
  expect(screen.queryByText('One')).toBeNull()
  fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0]!)
  expect(screen.queryByText('Two')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('ThreeFour')
})

describe('a dialog', () => {
  let dialog: HTMLDialogElement
  const open = () => act(() => modalOpened(dialog))
  const close = () => act(() => modalClosed(dialog))

  beforeEach(() => {
    dialog = document.createElement('dialog')
    dialog.open = true
    dialog.innerHTML = '<div data-toasts></div><footer></footer>'
    document.body.append(dialog)
  })
  afterEach(() => {
    close()
    dialog.remove()
  })
  const inDialog = () => dialog.querySelector('[data-toasts]')?.textContent

  it('takes the toasts along, which neither restart nor are announced again', () => {
    say({ title: 'Failed', tone: 'error' })
    pass(4000)
    open()
    expect(inDialog()).toBe('Failed')
    expect(screen.getByText('Failed').closest('[role]')).toBeNull()
    pass(1900)
    close()
    expect(screen.getByText('Failed').closest('[role=alert]')).toBeNull()
    pass(200)
    expect(screen.queryByText('Failed')).toBeNull()
  })

  it('removes toasts of earlier successes', () => {
    say({ title: 'Saved', tone: 'success' })
    pass(1000)
    open()
    expect(screen.queryByText('Saved')).toBeNull()
  })

  it('removes a success that was shown just before the key that opened the dialog', () => {
    say({ title: 'Welcome back', tone: 'success' })
    pass(50)
    fireEvent.keyDown(document.body, { key: 'Enter' })
    pass(50)
    open()
    expect(screen.queryByText('Welcome back')).toBeNull()
  })

  it('keeps a success that comes with its opening, after the key', () => {
    fireEvent.keyDown(document.body, { key: 'Enter' })
    pass(50)
    say({ title: 'Saved', tone: 'success' })
    pass(50)
    open()
    expect(inDialog()).toBe('Saved')
  })

  it('that closes with a toast has it announced outside, in the region that was always there', () => {
    open()
    const region = document.querySelector('body > section [role=status]')
    pass(3000)
    say({ title: 'Sent', tone: 'success' })
    close()
    expect(region?.textContent).toBe('Sent')
  })

  it('announces its toasts in its own region', () => {
    open()
    pass(3000)
    say({ title: 'Wrong', tone: 'error' })
    expect(dialog.querySelector('[data-toasts] [role=alert]')?.textContent).toBe('Wrong')
  })
})

it('a cleared toast disappears', () => {
  say({ title: 'Too large', tone: 'error', key: 'picture' })
  act(() => toasts.current.clear('picture'))
  expect(screen.queryByText('Too large')).toBeNull()
})
