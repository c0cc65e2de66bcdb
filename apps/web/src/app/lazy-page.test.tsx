import { Suspense } from 'react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter, useLocation } from '#lib/router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { needCatalogues, showLanguage } from '#lib/i18n'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyPage, type LazyPage } from './lazy-page.ts'
import { usePageTitle } from './page-title.ts'

beforeEach(async () => {
  await needCatalogues(['core'])
  await showLanguage('en')
})

afterEach(() => vi.restoreAllMocks())

function Terms() {
  usePageTitle('Terms')
  return <h1>Terms</h1>
}

function Home() {
  usePageTitle('Home')
  return <p>home page</p>
}

const module = { default: Terms }

function Site({ page: Page }: { page: LazyPage }) {
  const { pathname } = useLocation()
  return (
    <main>
      <Link to="/terms">terms</Link>
      <Link to="/">home</Link>
      <ErrorBoundary address={pathname}>
        <Suspense fallback={<p>waiting</p>}>{pathname === '/terms' ? <Page /> : <Home />}</Suspense>
      </ErrorBoundary>
    </main>
  )
}

const show = (page: LazyPage, address = '/terms') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Site page={page} />
    </MemoryRouter>,
  )

const follow = (name: string) => act(async () => void fireEvent.click(screen.getByRole('link', { name })))

test('a page is shown once it has prepared what its first view needs', async () => {
  const prepared = Promise.withResolvers<void>()
  const prepare = () => prepared.promise
  const page = lazyPage(async () => ({ default: Object.assign(() => <h1>Prepared</h1>, { prepare }) }), [])
  const loading = page.preload()
  await act(async () => {
    render(
      <MemoryRouter initialEntries={['/terms']}>
        <Site page={page} />
      </MemoryRouter>,
    )
  })
  expect(screen.getByText('waiting')).toBeDefined()
  prepared.resolve()
  await act(() => loading)
  expect(screen.getByRole('heading', { name: 'Prepared' })).toBeDefined()
})

test('a loaded page appears at once', async () => {
  const load = vi.fn<() => Promise<typeof module>>().mockResolvedValue(module)
  const page = lazyPage(load, ['nav'])
  await page.preload()
  show(page)
  expect(screen.getByRole('heading', { name: 'Terms' })).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a page that fails to load shows an error, and is loaded again on the next visit', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const load = vi.fn<() => Promise<typeof module>>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue(module)
  const page = lazyPage(load, [])
  await act(async () => void show(page))
  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy()
  await follow('home')
  expect(screen.getByText('home page')).toBeTruthy()
  await follow('terms')
  expect(screen.getByRole('heading', { name: 'Terms' })).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})

test('the next page moves the focus to its heading and sets the title of the tab', async () => {
  const page = lazyPage(async () => module, [])
  show(page, '/')
  await follow('terms')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Terms' }))
  expect(document.title).toBe('Terms – Samtur')
})
