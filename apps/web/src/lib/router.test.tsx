import { useEffect } from 'react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as router from './router.tsx'
import { byExactness, matchPath } from './route-match.ts'

const { BrowserRouter, Link, MemoryRouter, Navigate, NavLink, Outlet, Route, Routes } = router

function Here() {
  const { pathname, search, hash, state } = router.useLocation()
  return (
    <output>
      {pathname}
      {search}
      {hash} {router.useNavigationType()} {JSON.stringify(state)}
    </output>
  )
}

const here = () => screen.getByRole('status').textContent

describe('patterns', () => {
  test.each([
    ['/', '/', {}],
    ['/rides/:id', '/rides/1', { id: '1' }],
    ['/rides/:id', '/rides/a%20b', { id: 'a b' }],
    ['/rides/:id', '/rides/100%', { id: '100%' }],
    ['/rides/:id', '/rides/1/', { id: '1' }],
    ['/Profile', '/profile', {}],
    ['*', '/anything/at/all', {}],
  ])('%s fits %s', (pattern, pathname, params) => {
    expect(matchPath(pattern, pathname)?.params).toEqual(params)
  })

  test.each([
    ['/', '/rides'],
    ['/rides/:id', '/rides'],
    ['/rides/:id', '/rides/1/2'],
    ['/a.b', '/axb'],
  ])('%s does not fit %s', (pattern, pathname) => {
    expect(matchPath(pattern, pathname)).toBeNull()
  })

  test('literal parts come before parameters, and * comes last', () => {
    expect(['*', '/rides/:id', '/rides/new'].sort(byExactness)).toEqual(['/rides/new', '/rides/:id', '*'])
  })
})

describe('routes', () => {
  const Ride = () => <p>ride {router.useParams()['id']}</p>
  const routes = (
    <Routes>
      <Route
        element={
          <main>
            <Outlet />
          </main>
        }
      >
        <Route path="*" element={<p>nothing</p>} />
        <Route path="/rides/:id" element={<Ride />} />
        {['/rides/new'].map((path) => (
          <Route key={path} path={path} element={<p>new ride</p>} />
        ))}
      </Route>
    </Routes>
  )
  test.each([
    ['/rides/7', 'ride 7'],
    ['/rides/new', 'new ride'],
    ['/elsewhere', 'nothing'],
  ])('%s shows its page in the frame', (address, text) => {
    render(<MemoryRouter initialEntries={[address]}>{routes}</MemoryRouter>)
    expect(screen.getByRole('main').textContent).toBe(text)
  })

  test('Navigate goes to its address', () => {
    render(
      <MemoryRouter initialEntries={['/old']}>
        <Routes>
          <Route path="/old" element={<Navigate to="/new?x=1" replace />} />
          <Route path="*" element={<Here />} />
        </Routes>
      </MemoryRouter>,
    )
    expect(here()).toBe('/new?x=1 REPLACE null')
  })
})

describe('links', () => {
  beforeEach(() => history.replaceState(null, '', '/start?a=1'))

  const show = (link: React.ReactElement) =>
    render(
      <BrowserRouter>
        {link}
        <Here />
      </BrowserRouter>,
    )
  const link = () => screen.getByRole<HTMLAnchorElement>('link')
  /** False when we took the press and the browser was kept from following. */
  const press = (init?: MouseEventInit) => fireEvent.click(link(), init)

  test('change the page without loading it from the server', () => {
    show(
      <Link to="/rides" state={{ from: 'home' }}>
        rides
      </Link>,
    )
    expect(press()).toBe(false)
    expect(here()).toBe('/rides PUSH {"from":"home"}')
    expect(location.pathname).toBe('/rides')
  })

  test('are left to the browser when they open elsewhere', () => {
    const stop = (event: Event) => event.preventDefault()
    document.addEventListener('click', stop)
    show(<Link to="/rides">rides</Link>)
    for (const init of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) press(init)
    expect(here()).toBe('/start?a=1 POP null')
    document.removeEventListener('click', stop)
  })

  test.each([
    ['a new tab', <Link key="a" to="/rides" target="_blank" />],
    ['a full load', <Link key="b" to="/rides" reloadDocument />],
    ['another site', <Link key="c" to="https://example.org/rides" />],
    ['an own handler', <Link key="d" to="/rides" onClick={(event) => event.preventDefault()} />],
  ])('leave alone what is for %s', (_, element) => {
    const stop = (event: Event) => event.preventDefault()
    addEventListener('click', stop)
    show(element)
    press()
    expect(here()).toBe('/start?a=1 POP null')
    removeEventListener('click', stop)
  })

  test.each([
    ['?b=2', '/start?b=2'],
    ['#part', '/start?a=1#part'],
    ['', '/start?a=1'],
    [{ search: '?c=3' }, '/start?c=3'],
    [{ pathname: '/x', hash: '#y' }, '/x#y'],
    ['/rides/æ', '/rides/%C3%A6'],
    ['//evil.example/x', '//evil.example/x'],
  ])('%j is %s', (to, href) => {
    show(<Link to={to}>x</Link>)
    expect(link().getAttribute('href')).toBe(href)
  })

  test('to the current page add no history entry', () => {
    const before = history.length
    show(<Link to="/start?a=1">same</Link>)
    press()
    expect(here()).toBe('/start?a=1 REPLACE null')
    expect(history.length).toBe(before)
  })

  test('mark the current page', () => {
    show(<NavLink to="/start">start</NavLink>)
    expect(link().getAttribute('aria-current')).toBe('page')
  })

  test('mark a longer address as the current page only without `end`', () => {
    history.replaceState(null, '', '/profile/7')
    const { unmount } = show(<NavLink to="/profile">profile</NavLink>)
    expect(link().getAttribute('aria-current')).toBe('page')
    unmount()
    show(
      <NavLink to="/profile" end>
        profile
      </NavLink>,
    )
    expect(link().getAttribute('aria-current')).toBeNull()
  })
})

describe('history', () => {
  beforeEach(() => history.replaceState(null, '', '/one'))
  let navigate: ReturnType<typeof router.useNavigate>
  let keys: string[] = []
  function Control() {
    const go = router.useNavigate()
    useEffect(() => void (navigate = go), [go])
    keys.push(router.useLocation().key)
    return <Here />
  }
  const start = () =>
    render(
      <BrowserRouter>
        <Control />
      </BrowserRouter>,
    )

  test('back and forward return to the same keys and states', async () => {
    keys = []
    start()
    act(() => navigate('/two', { state: 2 }))
    expect(here()).toBe('/two PUSH 2')
    act(() => navigate(-1))
    await vi.waitFor(() => expect(here()).toBe('/one POP null'))
    act(() => navigate(1))
    await vi.waitFor(() => expect(here()).toBe('/two POP 2'))
    expect(new Set(keys).size).toBe(2)
    expect(keys[0]).toBe('default')
  })

  test('two navigations in a row end at the second', () => {
    start()
    act(() => {
      navigate('/two')
      navigate('?x=1', { replace: true })
    })
    expect(here()).toBe('/two?x=1 REPLACE null')
  })
})

test('search parameters are read, changed and keep their identity', () => {
  const seen = new Set<unknown>()
  function Search() {
    const [params, setParams] = router.useSearchParams()
    seen.add(params)
    return (
      <>
        <button type="button" onClick={() => setParams((before) => ({ ...Object.fromEntries(before), to: 'Bergen' }))}>
          change
        </button>
        <Here />
      </>
    )
  }
  render(
    <MemoryRouter initialEntries={['/search?from=Oslo']}>
      <Search />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('button'))
  expect(here()).toBe('/search?from=Oslo&to=Bergen PUSH null')
  expect(seen.size).toBe(2)
})

test('another state of the same page shows before the next key press', async () => {
  const { unmount } = render(
    <MemoryRouter initialEntries={['/help']}>
      <Link to="/help?tab=chat">chat</Link>
      <Here />
    </MemoryRouter>,
  )
  // Without React's test mode, which would flush every update at once.
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
  environment.IS_REACT_ACT_ENVIRONMENT = false
  screen.getByRole('link').click()
  await Promise.resolve()
  environment.IS_REACT_ACT_ENVIRONMENT = true
  expect(here()).toContain('/help?tab=chat')
  unmount()
})
