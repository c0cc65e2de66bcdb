// The links at the bottom of a phone: whose they are, where one is, and the dots.
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, kari } from '../../test/server.ts'
import { show } from '../../test/show.tsx'
import { text } from '../../test/text.ts'
import { BottomNav } from './bottom-nav.tsx'

const server = fakeServer({
  answers: {
    'notifications.unread': () => ({ unread: 3, trips: 0 }),
    'chat.unread': () => ({ chats: [], total: 0 }),
  },
})

const nav = () => screen.getByRole('navigation', { name: text('nav.shortcuts') })
const addresses = () =>
  within(nav())
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

test('a member has five ways, and knows on which page it is', async () => {
  server.me = kari
  await show(<BottomNav />, '/reservations')
  expect(addresses()).toEqual(['/search', '/my-rides', '/publish-ride', '/chat', '/profile'])
  expect(within(nav()).getByRole('link', { current: true }).getAttribute('href')).toBe('/my-rides')
})

test('a visitor has what needs no account, and the way to one', async () => {
  server.me = null
  await show(<BottomNav />, '/search?from=Oslo')
  expect(addresses()).toEqual(['/search', '/publish-ride', '/help-support', '/auth?next=%2Fsearch%3Ffrom%3DOslo'])
  expect(within(nav()).getByRole('link', { current: 'page' }).getAttribute('href')).toBe('/search')
})

test('news about own rides and unread messages have a dot', async () => {
  server.me = kari
  const { unmount } = await show(<BottomNav />, '/search')
  expect(screen.queryByText(text('nav.trips_news'))).toBeNull()
  unmount()
  server.answers['notifications.unread'] = () => ({ unread: 3, trips: 1 })
  server.answers['chat.unread'] = () => ({ chats: [{ chat_id: kari.id, count: 2 }], total: 2 })
  await show(<BottomNav />, '/search')
  expect((await screen.findByText(text('nav.trips_news'))).closest('a')?.getAttribute('href')).toBe('/my-rides')
  expect((await screen.findByText(text('nav.chat_unread'))).closest('a')?.getAttribute('href')).toBe('/chat')
})

test('the day of travel has them as well: the style hides them where a trip brings a bar of its own', async () => {
  server.me = kari
  await show(<BottomNav />, '/today')
  expect(addresses()).toHaveLength(5)
  expect(within(nav()).queryByRole('link', { current: true })).toBeNull()
})
