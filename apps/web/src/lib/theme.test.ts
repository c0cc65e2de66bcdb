import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followTheme } from './theme.ts'

const shown = () => document.documentElement.dataset['theme']
const choose = (newValue: string | null, key = 'theme') => dispatchEvent(new StorageEvent('storage', { key, newValue }))

beforeEach(() => {
  // One registration serves all tests of the file: listeners on the window outlive a test.
  delete document.documentElement.dataset['theme']
})
afterEach(() => {
  document.cookie = 'theme=; Max-Age=0; Path=/'
})

followTheme()

test('another tab chooses dark while the cookie still holds light: the page turns dark', async () => {
  document.cookie = 'theme=light; Path=/'
  document.documentElement.dataset['theme'] = 'light'
  choose('dark')
  await vi.waitFor(() => expect(shown()).toBe('dark'))
})

test('another tab returns to the device setting while the cookie still holds dark: the page follows', async () => {
  document.cookie = 'theme=dark; Path=/'
  document.documentElement.dataset['theme'] = 'dark'
  choose(null)
  await vi.waitFor(() => expect(shown()).toBeUndefined())
})

test('two choices in a row: the last one stays', async () => {
  choose('dark')
  choose('light')
  await vi.waitFor(() => expect(shown()).toBe('light'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(shown()).toBe('light')
})

test('another key changes nothing; a value that is no theme means the device setting', async () => {
  document.documentElement.dataset['theme'] = 'light'
  choose('dark', 'draft')
  choose('blue')
  await vi.waitFor(() => expect(shown()).toBeUndefined())
})

test('a page out of the browser’s memory, or a tab that is shown again, reads the cookie', async () => {
  document.cookie = 'theme=dark; Path=/'
  dispatchEvent(new Event('pageshow'))
  await vi.waitFor(() => expect(shown()).toBe('dark'))
  document.cookie = 'theme=light; Path=/'
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(shown()).toBe('light'))
})
