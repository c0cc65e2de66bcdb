/** What the frame does with a route: its title, the focus after a change of page, and what stands in place of a page that fails. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, Link, Outlet, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stateOf } from '#lib/head'
import { showLanguage } from '#lib/i18n'
import { queryClient } from '#lib/query-client'
import { text } from '../../test/text.ts'
import { CrashPage } from './crash-page.tsx'
import { PageHead } from './page-head.ts'
import { PageSpinner } from './page-spinner.tsx'
import type { PageHandle } from './page.ts'

beforeAll(() => showLanguage('en'))
afterEach(() => {
  vi.restoreAllMocks()
  queryClient.clear()
})

const person = ['person'] as const

const Frame = () => (
  <main>
    <Link to="/terms">terms</Link>
    <Link to="/">home</Link>
    <Outlet />
    <PageHead />
  </main>
)

const handle = (head: PageHandle['head']): PageHandle => ({ head })

function show(address: string, terms: Partial<RouteObject> = {}) {
  const children = [
    { path: '/', handle: handle(() => ({ title: 'Home' })), element: <h1>Home</h1> },
    {
      path: '/terms',
      handle: handle(() => ({ title: 'Terms' })),
      element: <h1>Terms</h1>,
      // Without it the router shows nothing in place of a screen that cannot be loaded.
      HydrateFallback: PageSpinner,
      ErrorBoundary: CrashPage,
      ...terms,
    },
    {
      path: '/person',
      handle: handle(({ client }) => {
        const { data } = stateOf(client, { queryKey: person })
        return data === undefined ? undefined : { title: data as string }
      }),
      element: <h1>A person</h1>,
    },
  ] as RouteObject[]
  const router = createMemoryRouter([{ Component: Frame, children }], { initialEntries: [address] })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

const follow = (name: string) => act(async () => void fireEvent.click(screen.getByRole('link', { name })))

test('a page has the title of its route, and a change of page moves the focus to the heading', async () => {
  show('/')
  expect(document.title).toBe('Home – Samtur')
  expect(document.activeElement).toBe(document.body)
  await follow('terms')
  expect(document.title).toBe('Terms – Samtur')
  expect(document.activeElement?.textContent).toBe('Terms')
})

test('a title that depends on data is set when the data arrives', async () => {
  show('/')
  const router = show('/person')
  await act(async () => void queryClient.setQueryData(person, 'Ingrid Solberg'))
  expect(document.title).toBe('Ingrid Solberg – Samtur')
  router.dispose()
})

test('a screen that cannot be loaded is said, with a way to try again without a network', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let loads = 0
  const lazy = async () => {
    loads++
    if (loads === 1) throw new TypeError('no network')
    return { Component: () => <h1>Terms</h1> }
  }
  show('/', { element: undefined, lazy })
  await follow('terms')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(text('core.offline_title'))
  online.mockReturnValue(true)
  await act(async () => void dispatchEvent(new Event('online')))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Terms')
  expect(loads).toBe(2)
})

test('a screen that fails is said in place of the page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  show('/', {
    element: undefined,
    Component: () => {
      throw new Error('broken')
    },
  })
  await follow('terms')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(text('core.crash_title'))
  await follow('home')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Home')
})
