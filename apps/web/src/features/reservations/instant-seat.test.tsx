import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Ride } from '@samtur/contract/rides'
import { hours, ownReservation, ride } from '../../../test/dataset.ts'
import { me, press, reservationsServer } from '../../../test/reservations.ts'
import { refusal } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { containing, text } from '../../../test/text.ts'
import { ReserveButton } from './reserve-button.tsx'

const server = reservationsServer()
const create = 'reservations.create'
const trusted = (value: boolean) => ({ ...me, profile: { ...me.profile, trusted: value } })
const instant = (change: Partial<Ride> = {}) => ride({ instant_booking: 'all', ...change })

async function open(given: Ride, button: 'rides.take_now' | 'rides.reserve' = 'rides.take_now') {
  await show(<ReserveButton ride={given} />)
  press(text(button))
  return screen.findByRole('dialog', { name: text('reservations.dialog_title') }, { timeout: 5_000 })
}

test('an instant seat is taken without an answer, and the dialog does not ask for its time', async () => {
  server.answers[create] = () => ownReservation({ status: 'accepted', answer_by: null })
  const dialog = await open(instant())
  expect(within(dialog).getByText(text('requests.at_once'))).toBeDefined()
  expect(within(dialog).queryByText(text('requests.within'))).toBeNull()
  press(text('rides.take_now'), dialog)
  expect(await screen.findByText(text('requests.taken_title'))).toBeDefined()
  expect(server.sentTo(create)[0]?.body).not.toHaveProperty('answer_within_hours')
})

test('a driver who has turned it off meanwhile gets a request, and the toast says so', async () => {
  server.answers[create] = () => ownReservation()
  const dialog = await open(instant())
  press(text('rides.take_now'), dialog)
  expect(await screen.findByText(text('reservations.sent_title'))).toBeDefined()
})

test.each([
  [true, 'rides.take_now'],
  [false, 'rides.reserve'],
] as const)('on a ride for trusted people, a reader for whom that is %s reads %s', async (value, button) => {
  server.me = trusted(value)
  const dialog = await open(instant({ instant_booking: 'trusted' }), button)
  const choice = within(dialog).queryByText(text('requests.within'))
  expect(choice === null).toBe(value)
})

test('more seats than a newcomer gets at once become a request, and the dialog says so before the press', async () => {
  server.me = { ...me, profile: { ...me.profile, instant_seats_left: 1 } }
  const dialog = await open(instant())
  expect(within(dialog).getByText(text('requests.at_once'))).toBeDefined()
  fireEvent.click(within(dialog).getByRole('radio', { name: text('reservations.seats', { count: 2 }) }))
  expect(await within(dialog).findByText(text('requests.newcomer_asks', { count: 3 }))).toBeDefined()
  expect(within(dialog).queryByText(text('requests.at_once'))).toBeNull()
  expect(within(dialog).getByRole('button', { name: text('reservations.send') })).toBeDefined()
})

test('a newcomer without seats left reads it on the button and in the dialog', async () => {
  server.me = { ...me, profile: { ...me.profile, instant_seats_left: 0 } }
  const limited = await open(instant(), 'rides.reserve')
  expect(within(limited).getByText(text('requests.newcomer_asks', { count: 3 }))).toBeDefined()
})

test('beside another trip the second press is a request, and the dialog says so', async () => {
  const other = { from: 'Bergen', to: 'Voss', departure_time: hours(25) }
  server.answers[create] = ({ body }) =>
    body && 'accept_overlap' in body ? ownReservation() : refusal('overlapping_ride', { params: other })
  const dialog = await open(instant())
  press(text('rides.take_now'), dialog)
  expect(await within(dialog).findByText(text('requests.overlap_asks'))).toBeDefined()
  press(text('reservations.send_all_the_same'), dialog)
  expect(await screen.findByText(text('reservations.sent_title'))).toBeDefined()
  expect(server.sentTo(create)[1]?.body).toMatchObject({ accept_overlap: true, answer_within_hours: 24 })
})

test('a detour is asked for, also on an instant ride', async () => {
  const detour = { place_id: 7, end: 'start', minutes: 12, price: 0 } as const
  await show(<ReserveButton ride={instant({ detour })} />)
  expect(screen.getByRole('button', { name: text('rides.reserve') })).toBeDefined()
})

test('the chosen hours say which clock time they mean, and are sent', async () => {
  server.answers[create] = () => ownReservation()
  const dialog = await open(ride({ departure_time: hours(200) }), 'rides.reserve')
  const shown = () => within(dialog).getByText(containing(text('requests.must_answer', { time: '' }).slice(0, 20)))
  const usual = shown().textContent
  fireEvent.click(within(dialog).getByRole('radio', { name: text('requests.within_hours', { hours: '1' }) }))
  await waitFor(() => expect(shown().textContent).not.toBe(usual))
  press(text('reservations.send'), dialog)
  await waitFor(() => expect(server.sentTo(create)).toHaveLength(1))
  expect(server.sentTo(create)[0]?.body).toMatchObject({ answer_within_hours: 1 })
})
