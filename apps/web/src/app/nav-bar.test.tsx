// The bar: the signed-in person, 'log out' in words, and where signing in leads.
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, kari } from '../../test/server.ts'
import { show } from '../../test/show.tsx'
import { containing, text } from '../../test/text.ts'
import { NavBar } from './nav-bar.tsx'

const server = fakeServer({
  answers: {
    'notifications.unread': () => ({ unread: 0, trips: 0 }),
    'notifications.list': () => ({ items: [], next_cursor: null, unread: 0 }),
    'chat.unread': () => ({ chats: [], total: 0 }),
  },
})

test('links to the own profile show the picture and have the name, in the wide and in the narrow bar', async () => {
  const profile = { ...kari.profile, profile_picture: '/files/profiles/a.jpg?v=a' }
  server.me = { ...kari, profile }
  await show(<NavBar />, '/search')
  const links = (await screen.findAllByRole('link', { name: containing(text('nav.profile')) })).filter((link) =>
    link.textContent.includes('Kari Nordmann'),
  )
  expect(links).toHaveLength(2)
  for (const link of links) {
    expect(link.getAttribute('href')).toBe('/profile')
    expect(link.querySelector('img')?.getAttribute('src')).toBe(profile.profile_picture)
  }
})

test('the menu ‘More’ and the menu of narrow windows say ‘log out’ in words', async () => {
  server.me = kari
  await show(<NavBar />, '/search')
  fireEvent.click(await screen.findByRole('button', { name: text('nav.more') }))
  const inMore = within(screen.getByRole('button', { name: text('nav.more') }).closest('li')!)
  expect(inMore.getByText(text('nav.logout')).closest('[hidden], .sr-only')).toBeNull()
  const button = screen.getByRole('button', { name: text('nav.open_menu') })
  fireEvent.click(button)
  const small = within(document.getElementById(button.getAttribute('aria-controls')!)!)
  expect(small.getByRole('button', { name: text('nav.logout') }).textContent).toBe(text('nav.logout'))
})

test('the menu’s button says in words what is unread, and the bell announces it from outside the bar', async () => {
  server.me = kari
  server.answers['notifications.unread'] = () => ({ unread: 3, trips: 0 })
  server.answers['chat.unread'] = () => ({ chats: [{ chat_id: kari.id, count: 2 }], total: 2 })
  await show(<NavBar />, '/search')
  const unread = text('nav.notifications_unread', { count: 3 })
  await screen.findByRole('button', { name: [text('nav.open_menu'), unread, text('nav.chat_unread')].join(', ') })
  // The bar hides the bell with very large text, and what is hidden says nothing.
  const announced = await screen.findByText(unread, { selector: '[role=status]' })
  expect(announced.closest('header')).toBeNull()
})

test.each([
  ['/rides/r-1?from_position=1', '/auth?next=%2Frides%2Fr-1%3Ffrom_position%3D1'],
  ['/auth?next=%2Fchat', '/auth?next=%2Fchat'],
  ['/reset-password?token=x', '/auth'],
  ['/confirm?token=x', '/auth'],
  ['/', '/auth'],
])('from %s a visitor signs in at %s', async (address, expected) => {
  server.me = null
  await show(<NavBar />, address)
  const bar = screen.getByRole('navigation')
  const links = await within(bar).findAllByRole('link', { name: containing(text('nav.login_short')) })
  expect(links.length).toBeGreaterThan(1)
  for (const link of links) expect(link.getAttribute('href')).toBe(expected)
})

test('only an administrator sees the way to the pages for administrators', async () => {
  const counts = { total: 0, pending: 0, in_progress: 0, resolved: 0 }
  server.answers['reports.all'] = () => ({ items: [], next_cursor: null, pending: 0 })
  server.answers['support.all'] = () => ({ items: [], next_cursor: null, matching: 0, counts })
  server.me = { ...kari, role: 'admin' }
  const { unmount } = await show(<NavBar />, '/search')
  await screen.findAllByRole('link', { name: containing(text('admin.button')) })
  unmount()
  server.me = kari
  await show(<NavBar />, '/search')
  expect(screen.queryByRole('link', { name: containing(text('admin.button')) })).toBeNull()
})
