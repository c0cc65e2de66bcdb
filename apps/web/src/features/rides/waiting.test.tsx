import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { Route, Routes } from 'react-router'
import type { RideDetail } from '@samtur/contract/rides'
import { hours, ownReservation, waitingEntry } from '../../../test/dataset.ts'
import { fakeConnection, sendEvent } from '../../../test/live.ts'
import { detail, person, ride, ridesServer, show } from '../../../test/rides.tsx'
import { refusal } from '../../../test/server.ts'
import { shownAddress } from '../../../test/show.tsx'
import { containing, startingWith, text } from '../../../test/text.ts'
import { RideScreen } from './ride-screen.tsx'

fakeConnection()
const server = ridesServer()

const open = (at = '/rides/r-1') =>
  show(
    <Routes>
      <Route path="/rides/:id" element={<RideScreen />} />
    </Routes>,
    at,
  )
const given = ride()
const full = (change: Partial<RideDetail> = {}) =>
  detail({
    viewer: 'other',
    section: { ...given.section, available_seats: 0 },
    bookable: false,
    can_wait: true,
    ...change,
  })
const joinButtons = () => screen.findAllByRole('button', { name: text('requests.join') })

describe('the waiting list on the page of a full ride', () => {
  beforeEach(() => {
    server.me = person('u-kari')
    server.answers['rides.get'] = () => full()
  })

  test('a reader joins it with the wanted seats', async () => {
    server.answers['waiting.join'] = () => waitingEntry()
    await open()
    const [button] = await joinButtons()
    expect(screen.queryByRole('button', { name: text('rides.reserve') })).toBeNull()
    expect(screen.getByText(containing(text('ride.full_wait_text')))).toBeDefined()
    fireEvent.click(button!)
    const dialog = await screen.findByRole('dialog', { name: text('requests.list') }, { timeout: 5_000 })
    expect(within(dialog).getAllByRole('radio')).toHaveLength(4)
    expect(within(dialog).getByText(text('requests.join_text'))).toBeDefined()
    fireEvent.click(within(dialog).getByRole('radio', { name: text('reservations.seats', { count: 2 }) }))
    fireEvent.click(within(dialog).getByRole('button', { name: text('requests.join') }))
    expect(await screen.findByText(text('requests.joined_text'))).toBeDefined()
    expect(server.sentTo('waiting.join')).toMatchObject([{ params: { id: 'r-1' }, body: { seats_requested: 2 } }])
  })

  test('seats that came free meanwhile are named in the dialog', async () => {
    server.answers['waiting.join'] = () => refusal('seats_available', { params: { available: 1 } })
    await open()
    fireEvent.click((await joinButtons())[0]!)
    const dialog = await screen.findByRole('dialog', { name: text('requests.list') }, { timeout: 5_000 })
    fireEvent.click(within(dialog).getByRole('button', { name: text('requests.join') }))
    expect(await within(dialog).findByText(text('conflicts.seats_available'))).toBeDefined()
  })

  test('a visitor signs in first, and comes back', async () => {
    server.me = null
    await open()
    fireEvent.click((await joinButtons())[0]!)
    expect(await screen.findByText(text('requests.login_to_wait'))).toBeDefined()
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('link', { name: text('core.log_in') }))
    await waitFor(() => expect(shownAddress()).toMatch(/^\/auth\?next=.*reserve/))
  })

  test('who waits reads the place in line, live, and can leave', async () => {
    server.answers['rides.get'] = () =>
      full({ can_wait: false, waiting: { id: 'w-1', state: 'waiting', offer_until: null } })
    server.answers['waiting.mine'] = () => ({ items: [waitingEntry({ place_in_line: 2 })] })
    server.answers['waiting.leave'] = () => waitingEntry({ state: 'left' })
    await open()
    await screen.findByText(text('requests.place', { place: '2' }))
    expect(screen.queryByRole('button', { name: text('requests.join') })).toBeNull()
    server.answers['waiting.mine'] = () => ({ items: [waitingEntry({ place_in_line: 1 })] })
    sendEvent({ event: 'changed', what: 'reservations' })
    await screen.findByText(text('requests.place', { place: '1' }))
    fireEvent.click(screen.getByRole('button', { name: startingWith(text('requests.leave')) }))
    const dialog = await screen.findByRole('dialog', { name: text('requests.leave_title') })
    server.answers['rides.get'] = () => full()
    fireEvent.click(within(dialog).getByRole('button', { name: text('requests.leave') }))
    expect(await screen.findByText(text('requests.left_list'))).toBeDefined()
    expect((await joinButtons()).length).toBeGreaterThan(0)
  })

  test('held seats are taken by one press, and the ride is not called full', async () => {
    const offered = { id: 'w-1', state: 'offered', offer_until: hours(1) } as const
    server.answers['rides.get'] = () => full({ can_wait: false, waiting: offered })
    server.answers['waiting.mine'] = () => ({
      items: [waitingEntry({ ...offered, place_in_line: null, instant: true })],
    })
    server.answers['waiting.take'] = () => ownReservation({ status: 'accepted', answer_by: null })
    await open()
    expect(await screen.findByText(startingWith(text('requests.offer_title', { count: 1, time: '' })))).toBeDefined()
    expect(screen.queryByText(text('rides.full'))).toBeNull()
    expect(screen.queryByText(text('ride.seats_of', { free: 0, total: 4 }))).toBeNull()
    fireEvent.click(
      await screen.findByRole('button', { name: startingWith(text('rides.take_now')) }, { timeout: 5_000 }),
    )
    expect(await screen.findByText(text('requests.taken_title'))).toBeDefined()
    expect(server.sentTo('waiting.take')).toMatchObject([{ params: { id: 'w-1' }, body: { ride_version: 1 } }])
  })

  test('held seats lead to the offer', async () => {
    server.answers['rides.get'] = () =>
      full({ can_wait: false, waiting: { id: 'w-1', state: 'offered', offer_until: hours(1) } })
    await open()
    expect(await screen.findByText(startingWith(text('requests.offer_title', { count: 1, time: '' })))).toBeDefined()
    expect(screen.getByRole('link', { name: text('requests.to_offer') }).getAttribute('href')).toBe('/reservations')
  })
})

describe('instant seats', () => {
  test.each([
    ['all', false, true],
    ['trusted', false, false],
    ['trusted', true, true],
    ['off', true, false],
  ] as const)('%s, to a reader who is trusted: %s', async (instant_booking, trusted, shown) => {
    const reader = person('u-kari')
    server.me = { ...reader, profile: { ...reader.profile, trusted } }
    server.answers['rides.get'] = () => detail({ viewer: 'other', instant_booking })
    await open()
    await screen.findByText(text('ride.pets'))
    const button = shown ? 'rides.take_now' : 'rides.reserve'
    expect(screen.getAllByRole('button', { name: text(button) }).length).toBeGreaterThan(0)
    // The tag, and the fact that says who gets a seat at once.
    expect(screen.queryAllByText(text('rides.instant'))).toHaveLength(Number(shown) + Number(instant_booking !== 'off'))
    const facts = { all: text('ride.instant_all'), trusted: text('ride.instant_trusted', { count: 3 }), off: null }
    const fact = facts[instant_booking]
    if (fact) expect(screen.getByText(fact)).toBeDefined()
  })
})
