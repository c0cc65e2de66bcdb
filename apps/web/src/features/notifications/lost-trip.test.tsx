import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Notification } from '@samtur/contract/notifications'
import { hours, ride } from '../../../test/dataset.ts'
import { fakeServer, kari, refusal } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { startingWith, text } from '../../../test/text.ts'
import { BellPanel } from './bell-panel.tsx'
import { NotificationsScreen } from './notifications-screen.tsx'

const server = fakeServer({
  me: kari,
  answers: {
    'notifications.unread': () => ({ unread: 0, trips: 0 }),
    'wanted.rescueReservation': () => ({ rides: [ride({ id: 'r-2' })], planner: null, wanted: null }),
    'wanted.rescueWaiting': () => ({ rides: [ride({ id: 'r-3' })], planner: null, wanted: null }),
  },
})

const trip = () => ({ name: 'Ola', from: 'Oslo', to: 'Hamar', departure_time: hours(24) })

function lost(id: number, params: Notification['params'] = { reservation_id: `res-${id}` }): Notification {
  const created_at = new Date(Date.now() - 60_000 * (100 - id)).toISOString()
  const kind = params.waiting_id ? 'waiting_ended' : 'ride_cancelled'
  return { id: String(id), kind, params: { ...trip(), ...params }, path: '/my-rides', created_at, read_at: null }
}

const open = (items: Notification[], page = <NotificationsScreen settings={null} />) => {
  server.answers['notifications.list'] = () => ({ items, next_cursor: null, unread: 0 })
  return show(page, '/notifications')
}
const others = () => screen.findAllByRole('list', { name: text('rescue.rides') })
const asked = () => server.sentTo('wanted.rescueReservation').map(({ params }) => params['id'])

test('a lost trip and a lost place on a waiting list lead to other rides', async () => {
  await open([lost(2), lost(1, { waiting_id: 'w-1' })])
  await waitFor(async () => expect(await others()).toHaveLength(2))
  const links = (await others()).map((list) => within(list).getByRole('link').getAttribute('href'))
  expect(links).toEqual(['/rides/r-2', '/rides/r-3'])
  expect(server.sentTo('wanted.rescueWaiting')).toMatchObject([{ params: { id: 'w-1' } }])
})

test.each([
  ['of a trip that has passed', { reservation_id: 'res-1', departure_time: hours(-1) }],
  ['of something else', {}],
])('a notification %s asks for nothing', async (_, params) => {
  await open([lost(1, params)])
  await screen.findByRole('link', { name: /Ola/ })
  expect(asked()).toEqual([])
  expect(screen.queryByText(text('notifications.other_ways'))).toBeNull()
})

test('only the three newest load by themselves, and a press loads another one', async () => {
  await open([4, 3, 2, 1].map((id) => lost(id)))
  await waitFor(async () => expect(await others()).toHaveLength(3))
  expect(new Set(asked())).toEqual(new Set(['res-2', 'res-3', 'res-4']))
  fireEvent.click(screen.getByRole('button', { name: text('notifications.other_ways') }))
  await waitFor(async () => expect(await others()).toHaveLength(4))
  expect(asked()).toContain('res-1')
  const last = (await others()).at(-1)
  expect(document.activeElement?.contains(last ?? null)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

test('where nothing can be loaded the search is left', async () => {
  server.answers['wanted.rescueReservation'] = () => refusal('internal')
  await open([lost(1)])
  const link = await screen.findByRole('link', { name: text('notifications.find_another') })
  expect(link.getAttribute('href')).toMatch(/^\/search\?from=Oslo&to=Hamar&date=\d{4}-\d\d-\d\d$/)
})

test('the panel of the bell has a link to the page alone', async () => {
  await open([lost(1)], <BellPanel />)
  const link = await screen.findByRole('link', { name: startingWith(text('notifications.other_ways')) })
  expect(link.getAttribute('href')).toBe('/notifications')
  expect(asked()).toEqual([])
})
