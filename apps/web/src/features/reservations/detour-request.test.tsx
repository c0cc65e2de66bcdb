import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Ride } from '@samtur/contract/rides'
import { ownReservation, ride, rideDetail } from '../../../test/dataset.ts'
import { press, reservationsServer } from '../../../test/reservations.ts'
import { refusal } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { text } from '../../../test/text.ts'
import { ReserveButton } from './reserve-button.tsx'

const server = reservationsServer()
const create = 'reservations.create'

const detour = { place_id: 7, end: 'start', minutes: 12, price: 28 } as const
const byDetour = (change: Partial<Ride> = {}): Ride => {
  const given = ride()
  return {
    ...given,
    section: { ...given.section, start_location: 'Lillestrøm', price: 328, whole: false },
    detour,
    ...change,
  }
}

async function open() {
  await show(<ReserveButton ride={byDetour()} label={text('detours.ask')} />)
  press(text('detours.ask'))
  return screen.findByRole('dialog', undefined, { timeout: 5_000 })
}

test('the dialog says what is asked for, and a detour that is not possible any more is refused in it', async () => {
  server.answers[create] = () => refusal('detour_unavailable')
  const dialog = await open()
  expect(dialog.textContent).toContain(text('detours.notice', { minutes: 12 }))
  expect(dialog.textContent).toContain(text('detours.price', { price: '28\u00a0kr' }))
  expect(within(dialog).getAllByText('Lillestrøm').length).toBeGreaterThan(0)
  press(text('detours.ask'), dialog)
  expect(await within(dialog).findByText(text('conflicts.detour_unavailable'))).toBeDefined()
  expect(server.sentTo(create)[0]?.body).toMatchObject({
    from_position: 0,
    to_position: 1,
    detour: { place_id: 7, end: 'start' },
  })
})

test('a ride that has changed is read again with its detour', async () => {
  server.answers[create] = () => refusal('ride_changed')
  server.answers['rides.get'] = () => rideDetail({ ...byDetour(), version: 2 })
  const dialog = await open()
  press(text('detours.ask'), dialog)
  await within(dialog).findByText(text('reservations.changed_title'))
  expect(server.sentTo('rides.get')[0]?.query).toEqual({
    from_position: '0',
    to_position: '1',
    detour_place_id: '7',
    detour_end: 'start',
  })
  server.answers[create] = () => ownReservation()
  press(text('detours.ask'), dialog)
  await waitFor(() => expect(server.sentTo(create)).toHaveLength(2))
  expect(server.sentTo(create)[1]?.body).toMatchObject({ ride_version: 2, detour: { place_id: 7, end: 'start' } })
})
