import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Ride } from '@samtur/contract/rides'
import { ownReservation } from '../../../test/dataset.ts'
import { person, ride, rideByDetour, ridesServer, show, textOf } from '../../../test/rides.tsx'
import { page } from '../../../test/server.ts'
import { containing, text } from '../../../test/text.ts'
import { SearchResults } from './search-results.tsx'

const server = ridesServer()

const exact = ride({ id: 'r-exact' }, 1, 3)
const byDetour = (id: string, change: Partial<Ride> = {}) => rideByDetour('start', { id, ...change })

const find = async (items: Ride[], next_cursor: string | null = null) => {
  server.answers['rides.search'] = ({ query }) =>
    query['cursor'] ? page([byDetour('r-later')]) : page(items, next_cursor)
  await show(<SearchResults search={{ from: 'Gjøvik', to: 'Trondheim' }} title="" />)
  await screen.findAllByRole('article')
}

/** The rides by a detour. */
const section = (count: number) =>
  screen.getByRole('region', { name: text('detours.heading_at', { count, place: 'Gjøvik' }) })
const reads = (element: HTMLElement) => textOf(element).replaceAll('\u00a0', ' ')

beforeEach(() => {
  server.answers['rides.alternatives'] = () => ({ other_days: [], nearby: [] })
})

test('rides by a detour stand below the others in a section of their own', async () => {
  await find([exact, byDetour('r-1'), byDetour('r-2')])
  expect(screen.getByText(text('rides.count', { count: 1 })).closest('[role=status]')).not.toBeNull()
  expect(within(section(2)).getAllByRole('article')).toHaveLength(2)
  expect(within(section(2)).getByText(text('detours.explained'))).toBeDefined()
  const [first] = screen.getAllByRole('article')
  expect(section(2).contains(first ?? null)).toBe(false)
  expect(section(2).className).toContain('border-dotted')
})

test('a card says how long the detour is and what it costs, and asks for it', async () => {
  await find([exact, byDetour('r-1')])
  const card = within(section(1)).getByRole('article')
  const shown = reads(card)
  for (const part of [
    text('detours.notice', { minutes: 12 }),
    text('detours.price', { price: '14 kr' }),
    '228 kr',
    'ca. 5,4 t',
    'ca. 08:50Gjøvik',
    'ca. 09:22via Lillehammer',
    'ca. 14:12Trondheim',
  ])
    expect(shown).toContain(part)
  expect(shown).toContain(`07:00Oslo (${text('rides.not_your_part')})`)
  expect(within(card).getByRole('button', { name: text('detours.ask') })).toBeDefined()
  expect(within(card).queryByRole('button', { name: text('rides.reserve') })).toBeNull()
  expect(
    within(card)
      .getByRole('link', { name: containing('Gjøvik') })
      .getAttribute('href'),
  ).toBe('/rides/r-1?from_position=1&to_position=3&detour_place_id=7&detour_end=start')
  expect(card.className).toContain('border-dashed')
  expect(card.querySelectorAll('ol .border-dashed')).toHaveLength(1)
})

test('a detour without a price is not said to cost anything', async () => {
  await find([byDetour('r-1', { detour: { place_id: 7, end: 'start', minutes: 5, price: 0 } })])
  expect(reads(section(1))).not.toContain(text('detours.price', { price: '0 kr' }))
})

test('with detours only, one line says that no ride stops there', async () => {
  await find([byDetour('r-1')])
  const line = screen.getByText(text('detours.only_at', { place: 'Gjøvik' }))
  expect(line.parentElement?.getAttribute('role')).toBe('status')
  expect(screen.queryByText(text('rides.count', { count: 0 }))).toBeNull()
  expect(screen.queryByText(text('rides.none_title'))).toBeNull()
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1)
})

test('different places have one heading without a name', async () => {
  await find([byDetour('r-1'), rideByDetour('end', { id: 'r-2' })].map(withPlace))
  expect(screen.getByRole('heading', { name: text('detours.heading', { count: 2 }) })).toBeDefined()
  expect(screen.getByText(text('detours.only'))).toBeDefined()
})

const withPlace = (given: Ride): Ride => ({
  ...given,
  section: { ...given.section, ...(given.detour?.end === 'end' && { end_location: 'Raufoss' }) },
})

test('over several pages the rides by a detour stay together, and are counted once they are all there', async () => {
  await find([exact, byDetour('r-1')], 'c-1')
  // All others come before them, so their number is known.
  expect(screen.getByText(text('rides.count', { count: 1 }))).toBeDefined()
  expect(screen.getByRole('heading', { name: text('detours.heading_at_more', { place: 'Gjøvik' }) })).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: text('rides.show_more') }))
  await waitFor(() => expect(within(section(2)).getAllByRole('article')).toHaveLength(2))
  expect(section(2).contains(document.activeElement)).toBe(true)
})

test('a page of rides that stop there does not count what may follow', async () => {
  server.answers['rides.search'] = ({ query }) => (query['cursor'] ? page([byDetour('r-1')]) : page([exact], 'c-1'))
  await show(<SearchResults search={{ from: 'Gjøvik' }} title="" />)
  await screen.findByText(text('rides.count_so_far', { count: 1 }))
  fireEvent.click(await screen.findByRole('button', { name: text('rides.show_more') }))
  await screen.findByText(text('rides.count', { count: 1 }))
  expect(within(section(1)).getByRole('article').contains(document.activeElement)).toBe(true)
})

test('the request that is sent from a card names the place', async () => {
  server.me = person('u-kari')
  server.answers['reservations.create'] = () => ownReservation()
  await find([byDetour('r-1')])
  fireEvent.click(await screen.findByRole('button', { name: text('detours.ask') }))
  const dialog = await screen.findByRole('dialog', undefined, { timeout: 5_000 })
  expect(reads(dialog)).toContain(text('detours.notice', { minutes: 12 }))
  fireEvent.click(within(dialog).getByRole('button', { name: text('detours.ask') }))
  await waitFor(() => expect(server.sentTo('reservations.create')).toHaveLength(1))
  expect(server.sentTo('reservations.create')[0]?.body).toMatchObject({
    from_position: 1,
    to_position: 3,
    detour: { place_id: 7, end: 'start' },
  })
})
