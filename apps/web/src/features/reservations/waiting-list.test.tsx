import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { hours, ownReservation, ride, waitingEntry } from '../../../test/dataset.ts'
import { sendEvent } from '../../../test/live.ts'
import { press, reservationsServer } from '../../../test/reservations.ts'
import { page, refusal } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { containing, startingWith, text } from '../../../test/text.ts'
import { MyRidesPage } from './my-rides-page.tsx'
import { ReservationsPage } from './reservations-page.tsx'

const server = reservationsServer()
const offer = (change = {}) =>
  waitingEntry({ state: 'offered', place_in_line: null, offer_from: hours(-1), offer_until: hours(1.2), ...change })
const entries = (...items: ReturnType<typeof waitingEntry>[]) => {
  server.answers['waiting.mine'] = () => ({ items })
}
const takeButton = () => screen.findByRole('button', { name: startingWith(text('rides.take_now')) })

describe('own places on waiting lists', () => {
  test.each([
    ['/my-rides?tab=reservations', MyRidesPage],
    ['/reservations', ReservationsPage],
  ])('on %s an offer stands before everything else', async (address, Page) => {
    server.answers['reservations.mine'] = () => page([ownReservation()])
    entries(offer(), waitingEntry({ id: 'w-2', ride_id: 'r-2', ride: ride({ id: 'r-2' }) }))
    await show(<Page />, address)
    await screen.findByText(text('requests.place', { place: '2' }))
    const [first, ...rest] = screen.getAllByRole('article')
    expect(within(first!).getByText(startingWith(text('requests.offer_title', { count: 1, time: '' })))).toBeDefined()
    expect(within(first!).getByText(text('requests.offer_tag', { count: 1 }))).toBeDefined()
    expect(first!.textContent).toContain('1 t 12 min')
    expect(rest).toHaveLength(2)
    expect(rest.at(-1)!.textContent).toContain(text('requests.place_text'))
    expect(screen.queryByText(text('reservations.empty_title'))).toBeNull()
  })

  test('the list waits for the offers, which would push it down', async () => {
    server.answers['reservations.mine'] = () => page([ownReservation()])
    const held = server.hold('waiting.mine')
    await show(<ReservationsPage />, '/reservations')
    await waitFor(() => expect(held).toHaveLength(1))
    await waitFor(() => expect(server.sentTo('reservations.mine')).toHaveLength(1))
    expect(screen.getByText(text('reservations.loading'))).toBeDefined()
    expect(screen.queryByRole('article')).toBeNull()
    held[0]?.respond({ items: [offer()] })
    expect(await screen.findAllByRole('article')).toHaveLength(2)
  })

  test('taking an offer of an instant ride says that the seat is taken, once', async () => {
    entries(offer())
    server.answers['waiting.take'] = () => ownReservation({ status: 'accepted', answer_by: null })
    await show(<ReservationsPage />, '/reservations')
    const button = await takeButton()
    fireEvent.click(button)
    fireEvent.click(button)
    expect(await screen.findByText(text('requests.taken_title'))).toBeDefined()
    expect(server.sentTo('waiting.take')).toMatchObject([{ params: { id: 'w-1' }, body: { message: null } }])
    expect(server.sentTo('waiting.take')[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('an offer of a driver who cannot drive at present has no button to take it, and can be left', async () => {
    entries(offer({ driver_unavailable: true }))
    await show(<ReservationsPage />, '/reservations')
    expect(await screen.findByText(text('reservations.unavailable_title'))).toBeDefined()
    expect(screen.queryByRole('button', { name: startingWith(text('rides.take_now')) })).toBeNull()
    expect(screen.getByRole('button', { name: startingWith(text('requests.pass_on')) })).toBeDefined()
  })

  test('where the driver answers, the button sends a request', async () => {
    entries(offer({ instant: false }))
    server.answers['waiting.take'] = () => ownReservation({ holds_seats: true })
    await show(<ReservationsPage />, '/reservations')
    expect(await screen.findByText(text('requests.ask_text'))).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: startingWith(text('requests.ask_for_it')) }))
    expect(await screen.findByText(text('reservations.sent_title'))).toBeDefined()
  })

  test('another trip at that time is asked about once more', async () => {
    const other = { from: 'Bergen', to: 'Voss', departure_time: hours(25) }
    entries(offer({ overlap: other, ride: ride({ instant_booking: 'all' }) }))
    server.answers['waiting.take'] = ({ body }) =>
      body && 'accept_overlap' in body
        ? ownReservation({ holds_seats: true })
        : refusal('overlapping_ride', { params: other })
    await show(<ReservationsPage />, '/reservations')
    expect(await screen.findByText(containing('Bergen'))).toBeDefined()
    fireEvent.click(await takeButton())
    const dialog = await screen.findByRole('dialog', { name: text('reservations.overlap_title') })
    expect(dialog.textContent).toContain('Bergen')
    expect(within(dialog).getByText(text('requests.overlap_asks'))).toBeDefined()
    press(text('reservations.send_all_the_same'), dialog)
    expect(await screen.findByText(text('reservations.sent_title'))).toBeDefined()
    expect(server.sentTo('waiting.take')[1]?.body).toEqual({ message: null, ride_version: 1, accept_overlap: true })
  })

  test('an offer that has lapsed meanwhile says so', async () => {
    entries(offer())
    server.answers['waiting.take'] = () => refusal('offer_closed')
    await show(<ReservationsPage />, '/reservations')
    fireEvent.click(await takeButton())
    const toast = await screen.findByText(text('requests.take_failed'))
    expect(toast.parentElement?.textContent).toContain(text('conflicts.offer_closed'))
  })

  test('an offer of the night says when its time begins', async () => {
    entries(offer({ offer_from: hours(3), offer_until: hours(5) }))
    await show(<ReservationsPage />, '/reservations')
    expect(
      await screen.findByText(startingWith(text('requests.offer_begins', { time: '' }).slice(0, 20))),
    ).toBeDefined()
  })

  test('leaving asks first, and passes an offer on', async () => {
    entries(offer())
    server.answers['waiting.leave'] = () => offer({ state: 'left' })
    await show(<ReservationsPage />, '/reservations')
    fireEvent.click(await screen.findByRole('button', { name: startingWith(text('requests.pass_on')) }))
    const dialog = await screen.findByRole('dialog', { name: text('requests.pass_on_title') })
    entries()
    press(text('requests.pass_on'), dialog)
    expect(await screen.findByText(text('requests.left_list'))).toBeDefined()
    expect(server.sentTo('waiting.leave')).toMatchObject([{ params: { id: 'r-1' } }])
    await waitFor(() => expect(screen.queryByText(text('requests.offers'))).toBeNull())
  })

  test.each([
    ['lapsed', 'requests.lapsed', 'requests.lapsed_text', 0],
    ['ended', 'requests.ended', 'requests.ended_text', 1],
  ] as const)('a place that has %s says so, with a way to other rides', async (state, word, sentence, asked) => {
    entries(waitingEntry({ state, place_in_line: null }))
    server.answers['wanted.rescueWaiting'] = () => ({ rides: [], planner: null, wanted: null })
    await show(<ReservationsPage />, '/reservations')
    expect(await screen.findByText(text(word))).toBeDefined()
    expect(screen.getByText(text(sentence))).toBeDefined()
    expect(await screen.findByRole('link', { name: text('reservations.find_another') })).toBeDefined()
    expect(screen.queryByRole('button', { name: startingWith(text('requests.leave')) })).toBeNull()
    expect(server.sentTo('wanted.rescueWaiting')).toHaveLength(asked)
  })

  test('seats that come free are shown live', async () => {
    entries(waitingEntry())
    await show(<ReservationsPage />, '/reservations')
    await screen.findByText(text('requests.place', { place: '2' }))
    entries(offer())
    sendEvent({ event: 'changed', what: 'reservations' })
    expect(await takeButton()).toBeDefined()
  })

  test('waiting lists that cannot be loaded say so, and the reservations stay', async () => {
    server.answers['reservations.mine'] = () => page([ownReservation()])
    server.answers['waiting.mine'] = () => refusal('internal')
    await show(<ReservationsPage />, '/reservations')
    expect((await screen.findAllByText(text('requests.load_failed'))).length).toBeGreaterThan(0)
    expect(screen.getByText('Ingrid Solberg')).toBeDefined()
  })
})
