/** Who may use which page, and what others see in its place. */
import type { ComponentType } from 'react'
import { cleanup, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { fakeServer, kari } from '../../test/server.ts'
import { show, shownAddress } from '../../test/show.tsx'
import { text } from '../../test/text.ts'

const server = fakeServer({})

const modules = import.meta.glob<{ Component: ComponentType }>('../routes/*.ts', { import: 'default' })

/** Shows the page of a module in routes/, with what stands in place of a page that the reader may not use. */
async function open(name: string, address: string) {
  const { Component } = (await modules[`../routes/${name}.ts`]?.()) ?? {}
  if (!Component) throw new Error(`no page ${name}`)
  await show(
    <Routes>
      <Route path="/auth" element={null} />
      <Route path="*" element={<Component />} />
    </Routes>,
    address,
  )
}

/** Returns the endpoints that were requested, but the session's. */
const requested = () =>
  server.sent.map(({ endpoint }) => endpoint).filter((endpoint) => !/session|accounts\.me/i.test(endpoint))

/** Pages for members, with the heading that a visitor sees. */
const invitations = [
  ['admin-code', '/admin-code', 'accounts.admin_code_sign_in'],
  ['blocked', '/blocked', 'blocks.sign_in_first'],
  ['chat', '/chat', 'chat.login_title'],
  ['chat', '/chat?user=7', 'chat.login_title'],
  ['edit-ride', '/rides/7/edit', 'edit.login_title'],
  ['my-data', '/my-data', 'privacy.sign_in_first'],
  ['my-rides', '/my-rides?tab=rides', 'reservations.login_title'],
  ['notifications', '/notifications?tab=settings', 'notifications.sign_in_first'],
  ['own-profile', '/profile', 'profiles.sign_in_first'],
  ['publish-ride', '/publish-ride?from=Oslo', 'publish.login_title'],
  ['reservations', '/reservations', 'reservations.login_title'],
  ['security', '/security', 'security.sign_in_first'],
  ['today', '/today?ride=7', 'travel.title'],
  ['wanted', '/wanted?new=1', 'wanted.login_title'],
] as const

test('a visitor is asked to sign in and returns to the page, which requests nothing before', async () => {
  for (const [page, address, heading] of invitations) {
    await open(page, address)
    const next = `/auth?next=${encodeURIComponent(address)}`
    expect.soft(screen.getByRole('heading', { level: 1 }).textContent, page).toBe(text(heading))
    expect.soft(screen.getByRole('link', { name: text('core.log_in') }).getAttribute('href'), page).toBe(next)
    cleanup()
  }
  for (const page of ['edit-profile', 'ride-wanted']) {
    await open(page, '/somewhere')
    expect.soft(shownAddress(), page).toBe('/auth?next=%2Fsomewhere')
    cleanup()
  }
  expect(requested()).toEqual([])
})

test.each([
  ['/chat', 'chat.login_toast'],
  ['/chat?user=7', 'chat.start_login_toast'],
] as const)('a visitor of %s reads why in a toast', async (address, id) => {
  await open('chat', address)
  expect(screen.getByText(text(id))).toBeDefined()
})

const forAdministrators = Object.keys(modules).filter((file) => /\/admin-(?!code)/.test(file))

test('people who are no administrators are refused on the pages for these', async () => {
  server.me = kari
  expect(forAdministrators).not.toEqual([])
  for (const file of forAdministrators) {
    await open(file.slice('../routes/'.length, -'.ts'.length), '/admin')
    expect.soft((await screen.findByRole('heading', { level: 1 })).textContent, file).toBe(text('admin.denied_title'))
    cleanup()
  }
  expect(requested()).toEqual([])
})
