import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ReservationStatus } from '@samtur/contract/constants'
import type { Ride } from '@samtur/contract/rides'
import { ownReservation } from '../../../test/dataset.ts'
import { person, ride, ridesServer, show, textOf } from '../../../test/rides.tsx'
import { page } from '../../../test/server.ts'
import { containing, text } from '../../../test/text.ts'
import { RideActions } from './ride-actions.tsx'
import { RideCard } from './ride-card.tsx'

const server = ridesServer()

describe('the ride card', () => {
  const card = async (given: Ride) => {
    await show(<RideCard ride={given} actions={<RideActions ride={given} />} />)
    return screen.getByRole('article')
  }

  test('shows everything about a whole ride', async () => {
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

  test('is read in the order of a row: way, seats, whether a seat is given at once, notes', async () => {
    const shown = textOf(await card(ride({ instant_booking: 'all' })))
    const parts = ['14:00Trondheim', text('rides.seats_left', { count: 3 }), text('rides.instant'), 'Møtes ved Oslo S']
    const places = parts.map((part) => shown.indexOf(part))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('one link opens the ride, or its part, and names day, time and places', async () => {
    await card(ride({}, 1, 3))
    const link = screen.getByRole('link', { name: /27\. nov\..*08:25, Hamar til Trondheim/ })
    expect(link.getAttribute('href')).toBe('/rides/r-1?from_position=1&to_position=3')
  })

  test('links to the driver’s profile, and for a visitor through the login to the chat', async () => {
    await card(ride())
    expect(screen.getByRole('link', { name: 'Ingrid Solberg' }).getAttribute('href')).toBe('/profile/u-driver')
    const contact = screen.getByRole('link', { name: containing(text('rides.contact')) })
    expect(contact.getAttribute('href')).toBe('/auth?next=%2Fchat%3Fuser%3Du-driver%26ride%3Dr-1')
    expect(screen.getByRole('button', { name: text('rides.reserve') })).toBeDefined()
  })

  test('contact links to the chat for a signed-in person', async () => {
    server.me = person('u-kari')
    await card(ride())
    expect(screen.getByRole('link', { name: containing(text('rides.contact')) }).getAttribute('href')).toBe(
      '/chat?user=u-driver&ride=r-1',
    )
  })

  test('one’s own ride has no buttons', async () => {
    server.me = person('u-driver')
    const article = await card(ride())
    expect(within(article).getByText(text('rides.own_ride'))).toBeDefined()
    expect(within(article).queryByRole('button')).toBeNull()
    expect(within(article).queryByRole('link', { name: containing(text('rides.contact')) })).toBeNull()
  })

  test('a requested ride shows its status in place of the button, and one request serves all cards', async () => {
    server.me = person('u-kari')
    const mine = (ride_id: string, status: ReservationStatus) => ownReservation({ id: ride_id, ride_id, status })
    server.answers['reservations.mine'] = () => page([mine('r-1', 'accepted'), mine('r-2', 'rejected')])
    const full = { ...ride().section, available_seats: 0 }
    await show(
      <>
        {[ride({ section: full }), ride({ id: 'r-2' }), ride({ id: 'r-3' })].map((given) => (
          <RideCard key={given.id} ride={given} actions={<RideActions ride={given} />} />
        ))}
      </>,
    )
    const link = await screen.findByRole('link', { name: containing(text('reservations.status_accepted')) })
    expect(link.getAttribute('href')).toBe('/my-rides?tab=reservations')
    const [first] = screen.getAllByRole('article')
    expect(first?.contains(link)).toBe(true)
    expect(within(first!).queryByRole('button', { name: text('rides.reserve') })).toBeNull()
    expect(screen.getAllByRole('button', { name: text('rides.reserve') })).toHaveLength(2)
    expect(server.sentTo('reservations.mine')).toHaveLength(1)
  })

  test('for a visitor no reservations are requested', async () => {
    await card(ride())
    expect(server.sentTo('reservations.mine')).toEqual([])
  })

  test('a full ride cannot be reserved', async () => {
    const full = ride()
    const article = await card({ ...full, section: { ...full.section, available_seats: 0 } })
    expect(textOf(article)).toContain(text('rides.full'))
    expect(screen.queryByRole('button', { name: text('rides.reserve') })).toBeNull()
  })

  test('a ride that has departed shows no free seats', async () => {
    const article = await card(ride({ departure_time: '2020-01-01T10:00:00Z' }))
    expect(textOf(article)).not.toContain('ledige plasser')
  })

  test('a driver without ratings shows that there are none', async () => {
    const article = await card(ride({ driver: { ...ride().driver, rating: null, rating_count: 0 } }))
    expect(textOf(article)).toContain(text('rides.no_ratings'))
  })
})
