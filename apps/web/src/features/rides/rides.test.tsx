import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from '#lib/router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Me } from '@samtur/contract/accounts'
import type { ReservationStatus } from '@samtur/contract/constants'
import type { Ride, RideDetail } from '@samtur/contract/rides'
import { needCatalogues, setLanguage } from '#lib/i18n'
import { queryClient } from '#lib/query-client'
import { refreshSession } from '#lib/session'
import { ToastProvider } from '#ui/toast'
import { ownReservation } from '../../../test/dataset.ts'
import { kari } from '../../../test/server.ts'
import { text } from '../../../test/text.ts'
import { renderReserveButton } from '../reservations/public.tsx'
import { ReserveContext } from './reserve-button.ts'
import { RideActions } from './ride-actions.tsx'
import { RideCard } from './ride-card.tsx'
import { RideScreen, useRideOfAddress } from './ride-screen.tsx'
import { SearchForm } from './search-form.tsx'
import { SearchResults } from './search-results.tsx'
import { UpcomingRides } from './upcoming-rides.tsx'

// ---- The server, as far as these screens see it -----------------------------------------------------------------------

type Answer = { status?: number; body?: unknown }
let asked: string[] = []
let answers: Record<string, (query: URLSearchParams) => Answer> = {}
let me: Me | null = null

async function respond(address: string) {
  const url = new URL(address, 'http://here')
  asked.push(url.pathname.replace('/api/v1', '') + url.search)
  const standard: Record<string, () => Answer> = {
    '/api/auth/get-session': () => ({ body: me && { session: {} } }),
    '/api/v1/me': () => ({ body: me }),
    '/api/v1/places': () => ({ body: { items: [] } }),
  }
  const answer = answers[url.pathname] ?? standard[url.pathname]
  if (!answer) throw new TypeError(`nothing answers ${url.pathname}`)
  const { status = 200, body } = answer(url.searchParams)
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

const failing = (status: number, code: string) => () => ({ status, body: { code, request_id: 'r' } })
const person = (id: string): Me => ({ ...kari, id, profile: { ...kari.profile, id, is_driver: true } })

// ---- Rides ------------------------------------------------------------------------------------------------------------

const day = '2099-11-27'
const stops = [
  ['Oslo', '06:00'],
  ['Hamar', '07:25'],
  ['Lillehammer', '08:10'],
  ['Trondheim', '13:00'],
] as const

function ride(change: Partial<Ride> = {}, from = 0, to = stops.length - 1): Ride {
  const at = (position: number) => `${day}T${stops[position]![1]}:00.000Z`
  const whole = from === 0 && to === stops.length - 1
  return {
    id: 'r-1',
    version: 1,
    driver: {
      id: 'u-driver',
      full_name: 'Ingrid Solberg',
      profile_picture: null,
      rating: 9.4,
      rating_count: 38,
      record: null,
    },
    start_location: 'Oslo',
    end_location: 'Trondheim',
    stops: ['Hamar', 'Lillehammer'],
    departure_time: at(0),
    arrival_time: at(3),
    price: 300,
    currency: 'NOK',
    available_seats: 3,
    total_seats: 4,
    pets_allowed: true,
    luggage: 'cabin',
    notes: 'Møtes ved Oslo S',
    car_make: 'Volvo',
    car_model: 'V60',
    status: 'active',
    created_at: '2026-11-01T10:00:00.000Z',
    distance_km: 490,
    cost_share: null,
    above_cost_share: false,
    route: stops.map(([text], position) => ({
      position,
      text,
      place_id: null,
      lat: null,
      lon: null,
      passes_at: at(position),
    })),
    section: {
      from_position: from,
      to_position: to,
      start_location: stops[from]![0],
      end_location: stops[to]![0],
      departure_time: at(from),
      arrival_time: at(to),
      price: whole ? 300 : 214,
      available_seats: whole ? 3 : 1,
      whole,
    },
    ...change,
  }
}

const detail = (change: Partial<RideDetail> = {}, from?: number, to?: number): RideDetail => ({
  ...ride({}, from, to),
  viewer: 'visitor',
  prices: [300, 180, 120],
  reservation: null,
  contact: null,
  bookable: true,
  driver_unavailable: false,
  extra_costs: null,
  typed_distance_km: null,
  series_id: null,
  cancellation: null,
  ...change,
})

const page = (items: unknown[], next_cursor: string | null = null) => ({ body: { items, next_cursor } })

// ---- The page ---------------------------------------------------------------------------------------------------------

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}
const address = () => screen.getByLabelText('address').textContent

async function show(element: ReactElement, at = '/') {
  await act(refreshSession)
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <ToastProvider texts={{ region: 'Meldinger', dismiss: 'Lukk meldingen' }}>
          <ReserveContext value={renderReserveButton}>{element}</ReserveContext>
        </ToastProvider>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

/** What is read from top to bottom, without the breaks between elements. */
const textOf = (element: HTMLElement) => element.textContent.replaceAll(/\s+/g, ' ')

beforeAll(async () => {
  await needCatalogues([
    'core',
    'errors',
    'conflicts',
    'fields',
    'home',
    'places',
    'ride',
    'rides',
    'reservations',
    'search',
  ])
  await setLanguage('no')
})

beforeEach(() => {
  asked = []
  answers = {}
  me = null
  queryClient.clear()
  vi.stubGlobal('fetch', respond)
})

afterEach(() => vi.unstubAllGlobals())

describe('the ride card', () => {
  const card = async (given: Ride) => {
    await show(<RideCard ride={given} actions={<RideActions ride={given} />} />)
    return screen.getByRole('article')
  }

  test('shows everything of a whole ride', async () => {
    const article = await card(ride())
    const shown = textOf(article)
    for (const part of [
      'fre. 27. nov.',
      '7,0 t',
      '300 kr',
      text('rides.seats_left', { count: 3 }),
      text('rides.pets_ok'),
      '07:00Oslo',
      '08:25via Hamar',
      '09:10via Lillehammer',
      '14:00Trondheim',
      'Møtes ved Oslo S',
      'Ingrid Solberg',
      text('rides.rating', { rating: '9,4', count: 38 }),
    ]) {
      expect(shown).toContain(part)
    }
    expect(shown).not.toContain('Del av turen')
  })

  test('shows the passenger’s part with its own times, price and seats, and the rest dimmed', async () => {
    const shown = textOf(await card(ride({}, 1, 3)))
    for (const part of [
      'ca. 5,6 t',
      '214 kr',
      text('rides.seats_left', { count: 1 }),
      text('rides.part_of', { from: 'Oslo', to: 'Trondheim' }),
      '07:00Oslo (ikke din del av turen)',
      'ca. 08:25Hamar',
      'ca. 09:10via Lillehammer',
      '14:00Trondheim',
    ]) {
      expect(shown).toContain(part)
    }
    expect(shown).not.toContain(text('rides.via', { place: 'Hamar' }))
  })

  test('opens the ride, or the part of it, by one link that says where it leads', async () => {
    await card(ride({}, 1, 3))
    const link = screen.getByRole('link', { name: /27\. nov\..*08:25, Hamar til Trondheim/ })
    expect(link.getAttribute('href')).toBe('/rides/r-1?from_position=1&to_position=3')
  })

  test('leads to the driver’s profile, and through signing in to the conversation', async () => {
    await card(ride())
    expect(screen.getByRole('link', { name: 'Ingrid Solberg' }).getAttribute('href')).toBe('/profile/u-driver')
    const contact = screen.getByRole('link', { name: /Kontakt/ })
    expect(contact.getAttribute('href')).toBe('/auth?next=%2Fchat%3Fuser%3Du-driver%26ride%3Dr-1')
    expect(screen.getByRole('button', { name: text('rides.reserve') })).toBeDefined()
  })

  test('contact goes straight to the chat for whoever is signed in', async () => {
    me = person('u-kari')
    await card(ride())
    expect(screen.getByRole('link', { name: /Kontakt/ }).getAttribute('href')).toBe('/chat?user=u-driver&ride=r-1')
  })

  test('one’s own ride has no buttons', async () => {
    me = person('u-driver')
    const article = await card(ride())
    expect(within(article).getByText(text('rides.own_ride'))).toBeDefined()
    expect(within(article).queryByRole('button')).toBeNull()
    expect(within(article).queryByRole('link', { name: /Kontakt/ })).toBeNull()
  })

  test('what one has asked for already is told instead, and asked for once for all cards', async () => {
    me = person('u-kari')
    const mine = (ride_id: string, status: ReservationStatus) => ownReservation({ id: ride_id, ride_id, status })
    answers['/api/v1/me/reservations'] = () => page([mine('r-1', 'accepted'), mine('r-2', 'rejected')])
    const full = { ...ride().section, available_seats: 0 }
    await show(
      <>
        {[ride({ section: full }), ride({ id: 'r-2' }), ride({ id: 'r-3' })].map((given) => (
          <RideCard key={given.id} ride={given} actions={<RideActions ride={given} />} />
        ))}
      </>,
    )
    const link = await screen.findByRole('link', { name: /Godtatt/ })
    expect(link.getAttribute('href')).toBe('/my-rides?tab=reservations')
    const [first] = screen.getAllByRole('article')
    expect(first?.contains(link)).toBe(true)
    expect(within(first!).queryByRole('button', { name: text('rides.reserve') })).toBeNull()
    expect(screen.getAllByRole('button', { name: text('rides.reserve') })).toHaveLength(2)
    expect(asked.filter((path) => path === '/me/reservations')).toHaveLength(1)
  })

  test('who is not signed in is not looked up', async () => {
    await card(ride())
    expect(asked).not.toContain('/me/reservations')
  })

  test('a full ride cannot be reserved', async () => {
    const full = ride()
    const article = await card({ ...full, section: { ...full.section, available_seats: 0 } })
    expect(textOf(article)).toContain(text('rides.full'))
    expect(screen.queryByRole('button', { name: text('rides.reserve') })).toBeNull()
  })

  test('a ride that has left offers no seats', async () => {
    const article = await card(ride({ departure_time: '2020-01-01T10:00:00Z' }))
    expect(textOf(article)).not.toContain('ledige plasser')
  })

  test('a driver without ratings is not shown as bad', async () => {
    const article = await card(ride({ driver: { ...ride().driver, rating: null, rating_count: 0 } }))
    expect(textOf(article)).toContain(text('rides.no_ratings'))
  })
})

describe('the search form', () => {
  const fill = (label: string, value: string) => {
    const field = screen.getByLabelText(label)
    fireEvent.change(field, { target: { value } })
    fireEvent.blur(field)
  }
  const search = () => fireEvent.click(screen.getByRole('button', { name: text('rides.search') }))

  test('carries only what has a value', async () => {
    await show(<SearchForm />)
    fill(text('rides.to'), '  Ålesund ')
    search()
    expect(address()).toBe('/search?to=%C3%85lesund')
  })

  test('carries all three', async () => {
    await show(<SearchForm />)
    fill(text('rides.from'), 'Hamar')
    fill(text('rides.to'), 'Trondheim')
    fill(text('rides.date'), '27.11.2099')
    search()
    expect(address()).toBe('/search?from=Hamar&to=Trondheim&date=2099-11-27')
  })

  test('with nothing in it names nothing', async () => {
    await show(<SearchForm />)
    search()
    expect(address()).toBe('/search')
  })

  test('swaps the two places and says so', async () => {
    await show(<SearchForm initial={{ from: 'Hamar', to: 'Oslo' }} />)
    fireEvent.click(screen.getByRole('button', { name: text('rides.swap') }))
    expect(screen.getByText(text('rides.swapped'))).toBeDefined()
    search()
    expect(address()).toBe('/search?from=Oslo&to=Hamar')
  })

  test('does not search on a date that cannot be read', async () => {
    await show(<SearchForm initial={{ from: 'Hamar' }} />)
    fill(text('rides.date'), 'en dag')
    search()
    expect(address()).toBe('/')
    expect(document.activeElement).toBe(screen.getByLabelText(text('rides.date')))
  })
})

describe('the search results', () => {
  test('say how many there are, and fetch more by the cursor', async () => {
    answers['/api/v1/rides'] = (query) =>
      query.has('cursor') ? page([ride({ id: 'r-2' }), ride({ id: 'r-1' })]) : page([ride()], 'c-1')
    await show(<SearchResults search={{ from: 'Oslo' }} />)
    expect(screen.getByText(text('rides.searching'))).toBeDefined()
    await screen.findByText(text('rides.count_so_far', { count: 1 }))
    fireEvent.click(await screen.findByRole('button', { name: text('rides.show_more') }))
    const count = await screen.findByText(text('rides.count', { count: 2 }))
    expect(count.closest('[role=status]')).not.toBeNull()
    const [, added] = screen.getAllByRole('article')
    await waitFor(() => expect(added?.contains(document.activeElement)).toBe(true))
    expect(asked.filter((path) => path.startsWith('/rides'))).toEqual([
      '/rides?from=Oslo',
      '/rides?from=Oslo&cursor=c-1',
    ])
  })

  test('none', async () => {
    answers['/api/v1/rides'] = () => page([])
    await show(<SearchResults search={{ from: 'Oslo' }} />)
    await screen.findByText(text('rides.none_title'))
    expect(screen.getByText(text('rides.none_text'))).toBeDefined()
  })

  test('a failure is told and can be tried again', async () => {
    answers['/api/v1/rides'] = failing(500, 'internal')
    await show(<SearchResults search={{ from: 'Oslo' }} />)
    await screen.findByText(text('rides.load_failed'))
    answers['/api/v1/rides'] = () => page([ride()])
    fireEvent.click(screen.getByRole('button', { name: text('core.retry') }))
    expect(await screen.findByText(text('rides.count', { count: 1 }))).toBeDefined()
  })

  test('what is there stays when more cannot be fetched', async () => {
    answers['/api/v1/rides'] = (query) => (query.has('cursor') ? failing(500, 'internal')() : page([ride()], 'c-1'))
    await show(<SearchResults search={{ sort: 'departure' }} />)
    fireEvent.click(await screen.findByRole('button', { name: text('rides.show_more') }))
    await screen.findByText(text('rides.load_failed'))
    expect(screen.getAllByRole('article')).toHaveLength(1)
    answers['/api/v1/rides'] = () => page([ride({ id: 'r-2' })])
    fireEvent.click(screen.getByRole('button', { name: text('core.retry') }))
    await screen.findByText(text('rides.count', { count: 2 }))
  })
})

describe('the home page’s rides', () => {
  test('are asked for ten at a time, with a way to all of them', async () => {
    answers['/api/v1/rides'] = () => page([ride()])
    await show(<UpcomingRides />)
    await screen.findByRole('article')
    expect(asked).toContain('/rides?limit=10')
    expect(screen.getByRole('link', { name: text('home.see_all') }).getAttribute('href')).toBe('/search?sort=departure')
  })

  test('none: invites to publish the first', async () => {
    answers['/api/v1/rides'] = () => page([])
    await show(<UpcomingRides />)
    await screen.findByText(text('home.empty_title'))
    expect(screen.getByRole('link', { name: text('home.publish') }).getAttribute('href')).toBe('/publish-ride')
  })
})

describe('the ride page', () => {
  function Screen() {
    return <RideScreen {...useRideOfAddress()} />
  }
  const open = (at = '/rides/r-1') =>
    show(
      <Routes>
        <Route path="/rides/:id" element={<Screen />} />
      </Routes>,
      at,
    )
  const ofSection = (query: URLSearchParams) => {
    const [from, to] = [query.get('from_position'), query.get('to_position')]
    return { body: from && to ? detail({}, Number(from), Number(to)) : detail() }
  }

  test('tells everything, and what only accepted passengers may know only to them', async () => {
    answers['/api/v1/rides/r-1'] = () => ({ body: detail() })
    const { unmount } = await open()
    await screen.findByRole('heading', { level: 1, name: /Oslo.*til.*Trondheim/ })
    expect(screen.getByText('Volvo V60')).toBeDefined()
    expect(screen.getByText('Møtes ved Oslo S')).toBeDefined()
    expect(screen.queryByText(text('ride.contact_title'))).toBeNull()
    unmount()
    queryClient.clear()
    const contact = { phone: '+4791234567', license_plate: 'EK12345', car_color: 'blå' }
    answers['/api/v1/rides/r-1'] = () => ({
      body: detail({
        viewer: 'passenger',
        contact,
        bookable: false,
        reservation: { id: 'x', status: 'accepted', from_position: 0, to_position: 3 },
      }),
    })
    await open()
    await screen.findByText(text('ride.contact_title'))
    expect(screen.getByRole('link', { name: /^\+47\s912\s34\s567$/ }).getAttribute('href')).toBe('tel:+4791234567')
    expect(screen.getByText(/^EK\s12345$/)).toBeDefined()
    expect(screen.getByText(text('ride.accepted_title'))).toBeDefined()
    expect(screen.queryByRole('button', { name: text('rides.reserve') })).toBeNull()
  })

  test('choosing where to get on changes the address, the price and the times', async () => {
    answers['/api/v1/rides/r-1'] = ofSection
    await open()
    fireEvent.change(await screen.findByLabelText(text('ride.get_on')), { target: { value: '1' } })
    expect(address()).toBe('/rides/r-1?from_position=1&to_position=3')
    await waitFor(() => expect(screen.getAllByText('214').length).toBeGreaterThan(0))
    fireEvent.change(screen.getByLabelText(text('ride.get_on')), { target: { value: '0' } })
    expect(address()).toBe('/rides/r-1')
  })

  test('a part the ride does not have leads to the whole of it', async () => {
    answers['/api/v1/rides/r-1'] = (query) =>
      query.has('to_position') ? failing(422, 'validation')() : { body: detail() }
    await open('/rides/r-1?from_position=1&to_position=9')
    await screen.findByRole('heading', { level: 1, name: /Oslo/ })
    expect(address()).toBe('/rides/r-1')
  })

  test.each([
    ['Turen er avlyst', detail({ status: 'cancelled', bookable: false })],
    ['Turen har startet', detail({ departure_time: '2020-01-01T10:00:00Z', bookable: false })],
    [
      'Turen er over',
      detail({ departure_time: '2020-01-01T10:00:00Z', arrival_time: '2020-01-01T17:00:00Z', bookable: false }),
    ],
    ['Din tur', detail({ viewer: 'driver', bookable: false })],
    [
      'Du har spurt om å være med',
      detail({ reservation: { id: 'x', status: 'pending', from_position: 0, to_position: 3 }, bookable: false }),
    ],
    ['Ingen ledige plasser', detail({ section: { ...ride().section, available_seats: 0 }, bookable: false })],
  ])('%s', async (title, body) => {
    answers['/api/v1/rides/r-1'] = () => ({ body })
    await open()
    await screen.findByText(title)
    expect(screen.queryByRole('button', { name: text('rides.reserve') })).toBeNull()
  })

  test('a cancelled ride says since when, and why to whom it is told', async () => {
    const cancellation = { at: '2026-11-20T13:05:00Z', reason: 'Bilen er på verksted' }
    answers['/api/v1/rides/r-1'] = () => ({ body: detail({ status: 'cancelled', bookable: false, cancellation }) })
    await open()
    const notice = await screen.findByText(/Avlyst fre\. 20\. nov\.\s14:05/)
    expect(notice.tagName).toBe('TIME')
    expect(screen.getByText('Bilen er på verksted')).toBeDefined()
    expect(screen.getByRole('link', { name: /Kontakt/ })).toBeDefined()
  })

  test('without a seat all the way there may be one on a part; on a full part, on another', async () => {
    const full = (change: object) =>
      detail({ section: { ...ride().section, available_seats: 0, ...change }, bookable: false })
    answers['/api/v1/rides/r-1'] = () => ({ body: full({}) })
    const { unmount } = await open()
    await screen.findByText(/Ingen plass er ledig hele veien/)
    expect(screen.getByLabelText(text('ride.get_on'))).toBeDefined()
    unmount()
    queryClient.clear()
    answers['/api/v1/rides/r-1'] = () => ({ body: full({ whole: false }) })
    await open()
    await screen.findByText(/Denne delen av turen er full/)
  })

  test('who has asked for a part of it is led to that part, whatever link was followed', async () => {
    me = person('u-kari')
    answers['/api/v1/rides/r-1'] = (query) => {
      const reservation = { id: 'x', status: 'pending' as const, from_position: 1, to_position: 3 }
      return { body: { ...ofSection(query).body, reservation, viewer: 'other', bookable: false } }
    }
    await open()
    await waitFor(() => expect(address()).toBe('/rides/r-1?from_position=1&to_position=3'))
    expect((await screen.findAllByText('214')).length).toBeGreaterThan(0)
  })

  test('an accepted passenger is told that the driver has changed the trip', async () => {
    me = person('u-kari')
    const reservation = { id: 'x', status: 'accepted' as const, from_position: 0, to_position: 3 }
    const { departure_time, arrival_time, start_location, end_location } = ride()
    const change = { departure_time, arrival_time, start_location, end_location }
    answers['/api/v1/rides/r-1'] = () => ({ body: detail({ viewer: 'passenger', reservation, bookable: false }) })
    answers['/api/v1/me/reservations'] = () => page([ownReservation({ id: 'x', status: 'accepted', change })])
    await open()
    await screen.findByText(text('ride.changed_title'))
    expect(screen.getByRole('link', { name: text('ride.see_change') }).getAttribute('href')).toBe(
      '/my-rides?tab=reservations',
    )
  })

  test('a ride that cannot be loaded: a heading that says so, and a way to try again', async () => {
    answers['/api/v1/rides/r-1'] = failing(500, 'internal')
    await open()
    await screen.findByRole('heading', { level: 1, name: text('ride.load_ride_failed') })
    expect(screen.queryByText(text('rides.load_failed'))).toBeNull()
    answers['/api/v1/rides/r-1'] = () => ({ body: detail() })
    fireEvent.click(screen.getByRole('button', { name: text('core.retry') }))
    await screen.findByRole('heading', { level: 1, name: /Oslo/ })
  })

  test('a ride whose driver cannot drive at present names no free seats', async () => {
    answers['/api/v1/rides/r-1'] = () => ({ body: detail({ driver_unavailable: true, bookable: false }) })
    await open()
    await screen.findByText(text('ride.unavailable_title'))
    expect(screen.queryByText(/ledig/)).toBeNull()
    expect(screen.queryByText(text('ride.seats'))).toBeNull()
  })

  test('an unknown ride leads on', async () => {
    answers['/api/v1/rides/r-1'] = failing(404, 'not_found')
    await open()
    await screen.findByRole('heading', { level: 1, name: text('ride.not_found_title') })
    expect(screen.getByRole('link', { name: text('rides.all_rides') }).getAttribute('href')).toBe(
      '/search?sort=departure',
    )
  })

  test('shares the address of the part that is shown', async () => {
    const writeText = vi.fn(async () => {})
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    answers['/api/v1/rides/r-1'] = ofSection
    await open('/rides/r-1?from_position=1&to_position=3')
    fireEvent.click(await screen.findByRole('button', { name: text('ride.share') }))
    await screen.findByText(text('ride.link_copied'))
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/rides/r-1?from_position=1&to_position=3`)
  })
})
