/** Rows of the interface's matrix: rides, reservations, profiles and ratings of `/rest/v1`. */
import { randomUUID } from 'node:crypto'
import type { Dataset } from '../../../server/test/rights/dataset.ts'
import type { InterfaceRow } from './matrix.ts'
import { administrator, all, confirmed, participant, signedIn } from '../../../server/test/rights/rows.ts'

const upcoming =
  '/rest/v1/rides?departure_time=gt.2026-01-01T00:00:00Z&available_seats=gt.0&order=departure_time.asc&limit=10'
const ofDriver = ({ driver }: Dataset) => `/rest/v1/profiles?id=eq.${driver.id}`

/** The departure is later than every clock that the tests set. */
const ride = {
  start_location: 'Voss',
  end_location: 'Odda',
  stops: [],
  departure_time: '2027-03-01T08:00:00Z',
  arrival_time: '2027-03-01T10:00:00Z',
  price: 100,
  available_seats: 3,
  total_seats: 3,
  pets_allowed: false,
  notes: null,
  license_plate: 'AB12345',
  car_make: 'Volvo',
  car_model: 'V60',
  car_color: 'Blå',
}

export const tripRows: readonly InterfaceRow[] = [
  {
    name: 'rest: rides.search',
    route: 'GET /rest/v1/:table',
    rule: 'open; a blocked pair’s rides are hidden',
    answers: all(200),
    request: () => ({ path: `${upcoming}&select=*,driver:profiles(full_name,rating,profile_picture)` }),
  },
  {
    name: 'rest: rides.mine',
    route: 'GET /rest/v1/:table',
    rule: 'requests of the own rides only; of others what a search finds',
    answers: all(200),
    request: (w) => ({
      path: `/rest/v1/rides?select=*,reservations(*,passenger:profiles(full_name,phone))&driver_id=eq.${w.driver.id}&order=departure_time.desc`,
    }),
  },
  {
    name: 'rest: rides.insert',
    route: 'POST /rest/v1/:table',
    rule: 'confirmed people; the session is the driver',
    answers: participant(201),
    request: (_w, person) => ({ path: '/rest/v1/rides', body: { ...ride, driver_id: person?.id } }),
    writes: true,
  },
  {
    name: 'rest: reservations.mine',
    route: 'GET /rest/v1/:table',
    rule: 'own; of others none',
    answers: signedIn(200),
    request: (w) => ({
      path: `/rest/v1/reservations?select=*,ride:rides(*,driver:profiles(full_name,phone))&passenger_id=eq.${w.accepted.id}&order=created_at.desc`,
    }),
    foreign: (id) => ({ path: `/rest/v1/reservations?passenger_id=eq.${id}` }),
  },
  {
    name: 'rest: reservations.insert',
    route: 'POST /rest/v1/:table',
    rule: 'not on an own ride, not twice, not across a block',
    answers: { ...participant(201), Pp: 409, Pa: 409, D: 409, B: 409 },
    request: (w, person) => ({
      path: '/rest/v1/reservations',
      body: { ride_id: w.rideId, passenger_id: person?.id, seats_requested: 1, message: 'Hei', status: 'pending' },
    }),
    writes: true,
  },
  {
    name: 'rest: reservations.decide',
    route: 'PATCH /rest/v1/:table',
    rule: 'the ride’s driver; others change no row',
    answers: confirmed(204),
    request: (w) => ({ path: `/rest/v1/reservations?id=eq.${w.reservations.pending}`, body: { status: 'accepted' } }),
    foreign: (id) => ({ path: `/rest/v1/reservations?id=eq.${id}`, body: { status: 'accepted' } }),
    writes: true,
  },
  {
    name: 'rest: profiles.one',
    route: 'GET /rest/v1/:table',
    rule: 'public fields of others, all of the own profile; the address also for administrators',
    answers: all(200),
    request: (w) => ({ path: `${ofDriver(w)}&select=*` }),
  },
  {
    name: 'rest: profiles.list',
    route: 'GET /rest/v1/:table',
    rule: 'administrator',
    answers: administrator(200),
    request: (w) => ({
      path: `/rest/v1/profiles?select=id,full_name,email,profile_picture&id=in.(${w.driver.id},${w.accepted.id})`,
    }),
  },
  {
    name: 'rest: profiles.update',
    route: 'PATCH /rest/v1/:table',
    rule: 'own profile, listed fields; others change no row',
    answers: confirmed(204),
    request: (w) => ({
      path: ofDriver(w),
      body: { full_name: 'Dag S.', phone: '+4798765432', address: 'Storgata 2', gender: 'mann', age: 40 },
    }),
    foreign: (id) => ({ path: `/rest/v1/profiles?id=eq.${id}`, body: { full_name: 'Ny' } }),
    writes: true,
  },
  {
    name: 'rest: profiles.is_driver',
    route: 'PATCH /rest/v1/:table',
    rule: 'the server sets it; accepted where it says the same',
    answers: confirmed(204),
    request: (w) => ({ path: ofDriver(w), body: { is_driver: true } }),
    foreign: (id) => ({ path: `/rest/v1/profiles?id=eq.${id}`, body: { is_driver: true } }),
  },
  {
    name: 'rest: profiles.rating',
    route: 'PATCH /rest/v1/:table',
    rule: 'the server computes it; accepted where it says the same',
    answers: confirmed(204),
    request: (w) => ({ path: ofDriver(w), body: { rating: 8 } }),
  },
  {
    name: 'rest: profiles.picture',
    route: 'PATCH /rest/v1/:table',
    rule: 'the upload sets it; accepted where it says the same',
    answers: confirmed(204),
    request: (w) => ({ path: ofDriver(w), body: { profile_picture: null } }),
    foreign: (id) => ({ path: `/rest/v1/profiles?id=eq.${id}`, body: { profile_picture: null } }),
  },
  {
    name: 'rest: ratings.of',
    route: 'GET /rest/v1/:table',
    rule: 'open',
    answers: all(200),
    request: (w) => ({
      path: `/rest/v1/ratings?select=*,rater:profiles(full_name,profile_picture)&rated_id=eq.${w.driver.id}&order=created_at.desc`,
    }),
  },
  {
    name: 'rest: ratings.insert',
    route: 'POST /rest/v1/:table',
    rule: 'the accepted passenger the driver, the driver the passenger; after departure',
    answers: { ...confirmed(404), Pp: 409, Pa: 409, Pr: 409 },
    request: (w, person) => ({
      path: '/rest/v1/ratings',
      body: { ride_id: w.rideId, rater_id: person?.id, rated_id: w.driver.id, rating: 9, comment: 'Fin tur' },
    }),
    foreign: (id, w) => ({ path: '/rest/v1/ratings', body: { ride_id: id, rated_id: w.driver.id, rating: 9 } }),
    writes: true,
  },
]

/** Requests that no role may make, with the status that every one gets. */
export const refusedRequests: readonly {
  name: string
  method: string
  path(w: Dataset): string
  body?: unknown
  status: number
}[] = [
  { name: 'a table that is not listed', method: 'GET', path: () => '/rest/v1/auth_user', status: 404 },
  { name: 'a table of the database', method: 'GET', path: () => '/rest/v1/refresh_token?select=*', status: 404 },
  { name: 'another procedure', method: 'POST', path: () => '/rest/v1/rpc/accept_reservation', body: {}, status: 404 },
  { name: 'the description of all tables', method: 'GET', path: () => '/rest/v1/', status: 404 },
  { name: 'all profiles', method: 'GET', path: () => '/rest/v1/profiles', status: 403 },
  {
    name: 'profiles by another column',
    method: 'GET',
    path: () => '/rest/v1/profiles?email=eq.kari@example.no',
    status: 403,
  },
  { name: 'all messages', method: 'GET', path: () => '/rest/v1/messages', status: 403 },
  { name: 'all reservations', method: 'GET', path: () => '/rest/v1/reservations', status: 403 },
  { name: 'all blocks', method: 'GET', path: () => '/rest/v1/user_blocks', status: 403 },
  {
    name: 'deleting a ride',
    method: 'DELETE',
    path: (w) => `/rest/v1/rides?id=eq.${w.rideId}`,
    status: 405,
  },
  {
    name: 'replacing a profile',
    method: 'PUT',
    path: ofDriver,
    body: { full_name: 'Ny' },
    status: 405,
  },
  {
    name: 'changing a ride',
    method: 'PATCH',
    path: (w) => `/rest/v1/rides?id=eq.${w.rideId}`,
    body: { price: 1 },
    status: 403,
  },
  {
    name: 'changing all profiles',
    method: 'PATCH',
    path: () => '/rest/v1/profiles',
    body: { full_name: 'Ny' },
    status: 403,
  },
  {
    name: 'changing a message',
    method: 'PATCH',
    path: (w) => `/rest/v1/messages?id=eq.${w.messageId}`,
    body: { content: 'Ny' },
    status: 403,
  },
  {
    name: 'adding a profile',
    method: 'POST',
    path: () => '/rest/v1/profiles',
    body: { id: randomUUID() },
    status: 403,
  },
]
