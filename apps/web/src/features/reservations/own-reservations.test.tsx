import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { OwnReservation } from '@samtur/contract/reservations'
import { contact, ride, ownReservation as reservation } from '../../../test/dataset.ts'
import { sendEvent } from '../../../test/live.ts'
import { press, reservationsServer } from '../../../test/reservations.ts'
import { page, refusal } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { containing, startingWith, text } from '../../../test/text.ts'
import { MyRidesPage } from './my-rides-page.tsx'
import { ReservationsPage } from './reservations-page.tsx'

const server = reservationsServer()
const reservations = 'reservations.mine'

/** Shows the page with these reservations. */
function open(...items: OwnReservation[]) {
  server.answers[reservations] = () => page(items)
  return show(<MyRidesPage />, '/my-rides')
}

describe('own reservations on /my-rides', () => {
  test.each([
    ['pending', 'reservations.status_pending'],
    ['accepted', 'reservations.status_accepted'],
    ['rejected', 'reservations.status_rejected'],
    ['cancelled', 'reservations.status_cancelled'],
  ] as const)('a %s reservation shows its status', async (status, word) => {
    await open(reservation({ status }))
    expect(await screen.findByText(text(word))).toBeDefined()
  })

  test('an accepted reservation shows contact, chat and rating, a pending one does not', async () => {
    const { unmount } = await open(reservation())
    await screen.findByText('Ingrid Solberg')
    expect(screen.queryByText(text('reservations.contact_title'))).toBeNull()
    expect(screen.queryByRole('link', { name: containing(text('reservations.chat')) })).toBeNull()
    expect(screen.queryByRole('button', { name: text('ratings.rate_ride') })).toBeNull()
    unmount()

    await open(reservation({ status: 'accepted', contact }))
    expect(await screen.findByText(text('reservations.contact_title'))).toBeDefined()
    expect(screen.getByRole('link', { name: /912/ }).getAttribute('href')).toBe('tel:+4791234567')
    for (const shown of ['AB 12345', 'Blå', 'Volvo', 'V60']) expect(screen.getByText(shown)).toBeDefined()
    expect(screen.getByRole('link', { name: containing(text('reservations.chat')) }).getAttribute('href')).toBe(
      '/chat?user=u-driver&ride=r-1',
    )
  })

  test.each([
    ['/my-rides', MyRidesPage],
    ['/reservations', ReservationsPage],
  ])('on %s a request for a detour says that the driver decides, until the answer is there', async (address, Page) => {
    const detour = { place_id: 7, end: 'start', minutes: 12, price: 14 } as const
    const section = { ...ride().section, start_location: 'Lillestrøm', whole: false }
    const asked = ride({ section, detour })
    const notice = containing(text('detours.notice', { minutes: 12 }).slice(0, 8))
    server.answers[reservations] = () => page([reservation({ ride: asked })])
    const { unmount } = await show(<Page />, address)
    expect((await screen.findByText(notice)).textContent).toBe(text('detours.notice', { minutes: 12 }))
    expect(screen.getByRole('link', { name: containing('Lillestrøm') }).getAttribute('href')).toBe(
      '/rides/r-1?from_position=0&to_position=1&detour_place_id=7&detour_end=start',
    )
    unmount()
    server.answers[reservations] = () => page([reservation({ ride: asked, status: 'rejected', ended_by: 'driver' })])
    await show(<Page />, address)
    await screen.findByText(text('reservations.status_rejected'))
    expect(screen.queryByText(notice)).toBeNull()
  })

  test('when the driver cannot drive, the passenger sees it with a link to other rides, and no chat button', async () => {
    await open(reservation({ status: 'accepted', driver_unavailable: true }))
    expect(await screen.findByText(text('reservations.unavailable_title'))).toBeDefined()
    expect(screen.getByRole('link', { name: text('reservations.find_another') })).toBeDefined()
    expect(screen.queryByRole('link', { name: containing(text('reservations.chat')) })).toBeNull()
  })

  test('a removed passenger sees why, with a link to other rides on the same part and day', async () => {
    await open(reservation({ status: 'cancelled', ended_by: 'removed', end_reason: 'Bilen er full' }))
    expect(await screen.findByText(text('reservations.ended_by_removal'))).toBeDefined()
    expect(screen.getByText('Bilen er full')).toBeDefined()
    const link = await screen.findByRole('link', { name: text('reservations.find_another') })
    expect(link.getAttribute('href')).toMatch(/^\/search\?from=Oslo&to=Trondheim&date=\d{4}-\d\d-\d\d$/)
  })

  test.each([
    ['/my-rides', MyRidesPage],
    ['/reservations', ReservationsPage],
  ])('on %s a passenger whose ride was cancelled is offered others', async (address, Page) => {
    server.answers[reservations] = () => page([reservation({ status: 'cancelled', ended_by: 'ride_cancelled' })])
    server.answers['wanted.rescueReservation'] = () => ({ rides: [ride({ id: 'r-2' })], planner: null, wanted: null })
    await show(<Page />, address)
    const others = await screen.findByRole('list', { name: text('rescue.rides') })
    expect(within(others).getByRole('link').getAttribute('href')).toBe('/rides/r-2')
    expect(screen.queryByRole('link', { name: text('reservations.find_another') })).toBeNull()
    expect(server.sentTo('wanted.rescueReservation')).toMatchObject([{ params: { id: 'res-1' } }])
  })

  test.each([
    ['was ended by the passenger', reservation({ status: 'cancelled', ended_by: 'passenger' })],
    ['has passed', reservation({ status: 'cancelled', ended_by: 'ride_cancelled', ride: ride({}, -1) })],
    ['was accepted', reservation({ status: 'accepted' })],
  ])('a trip that %s asks for no other rides', async (_, item) => {
    await open(item)
    await screen.findByText('Ingrid Solberg')
    expect(screen.queryByRole('link', { name: text('reservations.find_another') })).toBeNull()
    expect(server.sentTo('wanted.rescueReservation')).toHaveLength(0)
  })

  test.each([
    ['driver', 'rejected', 'reservations.status_rejected', 'reservations.ended_by_driver'],
    ['passenger', 'cancelled', 'reservations.status_withdrawn', 'reservations.ended_by_you'],
    ['ride_cancelled', 'cancelled', 'reservations.ride_cancelled', 'reservations.ended_by_cancellation'],
    ['expired', 'cancelled', 'reservations.status_expired', 'reservations.ended_by_time'],
    ['route_changed', 'cancelled', 'reservations.status_route_changed', 'reservations.ended_by_route'],
  ] as const)('a reservation ended by %s shows how and why', async (ended_by, status, word, sentence) => {
    await open(reservation({ status, ended_by, end_reason: 'Bilen er på verksted' }))
    expect(await screen.findByText(text(word))).toBeDefined()
    expect(screen.getByText(text(sentence))).toBeDefined()
    expect(screen.getByText('Bilen er på verksted')).toBeDefined()
    expect(screen.queryByRole('button', { name: containing(text('reservations.withdraw')) })).toBeNull()
    expect(screen.queryByRole('button', { name: containing(text('reservations.give_back')) })).toBeNull()
  })

  test('a reservation ended by a block does not show the block', async () => {
    await open(reservation({ status: 'cancelled', ended_by: 'block', end_reason: 'x' }))
    expect(await screen.findByText(text('reservations.status_cancelled'))).toBeDefined()
    expect(screen.queryByText('x')).toBeNull()
  })

  test.each([
    ['pending', 'reservations.withdraw', 'reservations.withdraw_title', 'reservations.withdrawn'],
    ['accepted', 'reservations.give_back', 'reservations.give_back_title', 'reservations.given_back'],
  ] as const)(
    'a %s reservation is cancelled after a confirmation, with a reason',
    async (status, button, title, done) => {
      const cancel = 'reservations.cancel'
      let item = reservation({ status })
      server.answers[reservations] = () => page([item])
      server.answers[cancel] = () => {
        item = reservation({ status: 'cancelled', ended_by: 'passenger' })
        return item
      }
      await show(<MyRidesPage />, '/my-rides')
      fireEvent.click(await screen.findByRole('button', { name: startingWith(text(button)) }))
      const dialog = await screen.findByRole('dialog', { name: text(title) })
      fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '  Er blitt syk ' } })
      press(text(button), dialog)
      expect(await screen.findByText(text(done))).toBeDefined()
      expect(server.sentTo(cancel).map(({ params, body }) => [params.id, body])).toEqual([
        ['res-1', { reason: 'Er blitt syk' }],
      ])
      expect(await screen.findByText(text('reservations.status_withdrawn'))).toBeDefined()
      await waitFor(() => expect(document.activeElement?.closest('article')).not.toBeNull())
    },
  )

  test('a changed trip shows old and new values, and is confirmed in the version shown', async () => {
    const confirm = 'reservations.confirm'
    const moved = (version: number) => {
      const given = ride({ version })
      const change = { ...given.section, start_location: 'Oslo S', start_point: null, end_point: null }
      return reservation({ status: 'accepted', contact, change, ride: given })
    }
    let item = moved(2)
    server.answers[reservations] = () => page([item])
    server.answers[confirm] = () => {
      item = moved(3)
      return refusal('ride_changed')
    }
    await show(<MyRidesPage />, '/my-rides')
    const block = (await screen.findByText(text('reservations.changed_title'))).parentElement!
    const places = `${text('reservations.before')}Oslo S${text('reservations.now')}Oslo`
    expect(within(block).getByText('Oslo S').closest('dd')?.textContent).toBe(places)
    press(startingWith(text('reservations.confirm_change')), block)
    expect(await screen.findByText(text('reservations.changed_again'))).toBeDefined()
    server.answers[confirm] = () => {
      item = reservation({ status: 'accepted', contact })
      return item
    }
    press(startingWith(text('reservations.confirm_change')))
    expect(await screen.findByText(text('reservations.confirmed_toast'))).toBeDefined()
    expect(server.sentTo(confirm).map(({ params, body }) => [params.id, body])).toEqual([
      ['res-1', { ride_version: 2 }],
      ['res-1', { ride_version: 3 }],
    ])
    expect(screen.queryByRole('button', { name: startingWith(text('reservations.confirm_change')) })).toBeNull()
  })

  test('the next trip is open, the others are rows until one of them asks something', async () => {
    const far = (change: Partial<OwnReservation> = {}) =>
      reservation({ id: 'far', status: 'accepted', ride: ride({ id: 'r-2' }, 99), ...change })
    await open(far(), reservation({ id: 'near', status: 'accepted' }))
    await screen.findAllByText('Ingrid Solberg')
    const opened = () => [...document.querySelectorAll('details')].map((row) => row.open)
    expect(opened()).toEqual([true, false])
    server.answers[reservations] = () =>
      page([far({ driver_unavailable: true }), reservation({ id: 'near', status: 'accepted' })])
    sendEvent({ event: 'changed', what: 'reservations' })
    await waitFor(() => expect(opened()).toEqual([true, true]))
  })

  test('a past trip that can be rated stands before the others ahead, with the button in its row', async () => {
    const past = reservation({ id: 'past', status: 'accepted', can_rate: true, ride: ride({}, -99) })
    await open(reservation({ id: 'next' }), reservation({ id: 'later', ride: ride({}, 99) }), past)
    const button = await screen.findByRole('button', { name: text('ratings.rate_ride') })
    expect(button.closest('details')).toBeNull()
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(headings).toEqual([text('reservations.next'), text('ratings.dialog_title'), text('reservations.upcoming')])
  })

  test('a past trip shows its status, and says in the opened row from when the driver can be rated again', async () => {
    const paused = { can_rate: false, can_rate_from: '2099-11-27T10:00:00Z' }
    await open(reservation({ status: 'accepted', ride: ride({}, -99), ...paused }))
    expect(await screen.findByText(text('reservations.status_accepted'))).toBeDefined()
    const button = screen.getByRole('button', { name: text('ratings.rate_ride'), hidden: true })
    expect(button.closest('summary')).toBeNull()
    expect(button.closest('details')).not.toBeNull()
  })

  test('a trip that can be rated later moves to those to rate, and stays there', async () => {
    const past = (change: Partial<OwnReservation> = {}) =>
      reservation({ status: 'accepted', ride: ride({}, -99), ...change })
    const heading = (id: 'reservations.past' | 'ratings.dialog_title') =>
      screen.findByRole('heading', { level: 2, name: text(id) })
    await open(past())
    await heading('reservations.past')
    server.answers[reservations] = () => page([past({ can_rate: true })])
    sendEvent({ event: 'changed', what: 'reservations' })
    await heading('ratings.dialog_title')
    server.answers[reservations] = () => page([past({ own_rating: 9 })])
    sendEvent({ event: 'changed', what: 'reservations' })
    expect(await screen.findByText(text('ratings.you_gave', { rating: 9 }))).toBeDefined()
    expect(await heading('ratings.dialog_title')).toBeDefined()
  })

  test('two trips on the same way have names of their own', async () => {
    await open(reservation(), reservation({ id: 'res-2', ride: ride({ id: 'r-2' }, 99) }))
    await screen.findAllByText('Ingrid Solberg')
    const names = screen
      .getAllByRole('article')
      .map((row) => (row.getAttribute('aria-labelledby') ?? '').split(' '))
      .map((ids) => ids.map((id) => document.getElementById(id)?.textContent).join(' '))
    expect(names[0]).toContain('Oslo')
    expect(new Set(names).size).toBe(2)
  })

  test('on a phone a button shows the rest of the trip', async () => {
    await open(reservation({ message: 'Har med ski' }))
    const button = await screen.findByRole('button', { name: text('reservations.details'), expanded: false })
    const rest = document.getElementById(button.getAttribute('aria-controls') ?? '')
    expect(rest?.textContent).toContain('Har med ski')
    fireEvent.click(button)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    expect(rest?.className).toBe('')
  })

  test('an accepted trip has a link for the calendar, a pending one does not', async () => {
    await open(reservation({ status: 'accepted' }), reservation({ id: 'res-2' }))
    const links = await screen.findAllByRole('link', { name: text('reservations.add_to_calendar') })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/api/v1/reservations/res-1/calendar.ics'])
  })
})

describe('/reservations', () => {
  test('shows status, seats, day, own message and ride, in the order of the server', async () => {
    server.answers[reservations] = () =>
      page([
        reservation({ message: 'Har med ski', created_at: '2026-11-19T10:00:00+01:00' }),
        reservation({ id: 'res-2', status: 'rejected', seats_requested: 1, ride: ride({ id: 'r-2' }, 5) }),
      ])
    await show(<ReservationsPage />, '/reservations')
    const seats = [1, 2].map((count) => text('reservations.seats', { count }))
    const [first, second] = await screen.findAllByText((shown) => seats.includes(shown))
    expect(first?.textContent).toBe(text('reservations.seats', { count: 2 }))
    expect(second?.textContent).toBe(text('reservations.seats', { count: 1 }))
    expect(screen.getByText('Har med ski')).toBeDefined()
    expect(
      screen.getByText(
        (shown) => shown.startsWith(text('reservations.sent_on', { date: '' })) && shown.includes('19. nov.'),
      ),
    ).toBeDefined()
    expect(screen.getAllByRole('article')).toHaveLength(2)
  })

  test('accepted reservations show how to reach the driver', async () => {
    server.answers[reservations] = () => page([reservation({ status: 'accepted', contact })])
    await show(<ReservationsPage />, '/reservations')
    expect(await screen.findByText(text('reservations.contact_title'))).toBeDefined()
  })

  test('an empty list links to the rides', async () => {
    await show(<ReservationsPage />, '/reservations')
    expect(await screen.findByText(text('reservations.empty_title'))).toBeDefined()
    expect(screen.getByRole('link', { name: text('reservations.find_rides') }).getAttribute('href')).toBe('/search')
  })
})
