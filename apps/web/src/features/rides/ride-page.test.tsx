import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { createFormat } from '#lib/format'
import { queryClient } from '#lib/query-client'
import { Route, Routes } from 'react-router'
import { ownReservation } from '../../../test/dataset.ts'
import { detail, person, ride, ridesServer, show } from '../../../test/rides.tsx'
import { page, refusal, type Sent } from '../../../test/server.ts'
import { fakePopovers, shownAddress } from '../../../test/show.tsx'
import { containing, text } from '../../../test/text.ts'
import { RideScreen } from './ride-screen.tsx'

fakePopovers()
const server = ridesServer()

const partOf = (id: 'ride.route' | 'ride.driver' | 'ride.price' | 'ride.about') =>
  screen.getByRole('region', { name: text(id) })

function expectInOrder(parts: readonly HTMLElement[]) {
  for (const [index, later] of parts.slice(1).entries())
    expect(parts[index]!.compareDocumentPosition(later) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
}

describe('the ride page', () => {
  const open = (at = '/rides/r-1') =>
    show(
      <Routes>
        <Route path="/rides/:id" element={<RideScreen />} />
      </Routes>,
      at,
    )
  /** Shows the ride, or why there is none. */
  const openWith = (answer: NonNullable<(typeof server.answers)['rides.get']>) => {
    server.answers['rides.get'] = answer
    return open()
  }
  const ofSection = ({ query }: Pick<Sent, 'query'>) => {
    const { from_position: from, to_position: to } = query
    return from && to ? detail({}, Number(from), Number(to)) : detail()
  }

  test('shows the ride, and contact data only to an accepted passenger', async () => {
    const { unmount } = await openWith(() => detail())
    await screen.findByRole('heading', { level: 1, name: /Oslo.*til.*Trondheim/ })
    expect(screen.getByText('Volvo V60')).toBeDefined()
    expect(screen.getByText('Møtes ved Oslo S')).toBeDefined()
    expect(screen.queryByText(text('ride.contact_title'))).toBeNull()
    unmount()
    queryClient.clear()
    const contact = { phone: '+4791234567', license_plate: 'EK12345', car_color: 'blå' }
    server.answers['rides.get'] = () =>
      detail({
        viewer: 'passenger',
        contact,
        bookable: false,
        reservation: { id: 'x', status: 'accepted', from_position: 0, to_position: 3 },
      })
    await open()
    const reach = await screen.findByRole('region', { name: text('ride.contact_title') })
    expectInOrder([reach, partOf('ride.driver'), partOf('ride.price')])
    expect(screen.getByRole('link', { name: /^\+47\s912\s34\s567$/ }).getAttribute('href')).toBe('tel:+4791234567')
    expect(screen.getByText(/^EK\s12345$/)).toBeDefined()
    expect(screen.getByText(text('ride.accepted_title'))).toBeDefined()
    expect(screen.queryByRole('button', { name: text('rides.reserve') })).toBeNull()
  })

  test('kilometres and tolls that the driver has typed above ours stand beside ours, for everybody', async () => {
    server.answers['rides.get'] = () =>
      detail({ claims: { distance_km: { typed: 440, ours: 176 }, extra_costs: { typed: 2000, ours: 276 } } })
    const { unmount } = await open()
    await screen.findByText('sjåføren oppgir 440 km (vårt tall: 176)')
    expect(screen.getByText(/^sjåføren oppgir 2\s000\skr \(vårt tall: høyst 276\skr\)$/)).toBeDefined()
    unmount()
    queryClient.clear()
    await openWith(() => detail())
    await screen.findByText('Volvo V60')
    expect(screen.queryByText(/oppgir/)).toBeNull()
  })

  test('choosing where to get on changes address and price', async () => {
    server.answers['rides.get'] = ofSection
    await open()
    fireEvent.change(await screen.findByLabelText(text('ride.get_on')), { target: { value: '1' } })
    expect(shownAddress()).toBe('/rides/r-1?from_position=1&to_position=3')
    await waitFor(() => expect(screen.getAllByText('214').length).toBeGreaterThan(0))
    fireEvent.change(screen.getByLabelText(text('ride.get_on')), { target: { value: '0' } })
    expect(shownAddress()).toBe('/rides/r-1')
  })

  test('an address with an unknown part opens the whole ride', async () => {
    server.answers['rides.get'] = ({ query }) => (query['to_position'] ? refusal('validation') : detail())
    await open('/rides/r-1?from_position=1&to_position=9')
    await screen.findByRole('heading', { level: 1, name: /Oslo/ })
    expect(shownAddress()).toBe('/rides/r-1')
  })

  test.each([
    ['ride.cancelled_title', detail({ status: 'cancelled', bookable: false })],
    ['ride.departed_title', detail({ departure_time: '2020-01-01T10:00:00Z', bookable: false })],
    [
      'ride.over_title',
      detail({ departure_time: '2020-01-01T10:00:00Z', arrival_time: '2020-01-01T17:00:00Z', bookable: false }),
    ],
    ['rides.own_ride', detail({ viewer: 'driver', bookable: false })],
    [
      'ride.pending_title',
      detail({ reservation: { id: 'x', status: 'pending', from_position: 0, to_position: 3 }, bookable: false }),
    ],
    ['ride.full_title', detail({ section: { ...ride().section, available_seats: 0 }, bookable: false })],
  ] as const)('a ride that cannot be reserved shows why: %s', async (title, body) => {
    await openWith(() => body)
    await screen.findByText(text(title))
    expect(screen.queryByRole('button', { name: text('rides.reserve') })).toBeNull()
  })

  test('a ride that has left shows up to three coming ones on the same way, and neither free seats nor a button', async () => {
    const left = { departure_time: '2020-01-01T10:00:00Z', arrival_time: '2020-01-01T17:00:00Z', bookable: false }
    server.answers['rides.get'] = () => detail({ ...left, viewer: 'other' })
    server.answers['rides.search'] = () => page([ride({ id: 'r-2' }), ride({ id: 'r-3' })])
    const { unmount } = await open()
    const region = (await screen.findByRole('heading', { level: 2, name: text('ride.similar') })).closest('section')!
    expect(within(region).getAllByRole('article')).toHaveLength(2)
    expect(server.sentTo('rides.search').map(({ query }) => query)).toEqual([
      { from: 'Oslo', to: 'Trondheim', sort: 'departure', limit: '3' },
    ])
    expect(screen.queryByText(text('ride.seats_of', { free: 3, total: 4 }))).toBeNull()
    expect(screen.queryByText(text('ride.seats'))).toBeNull()
    expect(within(document.body).queryAllByText(text('rides.seats_left', { count: 3 })).length).toBe(
      within(region).queryAllByText(text('rides.seats_left', { count: 3 })).length,
    )
    unmount()
    queryClient.clear()
    // The driver and a passenger look for no other ride.
    await openWith(() => detail({ ...left, viewer: 'driver' }))
    await screen.findByText(text('ride.over_title'))
    expect(screen.queryByText(text('ride.similar'))).toBeNull()
  })

  test('a cancelled ride shows when and why it was cancelled', async () => {
    const cancellation = { at: '2026-11-20T13:05:00Z', reason: 'Bilen er på verksted' }
    await openWith(() => detail({ status: 'cancelled', bookable: false, cancellation }))
    const notice = await screen.findByText(/Avlyst fre\. 20\. nov\.\s14:05/)
    expect(notice.tagName).toBe('TIME')
    expect(screen.getByText('Bilen er på verksted')).toBeDefined()
    expect(screen.getByRole('link', { name: containing(text('rides.contact')) })).toBeDefined()
  })

  test('a full ride suggests a part of it, a full part another one', async () => {
    const full = (change: object) =>
      detail({ section: { ...ride().section, available_seats: 0, ...change }, bookable: false })
    const { unmount } = await openWith(() => full({}))
    await screen.findByText(text('ride.full_whole_text'))
    expect(screen.getByLabelText(text('ride.get_on'))).toBeDefined()
    unmount()
    queryClient.clear()
    await openWith(() => full({ whole: false }))
    await screen.findByText(text('ride.full_part_text'))
  })

  test('a passenger with a request for a part is led to that part', async () => {
    server.me = person('u-kari')
    server.answers['rides.get'] = ({ query }) => {
      const reservation = { id: 'x', status: 'pending' as const, from_position: 1, to_position: 3 }
      return { ...ofSection({ query }), reservation, viewer: 'other', bookable: false }
    }
    await open()
    await waitFor(() => expect(shownAddress()).toBe('/rides/r-1?from_position=1&to_position=3'))
    expect((await screen.findAllByText('214')).length).toBeGreaterThan(0)
  })

  test('an accepted passenger sees that the driver has changed the trip', async () => {
    server.me = person('u-kari')
    const reservation = { id: 'x', status: 'accepted' as const, from_position: 0, to_position: 3 }
    const { departure_time, arrival_time, start_location, end_location } = ride()
    const points = { start_point: null, end_point: null }
    const change = { departure_time, arrival_time, start_location, end_location, ...points }
    server.answers['rides.get'] = () => detail({ viewer: 'passenger', reservation, bookable: false })
    server.answers['reservations.mine'] = () => page([ownReservation({ id: 'x', status: 'accepted', change })])
    await open()
    await screen.findByText(text('ride.changed_title'))
    expect(screen.getByRole('link', { name: text('ride.see_change') }).getAttribute('href')).toBe(
      '/my-rides?tab=reservations',
    )
  })

  test('a ride that cannot be loaded shows a heading and a button to try again', async () => {
    await openWith(() => refusal('internal'))
    await screen.findByRole('heading', { level: 1, name: text('ride.load_ride_failed') })
    expect(screen.queryByText(text('rides.load_failed'))).toBeNull()
    server.answers['rides.get'] = () => detail()
    fireEvent.click(screen.getByRole('button', { name: text('core.retry') }))
    await screen.findByRole('heading', { level: 1, name: /Oslo/ })
  })

  test('a ride whose driver cannot drive at present shows no free seats', async () => {
    await openWith(() => detail({ driver_unavailable: true, bookable: false }))
    await screen.findByText(text('ride.unavailable_title'))
    expect(screen.queryByText(text('rides.seats_left', { count: 3 }))).toBeNull()
    expect(screen.queryByText(text('ride.seats_of', { free: 3, total: 4 }))).toBeNull()
    expect(screen.queryByText(text('ride.seats'))).toBeNull()
  })

  test('says what happens next to who may ask for a seat, and only to them', async () => {
    const { unmount } = await openWith(() => detail())
    await screen.findByRole('heading', { name: text('ride.next_title') })
    expect(screen.getByText(text('ride.next_answer', { name: 'Ingrid' }))).toBeDefined()
    unmount()
    queryClient.clear()
    await openWith(() => detail({ bookable: false }))
    await screen.findByRole('heading', { level: 1, name: /Oslo/ })
    expect(screen.queryByRole('heading', { name: text('ride.next_title') })).toBeNull()
  })

  test('has its parts in the order in which a phone shows them', async () => {
    await openWith(() => detail())
    const next = await screen.findByRole('region', { name: text('ride.next_title') })
    expectInOrder([partOf('ride.route'), partOf('ride.driver'), partOf('ride.price'), next, partOf('ride.about')])
  })

  test('a report of the driver says which ride it is about, with its address', async () => {
    server.me = person('u-kari')
    const driver = { ...ride().driver, id: '00000000-0000-4000-8000-00000000000a' }
    server.answers['moderation.report'] = () => ({ id: 'x', created_at: '2026-11-29T10:00:00Z' })
    await openWith(() => detail({ driver }))
    fireEvent.click(await screen.findByText(text('report.report')))
    const dialog = within(await screen.findByRole('dialog', { name: text('report.title', { name: driver.full_name }) }))
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'For fort' } })
    fireEvent.click(dialog.getByRole('button', { name: text('chat.report_send') }))
    await screen.findByText(text('chat.reported'))
    const day = createFormat('no', text).date(ride().section.departure_time)
    expect(server.sentTo('moderation.report').map(({ body }) => body.reason)).toEqual([
      `Oslo til Trondheim, ${day} /rides/r-1\nFor fort`,
    ])
  })

  test('an unknown ride links to all rides', async () => {
    await openWith(() => refusal('not_found'))
    await screen.findByRole('heading', { level: 1, name: text('ride.not_found_title') })
    expect(screen.getByRole('link', { name: text('rides.all_rides') }).getAttribute('href')).toBe(
      '/search?sort=departure',
    )
  })

  test('shares way, time, seats, price and the address of the part that is shown, as a text for a group', async () => {
    const copied: string[] = []
    const writeText = async (words: string) => void copied.push(words)
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    server.answers['rides.get'] = ofSection
    await open('/rides/r-1?from_position=1&to_position=3')
    fireEvent.click(await screen.findByRole('button', { name: text('ride.share') }))
    await screen.findByText(text('core.link_copied'))
    const [said, address] = (copied[0] ?? '').split('\n')
    expect(address).toBe(`${location.origin}/rides/r-1?from_position=1&to_position=3`)
    const { section, currency } = ofSection({ query: { from_position: '1', to_position: '3' } })
    const format = createFormat('no', text)
    for (const part of [
      text('rides.from_to', { from: section.start_location, to: section.end_location }),
      format.time(section.departure_time),
      text('rides.seats_left', { count: section.available_seats }),
      format.price(section.price, currency).text,
    ])
      expect(said).toContain(part)
  })
})
