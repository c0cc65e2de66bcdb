// Meeting points on the driver's rides and on own reservations, and the driver's answer to a passenger who asks for another one.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { meetingPoint, ownReservation, ownRide, request, ride } from '../../../test/dataset.ts'
import { press, reservationsServer } from '../../../test/reservations.ts'
import { page } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { containing, text } from '../../../test/text.ts'
import { MyRidesPage } from './my-rides-page.tsx'

const server = reservationsServer()

const station = meetingPoint()
const terminal = meetingPoint({ id: 'p-2', name: 'Oslo bussterminal', kind: 'bus_stop', shelter: true })
const atStart = (start: typeof station) => ({ start, end: null })

/** Returns the route of a ride whose first stop has the point. */
const routeFrom = (point: typeof station) =>
  ride().route.map((stop, index) =>
    index === 0 ? { ...stop, place_id: 1, meeting_point_id: point.id, meeting_point: point } : stop,
  )

const asking = () => request({ meeting_points: atStart(station), proposed_points: atStart(terminal) })
const rowOf = async (name: string) => (await screen.findByText(name, { selector: 'bdi' })).closest('li')!

async function openDriversRide() {
  server.answers['reservations.myRides'] = () => page([ownRide([asking()], { route: routeFrom(station) })])
  server.answers['reservations.accept'] = () => request({ status: 'accepted' })
  await show(<MyRidesPage />, '/my-rides?tab=rides')
  return rowOf('Ola Nordmann')
}

test('a driver sees the points of the ride, and beside them what the passenger asks for', async () => {
  const row = await openDriversRide()
  const asked = await within(row).findByRole('group', { name: text('points.asked') })
  expect(within(asked).getByText('Oslo bussterminal', { selector: 'bdi:not(.sr-only)' })).toBeTruthy()
  expect(within(asked).getByText('Oslo S', { selector: 's' })).toBeTruthy()
  expect(asked.textContent).toContain(text('points.asked_effect'))
  press(text('points.title'), row)
  const points = await within(row).findByRole('group', { name: text('points.title') })
  expect(within(points).getByText('Oslo S', { selector: 'bdi:not(.sr-only)' })).toBeTruthy()
  expect(within(points).getByText(text('points.by_agreement'))).toBeTruthy()
})

test.each([
  ['with the point asked for', 'reservations.accept', undefined],
  ['without it', 'points.keep', { reason: null, keep_points: true }],
] as const)('a driver accepts %s', async (_, button, body) => {
  const row = await openDriversRide()
  press(`${text(button)} Ola Nordmann`, row)
  await waitFor(() => expect(server.sentTo('reservations.accept')).toHaveLength(1))
  expect(server.sentTo('reservations.accept')[0]?.body).toEqual(body)
  expect(await screen.findByText(text('reservations.accepted_toast'))).toBeTruthy()
})

test('a request without another point has two buttons', async () => {
  server.answers['reservations.myRides'] = () => page([ownRide([request()])])
  await show(<MyRidesPage />, '/my-rides?tab=rides')
  expect(within(await rowOf('Ola Nordmann')).getAllByRole('button')).toHaveLength(2)
  expect(screen.queryByText(text('points.title'))).toBeNull()
})

test('a passenger sees the agreed point with a link to a map, and what was asked for', async () => {
  const mine = ownReservation({ meeting_points: atStart(station), proposed_points: atStart(terminal) })
  server.answers['reservations.mine'] = () => page([mine])
  await show(<MyRidesPage />, '/my-rides?tab=reservations')
  const points = await screen.findByRole('group', { name: text('points.title') })
  expect(
    within(points)
      .getByRole('link', { name: containing('Oslo S') })
      .getAttribute('href'),
  ).toMatch(/^geo:0,0\?q=Oslo%20S%2C%20/)
  const asked = await screen.findByRole('group', { name: text('points.you_asked') })
  expect(within(asked).getByText('Oslo bussterminal', { selector: 'bdi:not(.sr-only)' })).toBeTruthy()
  expect(asked.textContent).toContain(text('points.shelter'))
  expect(asked.textContent).not.toContain(text('points.asked_effect'))
})
