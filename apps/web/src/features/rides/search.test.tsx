import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Ride } from '@samtur/contract/rides'
import { queryClient } from '#lib/query-client'
import SearchRoute from '../../screens/search.tsx'
import { ride as simpleRide } from '../../../test/dataset.ts'
import { fakeServer, ofWrongShape, page, refusal } from '../../../test/server.ts'
import { show, shownAddress } from '../../../test/show.tsx'
import { containing, text } from '../../../test/text.ts'

const server = fakeServer({
  answers: {
    'rides.search': () => page([ride('r-1')]),
    'rides.alternatives': () => ({ other_days: [], nearby: [] }),
    'rides.days': () => ({ days: [] }),
    'places.search': () => ({ items: [] }),
    'wanted.preview': () => ({ matches: [], match_count: 0, recent: null, planner: null }),
    'wanted.posts': () => page([]),
  },
})

const searches = () =>
  server.sent.flatMap(({ endpoint, query }) =>
    ['rides.search', 'rides.alternatives'].includes(endpoint) ? [[endpoint, query]] : [],
  )

function ride(id: string, day = '2099-11-27'): Ride {
  const times = { departure_time: `${day}T06:00:00.000Z`, arrival_time: `${day}T13:00:00.000Z` }
  return simpleRide({ id, ...times, section: { ...simpleRide().section, ...times } })
}

const open = (address: string) => show(<SearchRoute />, address)
/** Waits for the one ride that is found. */
async function openFound(address: string) {
  const shown = await open(address)
  await screen.findByText(text('rides.count', { count: 1 }))
  return shown
}
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('without a parameter nothing is searched, and a link leads to all rides', async () => {
  await open('/search')
  const all = await screen.findByRole('link', { name: text('no_rides.see_all') })
  expect(all.getAttribute('href')).toBe('/search?sort=departure')
  expect(screen.queryByText(text('rides.searching'))).toBeNull()
  expect(screen.queryByLabelText(text('search.max_price'))).toBeNull()
  expect(searches()).toEqual([])
  // The form waits to be filled in; nothing takes the focus away from the heading.
  expect(screen.getByLabelText(text('rides.from'))).not.toBe(document.activeElement)
  fireEvent.click(all)
  await screen.findByText(text('rides.count', { count: 1 }))
  expect(screen.getByRole('heading', { level: 1, name: text('rides.all_rides') })).toBeDefined()
  expect(searches()).toEqual([['rides.search', { sort: 'departure' }]])
})

describe('filters and order', () => {
  test('each choice changes the address and is sent to the server', async () => {
    await openFound('/search?from=Oslo')
    choose(text('search.seats'), '2')
    expect(shownAddress()).toBe('/search?from=Oslo&seats=2')
    choose(text('search.max_price'), '200')
    choose(text('search.time'), '6-12')
    fireEvent.click(screen.getByRole('button', { name: text('rides.pets_ok') }))
    fireEvent.click(screen.getByRole('button', { name: text('rides.instant') }))
    choose(text('search.luggage'), 'large')
    choose(text('search.sort'), 'price')
    const all = {
      from: 'Oslo',
      seats: '2',
      max_price: '200',
      from_hour: '6',
      until_hour: '12',
      pets: 'true',
      instant: 'true',
      luggage: 'large',
      sort: 'price',
    }
    expect(Object.fromEntries(new URLSearchParams(shownAddress()?.split('?')[1]))).toEqual(all)
    await waitFor(() => expect(searches().at(-1)).toEqual(['rides.search', all]))
    expect(screen.getByRole('button', { name: text('rides.pets_ok') }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('button', { name: containing(text('search.filters_on', { count: 6 })) })).toBeDefined()
  })

  test('detours are left out and let in again, where places are searched for', async () => {
    const { unmount } = await openFound('/search?from=Oslo')
    const choice = () => screen.getByRole('button', { name: text('search.detours') })
    expect(choice().getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(choice())
    expect(shownAddress()).toBe('/search?from=Oslo&detours=no')
    expect(choice().getAttribute('aria-pressed')).toBe('false')
    await waitFor(() => expect(searches().at(-1)).toEqual(['rides.search', { from: 'Oslo', detours: 'no' }]))
    expect(screen.getByRole('button', { name: containing(text('search.filters_on', { count: 1 })) })).toBeDefined()
    fireEvent.click(choice())
    expect(shownAddress()).toBe('/search?from=Oslo')
    unmount()
    await openFound('/search?sort=departure')
    expect(screen.queryByRole('button', { name: text('search.detours') })).toBeNull()
  })

  test('a filter without a choice offers any first', async () => {
    await openFound('/search?from=Oslo')
    for (const id of ['search.seats', 'search.max_price', 'search.time', 'search.luggage'] as const)
      expect(screen.getByLabelText<HTMLSelectElement>(text(id)).options[0]?.textContent).toBe(text('search.any'))
  })

  test('filters of the address are shown, also values that the list does not offer', async () => {
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

  test('the old list stays with a note until the new one arrives', async () => {
    await openFound('/search?from=Oslo')
    server.answers['rides.search'] = () => page([ride('r-1'), ride('r-2')])
    choose(text('search.sort'), 'price')
    await screen.findByText(text('rides.searching'))
    expect(screen.getAllByRole('article')).toHaveLength(1)
    expect((await screen.findByText(text('rides.count', { count: 2 }))).closest('[role=status]')).not.toBeNull()
  })

  test.each([[{}], [{ items: 'none' }], [[]], [null]])(
    'a response of another shape (%j) is a failure, and no card of the previous search stays',
    async (body) => {
      await openFound('/search?from=Oslo')
      server.answers['rides.search'] = () => ofWrongShape(body)
      choose(text('search.sort'), 'price')
      await screen.findByText(text('rides.load_failed'))
      expect(screen.queryByRole('article')).toBeNull()
    },
  )

  test('one link resets all filters and keeps the order', async () => {
    await openFound('/search?from=Oslo&seats=2&pets=true&sort=price')
    fireEvent.click(screen.getByRole('link', { name: text('search.reset') }))
    expect(shownAddress()).toBe('/search?from=Oslo&sort=price')
    await waitFor(() => expect(screen.queryByRole('link', { name: text('search.reset') })).toBeNull())
  })

  test('the filters stay for the next search', async () => {
    await openFound('/search?from=Oslo&seats=2')
    fireEvent.change(screen.getByLabelText(text('rides.from')), { target: { value: 'Bergen' } })
    fireEvent.click(screen.getByRole('button', { name: text('rides.search') }))
    await waitFor(() => expect(shownAddress()).toBe('/search?from=Bergen&seats=2'))
  })

  test('when nothing is found, a link removes the filters', async () => {
    server.answers['rides.search'] = ({ query }) => page(query['seats'] ? [] : [ride('r-1')])
    await open('/search?seats=4')
    await screen.findByText(text('rides.none_title'))
    expect(screen.getByText(text('no_rides.text'))).toBeDefined()
    fireEvent.click(screen.getByRole('link', { name: text('no_rides.drop_filters') }))
    expect(shownAddress()).toBe('/search?sort=departure')
    await screen.findByText(text('rides.count', { count: 1 }))
  })
})

test('seven days have the number and the lowest price of their rides, and lead to the search for the day', async () => {
  server.answers['rides.days'] = () => ({
    days: [
      { date: '2099-11-26', count: 0, lowest_price: null },
      { date: '2099-11-27', count: 1, lowest_price: 300 },
      { date: '2099-11-28', count: 100, lowest_price: null },
    ],
  })
  await openFound('/search?from=Oslo&date=2099-11-27&sort=price')
  const strip = await screen.findByRole('navigation', { name: text('search.days') })
  const days = await within(strip).findAllByRole('link')
  expect(days.map((day) => [day.getAttribute('href'), day.getAttribute('aria-current')])).toEqual([
    ['/search?from=Oslo&date=2099-11-26&sort=price', null],
    ['/search?from=Oslo&date=2099-11-27&sort=price', 'date'],
    ['/search?from=Oslo&date=2099-11-28&sort=price', null],
  ])
  for (const [at, words] of [
    text('search.day_none'),
    text('search.day_rides', { count: 1, shown: '1', price: '300' }),
    text('search.day_many', { shown: '99+' }),
  ].entries())
    expect(days[at]?.textContent).toContain(words)
  expect(server.sentTo('rides.days')[0]?.query).toEqual({ from: 'Oslo', date: '2099-11-27' })
})

test('without the days the results are shown all the same, below an empty strip of the same height', async () => {
  const day = { date: '2099-11-27', count: 1, lowest_price: 300 }
  server.answers['rides.days'] = () => ({ days: [day] })
  const { unmount } = await openFound('/search?from=Bergen')
  const strip = (await screen.findByRole('navigation', { name: text('search.days') })).className
  unmount()
  server.answers['rides.days'] = () => refusal('internal')
  const { container } = await openFound('/search?from=Oslo')
  const requests = () => queryClient.getQueryCache().findAll({ queryKey: ['rides', 'days'] })
  await waitFor(() => expect(requests().some(({ state }) => state.status === 'error')).toBe(true))
  expect(screen.queryByRole('navigation', { name: text('search.days') })).toBeNull()
  expect([...container.querySelectorAll('div')].filter(({ className }) => className === strip)).toHaveLength(1)
})

describe('when nothing is found', () => {
  beforeEach(() => {
    server.answers['rides.search'] = () => page([])
  })

  test('rides on other days and nearby are rows that say in what they differ', async () => {
    const close = { ...ride('r-9'), from_km: 0, to_km: 12.4 }
    server.answers['rides.alternatives'] = () => ({
      other_days: [ride('r-1', '2099-11-26'), ride('r-2', '2099-11-26'), ride('r-3')],
      nearby: [close],
    })
    await open('/search?from=Oslo&to=Trondheim&date=2099-11-28&seats=2&sort=price')
    await screen.findByText(text('rides.none_title'))
    const list = await screen.findByRole('list', { name: text('alternatives.instead', { count: 4 }) })
    const rows = within(list).getAllByRole('article')
    const differs = [
      text('alternatives.days_before', { count: 2 }),
      text('alternatives.days_before', { count: 2 }),
      text('alternatives.days_before', { count: 1 }),
      text('alternatives.ends_near', { km: 12, place: 'Trondheim' }),
    ]
    for (const [at, words] of differs.entries()) expect(rows[at]?.textContent).toContain(words)
    expect(rows[3]?.textContent).not.toContain('fra Oslo')
    expect(within(rows[0]!).getByRole('link').getAttribute('href')).toBe('/rides/r-1')
    expect(screen.getByText(text('alternatives.instead', { count: 4 })).closest('[role=status]')).not.toBeNull()
    expect(searches().at(-1)).toEqual([
      'rides.alternatives',
      { from: 'Oslo', to: 'Trondheim', date: '2099-11-28', seats: '2' },
    ])
  })

  test('no group is shown when alternatives cannot be loaded', async () => {
    server.answers['rides.alternatives'] = () => refusal('internal')
    await open('/search?from=Oslo')
    await screen.findByText(text('rides.none_title'))
    await waitFor(() => expect(searches()).toHaveLength(2))
    expect(screen.queryByRole('article')).toBeNull()
    expect(screen.queryByText(text('rides.load_failed'))).toBeNull()
  })

  test('for all rides no alternatives are requested', async () => {
    await open('/search?sort=departure')
    await screen.findByText(text('rides.none_title'))
    expect(screen.queryByRole('link', { name: text('rides.all_rides') })).toBeNull()
    expect(searches()).toEqual([['rides.search', { sort: 'departure' }]])
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
    server.answers['rides.search'] = ({ query }) => {
      const at = Number(query['cursor'] ?? 0)
      return page([ride(`r-${at}`)], at < 6 ? String(at + 1) : null)
    }
  })

  test('loads more near its end, and after five times only on request', async () => {
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
