/** A ride from Oslo to Trondheim with two stops, and a server for the pages of rides. */
import type { ReactElement } from 'react'
import type { Me } from '@samtur/contract/accounts'
import type { DetourEnd } from '@samtur/contract/constants'
import type { Ride, RideDetail } from '@samtur/contract/rides'
import { waitingParts } from '../src/features/reservations/waiting-parts.tsx'
import { renderReserveButton } from '../src/features/reservations/reserve-button.tsx'
import { ReserveContext } from '../src/features/rides/reserve-button.ts'
import { WaitingContext } from '../src/features/rides/waiting-parts.ts'
import { ride as simpleRide, rideDetail } from './dataset.ts'
import { fakeServer, kari, page } from './server.ts'
import { show as showElement } from './show.tsx'

/** Replaces the network, without a session. */
export function ridesServer() {
  return fakeServer({
    answers: {
      'places.search': () => ({ items: [] }),
      'reservations.mine': () => page([]),
      'rides.days': () => ({ days: [] }),
      'rides.search': () => page([]),
      'waiting.mine': () => ({ items: [] }),
      'wanted.posts': () => page([]),
    },
  })
}

export const person = (id: string): Me => ({ ...kari, id, profile: { ...kari.profile, id, is_driver: true } })

const day = '2099-11-27'
const stops = [
  ['Oslo', '06:00'],
  ['Hamar', '07:25'],
  ['Lillehammer', '08:10'],
  ['Trondheim', '13:00'],
] as const

/** Returns the ride, seen from one position to another. */
export function ride(change: Partial<Ride> = {}, from = 0, to = stops.length - 1): Ride {
  const at = (position: number) => `${day}T${stops[position]![1]}:00.000Z`
  const whole = from === 0 && to === stops.length - 1
  return simpleRide({
    stops: ['Hamar', 'Lillehammer'],
    departure_time: at(0),
    arrival_time: at(3),
    pets_allowed: true,
    notes: 'Møtes ved Oslo S',
    created_at: '2026-11-01T10:00:00.000Z',
    distance_km: 490,
    cost_share: null,
    route: stops.map(([text], position) => ({
      position,
      text,
      place_id: null,
      lat: null,
      lon: null,
      passes_at: at(position),
      meeting_point_id: null,
      meeting_point: null,
    })),
    section: {
      from_position: from,
      to_position: to,
      start_location: stops[from]![0],
      end_location: stops[to]![0],
      departure_time: at(from),
      arrival_time: at(to),
      price: whole ? 300 : 214,
      available_seats: whole ? 3 : 1,
      whole,
    },
    ...change,
  })
}

/** Returns the ride with a detour of 12 minutes between Hamar and Lillehammer, to Gjøvik at one end of the section. */
export function rideByDetour(end: DetourEnd = 'start', change: Partial<Ride> = {}): Ride {
  const given = ride({}, end === 'start' ? 1 : 0, end === 'start' ? 3 : 2)
  const place = { start_location: 'Gjøvik', departure_time: `${day}T07:50:00.000Z` }
  const section =
    end === 'start'
      ? { ...given.section, ...place, arrival_time: `${day}T13:12:00.000Z` }
      : { ...given.section, end_location: 'Gjøvik', arrival_time: place.departure_time }
  return {
    ...given,
    section: { ...section, price: 228, whole: false },
    detour: { place_id: 7, end, minutes: 12, price: 14 },
    detour_minutes: 15,
    ...change,
  }
}

export const detail = (change: Partial<RideDetail> = {}, from?: number, to?: number): RideDetail =>
  rideDetail({ ...ride({}, from, to), viewer: 'visitor', prices: [300, 180, 120], ...change })

/** Shows a part of the pages, with the buttons for a seat and for the waiting list. */
export const show = (element: ReactElement, address?: string) =>
  showElement(
    <ReserveContext value={renderReserveButton}>
      <WaitingContext value={waitingParts}>{element}</WaitingContext>
    </ReserveContext>,
    address,
  )

/** Returns the text of an element without line breaks. */
export const textOf = (element: HTMLElement) => element.textContent.replaceAll(/\s+/g, ' ')
