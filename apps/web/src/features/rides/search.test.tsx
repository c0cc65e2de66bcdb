import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, useLocation } from '#lib/router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Ride } from '@samtur/contract/rides'
import { needCatalogues, setLanguage } from '#lib/i18n'
import { queryClient } from '#lib/query-client'
import { refreshSession } from '#lib/session'
import { ToastProvider } from '#ui/toast'
import SearchRoute from '../../routes/search.tsx'
import { text } from '../../../test/text.ts'

// ---- The server, as far as the search page sees it ---------------------------------------------------------------------

type Answer = { status?: number; body: unknown }
let asked: string[] = []
let rides: (query: URLSearchParams) => Answer
let alternatives: () => Answer

async function respond(address: string) {
  const url = new URL(address, 'http://here')
  const path = url.pathname.replace('/api/v1', '')
  asked.push(path + url.search)
  const answers: Record<string, () => Answer> = {
    '/rides': () => rides(url.searchParams),
    '/rides/alternatives': () => alternatives(),
    '/api/auth/get-session': () => ({ body: null }),
  }
  const answer = answers[path]
  if (!answer) throw new TypeError(`nothing answers ${path}`)
  const { status = 200, body } = answer()
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

const page = (items: unknown[], next_cursor: string | null = null) => ({ body: { items, next_cursor } })
const none = { body: { other_days: [], nearby: [] } }
const searches = () => asked.filter((path) => path.startsWith('/rides'))

function ride(id: string, day = '2099-11-27', change: Partial<Ride> = {}): Ride {
  const [departure_time, arrival_time] = [`${day}T06:00:00.000Z`, `${day}T13:00:00.000Z`]
  const ends = { start_location: 'Oslo', end_location: 'Trondheim', departure_time, arrival_time }
  const place = { place_id: null, lat: null, lon: null }
  const driver = {
    id: 'u',
    full_name: 'Ingrid Solberg',
    profile_picture: null,
    rating: null,
    rating_count: 0,
    record: null,
  }
  return {
    ...ends,
    id,
    driver,
    version: 1,
    stops: [],
    price: 300,
    currency: 'NOK',
    available_seats: 3,
    total_seats: 4,
    pets_allowed: false,
    luggage: 'cabin',
    notes: null,
    car_make: 'Volvo',
    car_model: 'V60',
    status: 'active',
    created_at: '2026-11-01T10:00:00.000Z',
    distance_km: 490,
    cost_share: null,
    above_cost_share: false,
    route: [
      { ...place, position: 0, text: 'Oslo', passes_at: departure_time },
      { ...place, position: 1, text: 'Trondheim', passes_at: arrival_time },
    ],
    section: { ...ends, from_position: 0, to_position: 1, price: 300, available_seats: 3, whole: true },
    ...change,
  }
}

// ---- The page ----------------------------------------------------------------------------------------------------------

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}
const address = () => screen.getByLabelText('address').textContent

async function open(at: string) {
  await act(refreshSession)
  asked = []
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <ToastProvider texts={{ region: 'Meldinger', dismiss: 'Lukk meldingen' }}>
          <SearchRoute />
        </ToastProvider>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

beforeAll(async () => {
  await needCatalogues(['alternatives', 'core', 'errors', 'conflicts', 'places', 'rides', 'search'])
  await setLanguage('no')
})

beforeEach(() => {
  rides = () => page([ride('r-1')])
  alternatives = () => none
  queryClient.clear()
  vi.stubGlobal('fetch', respond)
})

afterEach(() => vi.unstubAllGlobals())

test('without a parameter nothing is searched for, and there is a way to all rides', async () => {
  await open('/search')
  const all = await screen.findByRole('link', { name: text('search.see_all') })
  expect(all.getAttribute('href')).toBe('/search?sort=departure')
  expect(screen.queryByText(text('rides.searching'))).toBeNull()
  expect(screen.queryByLabelText(text('search.max_price'))).toBeNull()
  expect(searches()).toEqual([])
  // The form waits to be filled in; nothing takes the focus away from the heading.
  expect(screen.getByLabelText(text('rides.from'))).not.toBe(document.activeElement)
  fireEvent.click(all)
  await screen.findByText(text('rides.count', { count: 1 }))
  expect(screen.getByRole('heading', { level: 1, name: text('rides.all_rides') })).toBeDefined()
  expect(searches()).toEqual(['/rides?sort=departure'])
})

describe('filters and order', () => {
  test('each choice is an address, and asks the server', async () => {
    await open('/search?from=Oslo')
    await screen.findByText(text('rides.count', { count: 1 }))
    choose(text('search.seats'), '2')
    expect(address()).toBe('/search?from=Oslo&seats=2')
    choose(text('search.max_price'), '200')
    choose(text('search.time'), '6-12')
    fireEvent.click(screen.getByRole('button', { name: text('rides.pets_ok') }))
    choose(text('search.luggage'), 'large')
    choose(text('search.sort'), 'price')
    const all = 'from=Oslo&seats=2&max_price=200&from_hour=6&until_hour=12&pets=true&luggage=large&sort=price'
    expect(Object.fromEntries(new URLSearchParams(address()?.split('?')[1]))).toEqual(
      Object.fromEntries(new URLSearchParams(all)),
    )
    await waitFor(() =>
      expect(searches().at(-1)?.split(/[?&]/).toSorted()).toEqual(['/rides', ...all.split('&')].toSorted()),
    )
    expect(screen.getByRole('button', { name: text('rides.pets_ok') }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('button', { name: /Filtre.*5 filtre er på/ })).toBeDefined()
  })

  test('an address with filters shows them, also such as are not offered', async () => {
    await open('/search?from=Oslo&seats=5&max_price=275&from_hour=7&until_hour=10&sort=rating')
    const shown = (label: string) => {
      const select = screen.getByLabelText<HTMLSelectElement>(label)
      return select.selectedOptions[0]?.textContent.replaceAll(/\s/g, ' ')
    }
    expect(shown(text('search.seats'))).toBe(text('search.seats_at_least', { count: 5 }))
    expect(shown(text('search.max_price'))).toBe(text('search.up_to', { price: '275 kr' }))
    expect(shown(text('search.time'))).toBe('\u206607–10\u2069')
    expect(shown(text('search.sort'))).toBe(text('search.by.rating'))
    await screen.findByText(text('rides.count', { count: 1 }))
  })

  test('the list stays in view until the new one is there, and says that it is being looked for', async () => {
    await open('/search?from=Oslo')
    await screen.findByText(text('rides.count', { count: 1 }))
    rides = () => page([ride('r-1'), ride('r-2')])
    choose(text('search.sort'), 'price')
    await screen.findByText(text('rides.searching'))
    expect(screen.getAllByRole('article')).toHaveLength(1)
    expect((await screen.findByText(text('rides.count', { count: 2 }))).closest('[role=status]')).not.toBeNull()
  })

  test.each([[{}], [{ items: 'none' }], [[]], [null]])(
    'an answer of another shape (%j) is a failure, and leaves no card of the search before',
    async (body) => {
      await open('/search?from=Oslo')
      await screen.findByText(text('rides.count', { count: 1 }))
      rides = () => ({ body })
      choose(text('search.sort'), 'price')
      await screen.findByText(text('rides.load_failed'))
      expect(screen.queryByRole('article')).toBeNull()
    },
  )

  test('are reset at once', async () => {
    await open('/search?from=Oslo&seats=2&pets=true&sort=price')
    await screen.findByText(text('rides.count', { count: 1 }))
    fireEvent.click(screen.getByRole('link', { name: text('search.reset') }))
    expect(address()).toBe('/search?from=Oslo&sort=price')
    await waitFor(() => expect(screen.queryByRole('link', { name: text('search.reset') })).toBeNull())
  })

  test('stay with the next search', async () => {
    await open('/search?from=Oslo&seats=2')
    await screen.findByText(text('rides.count', { count: 1 }))
    fireEvent.change(screen.getByLabelText(text('rides.from')), { target: { value: 'Bergen' } })
    fireEvent.click(screen.getByRole('button', { name: text('rides.search') }))
    expect(address()).toBe('/search?from=Bergen&seats=2')
  })

  test('with nothing found the way out is to drop them', async () => {
    rides = (query) => page(query.has('seats') ? [] : [ride('r-1')])
    await open('/search?seats=4')
    await screen.findByText(text('rides.none_title'))
    expect(screen.getByText(text('rides.none_text'))).toBeDefined()
    fireEvent.click(screen.getByRole('link', { name: text('search.drop_filters') }))
    expect(address()).toBe('/search?sort=departure')
    await screen.findByText(text('rides.count', { count: 1 }))
  })
})

describe('when nothing is found', () => {
  beforeEach(() => (rides = () => page([])))

  test('other days and places nearby are groups of their own, below the words that nothing was found', async () => {
    const close = { ...ride('r-9'), from_km: 0, to_km: 12.4 }
    alternatives = () => ({
      body: { other_days: [ride('r-1', '2099-11-26'), ride('r-2', '2099-11-26'), ride('r-3')], nearby: [close] },
    })
    await open('/search?from=Oslo&to=Trondheim&date=2099-11-28&seats=2&sort=price')
    await screen.findByText(text('rides.none_title'))
    const days = await screen.findByRole('region', { name: text('alternatives.other_days') })
    expect(
      within(days)
        .getAllByRole('heading', { level: 3 })
        .map((heading) => heading.textContent),
    ).toEqual(['torsdag 26. november 2099', 'fredag 27. november 2099'])
    expect(within(days).getAllByRole('article')).toHaveLength(3)
    const nearby = screen.getByRole('region', { name: text('alternatives.nearby') })
    expect(within(nearby).getAllByRole('article')).toHaveLength(1)
    expect(nearby.textContent).toContain(text('alternatives.ends_near', { km: 12, place: 'Trondheim' }))
    expect(nearby.textContent).not.toContain('fra Oslo')
    expect(screen.getByText(text('alternatives.instead', { count: 4 })).closest('[role=status]')).not.toBeNull()
    expect(searches().at(-1)).toBe('/rides/alternatives?from=Oslo&to=Trondheim&date=2099-11-28&seats=2')
  })

  test('nothing else is said where there is nothing else, or where it cannot be fetched', async () => {
    alternatives = () => ({ status: 500, body: { code: 'internal', request_id: 'r' } })
    await open('/search?from=Oslo')
    await screen.findByText(text('rides.none_title'))
    await waitFor(() => expect(searches()).toHaveLength(2))
    expect(screen.queryByRole('region', { name: text('alternatives.other_days') })).toBeNull()
    expect(screen.queryByText(text('rides.load_failed'))).toBeNull()
  })

  test('all rides have no other days', async () => {
    await open('/search?sort=departure')
    await screen.findByText(text('rides.none_title'))
    expect(screen.queryByRole('link', { name: text('rides.all_rides') })).toBeNull()
    expect(searches()).toEqual(['/rides?sort=departure'])
  })
})

describe('a long list', () => {
  let near: ((entries: { isIntersecting: boolean }[]) => void) | undefined
  beforeEach(() => {
    near = undefined
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(look: typeof near) {
          near = look
        }
        observe() {}
        disconnect() {}
      },
    )
    rides = (query) => {
      const at = Number(query.get('cursor') ?? 0)
      return page([ride(`r-${at}`)], at < 6 ? String(at + 1) : null)
    }
  })

  test('goes on as its end comes near, until the reader is asked', async () => {
    await open('/search?from=Oslo')
    await screen.findByRole('button', { name: text('rides.show_more') })
    for (const shown of [1, 2, 3, 4, 5]) {
      await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(shown))
      act(() => near?.([{ isIntersecting: true }]))
    }
    expect(searches()).toHaveLength(5)
    fireEvent.click(screen.getByRole('button', { name: text('rides.show_more') }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(6))
    // By the button the focus goes on with what is new; by itself it stays where it was.
    await waitFor(() => expect(screen.getAllByRole('article')[5]?.contains(document.activeElement)).toBe(true))
    act(() => near?.([{ isIntersecting: true }]))
    await screen.findByText(text('rides.count', { count: 7 }))
    expect(screen.getAllByRole('article')[5]?.contains(document.activeElement)).toBe(true)
    expect(screen.queryByRole('button', { name: text('rides.show_more') })).toBeNull()
  })
})
