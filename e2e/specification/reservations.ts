/** Specified texts: results of requests, for both sides, and the rating afterwards. */
import { failure, part, quoted, type Places } from './words.ts'

export const reservations = {
  'no reservations': {
    page: 'reservations',
    shows: [
      quoted('reservations.my_reservations', 'Mine Reservasjoner'),
      quoted('reservations.empty_title', 'Ingen reservasjoner ennå'),
    ],
  },
  'own reservations': {
    page: 'reservations',
    shows: [
      quoted('reservations.my_reservations', 'Mine Reservasjoner'),
      quoted('reservations.status_pending', 'Venter'),
      quoted('reservations.status_accepted', 'Godtatt'),
      quoted('reservations.seats', '1 plass', { count: 1 }),
    ],
  },
  'reservations that failed': {
    page: 'reservations',
    toast: failure(quoted('reservations.load_failed', 'Kunne ikke laste reservasjoner')),
  },
  'the tab of reservations': {
    page: 'myRides',
    shows: [
      quoted('reservations.my_rides', 'Mine Turer'),
      quoted('reservations.my_reservations_count', 'Mine Reservasjoner (count)', { count: 'count' }),
      quoted('reservations.my_rides_count', 'Mine Turer (count)', { count: 'count' }),
      quoted('ratings.rate_ride', 'Vurder tur'),
    ],
  },
  'the tab of rides': {
    page: 'myRides',
    shows: [
      quoted('reservations.accept', 'Godta'),
      quoted('reservations.reject', 'Avvis'),
      quoted('reservations.chat', 'Chat'),
      quoted('reservations.status_pending', 'Venter'),
      quoted('reservations.status_accepted', 'Godtatt'),
      quoted('reservations.status_rejected', 'Avvist'),
      quoted('reservations.seats', '2 plasser', { count: 2 }),
    ],
  },
  'no own rides': { page: 'myRides', shows: [quoted('reservations.publish_ride', 'Publiser en tur')] },
  'own rides that failed': {
    page: 'myRides',
    toast: failure(quoted('reservations.load_rides_failed', 'Kunne ikke laste dine turer')),
  },
  'an answer that failed': {
    page: 'myRides',
    toast: failure(quoted('reservations.update_failed', 'Kunne ikke oppdatere reservasjon')),
  },
  'a request that was accepted': {
    page: 'myRides',
    toast: { title: part('reservations.accepted_toast', 'godtatt') },
  },
  'a request that was rejected': {
    page: 'myRides',
    toast: { title: part('reservations.rejected_toast', 'avvist') },
  },
} satisfies Places

export const ratings = {
  'the rating dialog': { page: 'myRides', shows: [quoted('ratings.dialog_title', 'Vurder turen')] },
  'no star': { page: 'myRides', shows: [quoted('ratings.required', 'Du må velge en vurdering')] },
  'a rating that failed': {
    page: 'myRides',
    toast: failure(quoted('ratings.send_failed', 'Kunne ikke sende vurdering')),
  },
  'a rating that was stored': {
    page: 'myRides',
    toast: { title: quoted('ratings.sent', 'Takk! Din vurdering er registrert') },
  },
} satisfies Places
