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

test.each([
  ['dark, while the cookie still holds light', 'light', ['dark'], 'dark'],
  ['the device’s setting, while the cookie still holds dark', 'dark', [null], undefined],
  ['twice: the last choice stays', 'dark', ['dark', 'light'], 'light'],
  ['no theme, which means the device’s setting', 'light', ['blue'], undefined],
])('another tab chooses %s', async (_, before, choices, after) => {
  document.cookie = `theme=${before}; Path=/`
  document.documentElement.dataset['theme'] = before
  for (const choice of choices) choose(choice)
  await vi.waitFor(() => expect(shown()).toBe(after))
  await new Promise((resolve) => setTimeout(resolve))
  expect(shown()).toBe(after)
})

test('another key changes nothing', () => {
  choose('dark', 'draft')
  expect(shown()).toBeUndefined()
})

test('a page out of the browser’s memory, or a tab that is shown again, reads the cookie', async () => {
  document.cookie = 'theme=dark; Path=/'
  dispatchEvent(new Event('pageshow'))
  await vi.waitFor(() => expect(shown()).toBe('dark'))
  document.cookie = 'theme=light; Path=/'
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(shown()).toBe('light'))
})
