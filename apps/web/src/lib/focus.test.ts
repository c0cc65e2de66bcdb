import { afterEach, expect, test, vi } from 'vitest'
import { focusSoon } from './focus.ts'

afterEach(() => document.body.replaceChildren())

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

test('the focus goes to what the page shows some frames later, and stays there', async () => {
  document.body.innerHTML = '<p></p>'
  focusSoon(() => document.querySelector('a'))
  await nextFrame()
  await nextFrame()
  document.body.innerHTML = '<a href="/rides">a</a><button>b</button>'
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('a')))
  const button = document.querySelector('button')
  button?.focus()
  await nextFrame()
  await nextFrame()
  expect(document.activeElement).toBe(button)
})

test('what cannot have the focus yet gets it when it can', async () => {
  document.body.innerHTML = '<button disabled>a</button>'
  const button = document.querySelector('button')
  focusSoon(() => button)
  await nextFrame()
  await nextFrame()
  if (button) button.disabled = false
  await vi.waitFor(() => expect(document.activeElement).toBe(button))
})

test('it goes to what replaces the focused element', async () => {
  document.body.innerHTML = '<a href="/rides">a</a>'
  focusSoon(() => document.querySelector('a'))
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('a')))
  document.body.innerHTML = '<ul><li><a href="/rides">a</a></li></ul>'
  expect(document.activeElement).toBe(document.body)
  await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('a')))
})

test('it gives up after a second', () => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'performance'] })
  const find = vi.fn(() => null)
  focusSoon(find)
  vi.advanceTimersByTime(1100)
  const { length } = find.mock.calls
  expect(length).toBeGreaterThan(30)
  vi.advanceTimersByTime(1000)
  expect(find.mock.calls).toHaveLength(length)
  vi.useRealTimers()
})
