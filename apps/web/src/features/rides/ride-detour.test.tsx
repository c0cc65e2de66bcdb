import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RideDetail } from '@samtur/contract/rides'
import { Route, Routes } from 'react-router'
import { detail, person, rideByDetour, ridesServer, show, textOf } from '../../../test/rides.tsx'
import { shownAddress } from '../../../test/show.tsx'
import { containing, text } from '../../../test/text.ts'
import { RideScreen } from './ride-screen.tsx'

const server = ridesServer()

const part = '/rides/r-1?from_position=1&to_position=3'
const address = `${part}&detour_place_id=7&detour_end=start`
const open = (at = address) =>
  show(
    <Routes>
      <Route path="/rides/:id" element={<RideScreen />} />
    </Routes>,
    at,
  )
const byDetour = (change: Partial<RideDetail> = {}) => detail({ ...rideByDetour(), ...change })
/** Responds with the detour where it is asked for, and otherwise with the stops alone. */
const offered = () => {
  server.answers['rides.get'] = ({ query: { from_position: from, to_position: to, detour_place_id } }) => {
    const section = from && to ? ([Number(from), Number(to)] as const) : []
    return detour_place_id ? byDetour() : detail({ detour_minutes: 15 }, ...section)
  }
}
const main = () => textOf(document.body).replaceAll('\u00a0', ' ')

test('the page of a detour shows the place, what it costs and how to ask for it', async () => {
  offered()
  await open()
  await screen.findByRole('heading', { level: 1, name: /Gjøvik.*til.*Trondheim/ })
  expect(server.sentTo('rides.get')[0]?.query).toEqual({
    from_position: '1',
    to_position: '3',
    detour_place_id: '7',
    detour_end: 'start',
  })
  for (const part of [
    text('detours.notice', { minutes: 12 }),
    text('detours.price', { price: '14 kr' }),
    text('ride.detour_decides'),
    'ca. 08:50Gjøvik',
    'ca. 14:12Trondheim',
    'ca. 5,4 t',
    'ca. 08:50 – 14:12',
  ])
    expect(main()).toContain(part)
  expect(screen.getAllByRole('button', { name: text('detours.ask') }).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: text('rides.reserve') })).toBeNull()
  // Of the ride's own offer nothing is said beside the detour.
  expect(screen.queryByText(text('ride.detours'))).toBeNull()
})

test('a ride that allows detours says so where none is chosen', async () => {
  offered()
  await open('/rides/r-1')
  expect((await screen.findByText(text('ride.detours'))).nextSibling?.textContent).toBe(
    text('ride.detours_up_to', { minutes: 15 }),
  )
})

test('a ride without detours says nothing of them', async () => {
  server.answers['rides.get'] = () => detail()
  await open('/rides/r-1')
  await screen.findByText(text('ride.pets'))
  expect(screen.queryByText(text('ride.detours'))).toBeNull()
})

test('the place can be left for a stop, and the other end can be moved', async () => {
  offered()
  await open()
  const getOn = await screen.findByLabelText<HTMLSelectElement>(text('ride.get_on'))
  expect(getOn.selectedOptions[0]?.textContent).toBe('Gjøvik · ca. 08:50')
  fireEvent.change(screen.getByLabelText(text('ride.get_off')), { target: { value: '2' } })
  expect(shownAddress()).toBe('/rides/r-1?from_position=1&to_position=2&detour_place_id=7&detour_end=start')
  fireEvent.change(screen.getByLabelText(text('ride.get_off')), { target: { value: '3' } })
  fireEvent.change(screen.getByLabelText(text('ride.get_on')), { target: { value: '1' } })
  expect(shownAddress()).toBe(part)
  // The place is no choice any more.
  await waitFor(() => expect(screen.getByLabelText(text('ride.get_on')).textContent).not.toContain('Gjøvik'))
})

test('a detour that the ride does not offer any more is said to be gone, and the ride is shown as it is', async () => {
  server.answers['rides.get'] = () => detail({}, 1, 3)
  await open()
  await screen.findByText(text('ride.detour_gone_title'))
  expect(screen.getByRole('heading', { level: 1, name: /Hamar.*til.*Trondheim/ })).toBeDefined()
  expect(screen.getAllByRole('button', { name: text('rides.reserve') }).length).toBeGreaterThan(0)
  expect(screen.queryByText(text('ride.detour_decides'))).toBeNull()
})

test('a place that has become a stop is said to be one', async () => {
  const { route } = detail()
  const stops = route.map((stop) => (stop.position === 2 ? { ...stop, text: 'Gjøvik', place_id: 7 } : stop))
  server.answers['rides.get'] = () => detail({ route: stops }, 1, 3)
  await open()
  await screen.findByText(text('ride.detour_stop_title', { place: 'Gjøvik' }))
  expect(screen.queryByText(text('ride.detour_gone_title'))).toBeNull()
})

test('an accepted passenger comes from the address of the detour to the own part', async () => {
  server.me = person('u-kari')
  const reservation = { id: 'x', status: 'accepted' as const, from_position: 2, to_position: 3 }
  server.answers['rides.get'] = ({ query }) =>
    detail({ viewer: 'passenger', bookable: false, reservation }, Number(query['from_position']), 3)
  await open()
  await waitFor(() => expect(shownAddress()).toBe('/rides/r-1?from_position=2&to_position=3'))
  expect(screen.queryByText(text('ride.detour_gone_title'))).toBeNull()
})

test('a visitor who asks comes back to the detour after the login', async () => {
  offered()
  await open()
  fireEvent.click((await screen.findAllByRole('button', { name: text('detours.ask') }))[0]!)
  fireEvent.click(await screen.findByRole('link', { name: text('core.log_in') }))
  const next = new URLSearchParams(shownAddress()?.split('?')[1]).get('next')
  expect(next).toBe(`${address}&reserve=1`)
})

test('the shared address names the detour', async () => {
  offered()
  const shared: string[] = []
  Object.assign(navigator, { share: async ({ url }: { url: string }) => void shared.push(url) })
  await open()
  fireEvent.click(await screen.findByRole('button', { name: containing(text('ride.share')) }))
  await waitFor(() => expect(shared).toEqual([`${location.origin}${address}`]))
  Reflect.deleteProperty(navigator, 'share')
})
