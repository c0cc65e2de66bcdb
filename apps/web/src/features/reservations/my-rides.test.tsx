import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createFormat } from '#lib/format'
import { queryClient } from '#lib/query-client'
import { ownRide, request, ownReservation as reservation } from '../../../test/dataset.ts'
import { sendEvent } from '../../../test/live.ts'
import { press, reservationsServer } from '../../../test/reservations.ts'
import { ofWrongShape, page, refusal } from '../../../test/server.ts'
import { fakePopovers, show, shownAddress } from '../../../test/show.tsx'
import { startingWith, text } from '../../../test/text.ts'
import { TripMark } from '../notifications/trip-mark.tsx'
import { MyRidesPage } from './my-rides-page.tsx'
import { TodayBanner } from './today-banner.tsx'

fakePopovers()
const server = reservationsServer()
const list = 'reservations.myRides'
const reservations = 'reservations.mine'

describe('/my-rides', () => {
  test('both tabs show their count, and the address has the open tab', async () => {
    server.answers[reservations] = () => page([reservation(), reservation({ id: 'res-2' })])
    server.answers[list] = () => page([ownRide([])])
    await show(<MyRidesPage />, '/my-rides')
    const tab = await screen.findByRole('tab', { name: text('reservations.my_rides_count', { count: 1 }) })
    expect(
      await screen.findByRole('tab', {
        name: text('reservations.my_reservations_count', { count: 2 }),
        selected: true,
      }),
    ).toBeDefined()
    fireEvent.click(tab)
    expect(shownAddress()).toBe('/my-rides?tab=rides')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe(
      text('reservations.my_rides_count', { count: 1 }),
    )
  })

  test('open requests come first, then rides by what they wait for, past rides last', async () => {
    server.answers[list] = () =>
      page([
        ownRide([], { id: 'far', end_location: 'Bergen' }, 200),
        ownRide([request()], { id: 'asked', end_location: 'Hamar' }, 100),
        ownRide([], { id: 'old', end_location: 'Gjøvik' }, -100),
      ])
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    await screen.findByText('Ola Nordmann', { selector: 'bdi' })
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(headings).toEqual([
      text('reservations.needs_answer', { count: 1 }),
      text('reservations.upcoming_rides'),
      text('reservations.unasked'),
      text('reservations.past_rides'),
    ])
    const rides = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(rides).toEqual([
      // The request, for its part of the way.
      text('reservations.section', { from: 'Oslo', to: 'Trondheim' }),
      text('reservations.section', { from: 'Oslo', to: 'Hamar' }),
      text('reservations.section', { from: 'Oslo', to: 'Bergen' }),
      text('reservations.section', { from: 'Oslo', to: 'Gjøvik' }),
    ])
    const tab = text('reservations.my_rides_count', { count: 3 }) + text('reservations.waiting', { count: 1 })
    expect(screen.getByRole('tab', { name: tab })).toBeDefined()
  })

  test('without a tab in the address the tab with open requests opens, and stays open', async () => {
    server.answers[reservations] = () => page([reservation()])
    server.answers[list] = () => page([ownRide([request()])])
    await show(<MyRidesPage />, '/my-rides')
    expect(
      await screen.findByRole('tab', {
        name: startingWith(text('reservations.my_rides_count', { count: 1 })),
        selected: true,
      }),
    ).toBeDefined()
    server.answers[list] = () => page([ownRide([])])
    sendEvent({ event: 'changed', what: 'reservations' })
    await screen.findByText(text('reservations.no_requests'))
    expect(
      screen.getByRole('tab', { name: text('reservations.my_rides_count', { count: 1 }), selected: true }),
    ).toBeDefined()
    fireEvent.click(screen.getByRole('tab', { name: text('reservations.my_reservations_count', { count: 1 }) }))
    expect(shownAddress()).toBe('/my-rides?tab=reservations')
  })

  test('a slow list does not hide the open one, and moves nothing when it comes', async () => {
    server.answers[list] = () => page([ownRide([request()])])
    const held = server.hold(reservations)
    const { container } = await show(<MyRidesPage />, '/my-rides?tab=rides')
    await screen.findByRole('button', { name: startingWith(text('reservations.accept')) })
    const names = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
    expect(names()[0]).toBe(text('reservations.my_reservations_count', { count: '…' }))
    const place = () => container.querySelector('[role=tabpanel] > .h-12')
    expect(place()).not.toBeNull()
    await act(async () => held[0]!.respond(page([])))
    await waitFor(() => expect(names()[0]).toBe(text('reservations.my_reservations_count', { count: 0 })))
    expect(place()).not.toBeNull()
  })

  test('lists that come together leave no place for a trip today where there is none', async () => {
    server.answers[list] = () => page([ownRide([request()])])
    const { container } = await show(<MyRidesPage />, '/my-rides?tab=rides')
    await screen.findByRole('button', { name: startingWith(text('reservations.accept')) })
    expect(container.querySelector('[role=tabpanel] > .h-12')).toBeNull()
  })

  test('without a tab in the address a slow list does not hide the other one', async () => {
    server.answers[list] = () => page([ownRide([])])
    server.hold(reservations)
    await show(<MyRidesPage />, '/my-rides')
    const name = text('reservations.my_rides_count', { count: 1 })
    expect(await screen.findByRole('tab', { name, selected: true })).toBeDefined()
    fireEvent.click(screen.getByRole('tab', { name: text('reservations.my_reservations_count', { count: '…' }) }))
    expect(screen.getByRole('tab', { name })).toBeDefined()
  })

  test.each([
    ['refused', refusal('internal')],
    ['of a wrong shape', ofWrongShape(page([{ ...ownRide([]), reservations: undefined }]))],
  ])('a list that cannot be loaded (%s) shows a toast and a button to try again', async (_how, wrong) => {
    server.answers[list] = () => wrong
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    await waitFor(() => expect(screen.getAllByText(text('reservations.load_rides_failed'))).toHaveLength(1))
    server.answers[list] = () => page([ownRide([request()])])
    press(text('core.retry'))
    expect(await screen.findByText('Ola Nordmann', { selector: 'bdi' })).toBeDefined()
    expect(screen.queryByRole('button', { name: text('core.retry') })).toBeNull()
  })

  test('more of a long list loads on request, and the focus moves to it', async () => {
    const gone = request({ status: 'accepted', seats_requested: 3 })
    const old = (day: number) => ownRide([gone], { id: `old-${day}` }, -24 * (day + 2))
    let part = 0
    server.answers[list] = () => ({ items: [old(part), old(part + 1)], next_cursor: (part += 2) < 4 ? 'on' : null })
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    expect(await screen.findAllByText(/3 passasjerer$/)).toHaveLength(2)
    expect(screen.getByRole('tab', { name: text('reservations.my_rides_count', { count: '2+' }) })).toBeDefined()
    expect(document.querySelectorAll('details[open]')).toHaveLength(0)
    press(text('reservations.show_more'))
    await waitFor(() => expect(document.querySelectorAll('summary')).toHaveLength(4))
    await waitFor(() => expect(document.activeElement).toBe(document.querySelectorAll('summary')[2]))
    expect(screen.queryByRole('button', { name: text('reservations.show_more') })).toBeNull()
    expect(screen.getByRole('tab', { name: text('reservations.my_rides_count', { count: 4 }) })).toBeDefined()
  })

  test('of the past rides three show, and the others on request, with the focus on the first of them', async () => {
    server.answers[list] = () => page([1, 2, 3, 4, 5].map((day) => ownRide([], { id: `old-${day}` }, -24 * (day + 2))))
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    await waitFor(() => expect(document.querySelectorAll('summary')).toHaveLength(3))
    press(text('reservations.show_more'))
    expect(document.querySelectorAll('summary')).toHaveLength(5)
    await waitFor(() => expect(document.activeElement).toBe(document.querySelectorAll('summary')[3]))
  })

  test('the next ride with passengers is open where nothing waits for an answer', async () => {
    const passenger = request({ id: 'req-2', status: 'accepted' })
    const rides = [ownRide([passenger], { id: 'near' }), ownRide([passenger], { id: 'far' }, 99)]
    server.answers[list] = () => page(rides)
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    await screen.findAllByText('Ola Nordmann', { selector: 'bdi' })
    const opened = () => [...document.querySelectorAll('details')].map((row) => row.open)
    expect(opened()).toEqual([true, false])
  })

  test('no ride is open where a request waits for an answer', async () => {
    const passenger = request({ id: 'req-2', status: 'accepted' })
    server.answers[list] = () => page([ownRide([request()], { id: 'asked' }, 50), ownRide([passenger], { id: 'near' })])
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    await screen.findByRole('button', { name: startingWith(text('reservations.accept')) })
    expect([...document.querySelectorAll('details')].map((row) => row.open)).toEqual([false, false])
  })

  test('the menu of a ride leads to its form and its calendar file, and cancels it', async () => {
    server.answers[list] = () => page([ownRide([])])
    await show(<MyRidesPage />, '/my-rides?tab=rides')
    fireEvent.click(await screen.findByRole('button', { name: startingWith(text('reservations.ride_menu')) }))
    const hrefOf = (id: 'manage.edit' | 'reservations.add_to_calendar') =>
      screen.getByText(text(id)).closest('a')?.getAttribute('href')
    expect(hrefOf('manage.edit')).toBe('/rides/r-1/edit')
    expect(hrefOf('reservations.add_to_calendar')).toBe('/api/v1/rides/r-1/calendar.ics')
    fireEvent.click(screen.getByText(text('manage.cancel')))
    expect(await screen.findByRole('dialog')).toBeDefined()
  })

  test('empty lists show what to do next', async () => {
    await show(<MyRidesPage />, '/my-rides')
    expect(await screen.findByText(text('reservations.empty_title'))).toBeDefined()
    fireEvent.click(screen.getByRole('tab', { name: text('reservations.my_rides_count', { count: 0 }) }))
    const links = screen.getAllByRole('link', { name: text('reservations.publish_ride') })
    expect(links.map((link) => link.getAttribute('href'))).toContain('/publish-ride')
  })

  test('an event of the inbox loads the reservations again', async () => {
    await show(<MyRidesPage />, '/my-rides')
    await screen.findByText(text('reservations.empty_title'))
    server.answers[reservations] = () => page([reservation({ status: 'accepted' })])
    sendEvent({ event: 'changed', what: 'reservations' })
    expect(await screen.findByText(text('reservations.status_accepted'))).toBeDefined()
  })
})

test('the line of the trip names its day where that is not today in Oslo', async () => {
  const times = { departure_time: '2026-11-28T07:00:00+01:00', arrival_time: '2026-11-28T09:00:00+01:00' }
  const at = (now: string) => <TodayBanner rides={[ownRide([], times)]} now={Date.parse(now)} />
  const { unmount } = await show(at('2026-11-27T22:30:00Z'))
  const time = `${createFormat('no', text).weekday(times.departure_time)} 07:00`
  expect(screen.getByRole('link').textContent).toContain(text('reservations.today_on', { time }))
  unmount()
  await show(at('2026-11-27T23:30:00Z'))
  expect(screen.getByRole('link').textContent).toContain(text('reservations.today', { time: '07:00' }))
})

test('the dot of own trips goes when their lists have been shown, and comes with what is new since', async () => {
  const dot = () => screen.queryByText(text('nav.trips_news'))
  let trips = 2
  server.answers['notifications.unread'] = () => ({ unread: 5, trips })
  const count = async (next: number) => {
    trips = next
    await act(() => queryClient.invalidateQueries({ queryKey: ['notifications'] }))
  }
  const { unmount } = await show(<TripMark className="" />)
  await waitFor(() => expect(dot()).not.toBeNull())
  unmount()
  const held = server.hold(reservations)
  const both = (
    <>
      <TripMark className="" />
      <MyRidesPage />
    </>
  )
  const { unmount: leave } = await show(both, '/my-rides?tab=rides')
  await screen.findByText(text('reservations.empty_rides_title'))
  expect(dot()).not.toBeNull()
  await act(async () => held[0]!.respond(page([])))
  await waitFor(() => expect(dot()).toBeNull())
  leave()
  await show(<TripMark className="" />)
  await count(2)
  expect(dot()).toBeNull()
  await count(3)
  await waitFor(() => expect(dot()).not.toBeNull())
  // Reading them elsewhere takes nothing from what comes afterwards.
  await count(1)
  await waitFor(() => expect(dot()).toBeNull())
  await count(2)
  await waitFor(() => expect(dot()).not.toBeNull())
})
