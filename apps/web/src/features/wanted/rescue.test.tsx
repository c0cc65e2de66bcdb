import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Rescue as Found } from '@samtur/contract/rescue'
import type { Ride } from '@samtur/contract/rides'
import { TextLink } from '#ui/link'
import { hours, ownWanted, ride } from '../../../test/dataset.ts'
import { noNetwork, refusal } from '../../../test/server.ts'
import { show } from '../../../test/show.tsx'
import { containing, startingWith, text } from '../../../test/text.ts'
import { wantedServer } from '../../../test/wanted.ts'
import { Rescue } from './rescue.tsx'

const server = wantedServer()
const departure = hours(24)
const trip = { start_location: 'Oslo', end_location: 'Trondheim', departure_time: departure }
const planner = { name: 'Entur', url: 'https://entur.no/reiseresultater?startLabel=Oslo' }

function instead(id: string, minutes: number, change: Partial<Ride['section']> = {}): Ride {
  const at = (later: number) => new Date(Date.parse(departure) + later * 60_000).toISOString()
  const times = { departure_time: at(minutes), arrival_time: at(minutes + 420) }
  return ride({ id, section: { ...ride().section, ...times, ...change } })
}

const found = (change: Partial<Found> = {}): Found => ({ rides: [], planner, wanted: null, ...change })
const three = [instead('r-2', 0), instead('r-3', -20), instead('r-4', 90, { start_location: 'Lillestrøm' })]

type Answer = () => Found | ReturnType<typeof refusal>
const open = (answer: Answer, lost: Parameters<typeof Rescue>[0]['lost'] = { reservation_id: 'res-1' }) => {
  server.answers['wanted.rescueReservation'] = answer
  server.answers['wanted.rescueWaiting'] = answer
  return show(<Rescue lost={lost} trip={trip} search={<TextLink to="/search">search</TextLink>} />)
}
const press = async () => {
  const button = await screen.findByRole('button', { name: text('rescue.tell_me') })
  button.focus()
  fireEvent.click(button)
}
const wantedLink = () => screen.findByRole('link', { name: startingWith(text('rescue.told')) })

describe('other ways to travel', () => {
  test('lead by how each ride differs in time, and name the places only where they differ', async () => {
    await open(() => found({ rides: three }))
    const rows = within(await screen.findByRole('list', { name: text('rescue.rides') })).getAllByRole('listitem')
    expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual([
      '/rides/r-2',
      '/rides/r-3',
      '/rides/r-4',
    ])
    const [same, earlier, later] = rows.map((row) => row.textContent.replaceAll('\u00a0', ' '))
    expect(same).toMatch(startingWith(text('rescue.same_time')))
    expect(earlier).toMatch(/^20 min tidligere/)
    expect(later).toMatch(/^1 t 30 min senereLillestrøm/)
    expect(later).toContain('Ingrid')
    expect(later).not.toContain('Solberg')
    expect(later).toContain(text('rides.seats_left', { count: 3 }))
    expect(later).toContain('300 kr')
    expect(screen.queryByText('search')).toBeNull()
  })

  test('have the planner in a new tab, which says so', async () => {
    await open(() => found({ rides: three }))
    const link = await screen.findByRole('link', { name: startingWith(text('rescue.planner', { planner: 'Entur' })) })
    expect(link.getAttribute('href')).toBe(planner.url)
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toContain('noreferrer')
    expect(link.textContent).toContain(text('rescue.planner_text'))
  })

  test('without a ride say so, and the search is the last way on', async () => {
    await open(() => found())
    await screen.findByText(text('rescue.none'))
    expect(screen.getByText('search')).toBeDefined()
    expect(screen.getByRole('button', { name: text('rescue.tell_me') })).toBeDefined()
  })

  test.each([
    ['the places are unknown', () => found({ planner: null })],
    ['the trip is not found', () => refusal('not_found')],
    ['the server fails', () => refusal('internal')],
    ['there is no network', noNetwork],
  ])('are the search alone where %s', async (_, answer) => {
    await open(answer)
    await screen.findByText('search')
    expect(screen.getByRole('alert').textContent).toBe('')
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('the press that keeps a search', () => {
  test.each([
    ['a reservation', 'wanted.wantReservation', { reservation_id: 'res-1' }],
    ['a place on a waiting list', 'wanted.wantWaiting', { waiting_id: 'w-1' }],
  ] as const)('for %s sends it once, becomes the link to it, and keeps the focus', async (_, endpoint, lost) => {
    let wanted: Found['wanted'] = null
    server.answers[endpoint] = () => {
      wanted = { id: 'w-9' }
      return ownWanted({ id: 'w-9' })
    }
    await open(() => found({ rides: three, wanted }), lost)
    await press()
    fireEvent.click(screen.getByRole('button'))
    const link = await wantedLink()
    expect(link.getAttribute('href')).toBe('/wanted')
    await waitFor(() => expect(document.activeElement).toBe(link))
    expect(server.sentTo(endpoint)).toMatchObject([{ params: { id: Object.values(lost)[0] } }])
    expect(server.sentTo(endpoint)[0]?.key).toMatch(/^[\da-f-]{36}$/)
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('is not there where the search is kept already, and the focus stays where it is', async () => {
    await open(() => found({ rides: three, wanted: { id: 'w-9' } }))
    await wantedLink()
    expect(screen.queryByRole('button')).toBeNull()
    expect(document.activeElement).toBe(document.body)
  })

  test('leads to the search that another window has kept meanwhile', async () => {
    server.answers['wanted.wantReservation'] = () => refusal('wanted_exists', { params: { id: 'w-9' } })
    await open(() => found({ rides: three }))
    await press()
    await waitFor(async () => expect(document.activeElement).toBe(await wantedLink()))
    expect(screen.queryByText(text('rescue.failed'))).toBeNull()
  })

  test('says when it fails, and can be repeated', async () => {
    server.answers['wanted.wantReservation'] = () => refusal('too_many_wanted')
    await open(() => found({ rides: three }))
    await press()
    await screen.findByText(containing(text('rescue.failed')))
    expect(screen.getByRole('button', { name: text('rescue.tell_me') })).toBeDefined()
  })
})

describe('a block below the window', () => {
  let come: (() => void) | undefined
  afterEach(() => vi.unstubAllGlobals())

  test('asks the server only when it comes near', async () => {
    class Observer {
      readonly #report: IntersectionObserverCallback
      constructor(report: IntersectionObserverCallback) {
        this.#report = report
      }
      observe() {
        come = () => this.#report([{ isIntersecting: true } as IntersectionObserverEntry], this as never)
      }
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', Observer)
    await open(() => found({ rides: three }))
    await waitFor(() => expect(come).toBeDefined())
    expect(server.sentTo('wanted.rescueReservation')).toHaveLength(0)
    come?.()
    await screen.findByRole('list', { name: text('rescue.rides') })
    expect(server.sentTo('wanted.rescueReservation')).toHaveLength(1)
  })
})
